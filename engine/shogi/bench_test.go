package shogi

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"hikyaku/engine"
)

var deep = flag.Bool("deep", false, "count to the last of the known depths")

// BenchmarkPerft counts the leaves of each known position to depth 4 at most, or with -deep as deep as they are known.
func BenchmarkPerft(b *testing.B) {
	for i, known := range perfts {
		p := mustParse(b, engine.Options{"impasse": "none"}, known.sfen)
		depth := len(known.counts)
		if !*deep {
			depth = min(depth, 4)
			for depth > 1 && known.counts[depth-1] > 10_000_000 {
				depth--
			}
		}
		b.Run(fmt.Sprintf("%d-depth-%d", i+1, depth), func(b *testing.B) {
			b.ReportAllocs()
			var all uint64
			for b.Loop() {
				n := p.Perft(depth, 0)
				if n != known.counts[depth-1] {
					b.Fatalf("counted %d: want %d", n, known.counts[depth-1])
				}
				all += n
			}
			b.ReportMetric(float64(all)/b.Elapsed().Seconds(), "leaves/s")
		})
	}
}

// middle is a position in the middle of a game, with 98 legal moves.
const middle = "l4S2l/4g1gs1/5p1p1/pr2N1pkp/4Gn3/PP3PPPP/2GPP4/1K7/L3r+s2L w BS2N5Pb 1"

// BenchmarkList lists the legal moves of a position in the middle of a game.
func BenchmarkList(b *testing.B) {
	p := mustParse(b, nil, middle)
	b.ReportAllocs()
	var room [256]move
	n := 0
	for b.Loop() {
		v := p.Survey()
		n = len(v.List(room[:0], false))
	}
	b.ReportMetric(float64(n), "moves")
}

// BenchmarkApply plays a move after a hundred others, all counted.
func BenchmarkApply(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 1))
	p := engine.Position(mustParse(b, nil, set.Usual))
	for n := 0; n < 100; {
		moves := slices.Collect(p.Moves())
		if q, _ := p.Apply(moves[random.IntN(len(moves))]); q.Next().Result == nil {
			p, n = q, n+1
		}
	}
	moves := slices.Collect(p.Moves())
	b.ReportAllocs()
	for b.Loop() {
		if _, err := p.Apply(moves[0]); err != nil {
			b.Fatal(err)
		}
	}
}
