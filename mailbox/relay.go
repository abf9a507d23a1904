package mailbox

import (
	"context"
	"sync"
	"time"

	"hikyaku/internal/i18n"
)

// Relay is a Sender for many messages: it keeps its connections to the mail server open for the messages that follow.
type Relay struct {
	account *account
	lock    sync.Mutex
	free    []idle // those that aren't in use, the last used one at the end
}

// idle is a connection that waits for the next message.
type idle struct {
	*post
	since time.Time
}

// keepOpen is how long a connection waits for the next message. Servers close it after a few minutes.
const keepOpen = 30 * time.Second

// NewRelay returns the relay of an account. It does not connect yet.
func NewRelay(a Account) (*Relay, error) {
	box, err := newAccount(a)
	return &Relay{account: box}, err
}

// Send sends a message over a connection that is open, or else over a new one.
func (r *Relay) Send(ctx context.Context, l *Letter) error {
	raw, err := l.Bytes()
	if err != nil {
		return &SendError{Kind: Refused, Err: err}
	}
	if p := r.take(time.Now()); p != nil {
		if err := r.sendBy(ctx, p, l, raw); err == nil || !NotTaken(err) {
			return err
		} // else the server may have closed the connection, or want a new one
	}
	p, err := r.account.openSMTP(ctx, func(string, i18n.Text) {})
	if err != nil {
		return sendError(Temporary, err)
	}
	return r.sendBy(ctx, p, l, raw)
}

// sendBy sends a message over a connection, which waits for the next one if all goes well.
func (r *Relay) sendBy(ctx context.Context, p *post, l *Letter, raw []byte) error {
	if err := p.deliver(ctx, r.account, l, raw); err != nil {
		p.close()
		return err
	}
	r.lock.Lock()
	defer r.lock.Unlock()
	r.free = append(r.free, idle{p, time.Now()})
	return nil
}

// take returns a connection that is open, nil if there is none. Those that have waited too long are closed.
func (r *Relay) take(now time.Time) *post {
	r.lock.Lock()
	defer r.lock.Unlock()
	for len(r.free) > 0 && now.Sub(r.free[0].since) > keepOpen {
		r.free[0].close()
		r.free = r.free[1:]
	}
	n := len(r.free)
	if n == 0 {
		return nil
	}
	p := r.free[n-1].post
	r.free = r.free[:n-1]
	return p
}

// Close closes the connections that aren't in use.
func (r *Relay) Close() {
	r.lock.Lock()
	defer r.lock.Unlock()
	for _, p := range r.free {
		p.close()
	}
	r.free = nil
}
