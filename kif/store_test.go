package kif

import (
	"errors"
	"io/fs"
	"strings"
	"syscall"
	"testing"
	"time"
)

const gameName = "/games/a.kif"

// addMove is a change that appends a move.
func addMove(r *Record) (*Record, error) { return r.Append(Event{Step: Move("add1")}) }

// TestEveryFailure makes each call of a change go wrong in turn, in each way. The file is the old one or
// the new one, both as programs see it and after a loss of power, and success means the new one for good.
func TestEveryFailure(t *testing.T) {
	old := string(read(t, strict(t)).Cut(2).Bytes())
	grown, err := addMove(read(t, old))
	if err != nil {
		t.Fatal(err)
	}
	for _, how := range []how{fails, short, before, after} {
		for at := 1; ; at++ {
			m := newMachine(map[string]string{gameName: old})
			m.failAt, m.how = at, how
			err := Change(m, gameName, addMove)
			if m.calls < at {
				break
			}
			checkState(t, m, err, old, string(grown.Bytes()))
		}
	}
}

func checkState(t *testing.T, m *machine, err error, old, grown string) {
	t.Helper()
	seen, left := string(m.names[gameName].data), string(m.durable[gameName].durable)
	future := string(m.names[gameName].durable) // if the name was written by itself
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
	if m.names[gameName].mode != 0o646 {
		t.Errorf("call %d going wrong (%d) leaves mode %o", m.failAt, m.how, m.names[gameName].mode)
	}
}

func TestErrorsSayWhat(t *testing.T) {
	old := string(read(t, strict(t)).Cut(2).Bytes())
	want := map[string]bool{}
	silent := 0
	for at := 1; at < 20; at++ {
		m := newMachine(map[string]string{gameName: old})
		m.failAt = at
		err := Change(m, gameName, addMove)
		if err == nil && m.calls >= at {
			silent++
		}
		if err != nil {
			if !errors.Is(err, syscall.ENOSPC) {
				t.Errorf("call %d: %v", at, err)
			}
			want[err.Error()] = true
		}
	}
	if silent != 1 {
		t.Errorf("%d failures went unsaid, want that of sweeping alone", silent)
	}
	for _, what := range []string{"find", "lock", "read", "write", "unlock"} {
		if sentence := what + " " + gameName + ": no space left on device"; !want[sentence] {
			t.Errorf("nothing said %q: %v", sentence, want)
		}
	}
}

func TestLeftoversAreSwept(t *testing.T) {
	old := string(read(t, strict(t)).Cut(2).Bytes())
	m := newMachine(map[string]string{gameName: old, "/games/.a.kif.tmp-1-x": "old", "/games/.b.kif.tmp-1-x": "another's"})
	m.clock = m.clock.Add(staleAfter + time.Second)
	m.names["/games/.a.kif.tmp-2-x"] = &inode{born: m.clock}
	if err := Change(m, gameName, addMove); err != nil {
		t.Fatal(err)
	}
	if m.names["/games/.a.kif.tmp-1-x"] != nil || m.names["/games/.a.kif.tmp-2-x"] == nil || m.names["/games/.b.kif.tmp-1-x"] == nil {
		t.Errorf("left: %v", m.leftovers())
	}
}

func TestEditorIsNoticed(t *testing.T) {
	old := string(read(t, strict(t)).Cut(2).Bytes())
	m := newMachine(map[string]string{gameName: old})
	m.meddle = func() { m.names[gameName] = &inode{data: []byte(old + "*an editor's line\n")} }
	err := Change(m, gameName, addMove)
	if !errors.Is(err, errChanged) || !strings.HasSuffix(string(m.names[gameName].data), "editor's line\n") || m.leftovers() != nil {
		t.Errorf("%v, %v", err, m.leftovers())
	}
	m = newMachine(nil)
	m.meddle = func() { m.names[gameName] = &inode{} }
	if err := Create(m, gameName, read(t, old)); !errors.Is(err, errChanged) || len(m.names[gameName].data) > 0 {
		t.Errorf("create over a new file: %v", err)
	}
}

func TestCreateAndReplace(t *testing.T) {
	r := read(t, strict(t))
	m := newMachine(nil)
	if err := Create(m, gameName, r); err != nil {
		t.Fatal(err)
	}
	if err := Create(m, gameName, r.Cut(1)); !errors.Is(err, fs.ErrExist) || len(m.names[gameName].data) != len(r.Bytes()) {
		t.Errorf("create again: %v", err)
	}
	for _, text := range []string{"one", "two", ""} {
		if err := Replace(m, "/games/state", []byte(text)); err != nil || string(m.names["/games/state"].data) != text {
			t.Errorf("replace: %v", err)
		}
	}
	if m.names["/games/state"].mode != 0o600 || m.names[gameName].mode != 0o640 {
		t.Errorf("modes %o, %o", m.names["/games/state"].mode, m.names[gameName].mode)
	}
}

func TestChangeRefuses(t *testing.T) {
	m := newMachine(map[string]string{gameName: strict(t), "/games/bad.kif": "hello\n"})
	refusal := errors.New("no")
	if err := Change(m, gameName, func(*Record) (*Record, error) { return nil, refusal }); err != refusal {
		t.Errorf("%v, want the error of the change as it is", err)
	}
	if err := Change(m, "/games/none.kif", addMove); !errors.Is(err, fs.ErrNotExist) || len(m.names) != 2 {
		t.Errorf("a missing file: %v, files %v", err, m.names)
	}
	var wrong *Error
	if err := Change(m, "/games/bad.kif", addMove); !errors.As(err, &wrong) || !strings.HasPrefix(err.Error(), "/games/bad.kif: line 1: ") {
		t.Errorf("a bad file: %v", err)
	}
	calls := m.calls
	if err := Change(m, gameName, func(r *Record) (*Record, error) { return r, nil }); err != nil || m.calls-calls != 5 { // looked at, found, locked, read, unlocked
		t.Errorf("a change that changes nothing: %v, %d calls", err, m.calls-calls)
	}
}
