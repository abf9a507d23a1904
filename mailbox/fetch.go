package mailbox

import (
	"context"
	"errors"
	"fmt"
)

const (
	batch     = 100 // messages whose sizes are asked for at once
	tries     = 3   // to get one message, each on a new connection
	maxPassed = 20  // messages over which the connection broke that one run passes over
)

// Fetch reads the folder of the account without changing anything in it.
func (a *account) Fetch(ctx context.Context, since Mark, handle func(Mail) error) (Mark, error) {
	f := &fetcher{account: a, mark: since, handle: handle}
	defer f.hangUp()
	err := f.connect(ctx)
	if err != nil {
		return f.mark, err
	}
	f.mark = since.from(f.validity)
	uids, top, err := f.session.after(ctx, f.mark, f.Only)
	for len(uids) > 0 && err == nil {
		n := min(batch, len(uids))
		err = f.take(ctx, uids[:n])
		uids = uids[n:]
	}
	if err == nil && top > f.mark.UID {
		f.mark.UID, f.mark.Broke = top, 0 // what lies up to there and was not handed over is not ours
	}
	return f.mark, err
}

// fetcher is one run through a folder, over as many connections as it needs: after an answer that could not be read, the
// next message gets a new one, so that one bad message does not hold up those behind it.
type fetcher struct {
	*account
	*session
	mark   Mark
	handle func(Mail) error
	passed int // messages that were passed over because the connection broke
}

func (f *fetcher) hangUp() {
	if f.session != nil {
		f.session.close()
		f.session = nil
	}
}

func (f *fetcher) connect(ctx context.Context) (err error) {
	f.hangUp()
	f.session, err = f.openIMAP(ctx, func(string, string) {})
	return err
}

// reconnect must come back to the same numbering.
func (f *fetcher) reconnect(ctx context.Context) error {
	if err := f.connect(ctx); err != nil {
		return err
	}
	if f.validity != f.mark.Validity {
		return f.trouble("folder", Nonsense, errors.New("the numbering of the folder changed; fetch again"))
	}
	return nil
}

// again asks for something of one message, and if need be again on a new connection. It gives why it cannot be had, or the
// error that ends the run.
func (f *fetcher) again(ctx context.Context, ask func() error) (why, err error) {
	for range tries {
		if why != nil {
			if err := f.reconnect(ctx); err != nil {
				return nil, err
			}
		}
		if why = ask(); why == nil {
			return nil, nil
		}
	}
	return why, ctx.Err()
}

// take hands over some messages; if their sizes cannot be had together, one by one.
func (f *fetcher) take(ctx context.Context, uids []uint32) error {
	all, err := f.envelopes(ctx, uids)
	if err == nil {
		return f.messages(ctx, uids, all)
	}
	if err := f.reconnect(ctx); err != nil {
		return err
	}
	for _, uid := range uids {
		if err := f.takeOne(ctx, uid); err != nil {
			return err
		}
	}
	return nil
}

func (f *fetcher) takeOne(ctx context.Context, uid uint32) error {
	uids := []uint32{uid}
	var all map[uint32]envelope
	why, err := f.again(ctx, func() (err error) {
		all, err = f.envelopes(ctx, uids)
		return err
	})
	switch {
	case err != nil:
		return err
	case why != nil:
		return f.refuse(ctx, Mail{UID: uid}, why)
	}
	return f.messages(ctx, uids, all)
}

// messages hands over those of which there is an envelope. The others were removed.
func (f *fetcher) messages(ctx context.Context, uids []uint32, all map[uint32]envelope) error {
	for _, uid := range uids {
		if e, ok := all[uid]; ok {
			if err := f.message(ctx, uid, e); err != nil {
				return err
			}
		}
	}
	return nil
}

// refuse hands over a message without content, and goes on with a new connection, unless the line may be to blame.
func (f *fetcher) refuse(ctx context.Context, m Mail, why error) error {
	if broken(why) {
		if !f.blame(m.UID, why) {
			f.mark.Broke = m.UID
			return why
		}
		f.passed++
	}
	if err := f.reconnect(ctx); err != nil {
		return err
	}
	m.Err = why
	return f.hand(m)
}

// blame reports whether a message is to blame for a connection that broke: if it broke over the same one in the run before,
// or was closed, and has been shown in this run to break over messages.
func (f *fetcher) blame(uid uint32, why error) bool {
	var t *Trouble
	closed := errors.As(why, &t) && t.Kind == Unreachable
	return f.mark.Broke == uid || closed && 0 < f.passed && f.passed < maxPassed
}

// broken reports whether the connection ended or fell silent, rather than that something wrong was said on it.
func broken(err error) bool {
	var t *Trouble
	return errors.As(err, &t) && (t.Kind == Unreachable || t.Kind == TimedOut)
}

// message fetches the content of one message and hands it over.
func (f *fetcher) message(ctx context.Context, uid uint32, e envelope) error {
	m := Mail{UID: uid, Size: e.size, Received: e.received}
	if e.size > MaxMail {
		m.Err = ErrTooLarge
		return f.hand(m)
	}
	why, err := f.again(ctx, func() (err error) {
		m.Raw, err = f.content(ctx, uid, e.size)
		return err
	})
	switch {
	case err != nil:
		return err
	case why != nil:
		return f.refuse(ctx, m, why)
	case m.Raw == nil:
		return f.empty(ctx, m)
	}
	return f.hand(m)
}

// empty passes over a message that came without content because it was removed meanwhile. One that is still there is handed
// over with an error: the library drops an answer that names its message too late.
func (f *fetcher) empty(ctx context.Context, m Mail) error {
	all, why := f.envelopes(ctx, []uint32{m.UID})
	if _, there := all[m.UID]; why == nil && !there {
		return nil
	}
	if why == nil {
		why = f.trouble("fetch", Nonsense, errors.New("the message does not come"))
	}
	return f.refuse(ctx, m, why)
}

func (f *fetcher) hand(m Mail) error {
	m.Mark = f.mark
	m.Mark.UID, m.Mark.Broke = m.UID, 0
	if err := f.handle(m); err != nil {
		return fmt.Errorf("message %d: %w", m.UID, err)
	}
	f.mark = m.Mark
	return nil
}
