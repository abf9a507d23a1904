package diceshogi

import (
	"testing"

	"hikyaku/engine/shogiboard"
)

// BenchmarkPerft counts the leaves of minishogi from the start to depth 6, once without playing the last moves and once
// playing all of them.
func BenchmarkPerft(b *testing.B) {
	b.Run("counted", func(b *testing.B) {
		report(b, "leaves/s", func(p *position) uint64 { return p.Perft(6, 0) }, perfts[6])
	})
	b.Run("made", func(b *testing.B) {
		sum := uint64(0)
		for _, n := range perfts[1:] {
			sum += n
		}
		report(b, "positions/s", func(p *position) uint64 { return made(p.Position, 6) }, sum)
	})
}

func report(b *testing.B, unit string, count func(*position) uint64, want uint64) {
	b.ReportAllocs()
	p := mustStart(b, minishogi)
	var all uint64
	for b.Loop() {
		n := count(p)
		if n != want {
			b.Fatalf("counted %d: want %d", n, want)
		}
		all += n
	}
	b.ReportMetric(float64(all)/b.Elapsed().Seconds(), unit)
}

// made plays every move down to depth, the last ones too, and returns the number of leaves.
func made(b shogiboard.Position, depth int) (n uint64) {
	if depth == 0 {
		return 0
	}
	v := b.Survey()
	var room [64]move
	for _, m := range v.List(room[:0], false) {
		n += 1 + made(v.After(m), depth-1)
	}
	return n
}
