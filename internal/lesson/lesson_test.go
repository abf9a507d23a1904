package lesson_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/internal/lesson"
)

// TestTeaching wants the order of a teacher: the moves of a game before what is rare, and endings last.
func TestTeaching(t *testing.T) {
	for game, want := range map[string]string{
		"quoridor":   "pawn wall jump pass end",
		"diceshogi":  "move square piece promotion drop check drop die end",
		"shogi":      "move square piece promotion drop check drop declare end",
		"goryujin":   "head join piece cell contact touchdown end",
		"rengi":      "place list end",
		"slashchain": "square tile overline renju end",
	} {
		var kinds []string
		for _, d := range lesson.Diagrams(all.Game(game)) {
			kind, _, _ := strings.Cut(d.Rule.ID, ".")
			kinds = append(kinds, kind)
		}
		if got := strings.Join(slices.Compact(kinds), " "); got != want {
			t.Errorf("%s is taught as %s, want %s", game, got, want)
		}
	}
}

// TestWholeMatch plays the match of a game with dice and of one without to its end, and begins it anew.
func TestWholeMatch(t *testing.T) {
	for _, game := range []string{"diceshogi", "slashchain"} {
		r := rand.New(rand.NewPCG(3, 4))
		c, err := lesson.New(all.Game(game), nil, r)
		if err != nil {
			t.Fatal(err)
		}
		l := c.Lessons[len(c.Lessons)-1]
		for l.Ours() {
			if l.Last().Next().Throw != nil {
				err = c.Throw(l)
			} else {
				err = c.Play(l, pick(l.Last(), r))
			}
			if err != nil {
				t.Fatalf("%s: %v", game, err)
			}
			if seat := engine.Due(l.Last()); !l.Over() && seat != 1 {
				t.Fatalf("%s: after %d plies it is the turn of %d", game, len(l.Plies)-1, seat)
			}
		}
		if l.Look(); !l.Done || len(l.Plies) < 5 {
			t.Errorf("%s: it ends after %d plies", game, len(l.Plies)-1)
		}
		if l.Again(); l.Done || len(l.Plies) != 1 || !l.Ours() {
			t.Errorf("%s: it does not begin anew", game)
		}
	}
}

// pick returns a random move.
func pick(p engine.Position, r *rand.Rand) engine.Move {
	moves := slices.Collect(p.Moves())
	return moves[r.IntN(len(moves))]
}
