package rengi

// The tables of garbage, in stones. Six stones are a row.

// chainTotals are the stones that a chain makes by its length, from length 1.
var chainTotals = [longest]int{0, 6, 15, 30, 60, 120, 210, 300, 420, 540, 690, 840, 1020, 1230, 1440, 1680, 1950, 2220, 2520}

// ladder maps a number of stones to garbage: the values from first on, then more for each further stone.
type ladder struct {
	first  int
	values []int
	more   int
}

// extras is the garbage for more than four stones in the links 1 to 3 of a chain.
var extras = [3]ladder{
	{5, []int{2, 3, 4, 5, 6}, 3},
	{5, []int{2, 4, 6, 9, 12, 15, 18, 21, 24}, 6},
	{5, []int{3, 6, 9, 12, 18}, 6},
}

// extraRows are the rows for each stone beyond four in the links 4 to 19.
var extraRows = [longest - 3]int{1, 2, 3, 3, 4, 4, 5, 6, 7, 8, 8, 9, 10, 10, 10, 10}

// The tables for a chain of a single link, full and reduced.
var (
	singleFull    = ladder{4, []int{1, 2, 3, 4, 5, 6}, 3}
	singleReduced = ladder{4, []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 2}
)

// of returns the garbage for n stones.
func (l ladder) of(n int) int {
	i, last := n-l.first, len(l.values)-1
	switch {
	case i < 0:
		return 0
	case i <= last:
		return l.values[i]
	}
	return l.values[last] + l.more*(i-last)
}
