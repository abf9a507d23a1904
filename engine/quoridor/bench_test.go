package quoridor

import (
	"bufio"
	"os"
	"testing"

	"hikyaku/engine"
)

// BenchmarkPerft counts leaves: from the start to depth 4, where the number is known, and from each position of
// testdata/midgame.txt to depth 3.
func BenchmarkPerft(b *testing.B) {
	b.Run("start", func(b *testing.B) {
		p := mustStart(b, nil)
		if got := countLeaves(b, []*position{p}, 4); got != perfts["2"][4] {
			b.Fatalf("perft 4 = %d: want %d", got, perfts["2"][4])
		}
	})
	b.Run("start4", func(b *testing.B) {
		p := mustStart(b, engine.Options{"players": "4"})
		if got := countLeaves(b, []*position{p}, 4); got != perfts["4"][4] {
			b.Fatalf("perft 4 = %d: want %d", got, perfts["4"][4])
		}
	})
	b.Run("midgame", func(b *testing.B) { countLeaves(b, midgame(b), 3) })
}

// countLeaves returns the number of leaves and reports the number counted in a second.
func countLeaves(b *testing.B, positions []*position, depth int) (leaves uint64) {
	b.ReportAllocs()
	var all uint64
	for b.Loop() {
		leaves = 0
		for _, p := range positions {
			leaves += p.Perft(depth, 0)
		}
		all += leaves
	}
	b.ReportMetric(float64(all)/b.Elapsed().Seconds(), "leaves/s")
	return leaves
}

// midgame reads positions of random games of two players after 10 to 30 plies.
func midgame(t testing.TB) (positions []*position) {
	f, err := os.Open("testdata/midgame.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		positions = append(positions, mustParse(t, nil, lines.Text()))
	}
	return positions
}
