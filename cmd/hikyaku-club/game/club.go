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
	"log/slog"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/internal/courier"
	"hikyaku/mailbox"
)

// Club is what all processes of a club share.
type Club struct {
	Base db.DB
	Desk Desk
	Box  mailbox.Box // sends; a club that receives by it reads it in package inlet
	Pace *Pace       // how many messages go out; nil for no limit

	Lang      string // of letters to those of whom no other is known
	Picture   bool
	Page      bool
	Trust     string // as courier.Courier has it
	Plus      bool   // mail to the address of the club with + and a suffix comes to it
	Reminders []time.Duration
	Directors []string // the addresses of those who direct its events by mail

	Now    func() time.Time
	Log    *slog.Logger
	Counts Counts

	// Stranger handles a message that is about no match, in the transaction that reads it, and returns the outcome as one word.
	Stranger func(d *Deal, l *mailbox.Letter) (outcome string, err error)

	// Beside takes a proved reply to a message of a match that contains nothing for the match, and returns the outcome as one word; "" if
	// it contains nothing for the club either.
	Beside func(d *Deal, l *mailbox.Letter) (outcome string, err error)

	// Changed is called with changed matches, in the transaction that changes them.
	Changed func(d *Deal, changes []Change) error

	// Stamp completes a message, made at a time, before it is handed over; nil for nothing.
	Stamp func(tx db.Tx, l *mailbox.Letter, made time.Time) error

	// Notice looks at the text of each message that comes; nil for nothing.
	Notice func(tx db.Tx, text string) error

	// Lookup finds the DKIM keys of mail systems; if it is nil, no messages are stored as evidence.
	Lookup Lookup
}

// Counts counts messages for metrics. It may be nil.
type Counts interface {
	Read(outcome string, waited time.Duration)       // a letter was read, so long after it came
	Sent(outcome string, sinceArrival time.Duration) // a letter was handed over, so long after what it answers came
	Changed(begun, ended bool)                       // a match was changed, begun or ended
}

// The tasks of a club.
const (
	LetterTask = "letter" // reads a letter; the key is its own
	SendTask   = "send"   // hands over a letter; the key is that of its row
	DueTask    = "due"    // does what is due without a letter
	TendTask   = "tend"   // does what is due in one match
	ForgetTask = "forget" // deletes the bytes of old messages
)

// Work is how many jobs of each kind one process does at once.
type Work struct{ Letters, Sends int }

// Tasks are those of a process that reads letters.
func (c *Club) Tasks(w Work) []db.Task {
	return []db.Task{
		{Name: LetterTask, Workers: w.Letters, Do: c.readLetter},
		{Name: TendTask, Workers: max(1, w.Letters/4), Do: c.tend},
		{Name: DueTask, Workers: 1, Every: time.Minute, Do: c.due},
		{Name: ForgetTask, Workers: 1, Every: time.Hour, Do: c.forget},
		{Name: EvidenceTask, Workers: 1, Alone: c.findKeys},
	}
}

// SendTasks are those of a process that hands letters over.
func (c *Club) SendTasks(w Work) []db.Task {
	return []db.Task{{Name: SendTask, Workers: w.Sends, Alone: c.send}}
}

// Deal is one transaction of a club, with its matches as they are in it.
type Deal struct {
	*Club
	db.Tx
	Shelf   *Shelf
	Courier *courier.Courier
	At      time.Time
	Letter  string // the key of the letter that is read; "" for none

	heads map[string]Heading // of new matches, by file
	owed  []row              // messages to be sent
}

// deal returns a new Deal in a transaction: about a message, or about some files.
func (c *Club) deal(tx db.Tx, at time.Time, key string, letter *mailbox.Letter, only ...string) *Deal {
	d := &Deal{Club: c, Tx: tx, At: at, Letter: key, heads: map[string]Heading{}}
	d.Shelf = NewShelf(tx, c.Desk, at, letter, only...)
	d.Courier = &courier.Courier{
		Shelf: d.Shelf, Box: outbox{d}, Memory: d.Shelf.Memory(), Lang: c.Lang, Picture: c.Picture, Page: c.Page, Trust: c.Trust, Reminders: c.Reminders, Later: d.later,
	}
	return d
}

// settle ends a deal: it carries out what follows from its changes, and writes the rows.
func (d *Deal) settle() error {
	if err := d.follow(); err != nil {
		return err
	}
	return d.storeOwed()
}

// follow carries out what follows from changes of matches, and writes their rows.
func (d *Deal) follow() error {
	for range maxRounds {
		if d.Shelf.Changed() {
			if _, err := d.Courier.Tend(d.Context()); err != nil {
				return err
			}
		}
		changes, err := d.Shelf.Settle()
		if err == nil {
			err = d.writeHeads()
		}
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

// maxRounds is how often what follows from a change may change something in turn.
const maxRounds = 8

// Do does work on the matches and members of a club in one transaction that no message has started. Messages due as a result are
// sent.
func (c *Club) Do(ctx context.Context, work func(*Deal) error) error {
	return c.Base.Do(ctx, func(tx db.Tx) error {
		d := c.deal(tx, c.Now(), "", nil)
		if err := work(d); err != nil {
			return err
		}
		return d.settle()
	})
}
