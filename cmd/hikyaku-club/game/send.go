package game

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
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

// Send stores a message to be sent.
func (o outbox) Send(_ context.Context, l *mailbox.Letter) error {
	if _, err := l.Bytes(); err != nil { // no server would accept it
		return &mailbox.SendError{Kind: mailbox.Refused, Err: err}
	}
	whole, err := json.Marshal(l)
	if err != nil {
		return err
	}
	o.deal.owed = append(o.deal.owed, row{id: l.MessageID, due: courier.Due{To: l.To}, whole: whole})
	return nil
}

// Send stores a message of the club's own for sending. A second one with the same Message-ID is dropped.
func (d *Deal) Send(l *mailbox.Letter) error { return outbox{d}.Send(d.Context(), l) }

// later stores that a turn has to be sent to a reader, unless the address of the reader has been deleted.
func (d *Deal) later(due courier.Due) error {
	if strings.HasSuffix(strings.ToLower(due.To.Addr), d.Desk.AliasDomain()) {
		return nil
	}
	sum := sha256.Sum256([]byte(strings.ToLower(due.To.Addr)))
	d.owed = append(d.owed, row{id: due.Head.String()[:40] + "." + hex.EncodeToString(sum[:8]), due: due})
	return nil
}

// row is a message to be sent.
type row struct {
	id    string
	due   courier.Due
	whole []byte    // nil for a turn
	made  time.Time // zero if the row isn't due

	// What was read with the row of a turn: of its match, what is remembered of it and of the reader, and a signed root of the log.
	record, notes, reader []byte
	head, hash, root      string
	heading               Heading

	letter     *mailbox.Letter // composed; nil if it need not be sent any more
	state, why string          // what has become of it; "" while it is due
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
			args = append(args, r.id, file, r.due.Events, r.due.Head.String(), r.due.To.Name, r.due.To.Addr, r.whole, d.At)
		}
		stored, err := db.Texts(d, `insert into out (id, file, events, head, name, reader, whole, made, due, state) values `+strings.Join(values, ", ")+` on conflict (id) do nothing returning id`, args...)
		if err != nil {
			return err
		}
		if len(stored) > 0 {
			d.Add(db.Job{Task: SendTask, Key: strings.Join(stored, " ")})
		}
	}
	return nil
}

// send hands messages, named by their rows, to the mail server. If it is killed between the server's answer and storing it, the same
// message, with the same Message-ID, is handed over once more.
func (c *Club) send(ctx context.Context, keys string) error {
	var rows []*row
	for _, id := range strings.Fields(keys) {
		rows = append(rows, &row{id: id})
	}
	wait, err := c.place(ctx, len(rows))
	if err != nil {
		return err
	}
	if wait > 0 { // the jobs that wait are not all tried at once
		return &db.Later{In: wait + rand.N(time.Minute)}
	}
	if err = c.rows.do(rows, c.exchange); err == nil {
		rows = slices.DeleteFunc(rows, func(r *row) bool { return r.made.IsZero() })
		err = c.compose(rows)
	}
	if err != nil {
		return err
	}
	var errs []error
	for _, r := range rows {
		errs = append(errs, c.hand(ctx, r))
	}
	return errors.Join(append(errs, c.rows.do(rows, c.exchange))...)
}

// exchange reads the rows of messages that are to be sent, and stores what has become of those that were sent, in one transaction. It
// is not canceled with a job, because it works for several.
func (c *Club) exchange(rows []*row) error {
	unread := slices.DeleteFunc(slices.Clone(rows), func(r *row) bool { return !r.made.IsZero() })
	return c.Base.Do(context.Background(), func(tx db.Tx) error {
		noteRows(tx, rows, c.Now())
		return readRows(tx, unread)
	})
}

// shared makes one call for all callers that come while another call is running.
type shared[T any] struct {
	busy, lock sync.Mutex
	next       *call[T]
}

// call is a call for several callers.
type call[T any] struct {
	all   []T
	begun bool
	err   error
}

// errBroken is the error of a call that panics.
var errBroken = errors.New("the work for several callers broke off")

