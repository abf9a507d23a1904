// Package club carries the letters of a club: it takes those that come, lets the law judge them, and sends what is due.
//
// The way of a letter: Receive writes it down and answers for it. The task "letter" reads it in one transaction with all that follows from it: the
// record that changes, the letters that are due, and the work that is next. The task "send" hands a letter over. Whatever a process
// has not finished when it is killed, another one does.
package club

import (
	"context"
	"log/slog"
	"time"

	"hikyaku/cmd/hikyaku-club/base"
	"hikyaku/cmd/hikyaku-club/evidence"
	"hikyaku/cmd/hikyaku-club/shelf"
	"hikyaku/internal/courier"
	"hikyaku/mailbox"
)

// Club is what all processes of a club share.
type Club struct {
	Base base.Base
	Desk shelf.Desk
	Box  mailbox.Box // sends; a club that receives by it reads it in package inbox

	Lang      string // of letters to those of whom no other is known
	Picture   bool
	Page      bool
	Trust     string // as courier.Courier has it
	Reminders []time.Duration

	Now    func() time.Time
	Log    *slog.Logger
	Counts Counts

	// Stranger takes a letter about no match, in the transaction that reads it, and says in a word what it was.
	Stranger func(d *Deal, l *mailbox.Letter) (outcome string, err error)

	// Beside takes a reply to a letter of a match in which nothing is said for the match, and says in a word what it was; "" where it was
	// nothing for the club either.
	Beside func(d *Deal, l *mailbox.Letter) (outcome string, err error)

	// Changed is told of matches that have changed, in the transaction that changes them.
	Changed func(d *Deal, changes []shelf.Change) error

	// Lookup finds the keys of mail systems that sign letters; nil keeps no letters as evidence.
	Lookup evidence.Lookup

	lines lines
}

// Counts is told what happens, for those who watch. A nil one is told nothing.
type Counts interface {
	Read(outcome string, waited time.Duration)       // a letter was read, so long after it came
	Sent(outcome string, sinceArrival time.Duration) // a letter was handed over, so long after what it answers came
}

// The tasks of a club.
const (
	LetterTask = "letter" // reads a letter; the key is its own
	SendTask   = "send"   // hands over a letter; the key is that of its row
	DueTask    = "due"    // does what is due without a letter
	TendTask   = "tend"   // does what is due in one match
	ForgetTask = "forget" // drops what is kept no more
)

// Work is how many jobs of a kind one process does at once.
type Work struct{ Letters, Sends int }

// Tasks are those of a process that reads letters.
func (c *Club) Tasks(w Work) []base.Task {
	return []base.Task{
		{Name: LetterTask, Workers: w.Letters, Do: c.readLetter},
		{Name: TendTask, Workers: max(1, w.Letters/4), Do: c.tend},
		{Name: DueTask, Workers: 1, Every: time.Minute, Do: c.due},
		{Name: ForgetTask, Workers: 1, Every: time.Hour, Do: c.forget},
		{Name: EvidenceTask, Workers: 1, Alone: c.findKeys},
	}
}

// SendTasks are those of a process that hands letters over.
func (c *Club) SendTasks(w Work) []base.Task {
	return []base.Task{{Name: SendTask, Workers: w.Sends, Alone: c.send}}
}

// Deal is one transaction of a club: with its matches as they are in it.
type Deal struct {
	*Club
	base.Tx
	Shelf   *shelf.Shelf
	Courier *courier.Courier
	At      time.Time
	Letter  string // the key of the letter that is read; "" for none

	heads map[string]Heading // of new matches, by file
}

// deal begins with a transaction: about a letter, or about some files.
func (c *Club) deal(tx base.Tx, at time.Time, key string, letter *mailbox.Letter, only ...string) *Deal {
	d := &Deal{Club: c, Tx: tx, At: at, Letter: key, heads: map[string]Heading{}}
	d.Shelf = shelf.New(tx, c.Desk, at, letter, only...)
	d.Courier = &courier.Courier{
		Shelf: d.Shelf, Box: outbox{d}, Memory: d.Shelf.Memory(), Lang: c.Lang, Picture: c.Picture, Page: c.Page, Trust: c.Trust, Reminders: c.Reminders, Later: d.later,
	}
	return d
}

// settle ends a deal: it sees to what follows from its changes, and writes the rows.
func (d *Deal) settle() error {
	for range maxRounds {
		if d.Shelf.Changed() {
			if _, err := courier.Tend(d.Context(), d.Courier); err != nil {
				return err
			}
		}
		changes, err := d.Shelf.Settle()
		if err == nil {
			err = d.writeHeads()
		}
		if err != nil || len(changes) == 0 {
			return err
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

// Do does work on the club's matches and members in one transaction: begun by nobody's letter. What is due then is sent.
func (c *Club) Do(ctx context.Context, work func(*Deal) error) error {
	return c.Base.Do(ctx, func(tx base.Tx) error {
		d := c.deal(tx, c.Now(), "", nil)
		if err := work(d); err != nil {
			return err
		}
		return d.settle()
	})
}
