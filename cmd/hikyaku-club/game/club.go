// Package game carries the matches of a club: a message comes in, becomes a move, and the answers go out.
//
// Club.Receive stores a message and takes responsibility for it. The task "letter" reads it in one transaction together with all its
// effects: the changed record, the messages that are due, and the jobs that come next. The task "send" hands a message over to the
// mail server. Work that a killed process didn't finish is done by another.
//
// A Deal is such a transaction. Its Shelf presents the rows of matches as the files of a home.Desk whose owner is the umpire of every
// match, so that records are read, judged, signed and continued by the same code as for a player.
package game

import (
	"context"
	"errors"
	"log/slog"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/internal/courier"
	"hikyaku/mailbox"
)

// Club is the configuration and the database that all processes of a club share.
type Club struct {
	Base db.DB
	Desk Desk
	Box  mailbox.Sender

	PerHour int // the largest number of messages that all processes send in an hour; 0 for no limit

	Lang      string // for messages to people whose language is not known
	Picture   bool
	Page      bool
	Trust     string // see courier.Courier
	Plus      bool   // mail to the address of the club with + and a suffix comes to it
	Reminders []time.Duration
	Directors []string // addresses that may direct the club's events by mail

	Now    func() time.Time
	Log    *slog.Logger
	Counts Counts

	// Stranger handles a message that belongs to no match, in the transaction that reads it, and returns the outcome as one word.
	Stranger func(d *Deal, l *mailbox.Letter) (outcome string, err error)

	// Beside handles a reply to a message of a match, if the reply has no content for the match. proved reports whether the reply
	// proves that its sender is the player. It returns the outcome as one word, or "" if the reply has no content for the club either.
	Beside func(d *Deal, l *mailbox.Letter, proved bool) (outcome string, err error)

	// Changed is called with changed matches, in the transaction that changes them.
	Changed func(d *Deal, changes []Change) error

	// Stamp, if not nil, adds the newest root of the log that was signed before a message was made, as ledger.Root.Line writes it.
	Stamp func(l *mailbox.Letter, root string) error

	// Notice, if not nil, is called with the text of each incoming message.
	Notice func(tx db.Tx, text string) error

	// Lookup finds the DKIM keys of mail systems; if it is nil, no messages are stored as evidence.
	Lookup Lookup

	rows shared[*row] // of messages that are sent at the same time
}

// Counts counts messages for metrics. It may be nil.
type Counts interface {
	Read(outcome string, waited time.Duration)       // waited is the time since the message arrived
	Sent(outcome string, sinceArrival time.Duration) // sinceArrival is the time since the message it answers arrived
	Changed(begun, ended bool)                       // a match was changed, begun or ended
}

// The tasks of a club.
const (
	LetterTask = "letter" // reads a message; the key of the job identifies the message
	SendTask   = "send"   // sends messages; the key lists their rows
	dueTask    = "due"    // finds the matches with work that needs no message
	TendTask   = "tend"   // does that work in one match
	ForgetTask = "forget" // deletes the bytes of old messages
)

// Work is how many jobs of each kind one process does at once.
type Work struct {
	Letters int `yaml:"letters"`
	Sends   int `yaml:"sends"`
}

// Tasks returns the tasks of a process that reads messages.
func (c *Club) Tasks(w Work) []db.Task {
	return []db.Task{
		{Name: LetterTask, Workers: w.Letters, Do: c.readLetter},
		{Name: TendTask, Workers: max(1, w.Letters/4), Do: c.tend},
		{Name: dueTask, Workers: 1, Every: time.Minute, Do: c.due},
		{Name: ForgetTask, Workers: 1, Every: time.Hour, Do: c.forget},
		{Name: EvidenceTask, Workers: 1, Alone: c.findKeys},
	}
}

// SendTasks returns the tasks of a process that sends messages.
func (c *Club) SendTasks(w Work) []db.Task {
	return []db.Task{{Name: SendTask, Workers: w.Sends, Alone: c.send}}
}

// Deal is one transaction of a club, with the matches in it.
type Deal struct {
	*Club
	db.Tx
	Shelf   *Shelf
	Courier *courier.Courier
	At      time.Time
	Letter  string // the key of the letter that is read; "" for none

	owed []row // messages to be sent
}

