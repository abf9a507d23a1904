package home_test

import (
	"errors"
	"slices"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/match"
)

// TestShownThrowStays checks that a throw that was shown is kept, whatever the player does next.
func TestShownThrowStays(t *testing.T) {
	looks := []struct {
		name string
		look func(s *seat) error
		want []bool // whether each legal or illegal action must keep the throw
	}{
		{"Play", func(s *seat) error { _, err := s.Play(s.open(), home.Turn{Move: "zz"}); return err }, []bool{false}},
		{"Throw", func(s *seat) error { _, err := s.Throw(s.open(), ""); return err }, []bool{true}},
	}
	for game, options := range map[string]engine.Options{"diceshogi": nil, "rengi": {"rules": "ten"}} {
		for _, l := range looks {
			t.Run(game+"/"+l.name, func(t *testing.T) {
				for _, want := range l.want {
					for came := !want; came != want; {
						s := newSeat(t, "")
						s.begin(game, options)
						came = l.look(s) == nil
						s.keepsThrow()
					}
				}
			})
		}
	}
}

// keepsThrow requires that the throws at the end of the record are kept and used by the next move.
func (s *seat) keepsThrow() {
	s.Helper()
	m := s.open()
	shown := throws(m.Match)
	if m.Ply() != 0 || len(shown) == 0 {
		s.Fatalf("the throw is not written, or a move is:\n%s", s.bytes())
	}
	for range 2 {
		s.unchanged(func() {
			if after, err := s.Try(s.open(), home.Turn{Move: s.first()}); err != nil || after.Ply() != 1 {
				s.Errorf("a legal move gives %v", err)
			}
			if _, err := s.Play(s.open(), home.Turn{Move: "zz"}); err == nil {
				s.Error("a wrong move was played")
			}
			if _, err := s.Try(s.open(), home.Turn{Move: s.first(), Throw: "1"}); !rejects(err, engine.ThrowUnasked) {
				s.Errorf("another throw gives %v", err)
			}
		})
	}
	c, err := s.Play(s.open(), home.Turn{Move: s.first()})
	s.must(err)
	if played := c.Match.Moves()[:len(shown)]; !slices.Equal(played, shown) {
		s.Errorf("shown %v, played with %v", shown, played)
	}
	c, err = s.Undo(s.open())
	s.must(err)
	if again := throws(c.Match); !slices.Equal(again, shown) {
		s.Errorf("shown %v, after a take-back %v", shown, again)
	}
}

// first returns a legal move.
func (s *seat) first() string {
	s.Helper()
	for move := range s.open().Last().Moves() {
		return string(move)
	}
	s.Fatal("no move is legal")
	return ""
}

func rejects(err error, rule *engine.Rule) bool {
	var r *engine.Rejection
	return errors.As(err, &r) && r.Rule == rule
}

// TestTryWritesNothing checks that Try neither throws dice nor writes the move, but accepts typed dice.
func TestTryWritesNothing(t *testing.T) {
	s := newSeat(t, "")
	s.begin("diceshogi", nil)
	s.unchanged(func() {
		_, err := s.Try(s.open(), home.Turn{Move: "P5d-5c"})
		if turn := new(match.NotYourTurn); !errors.As(err, &turn) || turn.Text != i18n.T("refused.throw-first") {
			t.Errorf("before the throw: %v", err)
		}
		if after, err := s.Try(s.open(), home.Turn{Move: "P5d-5c", Throw: "6"}); err != nil || after.Ply() != 1 {
			t.Errorf("with real dice: %v", err)
		}
	})
}

// TestTypedThrowIsThrownOnce checks that of two throws in a row the machine makes the second, whatever was typed for the first.
func TestTypedThrowIsThrownOnce(t *testing.T) {
	s := newSeat(t, "")
	c, err := s.Begin(home.Setup{Game: all.Game("rengi"), Options: engine.Options{"rules": "ten"}, Start: "///// ///// free free 2,0 - 0,0 +1 - AB+CD,AB+AB+CD 1 columns v1"})
	s.must(err)
	c, err = s.Throw(c, "6,1")
	s.must(err)
	if e := c.Record.Events; len(e) != 2 || e[0].Step.String() != "[6,1]" || e[0].Source != kif.Typed || e[1].Source != kif.Machine {
		t.Errorf("the throws are %+v", e)
	}
}

