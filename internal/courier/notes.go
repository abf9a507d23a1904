package courier

import (
	"encoding/json"
	"hikyaku/internal/i18n"
	"slices"
	"strings"
	"time"
)

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
