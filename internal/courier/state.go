package courier

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"hikyaku/internal/i18n"
	"hikyaku/internal/letter"
	"hikyaku/mailbox"
)

// state is what the courier remembers to save work, but for what it remembers of each match. All of it can be found again from
// the records and the mailbox, so a missing file is an empty state.
type state struct {
	Name     string       `json:"name"`              // of this memory: what was remembered of matches under another is forgotten
	Mark     mailbox.Mark `json:"mark"`              // how far the mailbox has been read
	Polled   time.Time    `json:"polled"`            // when it was last read to its end
	Oldest   time.Time    `json:"oldest"`            // when the oldest match began that went on then, or lookBack before
	Skipped  []skip       `json:"skipped"`           // mails that could not be read, for people to look up
	Answers  []sentAnswer `json:"answers"`           // that went out by themselves
	Unsent   []response   `json:"unsent"`            // answers that the server has not taken yet
	Digested time.Time    `json:"digested,omitzero"` // the time of the schedule for which we were told last what waits
	Left     *left        `json:"left,omitempty"`    // invitations that were left in the mailbox for want of room
}

// left is where in the mailbox invitations lie that there was no room for, and how many waited at the end of the last poll.
// They are read again once fewer wait.
type left struct {
	Before  mailbox.Mark `json:"before"`
	Waiting int          `json:"waiting"`
}

// skip is a mail that was passed over.
type skip struct {
	UID    uint32    `json:"uid"`
	At     time.Time `json:"at"` // when it came
	Reason string    `json:"reason"`
	Ja     string    `json:"ja,omitempty"` // the reason in Japanese
}

// maxSkipped bounds the list of skipped mails; the oldest are forgotten first.
const maxSkipped = 200

// remembering runs work with the state, alone: two polls at once would send everything twice.
func (c *Courier) remembering(work func(*state) error) error {
	lock, err := c.Memory.Lock()
	if err != nil {
		return i18n.Err("state.busy", "why", err)
	}
	defer lock.Close()
	s, err := c.load()
	if err == nil && s.Name == "" {
		s.Name = rand.Text()
		err = c.save(s) // before anything is noted under it
	}
	if err != nil {
		return err
	}
	return errors.Join(work(s), c.save(s))
}

// load reads the state. One that is missing or damaged is an empty state: nothing is lost by reading the mailbox again.
func (c *Courier) load() (*state, error) {
	data, err := c.Memory.Load("")
	if err != nil {
		return nil, i18n.Err("state.unread", "why", err)
	}
	s := &state{}
	if json.Unmarshal(data, s) != nil {
		s = &state{}
	}
	return s, nil
}

func (c *Courier) save(s *state) error {
	if extra := len(s.Skipped) - maxSkipped; extra > 0 {
		s.Skipped = s.Skipped[extra:]
	}
	data, err := json.MarshalIndent(s, "", " ")
	if err != nil {
		return err
	}
	return c.Memory.Save("", append(data, '\n'))
}

// Rewind lets the next Poll read the mailbox from its beginning.
func (c *Courier) Rewind() error {
	return c.remembering(func(s *state) error {
		s.rewind()
		return nil
	})
}

// rewind forgets how far the mailbox has been read.
func (s *state) rewind() {
	s.Mark, s.Polled, s.Oldest, s.Left = mailbox.Mark{}, time.Time{}, time.Time{}, nil
}

// response is what makes an answer, as the state keeps it where the server did not take the letter yet.
type response struct {
	File   string    `json:"file"`
	Party  int       `json:"party"`  // or the number of the observer
	Events int       `json:"events"` // how many the record had
	At     time.Time `json:"at"`     // when the reply was read
	letter.Answer
}

// sentAnswer is one automatic answer that went out.
type sentAnswer struct {
	To     string    `json:"to"`
	Body   string    `json:"body"` // hash of the reply that was answered
	At     time.Time `json:"at"`
	Failed bool      `json:"failed"`
}

// notes are what the courier remembers of one match.
type notes struct {
	Sent     map[string]string   `json:"sent"`              // address: the entry that the server took
	Refused  map[string]string   `json:"refused"`           // address: the entry that it will never take
	Reminded string              `json:"reminded"`          // the entry that gave the turn in which the player to move was reminded last
	Ahead    time.Duration       `json:"ahead,omitempty"`   // how long before the end the last time
	Titles   map[string]string   `json:"titles"`            // address: the language of the Subject of letters there
	Aliases  map[string]int      `json:"aliases,omitempty"` // address, in lower case: the letter writer whose it is besides the known one
	Heard    map[string][]string `json:"heard,omitempty"`   // address: the entries of lines that gave way whose words it has been told
	Owed     bool                `json:"owed,omitempty"`    // words of ours on such a line are still to be repeated
	Stopped  []string            `json:"stopped,omitempty"` // the addresses, in lower case, whose readers want no more letters

	Questions []question `json:"questions,omitempty"` // that mail-only players were asked lately
}

// done tells whether the entry needs no further sending to address: the server took it or never will.
func (n *notes) done(address, entry string) bool {
	return n.Sent[address] == entry || n.Refused[address] == entry
}

// stopped tells whether the reader at an address wants no more letters.
func (n *notes) stopped(address string) bool {
	return slices.Contains(n.Stopped, strings.ToLower(address))
}

// notesName is the name under which a match is remembered.
func (s *state) notesName(match string) string { return s.Name + "-" + match[:32] }

// notes reads what is remembered of a match. Notes that are damaged are none: a letter is sent once more.
func (c *Courier) notes(s *state, match string) (*notes, error) {
	data, err := c.Memory.Load(s.notesName(match))
	if err != nil {
		return nil, i18n.Err("state.unread", "why", err)
	}
	n := &notes{}
	if json.Unmarshal(data, n) != nil || n.Sent == nil || n.Refused == nil {
		n = &notes{Sent: map[string]string{}, Refused: map[string]string{}}
	}
	if n.Titles == nil {
		n.Titles = map[string]string{}
	}
	return n, nil
}

// keep writes down what is remembered of a match.
func (c *Courier) keep(s *state, match string, n *notes) error {
	data, err := json.Marshal(n)
	if err != nil {
		return err
	}
	return c.Memory.Save(s.notesName(match), append(data, '\n'))
}
