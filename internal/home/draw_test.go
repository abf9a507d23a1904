package home_test

import (
	"os"
	"path/filepath"
	"testing"

	"hikyaku/internal/home"
	"hikyaku/kif"
)

// wishes makes s offer a draw on its own turn.
func (s *seat) wishes() {
	s.Helper()
	s.unchanged(func() {
		if _, waits, err := s.Desk.OfferDraw(s.open(), true); err != nil || !waits {
			s.Fatalf("waits: %v, %v", waits, err)
		}
	})
}

// offers reports whether the record of s ends with a move and an offer of a draw.
func (s *seat) offers() bool {
	s.Helper()
	m := s.open()
	return m.Offer != nil && m.Offer.Asks == kif.DrawQuestion && m.LastEntry() == m.Match.LastMove()+1
}

// TestDrawOnTheOwnTurn checks that the offer is kept until the next move, and sent with that move only.
func TestDrawOnTheOwnTurn(t *testing.T) {
	alice, bob := pair(t, "quoridor")
	alice.wishes()
	alice.wishes()
	alice.unchanged(func() {
		if _, err := alice.Play(alice.open(), home.Turn{Move: "e5", Post: true}); err == nil {
			t.Error("an illegal move was played")
		}
	})
	c := alice.play("e2")
	if i := c.LastEntry(); !alice.offers() || !c.Record.Events[i].Posted || c.By(i) != 1 {
		t.Fatalf("no draw is offered:\n%s", alice.bytes())
	}
	bob.takes(alice)
	bob.play("e8")
	alice.takes(bob)
	alice.play("e3")
	if alice.offers() {
		t.Errorf("the offer is repeated:\n%s", alice.bytes())
	}
	if left, _ := filepath.Glob(filepath.Join(alice.Dir, ".*.draw")); len(left) > 0 {
		t.Errorf("left over: %v", left)
	}
}

// TestDrawOutOfTurn checks that a draw can be offered immediately on the other player's turn, and accepted.
func TestDrawOutOfTurn(t *testing.T) {
	alice, bob := pair(t, "quoridor")
	c, waits, err := bob.Desk.OfferDraw(bob.open(), true)
	if err != nil || waits || c.Offer == nil || c.Offer.Party != 2 {
		t.Fatalf("waits: %v, %v:\n%s", waits, err, bob.bytes())
	}
	alice.takes(bob)
	c, waits, err = alice.Desk.OfferDraw(alice.open(), true)
	if err != nil || waits || c.Outcome == nil || c.Outcome.Word != kif.DrawAgreed {
		t.Errorf("waits: %v, %v:\n%s", waits, err, alice.bytes())
	}
	alice.unchanged(func() {
		if _, _, err := alice.Desk.OfferDraw(alice.open(), true); err == nil {
			t.Error("a draw is offered behind the end")
		}
	})
}

// TestDrawWaitsForTheCourier checks that the offer is added only when the move is sent, and is kept if the move is undone.
func TestDrawWaitsForTheCourier(t *testing.T) {
	alice, _ := pair(t, "quoridor")
	alice.wishes()
	for _, move := range []string{"d1", "e2"} {
		_, err := alice.Undo(alice.open())
		if move == "e2" {
			alice.must(err)
		}
		_, err = alice.Play(alice.open(), home.Turn{Move: move})
		alice.must(err)
		if alice.open().Offer != nil {
			t.Fatalf("a draw is offered with a draft:\n%s", alice.bytes())
		}
	}
	draft := alice.open()
	posted, err := alice.Desk.Post(draft)
	alice.must(err)
	alice.must(alice.Put(draft, posted))
	if !alice.offers() {
		t.Fatalf("no draw is offered with the move that was sent:\n%s", alice.bytes())
	}
	_, err = alice.Do(alice.open(), home.Doing("away", "2026-12-20..2026-12-24"), false)
	alice.must(err)
	draft = alice.open()
	posted, err = alice.Desk.Post(draft)
	if err != nil || len(posted.Entries) != len(draft.Entries) {
		t.Errorf("something else was sent with an absence (%v):\n%s", err, posted.Record.Bytes())
	}
}

