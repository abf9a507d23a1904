package goryujin

import (
	"math/rand/v2"
	"testing"

	"hikyaku/engine"
)

// midgame returns a position after 40 plies of random moves, most of which extend a dragon.
func midgame(tb testing.TB, seed uint64) *position {
	tb.Helper()
	r := rand.New(rand.NewPCG(seed, 9))
	var p engine.Position = start()
	for ply := 0; ply < 40; ply++ {
		var moves []engine.Move
		for m := range p.Moves() {
			if m != engine.Pass && m[:2] != "TD" && (m[0] != 'P' || ply%10 < 2) {
				moves = append(moves, m)
			}
		}
		if len(moves) == 0 {
			moves = []engine.Move{engine.Pass}
		}
		q, err := p.Apply(moves[r.IntN(len(moves))])
		if err != nil {
			tb.Fatal(err)
		}
		p = q
	}
	return p.(*position)
}

// BenchmarkMoves makes full lists of moves at 40 plies; the target is 20,000 a second.
func BenchmarkMoves(b *testing.B) {
	var positions []*position
	for seed := range uint64(8) {
		positions = append(positions, midgame(b, seed))
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

func BenchmarkPerft(b *testing.B) {
	p := midgame(b, 1)
	var n uint64
	for b.Loop() {
		n += p.Perft(2, 0)
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "leaves/s")
}
