package home

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hikyaku/internal/atomicfile"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/match"
)

// OldRecord is the error of a record that lacks steps already handed to the courier, such as a copy from a backup.
// Writing to it would fork the match.
type OldRecord struct{ File string }

// Error returns the English sentence.
func (e *OldRecord) Error() string { return e.Sentence().En }

// Sentence names the file and what to do about it.
func (e *OldRecord) Sentence() i18n.Text { return i18n.T("record.old", "file", e.File) }

// heads stores, for each match by mail, the hash of the last entry handed to
// the courier.
type heads struct {
	system atomicfile.System
	folder string // empty for none
}

func (f *Folder) heads() heads { return heads{f.System, f.Heads} }

func (h heads) file(m *match.Match) string { return filepath.Join(h.folder, m.Hash().String()[:32]) }

// remember stores the last entry in after that was handed to the courier. It
// keeps the stored hash if neither before nor after holds that entry, since
// both are older. It ignores write errors, which must not cost a move.
func (h heads) remember(before, after *match.Match) {
	if h.folder == "" || !after.Roster.Invited {
		return
	}
	noted := h.noted(after)
	if noted != (kif.Hash{}) && !after.Holds(noted) && (before == nil || !before.Holds(noted)) {
		return
	}
	var head kif.Hash // the last entry that was handed to the courier, or is stored as handed to it
	for i, e := range slices.Backward(after.Record.Events) {
		if at := after.After(i).Head; e.Posted || at == noted {
			head = at
			break
		}
	}
	if head == noted {
		return
	}
	if err := os.MkdirAll(h.folder, 0o700); err == nil {
		_ = atomicfile.Replace(h.system, h.file(after), []byte(head.String()+"\n"))
	}
}

// noted returns the hash stored for m, or the zero Hash if it is missing or
// damaged.
func (h heads) noted(m *match.Match) kif.Hash {
	data, err := atomicfile.Read(h.system, h.file(m))
	if err != nil {
		return kif.Hash{}
	}
	head, err := kif.ParseHash(strings.TrimSpace(string(data)))
	if err != nil {
		return kif.Hash{}
	}
	return head
}

// check returns an *OldRecord if m lacks the stored entry.
func (h heads) check(file string, m *match.Match) error {
	if h.folder == "" || !m.Roster.Invited {
		return nil
	}
	if sent := h.noted(m); sent != (kif.Hash{}) && !m.Holds(sent) {
		return &OldRecord{file}
	}
	return nil
}

// GiveUp forgets the sent steps that the record in c lacks, so that it can
// be written to again. If anybody still has them, the next step forks the
// match. It returns an error if the record lacks nothing.
func (f *Folder) GiveUp(c Copy) (Copy, error) {
	if f.heads().check(c.File, c.Match) == nil {
		return c, i18n.Err("record.nothing-lost", "file", c.File)
	}
	return c, f.System.Remove(f.heads().file(c.Match))
}
