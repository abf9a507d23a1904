package rengi

import (
	"math/rand/v2"
	"slices"
	"testing"

	"hikyaku/engine"
)

// walked returns positions of a random game, one after every given number of moves and throws.
func walked(t *testing.T, options engine.Options, every int) (all []*position) {
	t.Helper()
	random := rand.New(rand.NewPCG(5, 6))
	p := engine.Position(mustStart(t, options))
	for i := 0; p.Next().Result == nil && i < 300; i++ {
		if i%every == 0 {
			all = append(all, p.(*position))
		}
		m := engine.Move("")
		if sides := p.Next().Throw; sides != nil {
			m = engine.RandomThrow(sides, random)
		} else {
			moves := slices.Collect(p.Moves())
			m = moves[random.IntN(len(moves))]
		}
		var err error
		if p, err = p.Apply(m); err != nil {
			t.Fatal(err)
		}
	}
	return append(all, p.(*position))
}

// TestPerftCountsMoves compares Perft with listing and playing the moves, with fixed faces.
func TestPerftCountsMoves(t *testing.T) {
	for _, c := range []struct {
		options string
		every   int
	}{
		{"", 12}, {"rules=ten", 3}, {"rules=ten seq=own cap=3", 7}, {"rules=ten reach=wall unit=6", 7},
		{"rules=kou list=shuffle", 7}, {"split_idle=diff3 unit=1", 12},
	} {
		for _, p := range walked(t, optionsOf(c.options), c.every) {
			if fast, listed := p.Perft(2, 1), engine.CountListed(p, 2, 1); fast != listed {
				t.Errorf("%s: %s: perft 2 = %d, but %d by listing", c.options, p, fast, listed)
			}
		}
	}
}

func TestPerftFromTheStart(t *testing.T) {
	for _, c := range []struct {
		options     string
		depth, face int
		want        uint64
	}{
		{"", 1, 0, 24},
		{"", 2, 0, 24 * 176},
		{"", 3, 0, 24 * 176 * 176},
		{"rules=kou", 2, 0, 96 * (23 * 22 / 2 * 16)},
		{"rules=kou list=shuffle", 2, 1, 6 * 11},
		{"rules=ten", 0, 0, 1},
		{"rules=ten", 1, 0, 4 * 4 * 4 * 4 * 4 * 4 * 4 * 6},
		{"rules=ten", 2, 2, 6 * 11},
	} {
		if got := mustStart(t, optionsOf(c.options)).Perft(c.depth, c.face); got != c.want {
			t.Errorf("%s: perft %d with face %d = %d: want %d", c.options, c.depth, c.face, got, c.want)
		}
	}
}

// TestPerftAtTheEdges counts all throws of a pair and of a part of a row, and a finished game.
func TestPerftAtTheEdges(t *testing.T) {
	over := mustParse(t, nil, "//ABABABABABAB/// ///// free free 0,0 0,0 - - - ??,?? 1 over v1")
	if over.Perft(0, 0) != 1 || over.Perft(1, 0) != 0 {
		t.Errorf("a finished game counts %d, %d leaves: want 1, 0", over.Perft(0, 0), over.Perft(1, 0))
	}
	for text, want := range map[string]uint64{
		"///// ///// free free 0,0 - 0,0 +1 - AB+CD,AB+AB+CD 1 pair v1":       16 * 22,
		"///// ///// free free 1,0 - 0,0 +1 - AB+CD+CD,AB+CD+CD 1 columns v1": 6 * 22,
		"///// ///// free free 1,0 - 0,0 +1 - AB+CD,AA+AB+CD 1 columns v1":    6 * 16 * 11,
	} {
		if got := mustParse(t, engine.Options{"rules": ten}, text).Perft(1, 0); got != want {
			t.Errorf("%s: perft 1 = %d: want %d", text, got, want)
		}
	}
}
