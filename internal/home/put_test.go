package home_test

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

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
		if err := s.Put(s.file, first.Match, first.Match); !errors.Is(err, match.ErrChanged) {
			t.Errorf("what is there no more is replaced: %v", err)
		}
		if err := s.Put(s.file, nil, first.Match); !errors.Is(err, fs.ErrExist) {
			t.Errorf("a new file in the place of another: %v", err)
		}
	})
	s.must(s.Put(s.file, second.Match, first.Match))
	if s.open().Ply() != 0 {
		t.Errorf("it was not replaced:\n%s", s.bytes())
	}
	s.must(os.Remove(s.file))
	if err := s.Put(s.file, first.Match, second.Match); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is gone is replaced: %v", err)
	}
}

// step returns an edit that appends a legal move: a wall, while there are walls.
func step(m *match.Match) (*match.Match, error) {
	moves := slices.Collect(m.Last().Moves())
	return m.Append(kif.Plain(kif.Move(moves[len(moves)-1])))
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
	if !errors.Is(err, match.ErrChanged) || !strings.Contains(err.Error(), "try later") || s.open().Ply() != tries {
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
