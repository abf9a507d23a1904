package rengi

import (
	"math/rand/v2"
	"testing"
)

// drawn returns a set of cells from its rows, the top row first.
func drawn(rows ...string) (s cells) {
	for i, row := range rows {
		for c := range columns {
			if row[c] == 'x' {
				s = s.or(cell(c, len(rows)-1-i))
			}
		}
	}
	return s
}

func TestFours(t *testing.T) {
	for _, c := range []struct {
		stones, four cells
		groups       int
	}{
		{drawn("xxx..."), cells{}, 0},
		{drawn("..xxxx"), drawn("..xxxx"), 1},
		{drawn("xx....", "xx...."), drawn("xx....", "xx...."), 1},
		{drawn("...x..", "...xx.", "...x.."), drawn("...x..", "...xx.", "...x.."), 1},
		{drawn("..xx..", "...xx."), drawn("..xx..", "...xx."), 1},
		{drawn("x....x", "x....x", "x....x"), cells{}, 0},
		{drawn("x...x.", "x...x.", "x...x.", "x.x.xx"), drawn("x...x.", "x...x.", "x...x.", "x...xx"), 2},
		{drawn("xx..xx", "x....."), cells{}, 0},
	} {
		if got := c.stones.fours(); got != c.four || got.groups() != c.groups {
			t.Errorf("of %v, %v are in %d groups of four: want %v in %d", c.stones, got, got.groups(), c.four, c.groups)
		}
	}
}

// TestFoursByWalking compares fours with a search from stone to stone.
func TestFoursByWalking(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for range 3000 {
		s := cells{random.Uint64() & random.Uint64(), random.Uint64() & random.Uint64()}.and(liveCells)
		four, groups := walk(s)
		if got := s.fours(); got != four || got.groups() != groups {
			t.Fatalf("of %v, %v are in %d groups of four: want %v in %d", s, got, got.groups(), four, groups)
		}
	}
}

func walk(s cells) (four cells, groups int) {
	seen := map[[2]int]bool{}
	var visit func(at [2]int) [][2]int
	visit = func(at [2]int) [][2]int {
		if at[0] < 0 || at[0] >= columns || at[1] < 0 || at[1] >= liveRows || seen[at] || !s.has(at[0], at[1]) {
			return nil
		}
		seen[at] = true
		group := [][2]int{at}
		for _, d := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
			group = append(group, visit([2]int{at[0] + d[0], at[1] + d[1]})...)
		}
		return group
	}
	for i := range columns * liveRows {
		group := visit([2]int{i / liveRows, i % liveRows})
		if len(group) < 4 {
			continue
		}
		groups++
		for _, at := range group {
			four = four.or(cell(at[0], at[1]))
		}
	}
	return four, groups
}

func TestWithout(t *testing.T) {
	for _, c := range []struct{ before, gone, after cells }{
		{drawn("x..x..", "..xx.x", "xxxxxx"), drawn("......", "......", "xxxxxx"), drawn("x..x..", "..xx.x")},
		{drawn("x....x", "x....x", "x....x"), drawn("......", "x....x", "......"), drawn("x....x", "x....x")},
		{drawn("xxxxxx", "......"), drawn("......", "xxxxxx"), drawn("xxxxxx")},
		{drawn("xxxxxx", "......"), drawn("x....."), drawn(".xxxxx", "x.....")},
	} {
		if got := c.before.without(c.gone); got != c.after {
			t.Errorf("%v without %v is %v: want %v", c.before, c.gone, got, c.after)
		}
	}
}
