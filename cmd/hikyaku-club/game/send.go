package game

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"
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

// outbox stores the complete messages of a deal for sending. Turns are stored by Deal.later.
type outbox struct{ deal *Deal }

// Fetch fetches nothing.
func (o outbox) Fetch(_ context.Context, since mailbox.Mark, _ func(mailbox.Mail) error) (mailbox.Mark, error) {
	return since, nil
}

// Send stores a message to be sent.
func (o outbox) Send(_ context.Context, l *mailbox.Letter) error {
	if _, err := l.Bytes(); err != nil { // no server would accept it
		return &mailbox.SendError{Kind: mailbox.Refused, Err: err}
	}
	whole, err := json.Marshal(l)
	if err != nil {
		return err
	}
	return o.deal.owe(l.MessageID, courier.Due{To: l.To}, whole)
}

// Send stores a message of the club's own for sending. A second one with the same Message-ID is dropped.
func (d *Deal) Send(l *mailbox.Letter) error { return outbox{d}.Send(d.Context(), l) }

// later stores that a turn has to be sent to a reader.
func (d *Deal) later(due courier.Due) error {
	sum := sha256.Sum256([]byte(strings.ToLower(due.To.Addr)))
	return d.owe(due.Head.String()[:40]+"."+hex.EncodeToString(sum[:8]), due, nil)
}

// row is a message to be sent.
type row struct {
	id     string
	due    courier.Due
	whole  []byte // nil for a turn
	record []byte // of the match of a turn, if the row is read
	made   time.Time

	letter     *mailbox.Letter // composed; nil if it need not be sent any more
	state, why string          // what has become of it; "" while it is due
}

// owe stores a message to be sent once the deal ends.
func (d *Deal) owe(id string, due courier.Due, whole []byte) error {
	d.owed = append(d.owed, row{id: id, due: due, whole: whole})
	return nil
}

// together is how many messages of one deal are sent by one job, which composes them from the same rows.
const together = 4

// storeOwed stores the messages of the deal and the jobs that send them. It skips messages that are already stored.
func (d *Deal) storeOwed() error {
	for owed := range slices.Chunk(d.owed, together) {
		var values []string
		var args []any
		for _, r := range owed {
			file := ""
			if r.due.File != "" {
				file = path.Base(r.due.File)
			}
			n := len(args)
			values = append(values, fmt.Sprintf("($%d, $%d, $%d, $%d, $%d, $%d, $%d, $%d, $%d, 'due')", n+1, n+2, n+3, n+4, n+5, n+6, n+7, n+8, n+8))
			args = append(args, r.id, file, r.due.Events, r.due.Head.String(), r.due.To.Name, r.due.To.Addr, r.whole, db.Micros(d.At))
		}
		stored, err := db.Texts(d, `insert into out (id, file, events, head, name, reader, whole, made, due, state) values `+strings.Join(values, ", ")+` on conflict (id) do nothing returning id`, args...)
		if err != nil {
			return err
		}
		if len(stored) > 0 {
			d.Add(db.Job{Task: SendTask, Key: strings.Join(stored, " ")})
		}
	}
	d.owed = nil
	return nil
}

// send hands messages, named by their rows, to the mail server. If it is killed between the server's answer and storing it, the same
// message, with the same Message-ID, is handed over once more.
func (c *Club) send(ctx context.Context, keys string) error {
	var rows []*row
	if wait := c.Pace.take(len(strings.Fields(keys)), c.Now()); wait > 0 {
		return &db.Later{In: wait}
	}
	err := c.Base.Plain(ctx, func(tx db.Tx) (err error) {
		if rows, err = readRows(tx, strings.Fields(keys)); err == nil {
			err = c.compose(tx, rows)
		}
		return err
	})
	if err != nil || len(rows) == 0 {
		return err
	}
	var errs []error
	for _, r := range rows {
		errs = append(errs, c.hand(ctx, r))
	}
	err = c.Base.Plain(context.WithoutCancel(ctx), func(tx db.Tx) error { return noteRows(tx, rows, c.Now()) })
	return errors.Join(append(errs, err)...)
}

// hand sends a message. It returns an error if sending will be tried again.
func (c *Club) hand(ctx context.Context, r *row) error {
	if r.letter == nil {
		r.state = "void"
		return nil
	}
	err := c.Box.Send(ctx, r.letter)
	var failed *mailbox.SendError
	switch {
	case err == nil:
		r.state = "sent"
	case errors.As(err, &failed) && failed.Kind == mailbox.Refused:
		if failed.Response != "" {
			if err := c.Do(ctx, func(d *Deal) error { return d.Lose(r.letter.To.Addr, ByClub, statusIn(failed.Response)) }); err != nil {
				return err
			}
		}
		r.state, r.why = "refused", err.Error()
	default:
		return err
	}
	if c.Counts != nil {
		c.Counts.Sent(r.state, c.Now().Sub(r.made))
	}
	return nil
}