// deal returns a new Deal in a transaction: about a message, or about some files.
func (c *Club) deal(tx db.Tx, at time.Time, key string, letter *mailbox.Letter, only ...string) *Deal {
	d := &Deal{Club: c, Tx: tx, At: at, Letter: key}
	d.Shelf = NewShelf(tx, c.Desk, at, letter, only...)
	d.Courier = &courier.Courier{
		Shelf: d.Shelf, Box: mailbox.Join(nil, outbox{d}), Memory: d.Shelf.Memory(), Lang: c.Lang, Picture: c.Picture, Page: c.Page, Trust: c.Trust, Reminders: c.Reminders, Later: d.later,
	}
	return d
}

// settle ends a deal: it carries out the consequences of its changes and writes the rows.
func (d *Deal) settle() error {
	if err := d.follow(); err != nil {
		return err
	}
	return d.storeOwed()
}

// follow carries out the consequences of changed matches and writes their rows.
func (d *Deal) follow() error {
	for range maxRounds {
		if d.Shelf.Changed() {
			if _, err := d.Courier.Tend(d.Context()); err != nil {
				return err
			}
		}
		changes, err := d.Shelf.Settle()
		if err == nil {
			err = d.renew(changes)
		}
		if err != nil || len(changes) == 0 {
			return err
		}
		for _, c := range changes {
			if d.Counts != nil {
				d.Counts.Changed(c.Before == nil, c.Ended())
			}
		}
		if d.Club.Changed != nil {
			if err := d.Club.Changed(d, changes); err != nil {
				return err
			}
		}
	}
	return nil
}

// maxRounds limits how often the consequences of a change may cause another change.
const maxRounds = 8

// Do runs work on the matches and members of a club in one transaction that no message has started, and sends the resulting
// messages.
func (c *Club) Do(ctx context.Context, work func(*Deal) error) error {
	return c.Base.Do(ctx, func(tx db.Tx) error {
		d := c.deal(tx, c.Now(), "", nil)
		if err := work(d); err != nil {
			return err
		}
		return d.settle()
	})
}

// Collect makes garbage collection rare while there is room: reading a message frees most of what it allocates, and collecting would
// be an eighth of the work of a turn. Beyond 150 MiB, or twice what is in use when it is called, garbage is collected as often as
// needed to stay below that.
func Collect() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	debug.SetGCPercent(400)
	debug.SetMemoryLimit(max(150<<20, 2*int64(live[0].Value.Uint64())))
}

// Once does all pending work without the queue: it reads messages in the order of arrival, does the work due in matches, and
// sends messages. Queued jobs for the same work then find nothing to do. It returns the number of jobs done.
func (c *Club) Once(ctx context.Context) (n int, err error) {
	err = c.Base.Do(ctx, func(tx db.Tx) error { c.beat(tx); return nil })
	if err != nil {
		return 0, err
	}
	var errs []error
	for _, part := range []struct {
		waiting string
		args    []any
		do      func(key string) error
	}{
		{`select key from letter where read = 0 order by arrived, key`, nil, func(key string) error {
			return c.Base.Do(ctx, func(tx db.Tx) error { return c.readLetter(tx, key) })
		}},
		{`select file from match where rest <= $1 order by rest, file`, []any{c.Now()}, func(file string) error {
			return c.Base.Do(ctx, func(tx db.Tx) error { return c.tend(tx, file) })
		}},
		{`select mail from evidence where keys = ''`, nil, func(mail string) error { return c.findKeys(ctx, mail) }},
		{`select id from out where state = 'due' order by made, id`, nil, func(key string) error { return c.send(ctx, key) }},
	} {
		var keys []string
		err := c.Base.Do(ctx, func(tx db.Tx) (err error) {
			keys, err = db.Texts(tx, part.waiting, part.args...)
			return err
		})
		errs = append(errs, err)
		for _, key := range keys {
			errs = append(errs, part.do(key))
		}
		n += len(keys)
	}
	return n, errors.Join(errs...)
}

// Pending returns the number of messages to be read or sent.
func (c *Club) Pending(ctx context.Context) (n int, err error) {
	err = c.Base.Do(ctx, func(tx db.Tx) error {
		_, err := db.One(tx, `select (select count(*) from letter where read = 0) + (select count(*) from out where state = 'due')`, nil, &n)
		return err
	})
	return n, err
}
