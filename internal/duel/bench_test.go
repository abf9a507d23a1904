package duel_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/diceshogi"
	"hikyaku/internal/analysis"
	"hikyaku/internal/computer"
)

// BenchmarkSimpleLoses measures how much of the expected result the simple player's moves lose in a game of dice shogi against a thinking
// one. Half of all games and that much is what the best play would win against it.
func BenchmarkSimpleLoses(b *testing.B) {
	lost := 0.0
	for n := 0; b.Loop(); n++ {
		g, err := computer.Begin(diceshogi.Game, nil)
		if err != nil {
			b.Fatal(err)
		}
		dice := rand.New(rand.NewPCG(uint64(n), 2))
		simple := computer.Simple{Rand: rand.New(rand.NewPCG(uint64(n), 3))}
		for seat := 1 + n%2; g.Now.Next().Result == nil; {
			next, m := g.Now.Next(), engine.Move("")
			switch next.Player {
			case 0:
				m = engine.RandomThrow(next.Throw, dice)
			case seat:
				if m, err = simple.Choose(context.Background(), g); err != nil {
					b.Fatal(err)
				}
				lost += expected(g.Now, seat)
			default:
				m = thought(g.Now, 20_000).Line[0]
			}
			if err := g.Play(m); err != nil {
				b.Fatal(err)
			}
			if next.Player == seat {
				lost -= expected(g.Now, seat)
			}
		}
	}
	b.ReportMetric(lost/float64(b.N), "lost/game")
}

// expected returns the expected result of a seat.
func expected(p engine.Position, seat int) float64 {
	if r := p.Next().Result; r != nil {
		return analysis.Results(r)[seat-1]
	}
	return thought(p, 200_000).Scores[seat-1]
}

func thought(p engine.Position, nodes int) (last engine.Thought) {
	for last = range p.(engine.Thinker).Think(context.Background(), engine.Limits{Nodes: nodes}) {
	}
	return last
}
