package diceshogi

import (
	"math/rand/v2"
	"testing"

	"hikyaku/engine"
)

// best returns the move with the best value for the seat to move.
func best(t *testing.T, p engine.Position) (choice engine.Move) {
	t.Helper()
	seat, most := p.Next().Player, 0
	for m := range p.Moves() {
		if n := mustApply(t, p, m).(*position).Value(seat); choice == "" || n > most {
			choice, most = m, n
		}
	}
	return choice
}

func TestValueFindsTheMove(t *testing.T) {
	for _, c := range []struct {
		rules, text string
		want        engine.Move
	}{
		{dice, "4k/4R/4r/5/K4 b - dice 6", "１一飛(12)"},    // the king, not the rook
		{minishogi, "2k2/5/2P2/5/K4 b GR", "３二金打"},       // mate
		{minishogi, "k4/5/2r2/2s2/2P1K b -", "３四歩(35)"},  // the only capture
		{hyper, "4k/5/5/r3P/3K1 b - hyper 6", "１三歩(14)"}, // away from the rook
		{dice, "2k1r/5/5/3p1/3PK b - dice 6", "２四玉(15)"}, // out of the rook's way, though no rule asks for it
	} {
		if got := best(t, mustParse(t, c.rules, c.text)); got != c.want {
			t.Errorf("%s: the best move is %s: want %s", c.text, got, c.want)
		}
	}
}

// TestValueAvoidsStalemate checks that the value avoids stalemate, which loses under Hyper for the seat that brings it
// about.
func TestValueAvoidsStalemate(t *testing.T) {
	p := mustParse(t, hyper, "4k/2S2/5/3G1/K4 b - hyper 2")
	if got := best(t, p); got == "２三金(24)" {
		t.Errorf("%s: the best move is %s, which is stalemate", p, got)
	}
}

// TestValueEndsGames checks that most games between two such players end.
func TestValueEndsGames(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, rules := range []string{dice, hyper} {
		ended, plies := 0, 0
		for range 10 {
			p := engine.Position(mustStart(t, rules))
			for range 300 {
				if p.Next().Result != nil {
					ended++
					break
				}
				plies++
				if p.Next().Throw != nil {
					p = mustApply(t, p, engine.Throw(1+random.IntN(sides)))
					continue
				}
				p = mustApply(t, p, best(t, p))
			}
		}
		t.Logf("%s: %d of 10 games ended, %d throws and moves", rules, ended, plies)
		if ended < 9 {
			t.Errorf("%s: %d of 10 games ended", rules, ended)
		}
	}
}
