package bot

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"hikyaku/internal/courier"
	"hikyaku/internal/i18n"
	"hikyaku/mailbox"
)

// state is what the bot stores besides the records: requests, so that a message that is read twice does not start two matches,
// and notes to strangers.
type state struct {
	Requests []request `json:"requests"`
	Notes    []note    `json:"notes"`

	memory courier.Memory
}

// request is a wish for a match.
type request struct {
	ID   string    `json:"id"`   // of the letter, or the invitation
	From string    `json:"from"` // in lower case
	At   time.Time `json:"at"`
	File string    `json:"file"` // of the match; empty while it is being written
}

// note is a short letter outside of matches. An address gets at most one a day.
type note struct {
	To      mailbox.Address `json:"to"`
	At      time.Time       `json:"at"`
	Due     bool            `json:"due,omitempty"` // not sent yet
	Lang    string          `json:"lang,omitempty"`
	Text    string          `json:"text,omitempty"`
	Answers string          `json:"answers,omitempty"` // the Message-ID of the letter that it answers
}

const (
	day      = 24 * time.Hour
	readable = 7 * day  // the age at which letters are no longer answered
	kept     = 14 * day // the age at which requests are forgotten
	notesDay = 200      // notes in a day to all addresses, because addresses may be forged
)

// load reads the state and drops old parts. A missing or damaged state is empty.
func load(memory courier.Memory, now time.Time) (*state, error) {
	data, err := memory.Load("")
	if err != nil {
		return nil, i18n.Err("state.unread", "why", err)
	}
	s := &state{}
	if json.Unmarshal(data, s) != nil {
		s = &state{}
	}
	s.memory = memory
	s.Requests = slices.DeleteFunc(s.Requests, func(q request) bool { return now.Sub(q.At) > kept })
	s.Notes = slices.DeleteFunc(s.Notes, func(n note) bool { return now.Sub(n.At) > day })
	return s, nil
}

func (s *state) save() error {
	data, _ := json.MarshalIndent(s, "", " ") // texts and times can always be written
	return s.memory.Save("", append(data, '\n'))
}

// request returns the request with an id, nil if there is none.
func (s *state) request(id string) *request {
	for i := range s.Requests {
		if s.Requests[i].ID == id {
			return &s.Requests[i]
		}
	}
	return nil
}

// add stores a request and returns it.
func (s *state) add(q request) (*request, error) {
	q.From = strings.ToLower(q.From)
	s.Requests = append(s.Requests, q)
	return &s.Requests[len(s.Requests)-1], s.save()
}

// requests counts the requests of the last day: of an address, and of all.
func (s *state) requests(address string, now time.Time) (ofOne, ofAll int) {
	for _, q := range s.Requests {
		if now.Sub(q.At) >= day {
			continue
		}
		if ofAll++; q.From == strings.ToLower(address) {
			ofOne++
		}
	}
	return ofOne, ofAll
}

// silent reports whether an address gets no note today.
func (s *state) silent(address string, now time.Time) bool {
	notes := 0
	for _, n := range s.Notes {
		if now.Sub(n.At) >= day {
			continue
		}
		if notes++; n.To.Is(address) {
			return true
		}
	}
	return notes >= notesDay
}
