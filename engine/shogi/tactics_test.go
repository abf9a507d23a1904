package shogi

import (
	"context"
	"flag"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/search"
	"hikyaku/engine/search/searchtest"
)

var prove = flag.Bool("prove", false, "prove the tactics by playing all legal moves")

// TestTactics guards how strongly the search plays.
func TestTactics(t *testing.T) { searchtest.Tactics(t, Game, *prove) }

// TestExchangesAreFollowed: looking one move ahead, the search goes to the end of the captures behind it. A rook does not take a piece
// that is defended, and a silver takes a rook that is.
func TestExchangesAreFollowed(t *testing.T) {
	for _, c := range []struct {
		text  string
		move  engine.Move
		takes bool
	}{
		{"3gk4/9/4p4/3s5/4R4/9/9/9/4K4 b -", "５三飛(55)", false},
		{"3gk4/4g4/4p4/9/4R4/9/9/9/4K4 b -", "５三飛成(55)", false},
		{"k8/9/3p5/4r4/4S4/9/9/9/4K4 b -", "５四銀(55)", true},
		{"k8/9/4l4/4p4/9/4R4/9/9/K8 b -", "５四飛(56)", false},
	} {
		for thought := range mustParse(t, nil, c.text).Think(context.Background(), engine.Limits{Memory: 1 << 20}) {
			if thought.Depth < 1 {
				continue
			}
			if takes := thought.Line[0] == c.move; takes != c.takes {
				t.Errorf("%s: one move ahead %v is best; that it is %s is %v", c.text, thought.Line, c.move, !c.takes)
			}
			break
		}
	}
}

// TestPlacesKnowTheKings: who attacks is worth more before the other king than behind it, who defends more beside the own king
// than beside the other, for both seats alike.
func TestPlacesKnowTheKings(t *testing.T) {
	on := func(file, rank int) square { return square((file-1)*size + rank - 1) }
	own, foe := on(5, 9), on(5, 3)
	for _, c := range []struct {
		about         string
		better, worse square
		k             kind
	}{
		{"a dragon before the other king and behind it", on(5, 5), on(5, 1), dragon},
		{"a dragon beside the other king and beside its own", on(4, 3), on(4, 9), dragon},
		{"a rook two squares off the other king and two off its own", on(7, 3), on(7, 9), rook},
		{"a horse beside its own king and far from both", on(4, 9), on(9, 9), horse},
	} {
		kings := [2]square{own, foe}
		if a, b := placed().at(0, c.k, c.better, &kings), placed().at(0, c.k, c.worse, &kings); a <= b {
			t.Errorf("%s are worth %d and %d", c.about, a, b)
		}
		round := [2]square{cells - 1 - foe, cells - 1 - own}
		if a, b := placed().at(1, c.k, cells-1-c.better, &round), placed().at(1, c.k, cells-1-c.worse, &round); a <= b {
			t.Errorf("for seat 2 %s are worth %d and %d", c.about, a, b)
		}
	}
}

// TestQuietMovesRiskTheirPieces: a piece on an attacked square is lost, unless what takes it is worth as much and can be taken back.
func TestQuietMovesRiskTheirPieces(t *testing.T) {
	for _, c := range []struct {
		about, text string
		move        engine.Move
		want        search.Score
	}{
		{"a gold dropped before a pawn", "4k4/9/4p4/9/9/9/9/9/4K4 b G", "５四金打", price[gold]},
		{"the same with a pawn behind it", "4k4/9/4p4/9/4P4/9/9/9/4K4 b G", "５四金打", price[gold] - price[pawn]},
		{"a gold that nothing attacks", "4k4/9/4p4/9/9/9/9/9/4K4 b G", "５五金打", 0},
		{"a pawn before a pawn", "4k4/9/4p4/9/4P4/4L4/9/9/4K4 b -", "５四歩(55)", 0},
		{"a gold dropped before a rook on the first square", "8r/4k4/9/9/9/9/9/9/4K4 b G", "１五金打", price[gold]},
		{"a silver before a pawn", "4k4/9/4p4/9/4S4/9/9/9/4K4 b -", "５四銀(55)", price[silver]},
	} {
		p := mustParse(t, nil, c.text)
		v := newViewer(p)
		n := v.node(&p.Position)
		for _, r := range v.Moves(&n, false, nil) {
			if engine.Move(r.Move.String()) == c.move {
				if got := v.Risk(&n, r.Move); got != c.want {
					t.Errorf("%s: %s risks %d, not %d", c.about, c.move, got, c.want)
				}
				c.move = ""
			}
		}
		if c.move != "" {
			t.Errorf("%s: %s is no move", c.about, c.move)
		}
	}
}