// TestThrowThatNobodySaw checks that an action that fails before the throw leaves no throw in the record.
func TestThrowThatNobodySaw(t *testing.T) {
	s := newSeat(t, "Alice")
	s.begin("diceshogi", nil, kif.Seat{Name: "Zed", Address: "zed@example.org"}, s.Me)
	s.unchanged(func() {
		var turn *match.NotYourTurn
		for _, seat := range []int{0, 1, 2} {
			if _, err := s.Try(s.open(), home.Turn{Move: "5e5d", Seat: seat}); !errors.As(err, &turn) {
				t.Errorf("seat %d: %v", seat, err)
			}
			if _, err := s.Play(s.open(), home.Turn{Move: "5e5d", Seat: seat}); !errors.As(err, &turn) {
				t.Errorf("seat %d: %v", seat, err)
			}
		}
	})
	s = newSeat(t, "")
	s.begin("diceshogi", nil)
	s.unchanged(func() {
		for _, seat := range []int{-1, 2, 3} {
			if _, err := s.Try(s.open(), home.Turn{Move: "5e5d", Seat: seat}); err == nil {
				t.Errorf("seat %d may move", seat)
			}
		}
	})
	s.unchanged(func() { // the player still has the real dice, so nothing is lost
		for _, throw := range []string{"1", "9"} {
			s.Try(s.open(), home.Turn{Move: "zz", Throw: throw})
			s.Play(s.open(), home.Turn{Move: "zz", Throw: throw})
		}
	})
}

// TestThrowByLetterIsShownOnly checks that committed dice give the same throw each time, and are sent with the link that proves them.
func TestThrowByLetterIsShownOnly(t *testing.T) {
	alice, bob := pair(t, "diceshogi")
	for _, s := range []*seat{alice, bob} {
		if s.open().Next().Throw == nil {
			t.Fatal("no dice are due")
		}
	}
	m, err := alice.ReadDice(alice.open().Match)
	alice.must(err)
	var move string
	for first := range m.Last().Moves() {
		move = string(first)
		break
	}
	alice.unchanged(func() {
		for range 3 {
			c, err := alice.Try(alice.open(), home.Turn{Move: move})
			alice.must(err)
			if c.Ply() != 1 {
				t.Errorf("%d plies", c.Ply())
			}
		}
	})
	bob.unchanged(func() {
		var turn *match.NotYourTurn
		if _, err := bob.Try(bob.open(), home.Turn{Move: move}); !errors.As(err, &turn) {
			t.Errorf("the other side's dice give %v", err)
		}
	})
	alice.play(move)
	bob.takes(alice)
}

// throws returns the throws after the last entry of m, which the next turn uses.
func throws(m *match.Match) (words []string) {
	for _, e := range m.Record.Events[m.LastEntry()+1:] {
		words = append(words, e.Step.String())
	}
	return words
}

// TestNobodyThrowsBeforeTheUmpire checks that no player can move while the dice wait for the umpire's program, and that the error says so.
func TestNobodyThrowsBeforeTheUmpire(t *testing.T) {
	umpire, bob, carol := newSeat(t, "Umpire"), newSeat(t, "Bob"), newSeat(t, "Carol")
	c, err := umpire.Invite(home.Invitation{Game: all.Game("diceshogi"), Umpire: true, Seat: 1, Others: []kif.Seat{bob.Me, carol.Me}})
	umpire.must(err)
	umpire.file = c.File
	for _, other := range []*seat{bob, carol} {
		_, err := other.Queue(umpire.public())
		other.must(err)
		c, err := other.Accept(c.Short(), "", false)
		other.must(err)
		other.file = c.File
		umpire.takes(other)
	}
	c = umpire.open()
	for _, s := range []*seat{bob, carol} {
		if _, err := s.Try(c, home.Turn{Move: "P5d-5c"}); s.ToMove(c.Match) || err == nil || err.Error() != "waiting for Umpire's dice" {
			t.Errorf("%s is to move: %v, and a move gives %v", s.Me.Name, s.ToMove(c.Match), err)
		}
	}
}
