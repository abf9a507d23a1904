package atomicfile

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

const (
	fileName = "/files/a.txt"
	old      = "one\n"
	grown    = "one\ntwo\n"
)

// grow is a change that appends a line.
func grow(old []byte) ([]byte, error) { return append(slices.Clone(old), "two\n"...), nil }

// leftover is the temporary file of a writer of fileName that was killed.
var leftover = filepath.FromSlash("/files/.a.txt.tmp")

// TestEveryFailure makes each call of a change fail in turn, in each way, with and without a file that a killed writer has
// left. The file must be the old one or the new one, both for other programs and after a loss of power, and after success it
// must be the new one.
func TestEveryFailure(t *testing.T) {
	for _, files := range []map[string]string{{fileName: old}, {fileName: old, leftover: "on"}} {
		for _, how := range []how{fails, short, before, after} {
			for at := 1; ; at++ {
				m := newMachine(files)
				m.failAt, m.how = at, how
				err := Change(m, fileName, grow)
				if m.calls < at {
					break
				}
				checkState(t, m, err)
			}
		}
	}
}

func checkState(t *testing.T, m *machine, err error) {
	t.Helper()
	seen, left := string(m.names[fileName].data), string(m.durable[fileName].durable)
	future := string(m.names[fileName].durable) // if the name was written by itself
	for _, text := range []string{seen, left, future} {
		if text != old && text != grown {
			t.Errorf("call %d going wrong (%d) leaves a third state: %q", m.failAt, m.how, text)
		}
	}
	if err == nil && (left != grown || m.leftovers() != nil) {
		t.Errorf("call %d going wrong (%d): no error, but %q is left and %v", m.failAt, m.how, left, m.leftovers())
	}
	if m.how == fails && !m.dead && len(m.leftovers()) > 0 && seen == grown {
		t.Errorf("call %d going wrong leaves %v", m.failAt, m.leftovers())
	}
	if m.locked && !m.dead {
		t.Errorf("call %d going wrong (%d) leaves the file locked", m.failAt, m.how)
	}
	if m.names[fileName].mode != 0o646 {
		t.Errorf("call %d going wrong (%d) leaves mode %o", m.failAt, m.how, m.names[fileName].mode)
	}
}

func TestErrorsSayWhat(t *testing.T) {
	want := map[string]bool{}
	for at := 1; ; at++ {
		m := newMachine(map[string]string{fileName: old})
		m.failAt = at
		err := Change(m, fileName, grow)
		if m.calls < at {
			break
		}
		if !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("call %d: %v", at, err)
			continue
		}
		want[err.Error()] = true
	}
	for _, what := range []string{"lock", "read", "write", "unlock"} {
		if sentence := "can't " + what + " " + fileName + ": the disk is full"; !want[sentence] {
			t.Errorf("nothing said %q: %v", sentence, want)
		}
	}
}

// TestLeftoverIsReplaced: a writer that was killed has left its temporary file. The next one of that file removes it, and
// touches no other file of the folder.
func TestLeftoverIsReplaced(t *testing.T) {
	const others = "/files/.b.txt.tmp"
	m := newMachine(map[string]string{fileName: old, leftover: "killed", others: "another's"})
	if err := Change(m, fileName, grow); err != nil {
		t.Fatal(err)
	}
	if m.names[leftover] != nil || m.names[others] == nil || string(m.names[fileName].data) != grown {
		t.Errorf("left: %v", m.leftovers())
	}
	m = newMachine(map[string]string{leftover: "killed"})
	if err := Create(m, fileName, []byte(old), 0o644); err != nil || m.leftovers() != nil || m.names[fileName].mode != 0o640 {
		t.Errorf("a new file: %v, left %v", err, m.leftovers())
	}
}

func TestEditorIsNoticed(t *testing.T) {
	m := newMachine(map[string]string{fileName: old})
	m.meddle = func() { m.names[fileName] = &inode{data: []byte(old + "an editor's line\n")} }
	err := Change(m, fileName, grow)
	if !errors.Is(err, errChanged) || !strings.HasSuffix(string(m.names[fileName].data), "editor's line\n") || m.leftovers() != nil {
		t.Errorf("%v, %v", err, m.leftovers())
	}
	m = newMachine(nil)
	m.meddle = func() { m.names[fileName] = &inode{} }
	if err := Create(m, fileName, []byte(old), 0o644); !errors.Is(err, errChanged) || len(m.names[fileName].data) > 0 {
		t.Errorf("create over a new file: %v", err)
	}
}

func TestCreateAndReplace(t *testing.T) {
	m := newMachine(nil)
	if err := Create(m, fileName, []byte(old), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := Create(m, fileName, []byte(grown), 0o644); !errors.Is(err, fs.ErrExist) || string(m.names[fileName].data) != old {
		t.Errorf("create again: %v", err)
	}
	for _, text := range []string{"one", "two", ""} {
		if err := Replace(m, "/files/state", []byte(text)); err != nil || string(m.names["/files/state"].data) != text {
			t.Errorf("replace: %v", err)
		}
	}
	if m.names["/files/state"].mode != 0o600 || m.names[fileName].mode != 0o640 {
		t.Errorf("modes %o, %o", m.names["/files/state"].mode, m.names[fileName].mode)
	}
}

func TestChangeRefuses(t *testing.T) {
	m := newMachine(map[string]string{fileName: old})
	refusal := errors.New("no")
	if err := Change(m, fileName, func([]byte) ([]byte, error) { return nil, refusal }); err != refusal {
		t.Errorf("%v, want the error of the change as it is", err)
	}
	if err := Change(m, "/files/none", grow); !errors.Is(err, fs.ErrNotExist) || len(m.names) != 1 {
		t.Errorf("a missing file: %v, files %v", err, m.names)
	}
	calls := m.calls
	if err := Change(m, fileName, func(old []byte) ([]byte, error) { return old, nil }); err != nil || m.calls-calls != 4 { // found, locked, read, unlocked
		t.Errorf("a change that changes nothing: %v, %d calls", err, m.calls-calls)
	}
}

func TestTooLarge(t *testing.T) {
	large := strings.Repeat("x", maxBytes+1) // all that is read of a file, as large as it may be
	m := newMachine(map[string]string{fileName: large})
	err := Change(m, fileName, func([]byte) ([]byte, error) { return []byte(old), nil })
	if err == nil || err.Error() != "can't change /files/a.txt: it has more than 6291456 bytes" || string(m.names[fileName].data) != large {
		t.Errorf("a change: %v", err)
	}
	before := m.names[fileName]
	if err := Replace(m, fileName, []byte(large)); err != nil || m.names[fileName] == before {
		t.Errorf("replaced by what was read of it: %v", err)
	}
}