// do calls work with own and what others have brought meanwhile.
func (s *shared[T]) do(own []T, work func(all []T) error) error {
	if len(own) == 0 {
		return nil
	}
	s.lock.Lock()
	if s.next == nil {
		s.next = &call[T]{}
	}
	c := s.next
	c.all = append(c.all, own...)
	s.lock.Unlock()
	s.busy.Lock()
	defer s.busy.Unlock()
	if !c.begun {
		s.lock.Lock()
		s.next = nil
		s.lock.Unlock()
		c.begun, c.err = true, errBroken
		c.err = work(c.all)
	}
	return c.err
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
		if failed.Response != "" || failed.NoUser {
			if err := c.Do(ctx, func(d *Deal) error { return d.Lose(r.letter.To.Addr, By{ByClub, statusIn(failed.Error())}) }); err != nil {
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

// readRows reads the rows of messages that haven't been sent, and everything that is needed to compose them.
func readRows(tx db.Tx, rows []*row) error {
	byID := map[string]*row{}
	for _, r := range rows {
		byID[r.id] = r // of two jobs with the same message, one sends it
	}
	if len(byID) == 0 {
		return nil
	}
	query, args := db.In(`select o.id, o.file, o.events, o.head, o.name, o.reader, o.whole, o.made, m.record, coalesce(m.hash, ''),
		coalesce(m.event, ''), coalesce(m.round, 0), coalesce(m.ladder, ''), coalesce(m.rated, 0), coalesce(m.strict, 0),
		coalesce((select size || ' ' || root || ' ' || sign from root where root.made <= o.made order by size desc limit 1), '')
		from out o left join match m on o.whole is null and m.file = o.file where o.state = 'due' and o.id in (`, slices.Sorted(maps.Keys(byID)))
	wanted := map[string][]*[]byte{} // where the rows of the memory go, by name
	err := db.Each(tx, query+`)`, args, func(rows db.Rows) error {
		var read row
		var file string
		h := &read.heading
		err := rows.Scan(&read.id, &file, &read.due.Events, &read.head, &read.due.To.Name, &read.due.To.Addr, &read.whole, &read.made, &read.record, &read.hash,
			&h.Event, &h.Round, &h.Ladder, &h.Rated, &h.Strict, &read.root)
		if err != nil {
			return err
		}
		read.due.File = path.Join(Folder, file)
		r := byID[read.id]
		*r = read
		if r.hash != "" {
			notes, reader := notesName(r.hash), courier.ReaderName(r.due.To.Addr)
			wanted[notes], wanted[reader] = append(wanted[notes], &r.notes), append(wanted[reader], &r.reader)
		}
		return nil
	})
	if err != nil || len(wanted) == 0 {
		return err
	}
	query, args = db.In(`select name, data from memory where name in (`, slices.Sorted(maps.Keys(wanted)))
	return db.Each(tx, query+`)`, args, func(rows db.Rows) error {
		var name string
		var data []byte
		err := rows.Scan(&name, &data)
		for _, into := range wanted[name] {
			*into = data
		}
		return err
	})
}

// compose composes the messages of rows.
func (c *Club) compose(rows []*row) (err error) {
	d := c.deal(finished{}, c.Now(), "", nil)
	for _, r := range rows {
		if r.whole != nil {
			if err := json.Unmarshal(r.whole, &r.letter); err != nil {
				return err
			}
		} else {
			if r.record != nil {
				d.Shelf.files.read[r.due.File] = r.record
				d.Shelf.memory.is[notesName(r.hash)], d.Shelf.memory.is[courier.ReaderName(r.due.To.Addr)] = r.notes, r.reader
			}
			if r.due.Head, err = kif.ParseHash(r.head); err != nil {
				return err
			}
			first, err := d.welcome(r)
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
		if r.letter != nil && c.Stamp != nil && r.root != "" {
			if err := c.Stamp(r.letter, r.root); err != nil {
				return err
			}
		}
	}
	return nil
}

// finished is a transaction that has ended, after everything that is needed was read.
type finished struct{ db.Tx }

// errFinished is the error of statements after the end of a transaction.
var errFinished = errors.New("a statement after the end of its transaction")

// Exec and Query fail.
func (finished) Exec(string, ...any) (int64, error)    { return 0, errFinished }
func (finished) Query(string, ...any) (db.Rows, error) { return nil, errFinished }

// welcome returns the explanation for the first messages of a match.
func (d *Deal) welcome(r *row) ([]i18n.Text, error) {
	whole, err := d.Shelf.Open(r.due.File)
	if err != nil || len(whole.Record.Events) < r.due.Events {
		return nil, err
	}
	m := whole.Cut(r.due.Events)
	if m.Record.Events[0].Comment == "" {
		return nil, nil
	}
	for _, e := range m.Record.Events {
		switch e.Step.(type) {
		case kif.Invite, kif.Accept, kif.OpenLink, kif.Receipt, kif.Throw, kif.Away: // with these a match begins
		default:
			return nil, nil
		}
	}
	key := "match.begins"
	if m.Roster.Joining() != 0 {
		key = "match.asked"
	}
	return []i18n.Text{words.Text(key, "heading", r.heading.Message())}, nil
}

// noteRows stores the outcomes of messages, with one statement for all that have the same outcome.
func noteRows(tx db.Tx, rows []*row, at time.Time) {
	type fate struct{ state, why string }
	all := map[fate][]string{}
	for _, r := range rows {
		if r.state != "" {
			all[fate{r.state, r.why}] = append(all[fate{r.state, r.why}], r.id)
		}
	}
	for f, ids := range all {
		query, args := db.In(`update out set state = $1, sent = $2, why = $3, whole = null where id in (`, ids, f.state, at, f.why)
		tx.Change(query+`)`, args...)
	}
}

// place takes the next places for n messages under the hourly limit, which all processes of the club share. It returns 0 if they may
// be sent now, or how long they have to wait. A tenth of the limit may be sent at once, and the rest at equal intervals, so that no
// hour exceeds the limit. The next free place is the time of a lease; it is never later than a process can have made it by its
// clock, or that clock was wrong.
func (c *Club) place(ctx context.Context, n int) (wait time.Duration, err error) {
	if c.PerHour == 0 || n == 0 {
		return 0, nil
	}
	const burst = time.Hour / 9
	distance := (time.Hour + burst) / time.Duration(c.PerHour)
	distances := time.Duration(n) * distance
	now := c.Now()
	err = c.Base.Do(ctx, func(tx db.Tx) error {
		taken, err := tx.Exec(`insert into lease (name, holder, until) values ('mail', '', $1) on conflict (name) do update
			set until = cast($2 as bigint) + case when lease.until > $3 then $3 when lease.until < $4 then $4 else lease.until end
			where lease.until <= $3 or lease.until > $5`,
			now.Add(distances-burst), distances.Microseconds(), now, now.Add(-burst), now.Add(together*distance+time.Minute))
		if err != nil || taken > 0 {
			wait = 0
			return err
		}
		var next time.Time
		_, err = db.One(tx, `select until from lease where name = 'mail'`, nil, &next)
		wait = max(time.Microsecond, next.Sub(now))
		return err
	})
	return wait, err
}
