package game

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"path"
	"strings"
	"sync"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/internal/courier"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/mailbox"
)

// outbox takes the complete messages that a deal has to send. Turns are taken by Deal.later.
type outbox struct{ deal *Deal }

// Fetch fetches nothing.
func (o outbox) Fetch(_ context.Context, since mailbox.Mark, _ func(mailbox.Mail) error) (mailbox.Mark, error) {
	return since, nil
}

// Send stores a message to be sent.
func (o outbox) Send(_ context.Context, l *mailbox.Letter) error {
	if _, err := l.Bytes(); err != nil { // no server would ever take it
		return &mailbox.SendError{Kind: mailbox.Refused, Err: err}
	}
	whole, err := json.Marshal(l)
	if err != nil {
		return err
	}
	return o.deal.owe(l.MessageID, courier.Due{To: l.To}, whole)
}

// Send stores a message of the club's own, to be sent. A second one with the same Message-ID is dropped.
func (d *Deal) Send(l *mailbox.Letter) error { return outbox{d}.Send(d.Context(), l) }

// later stores that a turn has to be sent to a reader.
func (d *Deal) later(due courier.Due) error {
	sum := sha256.Sum256([]byte(strings.ToLower(due.To.Addr)))
	return d.owe(due.Head.String()[:40]+"."+hex.EncodeToString(sum[:8]), due, nil)
}

// owe stores a message to be sent, and the job of sending it. One that is already stored is not stored again.
func (d *Deal) owe(id string, due courier.Due, whole []byte) error {
	file := ""
	if due.File != "" {
		file = path.Base(due.File)
	}
	n, err := d.Exec(`insert into out (id, file, events, head, name, reader, whole, made, due, state) values ($1, $2, $3, $4, $5, $6, $7, $8, $8, 'due') on conflict (id) do nothing`,
		id, file, due.Events, due.Head.String(), due.To.Name, due.To.Addr, whole, db.Micros(d.At))
	if err != nil {
		d.Shelf.failed = err
	}
	if err != nil || n == 0 {
		return err
	}
	d.Add(db.Job{Task: SendTask, Key: id})
	return nil
}

// row is a message to be sent.
type row struct {
	due   courier.Due
	whole []byte // nil for a turn
	made  time.Time
}

// send hands a message to the mail server. If it is killed between the server's answer and storing it, the same message, with the
// same Message-ID, is handed over once more.
func (c *Club) send(ctx context.Context, key string) error {
	var r row
	var letter *mailbox.Letter
	err := c.Base.Do(ctx, func(tx db.Tx) (err error) {
		letter = nil
		found, err := r.read(tx, key)
		if err != nil || !found {
			return err
		}
		letter, err = c.compose(tx, r)
		switch {
		case err == nil && letter == nil:
			err = note(tx, key, "void", time.Time{}, "")
		case err == nil && c.Stamp != nil:
			err = c.Stamp(tx, letter, r.made)
		}
		return err
	})
	if err != nil || letter == nil {
		return err
	}
	free := c.lines.take(ctx, letter.To.Addr)
	if free == nil {
		return ctx.Err()
	}
	err = c.Box.Send(ctx, letter)
	free()
	state, why := "sent", ""
	var failed *mailbox.SendError
	switch {
	case err == nil:
	case errors.As(err, &failed) && failed.Kind == mailbox.Refused:
		state, why = "refused", err.Error()
	default:
		return err // the queue tries again
	}
	now := c.Now()
	if c.Counts != nil {
		c.Counts.Sent(state, now.Sub(r.made))
	}
	return c.Base.Do(ctx, func(tx db.Tx) error { return note(tx, key, state, now, why) })
}

// read reads the row of a message that hasn't been sent. It reports whether there is one.
func (r *row) read(tx db.Tx, key string) (bool, error) {
	var made int64
	var file, head string
	found, err := db.One(tx, `select file, events, head, name, reader, whole, made from out where id = $1 and state = 'due'`, []any{key},
		&file, &r.due.Events, &head, &r.due.To.Name, &r.due.To.Addr, &r.whole, &made)
	r.made = db.Time(made)
	r.due.File = path.Join(Folder, file)
	if err == nil && found {
		r.due.Head, err = kif.ParseHash(head)
	}
	return found, err
}

// compose returns the message of a row; nil if it need not be sent any longer.
func (c *Club) compose(tx db.Tx, r row) (*mailbox.Letter, error) {
	if r.whole != nil {
		l := &mailbox.Letter{}
		return l, json.Unmarshal(r.whole, l)
	}
	d := c.deal(tx, r.made, "", nil)
	first, err := d.welcome(r.due)
	if err != nil {
		return nil, err
	}
	letter, err := d.Courier.Compose(r.due, first...)
	if err != nil {
		return nil, err
	}
	_, err = d.Shelf.Settle() // what was noted of the reader
	return letter, err
}

// welcome returns the text that explains a match in its first messages.
func (d *Deal) welcome(due courier.Due) ([]i18n.Text, error) {
	m, err := d.Shelf.Open(due.File)
	if err != nil || len(m.Record.Events) < due.Events {
		return nil, err
	}
	if m = m.Cut(due.Events); m.Ply() > 0 || m.Outcome != nil || m.Record.Events[0].Comment == "" {
		return nil, nil
	}
	heading := i18n.Same(m.Record.Events[0].Comment)
	if m.Roster.Joining() != 0 {
		return []i18n.Text{words.Text("match.asked", "heading", heading)}, nil
	}
	return []i18n.Text{words.Text("match.begins", "heading", heading)}, nil
}

// note stores what became of a message.
func note(tx db.Tx, key, state string, at time.Time, why string) error {
	_, err := tx.Exec(`update out set state = $2, sent = $3, why = $4, whole = null where id = $1`, key, state, db.Micros(at), why)
	return err
}

// maxToDomain is how many messages one process hands over at once for one domain.
const maxToDomain = 2

// lines are the messages being handed over.
type lines struct {
	sync.Mutex
	open map[string]chan struct{}
}

// take waits for a free line to the domain of an address. It returns the function that frees it, or nil if ctx ends first.
func (l *lines) take(ctx context.Context, address string) (free func()) {
	_, domain, _ := strings.Cut(strings.ToLower(address), "@")
	l.Lock()
	if l.open == nil {
		l.open = map[string]chan struct{}{}
	}
	line := l.open[domain]
	if line == nil {
		line = make(chan struct{}, maxToDomain)
		l.open[domain] = line
	}
	l.Unlock()
	select {
	case line <- struct{}{}:
		return func() { <-line }
	case <-ctx.Done():
		return nil
	}
}
