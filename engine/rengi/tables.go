package rengi

// The tables of garbage, in stones; six are a row.

// chainTotals are what a chain gives by its length alone, from length 1.
var chainTotals = [longest]int{0, 6, 15, 30, 60, 120, 210, 300, 420, 540, 690, 840, 1020, 1230, 1440, 1680, 1950, 2220, 2520}

// ladder is what a number of stones gives: values from a first number on, then more for each further stone.
type ladder struct {
	first  int
	values []int
	more   int
}

// extras are what a link gives for more than four stones, by its place in the chain from 1 to 3.
var extras = [3]ladder{
	{5, []int{2, 3, 4, 5, 6}, 3},
	{5, []int{2, 4, 6, 9, 12, 15, 18, 21, 24}, 6},
	{5, []int{3, 6, 9, 12, 18}, 6},
}

// extraRows are the rows that each stone beyond four gives in links 4 to 19.
var extraRows = [longest - 3]int{1, 2, 3, 3, 4, 4, 5, 6, 7, 8, 8, 9, 10, 10, 10, 10}

// A chain of a single link has a table of its own, full or reduced.
var (
	singleFull    = ladder{4, []int{1, 2, 3, 4, 5, 6}, 3}
	singleReduced = ladder{4, []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 2}
)

// of is what n stones give.
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

// extra is what n stones in one link give beyond the chain's length; the link is counted from 1.
func extra(link, n int) int {
	if link <= len(extras) {
		return extras[link-1].of(n)
	}
	return rowStones * extraRows[link-len(extras)-1] * (n - 4)
}
