package home_test

import (
	"slices"
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/internal/home"
	"hikyaku/kif"
	"hikyaku/match"
)

// TestLocalMatchOfFour checks that on one machine too the others keep playing, each seat can resign once, and the last one wins.
func TestLocalMatchOfFour(t *testing.T) {
	s := newSeat(t, "")
	s.begin("quoridor", engine.Options{"players": "4"}, kif.Seat{Name: "A"}, kif.Seat{Name: "B"}, kif.Seat{Name: "C"}, kif.Seat{Name: "level1"})
	resign := func(seat int, out ...int) *match.Match {
		c, err := s.Resign(s.open(), seat, false)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(c.Roster.Out, out) {
			t.Errorf("%v are out, want %v", c.Roster.Out, out)
		}
		return c.Match
	}
	if _, err := s.Try(s.open(), home.Turn{Move: "e2", Seat: 1}); err != nil {
		t.Errorf("A may not move as seat 1: %v", err)
	}
	if _, err := s.Try(s.open(), home.Turn{Move: "e2", Seat: 2}); err == nil || err.Error() != "it is A's turn" {
		t.Errorf("B moves in A's turn: %v", err)
	}
	resign(0, 1)
	if _, err := s.Resign(s.open(), 1, false); err == nil || !strings.Contains(err.Error(), "A is already out") {
		t.Errorf("a seat leaves twice: %v", err)
	}
	if c, err := s.Undo(s.open()); err != nil || len(c.Roster.Out) != 0 {
		t.Errorf("undone: %v", err)
	}
	resign(2, 2)
	m := resign(0, 2, 1)
	if m.Due() != 3 || m.Outcome != nil {
		t.Errorf("seat %d is to move, outcome %+v", m.Due(), m.Outcome)
	}
	over := resign(3, 2, 1, 3)
	if !slices.Equal(over.Outcome.Places, []int{3, 4, 2, 1}) {
		t.Errorf("outcome %+v", over.Outcome)
	}
}

// TestProgramsAlone checks that computer players do not play on once all people have left.
func TestProgramsAlone(t *testing.T) {
	s := newSeat(t, "")
	s.begin("quoridor", engine.Options{"players": "4"}, kif.Seat{Name: "A"}, kif.Seat{Name: "B"}, kif.Seat{Name: "hikyaku level1"}, kif.Seat{Name: "hikyaku level1"})
	for _, move := range []string{"e2", "b5"} {
		_, err := s.Play(s.open(), home.Turn{Move: move})
		s.must(err)
	}
	for seat, want := range []bool{true, true, false} { // with both people, one, and none in the game
		if seat > 0 {
			_, err := s.Resign(s.open(), seat, false)
			s.must(err)
		}
		if _, due := home.ProgramDue(s.open().Match); due != want {
			t.Errorf("%v are out, and a program is due: %v", s.open().Roster.Out, due)
		}
	}
}
