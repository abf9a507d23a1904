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

// Shelf is where the matches of one player, or of a club, lie. A file is a name that the shelf gives and takes.
type Shelf interface {
	letter.Shelf                                                                      // who we are, what time it is, and what a reply to a letter must carry
	List() iter.Seq2[match.Summary, error]                                            // but for the invitations that wait
	Tend(memory string, look func(match.Summary, time.Time) time.Time) error          // shows what List lists, with the time until which look last let it rest
	Open(file string) (*match.Match, error)                                           //
	Judge(r *kif.Record) (*match.Match, error)                                        // by the law of its game
	Put(file string, before, after *match.Match) error                                // match.ErrChanged where file does not hold before
	Current(file string, m *match.Match) error                                        // refuses m where it lacks what was sent of it: nothing is to be signed on it
	Find(id kif.Hash, files []string) (string, *match.Match, error)                   // by its first entry, in the files and among the invitations; nil where it is not here
	Queue(m *match.Match) (string, error)                                             // keeps an invitation; match.ErrNoRoom where too many wait
	Invitations() []match.Summary                                                     // those that wait for our own answer
	Blocks(addresses ...string) (bool, error)                                         // whether nothing of a sender is to be read
	Waiting() int                                                                     // how many invitations wait
	Restore(m *match.Match) (string, error)                                           // takes back a match of ours that was lost
	Keep(file string, line *match.Match) (string, error)                              // puts a line that came beside a record; "" for no room
	PutAway(file string, line *match.Match) (string, error)                           // puts a line that stood beside a record
	Lines(file string) ([]*match.Match, error)                                        // the lines that lie beside a record
	Sign(m *match.Match, e kif.Event, by int) (*match.Match, error)                   // writes nothing
	Post(file string, m *match.Match) (*match.Match, error)                           // marks our last step as handed over; writes nothing
	Attend(file string, m *match.Match) (after *match.Match, left []error, err error) // does in m, which file holds, what needs no person; left are the errors of steps that could not be written
	Holds(key string) bool                                                            // whether a public key is one of ours
	Question(m *match.Match, party int, question [32]byte) ([20]byte, error)          // what the answer to a question must carry
	Greet(before, after *match.Match, from string) (warnings []i18n.Text, err error)  // says what is new about people and keys, and remembers keys of those who have accepted from this address; before is nil for an invitation
	Reach(m *match.Match, p kif.Seat) kif.Seat                                        // p with the address that mail goes to
}

// ErrNotInvited is what Queue returns where nobody takes invitations.
var ErrNotInvited = i18n.Err("reason.no-invitations")

// Memory is what the courier remembers to save work, behind a lock: of the mailbox, under no name, and of each match. It may be
// lost at any time.
type Memory interface {
	Lock() (io.Closer, error)         // waits for another courier of the same mailbox
	Load(name string) ([]byte, error) // nil where there is nothing
	Save(name string, data []byte) error
}

// Courier carries the turns of the matches on one shelf.
type Courier struct {
	Shelf   Shelf
	Box     mailbox.Box
	Memory  Memory
	Lang    string // our own: of reports, and of letters to those of whom no other is known
	Spoken  string // the language that the command was told to speak, "" for none: of letters to those who are invited
	Picture bool   // whether letters show the board as a picture
	Page    bool   // whether letters bring a page on which the move is made
	Copy    bool   // whether letters go to our own mailbox too, for another machine of ours
	Confirm bool   // whether the moves of letter writers are asked once more too

	Reminders []time.Duration   // how long before the end of the time limit reminders go out, the longest first
	Digest    *Schedule         // when we are told by letter what waits for us; nil for never
	Puzzles   []*engine.Game    // the games whose puzzles go out by letter
	Aliases   map[string]string // other addresses of players, in lower case, and the known one that each stands for
	Trust     string            // our mail server, whose verdict on who sent a mail counts; "" for none

	// Later, where it is not nil, takes the turns that are due, in place of Box: Compose makes their letters when they are handed
	// over.
	Later func(Due) error

	// Beside gets a reply to a letter of a match in which nothing is said that the match knows, and reports whether it was for us in
	// another matter; nil where we have none.
	Beside func(l *mailbox.Letter) (taken bool, err error)

	// Stranger gets the letters about no match, with when they came; nil where nobody wants them. Its error is the machine's
	// fault: the letter is then read again.
	Stranger func(l *mailbox.Letter, came time.Time) (*Report, error)
}
