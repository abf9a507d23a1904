package desk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"hikyaku/kif"
	"hikyaku/match"
	"hikyaku/store"
)

// OldRecord is the error of a record that is older than what was handed to the courier: a copy from a backup, say. To write
// to it would fork the match.
type OldRecord struct{ File string }

// Error says what to do.
func (e *OldRecord) Error() string {
	return fmt.Sprintf("%s is older than what you have sent of this match, so nothing is written to it: hikyaku poll --again reads your mailbox anew, or ask the other side to send its copy", e.File)
}

// heads remembers of each match by mail the last step of ours that was handed to the courier.
type heads struct {
	system store.System
	folder string // empty for none
}

func (h heads) file(m *match.Match) string { return filepath.Join(h.folder, m.Hash().String()[:32]) }

// remember notes the last step of ours in m that was handed to the courier.
func (h heads) remember(m *match.Match) error {
	if h.folder == "" || !m.Roster.Invited {
		return nil
	}
	head := lastSent(m)
	if head == (kif.Hash{}) {
		return nil
	}
	if err := os.MkdirAll(h.folder, 0o700); err != nil {
		return err
	}
	return store.Replace(h.system, h.file(m), []byte(head.String()+"\n"))
}

// lastSent is the last entry that was made here and handed to the courier, zeros for none.
func lastSent(m *match.Match) kif.Hash {
	for i := len(m.Record.Events) - 1; i >= 0; i-- {
		if m.Record.Events[i].Posted {
			return m.After(i).Head
		}
	}
	return kif.Hash{}
}

// check refuses a record that lacks what is known to have been sent.
func (h heads) check(c Copy) error {
	if h.folder == "" || !c.Roster.Invited {
		return nil
	}
	data, err := store.Read(h.system, h.file(c.Match))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	sent, err := kif.ParseHash(strings.TrimSpace(string(data)))
	if err != nil || c.Holds(sent) { // a damaged note says nothing
		return nil
	}
	return &OldRecord{c.File}
}
