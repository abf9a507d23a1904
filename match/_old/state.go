package match

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"hikyaku/mailbox"
	"hikyaku/store"
)

// state is what the courier remembers to save work. All of it can be found again from the records
// and the mailbox, so a missing file is an empty state.
type state struct {
	Mark    mailbox.Mark                 `json:"mark"`    // how far the mailbox has been read
	Sent    map[string]map[string]string `json:"sent"`    // match, address: the entry that the server took
	Refused map[string]map[string]string `json:"refused"` // match, address: the entry that it will never take
	Skipped []skip                       `json:"skipped"` // mails that could not be read, for people to look up
	Answers []sentAnswer                 `json:"answers"` // that went out by themselves
	Unsent  []response                   `json:"unsent"`  // answers that the server has not taken yet
	// Reminded is the entry that gave the turn in which the player to move was reminded, by match.
	Reminded map[string]string `json:"reminded"`
}

// skip is a mail that was passed over.
type skip struct {
	UID    uint32    `json:"uid"`
	At     time.Time `json:"at"` // when it came
	Reason string    `json:"reason"`
}

func (s skip) report() Report {
	return Report{Verdict: Skipped, Reason: fmt.Sprintf("mail %d of %s: %s", s.UID, minute(s.At), s.Reason)}
}

// Skipped lists the mails that could not be read, the last 200 of them.
func (c *Courier) Skipped() (list []Report, err error) {
	s, err := loadState(c.State)
	if err != nil {
		return nil, err
	}
	for _, skipped := range s.Skipped {
		list = append(list, skipped.report())
	}
	return list, nil
}

// maxSkipped bounds the list of skipped mails; the oldest are forgotten first.
const maxSkipped = 200

// loadState reads the state file. One that is missing or damaged is an empty state: nothing is
// lost by reading the mailbox again.
func loadState(file string) (*state, error) {
	s := &state{Sent: map[string]map[string]string{}, Refused: map[string]map[string]string{}, Reminded: map[string]string{}}
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read what was sent: %w", err)
	}
	var read state
	if json.Unmarshal(data, &read) == nil && read.Sent != nil && read.Refused != nil && read.Reminded != nil {
		return &read, nil
	}
	return s, nil
}

// save replaces the state file.
func (s *state) save(sys store.System, file string) error {
	if extra := len(s.Skipped) - maxSkipped; extra > 0 {
		s.Skipped = s.Skipped[extra:]
	}
	data, err := json.MarshalIndent(s, "", " ")
	if err != nil {
		return err
	}
	return store.Replace(sys, file, append(data, '\n'))
}

// done tells whether the entry needs no further sending to address: the server took it or never will.
func (s *state) done(match, address, entry string) bool {
	return s.Sent[match][address] == entry || s.Refused[match][address] == entry
}

// note writes entry down for address in one of the two books.
func note(book map[string]map[string]string, match, address, entry string) {
	if book[match] == nil {
		book[match] = map[string]string{}
	}
	book[match][address] = entry
}