// TestDrawOutlastsAnAct checks that acts of the others, which are not moves, do not end the stored offer.
func TestDrawOutlastsAnAct(t *testing.T) {
	alice, bob := pair(t, "quoridor")
	alice.wishes()
	_, err := bob.Do(bob.open(), home.Doing("away", "2026-12-20..2026-12-24"), true)
	bob.must(err)
	alice.takes(bob)
	alice.play("e2")
	if !alice.offers() {
		t.Errorf("no draw is offered:\n%s", alice.bytes())
	}
}

// TestDrawLapses checks that the stored offer ends if its move can no longer be played.
func TestDrawLapses(t *testing.T) {
	for name, lapse := range map[string]func(alice, bob *seat){
		"a draft, and moves by another machine": func(alice, bob *seat) {
			backup := alice.bytes()
			alice.Heads = ""
			other := &seat{T: t, Desk: alice.Desk, file: filepath.Join(t.TempDir(), filepath.Base(alice.file))}
			alice.must(os.WriteFile(other.file, []byte(backup), 0o644))
			other.play("e2")
			bob.takes(other)
			bob.play("e8")
			alice.takes(bob)
		},
		"moves taken back": func(alice, bob *seat) {
			_, err := bob.Do(bob.open(), home.Doing("ask-undo", "1"), true)
			bob.must(err)
			alice.takes(bob)
			_, err = alice.Do(alice.open(), home.Doing("agree"), true)
			alice.must(err)
			bob.takes(alice)
		},
		"another move of the other's": func(alice, bob *seat) {
			for _, s := range []*seat{alice, bob} {
				c := s.open()
				s.Heads = ""
				s.must(os.WriteFile(s.file, c.Match.Cut(c.LastEntry()).Record.Bytes(), 0o644))
			}
			bob.play("f9")
			alice.takes(bob)
		},
	} {
		t.Run(name, func(t *testing.T) {
			alice, bob := pair(t, "quoridor")
			if name != "a draft, and moves by another machine" {
				alice.play("e2")
				bob.takes(alice)
				bob.play("e8")
				alice.takes(bob)
			}
			alice.wishes()
			lapse(alice, bob)
			alice.play(alice.first())
			if alice.offers() {
				t.Errorf("a draw is offered:\n%s", alice.bytes())
			}
		})
	}
}

// TestNoDrawWithTheLastMove checks that no draw is offered with a move that ends the game.
func TestNoDrawWithTheLastMove(t *testing.T) {
	alice, bob := pair(t, "quoridor")
	s, other := alice, bob
	for _, move := range []string{"e2", "e8", "e3", "e7", "e4", "e6", "e5", "e4", "e6", "e3", "e7", "e2", "e8"} {
		s.play(move)
		other.takes(s)
		s, other = other, s
	}
	s.wishes()
	if c := s.play("e1"); c.Outcome == nil || c.Outcome.Word != "" {
		t.Errorf("the match goes on:\n%s", s.bytes())
	}
}

// TestDrawAtOneMachine checks that no offer is stored in a match on one machine.
func TestDrawAtOneMachine(t *testing.T) {
	s := newSeat(t, "")
	s.begin("quoridor", nil)
	s.unchanged(func() {
		if _, waits, err := s.Desk.OfferDraw(s.open(), true); err == nil || waits {
			t.Errorf("waits: %v, %v", waits, err)
		}
	})
}

// TestDrawWithTheMove checks that the draw is offered when the move is handed to the courier, immediately or later, and not with a rejected move.
func TestDrawWithTheMove(t *testing.T) {
	alice, bob := pair(t, "quoridor")
	alice.unchanged(func() {
		if _, err := alice.Play(alice.open(), home.Turn{Move: "e5", Draw: true, Post: true}); err == nil {
			t.Error("an illegal move was played")
		}
	})
	if alice.play("e2"); alice.offers() {
		t.Fatalf("a refused move has left its offer:\n%s", alice.bytes())
	}
	bob.takes(alice)
	draft, err := bob.Play(bob.open(), home.Turn{Move: "e8", Draw: true})
	if err != nil || bob.offers() {
		t.Fatalf("%v, or the offer does not wait:\n%s", err, bob.bytes())
	}
	posted, err := bob.Desk.Post(draft)
	if err != nil || posted.Offer == nil || posted.Offer.Asks != kif.DrawQuestion {
		t.Errorf("%v, or no draw is offered: %+v", err, posted.Offer)
	}
}
