package slashchain

import (
	"math/rand/v2"
	"slices"
	"testing"

	"hikyaku/engine"
)

// twenty returns a table of 20 tiles under renju, made by random moves that do not end the game.
func twenty(tb testing.TB, seed uint64) *position {
	tb.Helper()
	options, err := Game.Resolve(engine.Options{"rule": "renju", "tiles": "2"})
	if err != nil {
		tb.Fatal(err)
	}
	r := rand.New(rand.NewPCG(seed, 4))
	var p engine.Position = start(options)
	for ply := 0; ply < 20; {
		moves := slices.Collect(p.Moves())
		q, err := p.Apply(moves[r.IntN(len(moves))])
		if err != nil {
			tb.Fatal(err)
		}
		if q.Next().Result == nil {
			p = q
			ply++
		}
	}
	return p.(*position)
}

// BenchmarkMoves makes full lists of moves on tables of 20 tiles; the target is 200,000 a second.
func BenchmarkMoves(b *testing.B) {
	var positions []*position
	for seed := range uint64(8) {
		positions = append(positions, twenty(b, seed))
	}
	moves := 0
	for i := 0; b.Loop(); i++ {
		for range positions[i%len(positions)].Moves() {
			moves++
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "lists/s")
	b.ReportMetric(float64(moves)/float64(b.N), "moves/list")
}

// BenchmarkPerft counts 7,181,504 leaves of the game with one tile of each kind.
func BenchmarkPerft(b *testing.B) {
	options, _ := Game.Resolve(nil)
	for b.Loop() {
		if n := start(options).Perft(4, 0); n != 7_181_504 {
			b.Fatalf("perft 4 is %d", n)
		}
	}
	b.ReportMetric(7_181_504*float64(b.N)/b.Elapsed().Seconds(), "leaves/s")
}
