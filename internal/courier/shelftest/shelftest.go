// Package shelftest tests implementations of courier.Shelf, wherever they
// store matches.
package shelftest

import (
	"bytes"
	"errors"
	"io/fs"
	"testing"

	"hikyaku/engine/all"
	"hikyaku/internal/courier"
	"hikyaku/internal/home"
	"hikyaku/kif"
	"hikyaku/match"
)

// In runs work with an umpire's shelf and its desk. The next call sees what
// work has written.
type In func(work func(s courier.Shelf, d *home.Desk))

var alice, bob = kif.Seat{Name: "Alice", Address: "alice@example.com"}, kif.Seat{Name: "Bob", Address: "bob@example.net"}

// Run tests the shelves that open opens, each of them empty.
func Run(t *testing.T, open func(t *testing.T) In) {
	for name, test := range map[string]func(*testing.T, In){
		"what is put is found": testFind, "an old match is not put": testChanged, "a forged step is refused": testForged, "a letter writer is entered": testWriter,
	} {
		t.Run(name, func(t *testing.T) { test(t, open(t)) })
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// begin starts a match between two mail-only players, who have accepted it by
// mail.
func begin(t *testing.T, in In) (file string, id kif.Hash) {
	t.Helper()
	in(func(s courier.Shelf, d *home.Desk) {
		c, err := d.Invite(home.Invitation{Game: all.Game("quoridor"), Umpire: true, Seat: 1, Others: []kif.Seat{alice, bob}})
		must(t, err)
		for n := range 2 {
			before, err := s.Open(c.File)
			must(t, err)
			after, err := s.Sign(before.Match, kif.Event{Step: kif.Accept{}, Mail: kif.Hash{byte(n + 1)}, Posted: true}, before.Roster.Joining())
			must(t, err)
			must(t, s.Put(before, after))
		}
		file, id = c.File, c.Hash()
	})
	return file, id
}

// played returns m with a move, entered for the player to move.
func played(t *testing.T, s courier.Shelf, m *match.Match, move kif.Move) *match.Match {
	t.Helper()
	after, err := s.Sign(m, kif.Event{Step: move, Mail: kif.Hash{byte(len(m.Entries))}, Posted: true}, m.Turn)
	must(t, err)
	return after
}

func testFind(t *testing.T, in In) {
	file, id := begin(t, in)
	in(func(s courier.Shelf, _ *home.Desk) {
		found, err := s.Find(id, []string{file})
		if err != nil || found.Match == nil || found.File != file || found.Hash() != id {
			t.Errorf("the match is found in %q: %v", found.File, err)
		}
		if found, err := s.Find(kif.Hash{1}, []string{file}); found.Match != nil || err != nil {
			t.Errorf("a match that does not exist is found: %v", err)
		}
		one, err := s.Open(file)
		must(t, err)
		if again, err := s.Verify(one.Record); err != nil || again.Head != one.Head || one.Roster.Joining() != 0 {
			t.Errorf("the match is not what was put: %v", err)
		}
		if _, err := s.Open(file + "x"); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("a file that does not exist is opened: %v", err)
		}
		if !s.Holds(one.Keys.Of[1]) || s.Holds("other") {
			t.Error("the key of the umpire is not known, or another is")
		}
		newest, all, err := s.Token(one.Match, 2, 3)
		if other, _, _ := s.Token(one.Match, 3, 3); err != nil || len(all) != 1 || all[0] != newest || other == newest {
			t.Errorf("the tokens are %v and %v: %v", newest, all, err)
		}
	})
}

func testChanged(t *testing.T, in In) {
	file, _ := begin(t, in)
	in(func(s courier.Shelf, _ *home.Desk) {
		old, err := s.Open(file)
		must(t, err)
		one, other := played(t, s, old.Match, "e2"), played(t, s, old.Match, "d1")
		must(t, s.Put(old, one))
		if err := s.Put(old, other); !errors.Is(err, match.ErrChanged) {
			t.Errorf("a match that has changed is put: %v", err)
		}
		if err := s.Put(match.Copy{File: file}, other); !errors.Is(err, fs.ErrExist) {
			t.Errorf("a match takes the place of another: %v", err)
		}
		now, err := s.Open(file)
		must(t, err)
		if !bytes.Equal(now.Record.Bytes(), one.Record.Bytes()) {
			t.Errorf("the record is\n%s", now.Record.Bytes())
		}
	})
	in(func(s courier.Shelf, _ *home.Desk) {
		if now, err := s.Open(file); err != nil || now.Ply() != 1 {
			t.Errorf("the move is not there any more: %v", err)
		}
	})
}

// testForged changes a move without signing it.
func testForged(t *testing.T, in In) {
	file, _ := begin(t, in)
	in(func(s courier.Shelf, _ *home.Desk) {
		m, err := s.Open(file)
		must(t, err)
		good := played(t, s, m.Match, "e2")
		forged, err := good.Record.With(func(_ int, e kif.Event) kif.Event {
			if e.Step == kif.Step(kif.Move("e2")) {
				e.Step = kif.Move("d1")
			}
			return e
		})
		must(t, err)
		if _, err := s.Verify(forged); err == nil {
			t.Error("a forged record is believed")
		}
		if _, err := s.Verify(good.Record); err != nil {
			t.Errorf("a good one is not: %v", err)
		}
	})
}

// testWriter enters the move of a mail-only player, and attends to the match.
func testWriter(t *testing.T, in In) {
	file, _ := begin(t, in)
	in(func(s courier.Shelf, _ *home.Desk) {
		m, err := s.Open(file)
		must(t, err)
		moved := played(t, s, m.Match, "e2")
		must(t, s.Put(m, moved))
		after, _, err := s.Attend(match.Copy{File: file, Match: moved})
		must(t, err)
		if after.Ply() != 1 || after.Turn == m.Turn || s.Current(after) != nil {
			t.Errorf("behind the move it is the turn of %d", after.Turn)
		}
		posted, err := s.Post(after)
		if err != nil || posted.Head != after.Head {
			t.Errorf("what was handed over is signed anew: %v", err)
		}
		if blocked, err := s.Blocks(alice.Address, bob.Address); blocked || err != nil {
			t.Errorf("a player is blocked: %v", err)
		}
		if list := s.Invitations(); len(list) != 0 || s.Waiting() != 0 {
			t.Errorf("invitations wait: %v", list)
		}
	})
}
