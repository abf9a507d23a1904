package rengi

import (
	"math/rand/v2"
	"testing"

	"hikyaku/engine"
)

// BenchmarkPlacements drops every tsumo on every column of fields of running games and resolves the chains.
func BenchmarkPlacements(b *testing.B) {
	fields := grown(b, 64)
	b.ReportAllocs()
	var placed, links uint64
	for b.Loop() {
		for i := range fields {
			for _, at := range pairSpots {
				for k := range kind(colours * colours) {
					f := fields[i]
					f.lay(placement{true, at, pair{k / colours, k % colours}, unsaid})
					c := f.resolve()
					placed++
					links += uint64(c.n)
				}
			}
		}
	}
	b.ReportMetric(float64(placed)/b.Elapsed().Seconds(), "placements/s")
	b.ReportMetric(float64(links)/float64(placed), "links/placement")
}

// grown returns fields of random games of HakuRengi, two after every fourth placement.
func grown(b *testing.B, n int) (fields []field) {
	b.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	for len(fields) < n {
		s := mustStart(b, nil).state
		for i := 1; s.wait == aMove; i++ {
			var all []move
			for m := range s.each {
				all = append(all, m)
			}
			s.makeMove(all[random.IntN(len(all))])
			if i%4 == 0 {
				fields = append(fields, s.sides[0].field, s.sides[1].field)
			}
		}
	}
	return fields[:n]
}

// BenchmarkPerft counts leaves from the start. It does not play the last moves.
func BenchmarkPerft(b *testing.B) {
	for _, c := range []struct {
		rules string
		depth int
	}{{haku, 3}, {ten, 5}} {
		b.Run(c.rules, func(b *testing.B) {
			p := mustStart(b, engine.Options{"rules": c.rules})
			b.ReportAllocs()
			var n uint64
			for b.Loop() {
				n += p.Perft(c.depth, 1)
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "leaves/s")
		})
	}
}

// BenchmarkValue evaluates a position in the middle of a game.
func BenchmarkValue(b *testing.B) {
	p := mustParse(b, nil, midgameText)
	for b.Loop() {
		p.Value(1)
	}
}
