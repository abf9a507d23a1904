package diceshogi

import (
	"math/rand/v2"
	"slices"
	"testing"

	"hikyaku/engine"
)

// TestPerftCountsMoves compares Perft with listing and playing the moves, with a fixed die and with all throws.
func TestPerftCountsMoves(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, o := range []engine.Options{{"rules": dice}, {"rules": hyper}, {"rules": minishogi}, {"drop": "free"}} {
		p, err := parse(o, startText)
		if err != nil {
			t.Fatal(err)
		}
		for range 24 {
			for _, face := range []int{0, 1, 4, 6} {
				if fast, listed := engine.Count(p, 2, face), engine.CountListed(p, 2, face); fast != listed {
					t.Fatalf("%s: perft 2 with %d = %d, but %d by listing", p, face, fast, listed)
				}
			}
			if p.Next().Result != nil {
				break
			}
			p = randomStep(t, random, p)
		}
	}
}

func randomStep(t *testing.T, random *rand.Rand, p engine.Position) engine.Position {
	if p.Next().Throw != nil {
		return mustApply(t, p, engine.Throw(1+random.IntN(sides)))
	}
	moves := slices.Collect(p.Moves())
	return mustApply(t, p, moves[random.IntN(len(moves))])
}

// TestPerftAtTheEnd checks that a finished game is a leaf at depth 0 only.
func TestPerftAtTheEnd(t *testing.T) {
	for rules, text := range map[string]string{dice: "4R/5/5/5/K4 w -", hyper: "4k/2S2/3G1/5/K4 w -"} {
		p := mustParse(t, rules, text)
		if p.Perft(0, 0) != 1 || p.Perft(1, 0) != 0 || p.Perft(2, 6) != 0 {
			t.Errorf("%s counts %d, %d, %d leaves: want 1, 0, 0", p, p.Perft(0, 0), p.Perft(1, 0), p.Perft(2, 6))
		}
	}
}
