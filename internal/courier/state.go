package courier

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"hikyaku/internal/i18n"
	"hikyaku/internal/letter"
	"hikyaku/mailbox"
)

// state is what the courier stores to save work, apart from the notes on each
// match. All of it can be reconstructed from the records and the mailbox, so a
// missing file is an empty state.
type state struct {
	Name     string       `json:"name"`              // of this memory; notes on matches stored under another name are ignored
	Mark     mailbox.Mark `json:"mark"`              // how far the mailbox has been read
	Polled   time.Time    `json:"polled"`            // when it was last read to its end
	Oldest   time.Time    `json:"oldest"`            // when the oldest match unfinished at that time began, or lookBack before
	Skipped  []skip       `json:"skipped"`           // mails that could not be read, for people to look up
	Answers  []sentAnswer `json:"answers"`           // the automatic answers that were sent
	Unsent   []response   `json:"unsent"`            // answers that the server has not accepted yet
	Digested time.Time    `json:"digested,omitzero"` // the scheduled time of the last digest
	Left     *left        `json:"left,omitempty"`    // invitations that were left in the mailbox for lack of room
	Replied  []string     `json:"replied,omitempty"` // the replies that were answered, by their hashes, the newest last
	New      bool         `json:"new,omitempty"`     // the mailbox has not been read with it
	Again    time.Time    `json:"again,omitzero"`    // until the mailbox has been read to its end: mail from before was read already, and is not answered

	saved []byte // as it was last loaded or saved, without a note of the times
	times times  // in saved
	noted []byte // the note as it was last loaded or saved
}

// times are what changes with every poll, even if no mail came.
type times struct{ polled, oldest time.Time }

// noteLayout gives all times the same length, so that a note can be overwritten
// in place.
const noteLayout = "2006-01-02T15:04:05.000000000Z"

// note returns the note of the times of s, which replaces those in the saved
// state. It ends with a hash of both: it means nothing beside another state, or
// if it was written in part.
func (s *state) note() []byte {
	text := s.Polled.UTC().Format(noteLayout) + " " + s.Oldest.UTC().Format(noteLayout) + " "
	return fmt.Appendf(nil, "%s%x\n", text, sha256.Sum256(append([]byte(text), s.saved...)))
}

// read sets the times of s to those in a note. It ignores a damaged note, and
// one beside another state.
func (s *state) read(note []byte) {
	words := strings.Fields(string(note))
	if len(words) != 3 {
		return
	}
	polled, wrong := time.Parse(noteLayout, words[0])
	oldest, err := time.Parse(noteLayout, words[1])
	read := *s
	if read.Polled, read.Oldest = polled, oldest; wrong == nil && err == nil && bytes.Equal(read.note(), note) {
		s.Polled, s.Oldest = polled, oldest
	}
}

// left is where the mailbox has invitations for which there was no room, and
// how many were pending at the end of the last poll. They are read again when
// fewer are pending.
type left struct {
	Before  mailbox.Mark `json:"before"`
	Waiting int          `json:"waiting"`
}

// skip is a mail that was skipped.
type skip struct {
	UID    uint32    `json:"uid"`
	At     time.Time `json:"at"` // when it came
	Reason string    `json:"reason"`
	Ja     string    `json:"ja,omitempty"` // the reason in Japanese
}

// maxSkipped limits the list of skipped mails; the oldest are dropped first.
const maxSkipped = 200

// maxReplied limits the list of answered replies. A mailbox is read again when its server was rebuilt.
const maxReplied = 4000

// withState runs work with the state, under a lock: two polls at once would
// send everything twice.
func (c *Courier) withState(work func(*state) error) error {
	lock, err := c.Memory.Lock()
	if err != nil {
		return i18n.Err("state.busy", "why", err)
	}
	defer lock.Close()
	s, err := c.load()
	if err == nil && s.Name == "" {
		s.Name, s.New = rand.Text(), true
		err = c.save(s) // before anything is stored under it
	}
	if err != nil {
		return err
	}
	return errors.Join(work(s), c.save(s))
}

// recall reads what was stored under name, also undecoded. Damaged data count as
// missing.
func recall[T any](memory Memory, name string) (stored T, data []byte, err error) {
	if data, err = memory.Load(name); err != nil {
		return stored, nil, i18n.Err("state.unread", "why", err)
	}
	if json.Unmarshal(data, &stored) != nil {
		stored = *new(T)
	}
	return stored, data, nil
}

// load reads the state. Nothing is lost by reading the mailbox again without it.
func (c *Courier) load() (*state, error) {
	s, data, err := recall[state](c.Memory, "")
	if err != nil {
		return nil, err
	}
	s.saved, s.times = data, times{s.Polled, s.Oldest}
	note, err := c.Memory.LoadNote()
	if err != nil {
		return nil, i18n.Err("state.unread", "why", err)
	}
	s.read(note)
	s.noted = note
	return &s, nil
}

