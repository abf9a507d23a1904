package home_test

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"hikyaku/internal/atomicfile"
	"hikyaku/internal/home"
	"hikyaku/kif"
	"hikyaku/match"
)

func TestPutKnowsWhatItReplaces(t *testing.T) {
	s := newSeat(t, "")
	s.begin("quoridor", nil)
	first := s.open()
	second, err := s.Play(s.open(), home.Turn{Move: "e2"})
	s.must(err)
	s.unchanged(func() {
		if err := s.Put(first, first.Match); !errors.Is(err, match.ErrChanged) {
			t.Errorf("what is there no more is replaced: %v", err)
		}
		if err := s.Put(home.Copy{File: s.file}, first.Match); !errors.Is(err, fs.ErrExist) {
			t.Errorf("a new file in the place of another: %v", err)
		}
	})
	s.must(s.Put(second, first.Match))
	if s.open().Ply() != 0 {
		t.Errorf("it was not replaced:\n%s", s.bytes())
	}
	s.must(os.Remove(s.file))
	if err := s.Put(first, second.Match); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is gone is replaced: %v", err)
	}
}

// step returns an edit that appends a legal move: a wall, while there are walls.
func step(m *match.Match) (*match.Match, error) {
	moves := slices.Collect(m.Last().Moves())
	return m.Append(kif.Plain(kif.Move(moves[len(moves)-1])))
}

// reads counts how often a file is read.
type reads struct {
	atomicfile.System
	file string
	n    int
}

func (r *reads) Read(name string) ([]byte, fs.FileMode, error) {
	if name == r.file {
		r.n++
	}
	return r.System.Read(name)
}

// TestRecordIsReadOnce: what is done in an open record reads the file only to be sure that nobody else has written it, before and
// after the new file is made.
func TestRecordIsReadOnce(t *testing.T) {
	alice, _ := pair(t, "quoridor")
	mover := alice.open()
	for name, do := range map[string]func(d *home.Desk, c home.Copy) (home.Copy, error){
		"play":   func(d *home.Desk, c home.Copy) (home.Copy, error) { return d.Play(c, home.Turn{Move: "e2"}) },
		"say":    func(d *home.Desk, c home.Copy) (home.Copy, error) { return d.Do(c, home.Doing("say", "Hello"), false) },
		"resign": func(d *home.Desk, c home.Copy) (home.Copy, error) { return d.Resign(c, 0, false) },
		"undo":   func(d *home.Desk, c home.Copy) (home.Copy, error) { return d.Undo(c) },
	} {
		t.Run(name, func(t *testing.T) {
			d := *alice.Desk
			count := &reads{System: d.System, file: alice.file}
			d.System = count
			before := mover
			if name == "undo" {
				var err error
				before, err = alice.Play(mover, home.Turn{Move: "e2"})
				must(t, err)
			}
			after, err := do(&d, before)
			must(t, err)
			if count.n != 2 {
				t.Errorf("read %d times, want 2", count.n)
			}
			must(t, alice.Put(after, mover.Match))
		})
	}
}

// TestChangeBeginsAnew: somebody else writes between the reading and the writing.
func TestChangeBeginsAnew(t *testing.T) {
	s := newSeat(t, "")
	s.begin("quoridor", nil)
	tries := 0
	c, err := s.Change(s.open(), func(m *match.Match) (*match.Match, error) {
		if tries++; tries < 3 {
			_, err := s.Change(s.open(), step)
			s.must(err)
		}
		return step(m)
	})
	if err != nil || tries != 3 || c.Ply() != 3 || s.open().Head != c.Head {
		t.Errorf("%d tries, %v:\n%s", tries, err, s.bytes())
	}
}

func TestChangeGivesUp(t *testing.T) {
	s := newSeat(t, "")
	s.begin("quoridor", nil)
	tries := 0
	_, err := s.Change(s.open(), func(m *match.Match) (*match.Match, error) {
		tries++
		_, err := s.Change(s.open(), step)
		s.must(err)
		return step(m)
	})
	if !errors.Is(err, match.ErrChanged) || !strings.Contains(err.Error(), "try again later") || s.open().Ply() != tries {
		t.Errorf("%d tries, %d plies, %v", tries, s.open().Ply(), err)
	}
}

func TestChangeThatFailsWritesNothing(t *testing.T) {
	s, want := newSeat(t, ""), errors.New("no")
	s.begin("quoridor", nil)
	s.unchanged(func() {
		if _, err := s.Change(s.open(), func(m *match.Match) (*match.Match, error) { return nil, want }); !errors.Is(err, want) {
			t.Errorf("got %v", err)
		}
	})
}

// TestTwoWriters: of what two programs write at once nothing is lost.
func TestTwoWriters(t *testing.T) {
	s := newSeat(t, "")
	s.begin("quoridor", nil)
	const moves = 8
	var writers sync.WaitGroup
	for range 2 {
		writers.Go(func() {
			for range moves {
				if _, err := s.Change(s.open(), step); err != nil {
					t.Error(err)
				}
			}
		})
	}
	writers.Wait()
	if n := s.open().Ply(); n != 2*moves {
		t.Errorf("%d plies, want %d", n, 2*moves)
	}
}
