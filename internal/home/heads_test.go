package home_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hikyaku/internal/home"
)

// restore puts an earlier copy in the place of the record.
func (s *seat) restore(backup string) {
	s.Helper()
	s.must(os.WriteFile(s.file, []byte(backup), 0o644))
}

// isOld reports whether s refuses to write to its record because it is old.
func (s *seat) isOld() bool {
	s.Helper()
	var old *home.OldRecord
	before := s.bytes()
	_, err := s.Do(s.open(), home.Doing("away", "2026-12-20..2026-12-24"), false)
	if errors.As(err, &old) {
		if s.bytes() != before || old.File != s.file || !strings.Contains(err.Error(), "is older than what you have sent") {
			s.Fatalf("%v, and the record is\n%s", err, s.bytes())
		}
		return true
	}
	s.must(err)
	s.restore(before)
	return false
}

// TestOldRecord: a record that lacks a step handed to the courier is not written to.
func TestOldRecord(t *testing.T) {
	alice, bob := pair(t, "quoridor")
	backup := alice.bytes()
	alice.play("e2")
	bob.takes(alice)
	alice.restore(backup)
	if !alice.isOld() {
		t.Fatal("an old copy is written to")
	}
	bob.play("e8")
	alice.takes(bob)
	if alice.isOld() {
		t.Fatal("what a letter healed is not written to")
	}
	bob.restore(bob.bytes()[:strings.Index(bob.bytes(), "   2 e8")])
	if !bob.isOld() {
		t.Error("an old copy of the other side is written to")
	}
}

// TestDraftsAreNotRemembered: what was not handed to the courier may be lost.
func TestDraftsAreNotRemembered(t *testing.T) {
	alice, _ := pair(t, "quoridor")
	backup := alice.bytes()
	_, err := alice.Play(alice.open(), home.Turn{Move: "e2"})
	alice.must(err)
	alice.restore(backup)
	if alice.isOld() {
		t.Error("a draft is missed")
	}
}

// TestHealingByHalf: a letter that lacks what was sent does not make the record current.
func TestHealingByHalf(t *testing.T) {
	alice, bob := pair(t, "quoridor")
	backup := alice.bytes()
	alice.play("e2")
	_, err := bob.Do(bob.open(), home.Doing("away", "2026-12-20..2026-12-24"), true)
	bob.must(err)
	alice.restore(backup)
	alice.takes(bob)
	if !alice.isOld() {
		t.Error("what was sent is forgotten")
	}
}

// TestMatchesAreRememberedApart: what was sent of one match says nothing of another.
func TestMatchesAreRememberedApart(t *testing.T) {
	alice, _ := pair(t, "quoridor")
	alice.play("e2")
	other, _ := pair(t, "quoridor")
	other.Heads = alice.Heads
	other.play("e2")
	if alice.isOld() || other.isOld() {
		t.Error("two matches are mixed up")
	}
}

// TestDamagedHeads: without what was remembered nothing is missed, and it is remembered anew.
func TestDamagedHeads(t *testing.T) {
	for name, damage := range map[string]func(s *seat, note string) error{
		"deleted":             func(s *seat, _ string) error { return os.RemoveAll(s.Heads) },
		"a note deleted":      func(_ *seat, note string) error { return os.Remove(note) },
		"an empty note":       func(_ *seat, note string) error { return os.Truncate(note, 0) },
		"a note cut off":      func(_ *seat, note string) error { return os.Truncate(note, 20) },
		"a note of nonsense":  func(_ *seat, note string) error { return os.WriteFile(note, []byte("\x00\xff\n"), 0o600) },
		"a folder for a note": func(_ *seat, note string) error { return errors.Join(os.Remove(note), os.Mkdir(note, 0o700)) },
		"a file for the folder": func(s *seat, _ string) error {
			return errors.Join(os.RemoveAll(s.Heads), os.WriteFile(s.Heads, nil, 0o600))
		},
	} {
		t.Run(name, func(t *testing.T) {
			alice, bob := pair(t, "quoridor")
			alice.play("e2")
			bob.takes(alice)
			bob.play("e8")
			notes, err := filepath.Glob(filepath.Join(alice.Heads, "[0-9a-f]*"))
			if err != nil || len(notes) != 1 {
				t.Fatalf("the notes are %v", notes)
			}
			alice.must(damage(alice, notes[0]))
			if alice.isOld() {
				t.Error("a record is held to be old")
			}
			alice.takes(bob)
			backup := alice.bytes()
			alice.play("e3")
			if strings.HasPrefix(name, "a folder") || strings.HasPrefix(name, "a file") {
				return // nothing can be remembered
			}
			alice.restore(backup)
			if !alice.isOld() {
				t.Error("nothing is remembered")
			}
		})
	}
}