// readRows reads the rows of messages that haven't been sent.
func readRows(tx db.Tx, keys []string) ([]*row, error) {
	query, args := db.In(`select o.id, o.file, o.events, o.head, o.name, o.reader, o.whole, o.made, m.record from out o left join match m on o.whole is null and m.file = o.file where o.id in (`, keys)
	return db.All(tx, query+`) and o.state = 'due' order by o.made, o.id`, args, func(rows db.Rows) (*row, error) {
		r := &row{}
		var made int64
		var file, head string
		err := rows.Scan(&r.id, &file, &r.due.Events, &head, &r.due.To.Name, &r.due.To.Addr, &r.whole, &made, &r.record)
		r.made = db.Time(made)
		r.due.File = path.Join(Folder, file)
		if err == nil {
			r.due.Head, err = kif.ParseHash(head)
		}
		return r, err
	})
}

// compose composes the messages of rows.
func (c *Club) compose(tx db.Tx, rows []*row) error {
	var d *Deal // for rows made at the same time
	for _, r := range rows {
		switch {
		case r.whole != nil:
			r.letter = &mailbox.Letter{}
			if err := json.Unmarshal(r.whole, r.letter); err != nil {
				return err
			}
		default:
			if d == nil || !d.At.Equal(r.made) {
				d = c.deal(tx, r.made, "", nil)
				for _, r := range rows {
					if r.record != nil {
						d.Shelf.files.read[r.due.File] = r.record
					}
				}
				d.Shelf.memory.about = func() (names []string, err error) {
					m, err := d.Shelf.Open(r.due.File)
					if err == nil {
						names = append(names, notesName(m.Hash().String()))
					}
					for _, r := range rows {
						names = append(names, courier.ReaderName(r.due.To.Addr))
					}
					return names, err
				}
			}
			first, err := d.welcome(r.due)
			if err != nil {
				return err
			}
			if r.letter, err = d.Courier.Compose(r.due, first...); err != nil {
				return err
			}
			if err := d.Shelf.broken(); err != nil {
				return err
			}
		}
		if r.letter != nil && c.Stamp != nil {
			if err := c.Stamp(tx, r.letter, r.made); err != nil {
				return err
			}
		}
	}
	return nil
}

// welcome returns the explanation for the first messages of a match.
func (d *Deal) welcome(due courier.Due) ([]i18n.Text, error) {
	m, err := d.Shelf.Open(due.File)
	if err != nil || len(m.Record.Events) < due.Events {
		return nil, err
	}
	if m = m.Cut(due.Events); m.Ply() > 0 || m.Outcome != nil || m.Record.Events[0].Comment == "" {
		return nil, nil
	}
	var h Heading
	var rated, strict int
	if _, err := db.One(d, `select event, round, ladder, rated, strict from match where file = $1`, []any{path.Base(due.File)}, &h.Event, &h.Round, &h.Ladder, &rated, &strict); err != nil {
		return nil, err
	}
	h.Rated, h.Strict = rated != 0, strict != 0
	heading := h.Message()
	if m.Roster.Joining() != 0 {
		return []i18n.Text{words.Text("match.asked", "heading", heading)}, nil
	}
	return []i18n.Text{words.Text("match.begins", "heading", heading)}, nil
}

// noteRows stores the outcomes of messages, with one statement for all that have the same outcome.
func noteRows(tx db.Tx, rows []*row, at time.Time) error {
	type fate struct{ state, why string }
	all := map[fate][]string{}
	for _, r := range rows {
		if r.state != "" {
			all[fate{r.state, r.why}] = append(all[fate{r.state, r.why}], r.id)
		}
	}
	for f, ids := range all {
		query, args := db.In(`update out set state = $1, sent = $2, why = $3, whole = null where id in (`, ids, f.state, db.Micros(at), f.why)
		if _, err := tx.Exec(query+`)`, args...); err != nil {
			return err
		}
	}
	return nil
}

// Pace limits how many messages this process sends in an hour.
type Pace struct {
	PerHour int // 0 for no limit

	lock sync.Mutex
	next time.Time // when the last message would have been sent at equal intervals
}

// take returns 0 if n messages may be sent now, or how long they have to wait. A tenth of the hourly limit may be sent at once,
// and the rest at equal intervals, so that no hour exceeds the limit.
func (p *Pace) take(n int, now time.Time) (wait time.Duration) {
	if p == nil || p.PerHour == 0 {
		return 0
	}
	p.lock.Lock()
	defer p.lock.Unlock()
	const burst = time.Hour / 9
	distance := (time.Hour + burst) / time.Duration(p.PerHour)
	next := p.next
	if next.Before(now.Add(-burst)) {
		next = now.Add(-burst)
	}
	if next.After(now) {
		return next.Sub(now)
	}
	p.next = next.Add(time.Duration(n) * distance)
	return 0
}
