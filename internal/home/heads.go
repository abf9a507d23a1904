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
func (e *OldRecord) Sentence() i18n.Text { return i18n.T("record.old", "file", i18n.Command(e.File)) }

// headFile returns the file that stores the hash of the last entry of m handed
// to the courier.
func (f *Folder) headFile(m *match.Match) string {
	return filepath.Join(f.Heads, m.Hash().String()[:32])
}

// noteHead stores the last entry in after that was handed to the courier. It
// keeps the stored hash if neither before nor after holds that entry, since
// both are older. It ignores write errors, which must not cost a move.
func (f *Folder) noteHead(before, after *match.Match) {
	if f.Heads == "" || !after.Roster.Invited {
		return
	}
	noted := f.notedHead(after)
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
	if err := os.MkdirAll(f.Heads, 0o700); err == nil {
		_ = atomicfile.Replace(f.System, f.headFile(after), []byte(head.String()+"\n"))
	}
}

// notedHead returns the hash stored for m, or the zero Hash if it is missing or
// damaged.
func (f *Folder) notedHead(m *match.Match) kif.Hash {
	data, _ := atomicfile.Read(f.System, f.headFile(m))
	head, _ := kif.ParseHash(strings.TrimSpace(string(data)))
	return head
}

// Current returns an *OldRecord if c lacks the stored entry.
func (f *Folder) Current(c Copy) error {
	if f.Heads == "" || !c.Roster.Invited {
		return nil
	}
	if sent := f.notedHead(c.Match); sent != (kif.Hash{}) && !c.Holds(sent) {
		return &OldRecord{c.File}
	}
	return nil
}

// GiveUp forgets the sent steps that the record in c lacks, so that it can
// be written to again. If anybody still has them, the next step forks the
// match. It returns an error if the record lacks nothing.
func (f *Folder) GiveUp(c Copy) (Copy, error) {
	if f.Current(c) == nil {
		return c, i18n.Err("record.nothing-lost", "file", c.File)
	}
	return c, f.System.Remove(f.headFile(c.Match))
}
