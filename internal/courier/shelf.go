package courier

import (
	"io"
	"iter"
	"time"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/internal/letter"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/match"
)

// Shelf stores the matches of one player, or of a club. A file is a name
// defined by the shelf.
type Shelf interface {
	letter.Shelf                                                                     // who we are, the time, and the tokens of replies
	List() iter.Seq2[match.Summary, error]                                           // except pending invitations
	Tend(memory string, look look) error                                             // calls look for what List lists
	Open(file string) (match.Copy, error)                                            //
	Verify(r *kif.Record) (*match.Match, error)                                      // by the rules of its game, with all signatures
	Put(before match.Copy, after *match.Match) error                                 // match.ErrChanged if the file does not hold before
	Current(m match.Copy) error                                                      // an error if m lacks what was sent of it, so that nothing must be signed on it
	Find(id kif.Hash, files []string) (match.Copy, error)                            // by its first entry, in the files and among the invitations; the zero Copy if there is none
	Queue(m *match.Match) (string, error)                                            // stores an invitation; match.ErrNoRoom if there are too many
	Crossed(m *match.Match) (match.Copy, error)                                      // our own unanswered invitation to the match to which m invites us; the zero Copy if there is none
	Invitations() []match.Summary                                                    // those that wait for our own answer
	Blocks(addresses ...string) (bool, error)                                        // whether mail from a sender must not be read
	Waiting() int                                                                    // the number of pending invitations
	Restore(m *match.Match) (string, error)                                          // restores a match of ours that was lost
	Keep(file string, line *match.Match) (string, error)                             // stores an incoming line beside a record; "" if there is no room
	PutAway(file string, line *match.Match) (string, error)                          // stores a former line beside a record
	Lines(file string) ([]*match.Match, error)                                       // the lines stored beside a record
	Sign(m *match.Match, e kif.Event, by int) (*match.Match, error)                  // writes nothing
	Post(m match.Copy) (*match.Match, error)                                         // marks our last step as handed over; writes nothing
	Attend(m match.Copy) (after match.Copy, left []error, err error)                 // takes the automatic steps; left are the errors of steps that could not be written
	Holds(key string) bool                                                           // whether a public key is one of ours
	Question(m *match.Match, party int, question [32]byte) ([20]byte, error)         // the token of the answer to a question
	Greet(before, after *match.Match, from string) (warnings []i18n.Text, err error) // returns warnings about people and keys new in after, and stores the keys of those who have accepted from this address; before is nil for an invitation
	// NoteUndelivered notes why the last message did not reach an address, and whether it is sent again; with an empty why, that it has been sent.
	NoteUndelivered(m match.Copy, to string, why i18n.Text, waits bool) error
	Reach(m *match.Match, p kif.Seat) kif.Seat // p with the address to send mail to
}

// look is called for a match, with the record if it has just been read and the
// time until which look last left it idle, or the zero time. It returns the new
// one.
type look = func(s match.Summary, m *match.Match, idle time.Time) time.Time

// ErrNotInvited is the error of Queue if the shelf accepts no invitations.
var ErrNotInvited = i18n.Err("reason.no-invitations")

// Memory stores what the courier remembers to save work, protected by a lock:
// the state of the mailbox under the empty name, and notes on each match. It
// may be lost at any time.
type Memory interface {
	Lock() (io.Closer, error)         // waits for another courier of the same mailbox
	Load(name string) ([]byte, error) // nil if there is none
	Save(name string, data []byte) error
	LoadNote() ([]byte, error)  // nil if there is none
	SaveNote(data []byte) error // stores a few bytes, always of one length, without waiting for the disk
}

// Courier sends and receives the turns of the matches on one shelf.
type Courier struct {
	Shelf   Shelf
	Box     mailbox.Box
	Memory  Memory
	Lang    string // our own language: of reports, and of mail to those whose language is unknown
	Spoken  string // the language given on the command line, "" for none: of mail to those who are invited
	Picture bool   // messages show the board as a picture
	Page    bool   // messages contain a page for entering the move
	Copy    bool   // messages go to our own mailbox too, for another machine of ours
	Confirm bool   // mail-only players must confirm their moves too

	Reminders []time.Duration   // how long before the deadline reminders are sent, the longest first
	Digest    *Schedule         // when we are mailed what waits for us; nil for never
	Quiet     *Hours            // when no reminders, digests and receipts are sent; nil for never
	Silent    bool              // no receipts are sent: messages that only confirm a reply
	Puzzles   []*engine.Game    // the games whose puzzles are sent
	Aliases   map[string]string // other addresses of players, in lower case, and the known one of each
	Trust     string            // our mail server, whose verdict on the sender of a mail counts; "" for none

	// Later, if not nil, receives the turns that are due instead of Box: Compose
	// writes their messages when they are handed over.
	Later func(Due) error

	// Beside receives a reply to a message of a match that contains nothing for
	// the match, and whether it has the proof that its sender is the player. It
	// reports whether it was for us in another matter; nil for none.
	Beside func(l *mailbox.Letter, proved bool) (taken bool, err error)

	// Stranger handles messages about no match, with their time of arrival; nil
	// drops them. After an error the message is read again.
	Stranger func(l *mailbox.Letter, came time.Time) (*Report, error)
}
