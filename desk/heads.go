package desk

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
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
	return fmt.Sprintf("%s is older than what you have sent of this match, so nothing is written to it: hikyaku poll --again reads your mailbox anew, or ask the other side to send its copy. "+
		"Where nobody has it any more, go on with hikyaku settle %[1]s --lost", e.File)
}

// heads remembers of each match by mail the last step of ours that was handed to the courier.
type heads struct {
	system store.System
	folder string // empty for none
}

func (d *Desk) heads() heads { return heads{d.System, d.Heads} }

func (h heads) file(m *match.Match) string { return filepath.Join(h.folder, m.Hash().String()[:32]) }

// remember notes the last step of ours in after that was handed to the courier. What was noted before stays where neither
// before, the record that it replaces, nor after has it: they are both older. To fail costs nobody a move.
func (h heads) remember(before, after *match.Match) {
	if h.folder == "" || !after.Roster.Invited {
		return
	}
	noted := h.noted(after)
	if noted != (kif.Hash{}) && !after.Holds(noted) && (before == nil || !before.Holds(noted)) {
		return
	}
	head := lastSent(after, noted)
	if head == noted {
		return
	}
	if err := os.MkdirAll(h.folder, 0o700); err == nil {
		_ = store.Replace(h.system, h.file(after), []byte(head.String()+"\n"))
	}
}

// lastSent is the last entry that was handed to the courier here, or is noted to have been; zeros for none.
func lastSent(m *match.Match, noted kif.Hash) kif.Hash {
	for i, e := range slices.Backward(m.Record.Events) {
		if head := m.After(i).Head; e.Posted || head == noted {
			return head
		}
	}
	return kif.Hash{}
}

// noted is what was remembered of m, zeros for nothing: a note that is lost or damaged says nothing.
func (h heads) noted(m *match.Match) kif.Hash {
	data, err := store.Read(h.system, h.file(m))
	if err != nil {
		return kif.Hash{}
	}
	head, err := kif.ParseHash(strings.TrimSpace(string(data)))
	if err != nil {
		return kif.Hash{}
	}
	return head
}

// check refuses a record that lacks what is known to have been sent.
func (h heads) check(file string, m *match.Match) error {
	if h.folder == "" || !m.Roster.Invited {
		return nil
	}
	if sent := h.noted(m); sent != (kif.Hash{}) && !m.Holds(sent) {
		return &OldRecord{file}
	}
	return nil
}

// GiveUp lets the record in file be written to although it lacks what was sent of it. If anybody has that, the next step
// forks the match. Its error says that nothing is lacking, or that it cannot be forgotten.
func (d *Desk) GiveUp(file string) (Copy, error) {
	c, err := d.Open(file)
	if err != nil {
		return c, err
	}
	if d.heads().check(file, c.Match) == nil {
		return c, fmt.Errorf("%s lacks nothing that you have sent, so there is nothing to give up", file)
	}
	return c, d.System.Remove(d.heads().file(c.Match))
}