// save saves s. After a poll that brought nothing, when only the times differ,
// it writes a note of them instead.
func (c *Courier) save(s *state) error {
	if extra := len(s.Skipped) - maxSkipped; extra > 0 {
		s.Skipped = s.Skipped[extra:]
	}
	s.Replied = s.Replied[max(0, len(s.Replied)-maxReplied):]
	before := *s
	before.Polled, before.Oldest = s.times.polled, s.times.oldest
	data, err := before.encode()
	if err == nil && bytes.Equal(data, s.saved) {
		note := s.note()
		if bytes.Equal(note, s.noted) {
			return nil
		}
		s.noted = note
		return c.Memory.SaveNote(note)
	}
	if data, err = s.encode(); err != nil {
		return err
	}
	if err = c.Memory.Save("", data); err == nil {
		s.saved, s.times = data, times{s.Polled, s.Oldest}
	}
	return err
}

// encode returns the stored form of s.
func (s *state) encode() ([]byte, error) {
	data, err := json.MarshalIndent(s, "", " ")
	return append(data, '\n'), err
}

// Rewind makes the next Poll read the mail again that came since the oldest
// unfinished match began, or during the last lookBack if that is longer.
func (c *Courier) Rewind() error {
	return c.withState(func(s *state) error {
		s.rewind()
		return nil
	})
}

// rewind forgets how far the mailbox has been read, but not what was answered.
func (s *state) rewind() {
	s.Mark, s.Polled, s.Oldest, s.Left = mailbox.Mark{}, time.Time{}, time.Time{}, nil
}

// response is the data for writing an answer, stored until the server has accepted the answer.
type response struct {
	File   string    `json:"file"`
	Party  int       `json:"party"`  // or the number of the observer
	Events int       `json:"events"` // the number of events in the record
	At     time.Time `json:"at"`     // when the reply was read
	letter.Answer
}

// sentAnswer is an automatic answer that was sent.
type sentAnswer struct {
	To     string    `json:"to"`
	Body   string    `json:"body"` // hash of the reply that was answered
	At     time.Time `json:"at"`
	Failed bool      `json:"failed"`
	Urgent bool      `json:"urgent,omitempty"` // as in answer
}

// notes are what the courier stores about one match.
type notes struct {
	Sent     map[string]string   `json:"sent"`              // address: the entry that the server accepted; "" if it may have accepted one
	Refused  map[string]string   `json:"refused"`           // address: the entry that it will never accept
	Reminded string              `json:"reminded"`          // the entry that gave the turn of the last reminder
	Until    time.Time           `json:"until,omitzero"`    // the deadline in the last reminder
	Ahead    time.Duration       `json:"ahead,omitempty"`   // how long before the deadline the last reminder was sent
	Titles   map[string]string   `json:"titles"`            // address: the language of the Subject of mail there
	Aliases  map[string]int      `json:"aliases,omitempty"` // address, in lower case: the mail-only player who uses it besides the known one
	Heard    map[string][]string `json:"heard,omitempty"`   // address: the entries of rejected lines whose words it has received
	Owed     bool                `json:"owed,omitempty"`    // words of ours on such a line are still to be repeated
	Stopped  []string            `json:"stopped,omitempty"` // the addresses, in lower case, that have unsubscribed

	Confirmed map[string]confirmation `json:"confirmed,omitempty"` // address: when it was last told that its words were passed on

	Early     map[int]early    `json:"early,omitempty"`     // party: the acceptance that came before those of the players asked first
	Prepared  map[int]prepared `json:"prepared,omitempty"`  // party: the answers that a mail-only player has prepared
	Questions []question       `json:"questions,omitempty"` // recent questions to mail-only players

	memory Memory
	name   string // under which they are stored
}

// confirmation is a line that words were passed on.
type confirmation struct {
	At   time.Time `json:"at"`
	Head string    `json:"head"` // as returned by decided
}

// delivered reports whether the entry need not be sent to address again: the server
// accepted it or never will.
func (n *notes) delivered(address, entry string) bool {
	return n.Sent[address] == entry || n.Refused[address] == entry
}

// unsubscribed reports whether the reader at an address has unsubscribed.
func (n *notes) unsubscribed(address string) bool {
	return slices.Contains(n.Stopped, strings.ToLower(address))
}

// notes reads the notes on a match. Damaged notes count as missing: a message
// is then sent once more.
func (c *Courier) notes(s *state, match string) (*notes, error) {
	name := s.Name + "-" + match[:32]
	data, err := c.Memory.Load(name)
	if err != nil {
		return nil, i18n.Err("state.unread", "why", err)
	}
	n := newNotes()
	if json.Unmarshal(data, n) != nil || n.Sent == nil || n.Refused == nil || n.Titles == nil {
		n = newNotes()
	}
	n.memory, n.name = c.Memory, name
	return n, nil
}

// newNotes returns empty notes, whose maps can be written to.
func newNotes() *notes {
	return &notes{
		Sent: map[string]string{}, Refused: map[string]string{}, Titles: map[string]string{}, Aliases: map[string]int{},
		Heard: map[string][]string{}, Confirmed: map[string]confirmation{}, Early: map[int]early{}, Prepared: map[int]prepared{},
	}
}

// save stores the notes.
func (n *notes) save() error {
	data, err := json.Marshal(n)
	if err != nil {
		return err
	}
	return n.memory.Save(n.name, append(data, '\n'))
}
