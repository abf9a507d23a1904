package fair

import (
	"math"
	"testing"
)

// chi2 returns the chi-squared statistic of counts with equal expectations.
func chi2(counts []int) (x float64) {
	total := 0
	for _, n := range counts {
		total += n
	}
	want := float64(total) / float64(len(counts))
	for _, n := range counts {
		x += (float64(n) - want) * (float64(n) - want) / want
	}
	return x
}

// limit returns the value that chance exceeds once in a million times, by Wilson and Hilferty's approximation.
func limit(classes int) float64 {
	df, z := float64(classes-1), 4.75
	return df * math.Pow(1-2/(9*df)+z*math.Sqrt(2/(9*df)), 3)
}

const throws = 600_000

// faces counts throws of a six-sided die made by throw from new bytes.
func faces(throw func(s *Stream) int) []int {
	counts := make([]int, 6)
	s := NewStream(Seed{7})
	for range throws {
		counts[throw(s)-1]++
	}
	return counts
}

func TestDiceAreEven(t *testing.T) {
	counts := faces(func(s *Stream) int { face, _ := s.die(6); return face })
	if x := chi2(counts); x > limit(6) {
		t.Errorf("chi2 of %v is %.1f, above %.1f", counts, x, limit(6))
	}
}

// TestUnfairDiceFail has the negative controls: the statistic must detect them. A byte mod 6 favours the first four
// faces by a sixty-fourth; a pair of dice taken from a sum mod 36 favours its middle.
func TestUnfairDiceFail(t *testing.T) {
	modulo := faces(func(s *Stream) int { return 1 + s.next()%6 })
	sums := make([]int, 36)
	s := NewStream(Seed{8})
	for range throws {
		sums[(s.next()%18+s.next()%18)%36]++
	}
	for name, counts := range map[string][]int{"x mod 6": modulo, "sum mod 36": sums} {
		if x := chi2(counts); x < limit(len(counts)) {
			t.Errorf("%s passes for fair: chi2 of %v is %.1f", name, counts, x)
		}
	}
}

// TestOrdersAreEven throws dice of four, three and two sides, as a shuffle of four does.
func TestOrdersAreEven(t *testing.T) {
	counts := make([]int, 24)
	s := NewStream(Seed{9})
	for range 240_000 {
		f, err := s.Throw(4, 3, 2)
		if err != nil {
			t.Fatal(err)
		}
		counts[(f[0]-1)*6+(f[1]-1)*2+f[2]-1]++
	}
	if x := chi2(counts); x > limit(24) {
		t.Errorf("chi2 %.1f, above %.1f", x, limit(24))
	}
}

func BenchmarkChain(b *testing.B) {
	for b.Loop() {
		if _, err := NewChain(Master{}, ID{}, DefaultLength); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCheck(b *testing.B) {
	c, _ := NewChain(Master{}, ID{}, DefaultLength)
	tip, one := c.Tip(), c.links[1]
	for b.Loop() {
		if _, err := tip.Check(1, one); err != nil {
			b.Fatal(err)
		}
	}
}
