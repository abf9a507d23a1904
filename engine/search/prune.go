package search

import (
	"math"
	"sync"
)

// reduction returns how many plies less deep the i-th move of a position is searched.
func (s *searcher[P, M]) reduction(ply, depth, i int, wide bool) int {
	r := &s.moves[ply][i]
	if r.Loud && r.Rank >= 0 || r.Rank >= killer || s.threatens(ply+1) {
		return 0
	}
	n := reductions()[min(depth, 63)][min(i, 63)]
	if s.better(ply) {
		n -= 512
	}
	if wide {
		n -= 768
	}
	n -= r.Rank >> 3
	return max(min(int(n)>>10, depth-2), 0)
}

// reductions are the plies by depth and number of a move, times 1024.
var reductions = sync.OnceValue(func() *[64][64]int32 {
	var table [64][64]int32
	for depth := range table {
		for i := range table {
			table[depth][i] = int32(1024 * (0.6 + math.Log(float64(max(depth, 1)))*math.Log(float64(max(i, 1)))/2.2))
		}
	}
	return &table
})

// threatens reports whether the seat to move at ply is in check.
func (s *searcher[P, M]) threatens(ply int) bool {
	return s.checker != nil && s.checker.Checked(&s.stack[ply])
}

// better reports whether the position of the seat to move has improved since its last move.
func (s *searcher[P, M]) better(ply int) bool {
	return ply >= 2 && s.values[ply] != unknown && s.values[ply] > s.values[ply-2]
}

// hopeless reports whether the i-th move of a position, which has been played on the stack, need not be searched: near the end of
// the line, if it is quiet and comes late, leaves the value far below low or puts much at risk, or if it looks bad.
func (s *searcher[P, M]) hopeless(ply, depth, i int, low Score) bool {
	v := s.values[ply]
	if ply == 0 || depth > 6 || v == unknown || s.threatens(ply+1) {
		return false
	}
	r := &s.moves[ply][i]
	late := 8 + 2*depth*depth
	if !s.better(ply) {
		late /= 2
	}
	switch {
	case r.Rank >= killer:
		return false
	case r.Loud:
		return r.Rank < 0 && depth <= 2
	}
	if i > late || v+s.Scale/6*Score(depth+1) <= low {
		return true
	}
	return s.risker != nil && depth <= 4 && s.risker.Risk(&s.stack[ply], r.Move) > s.Scale/20*Score(depth)
}

// prune reports whether a position is so good that its moves need not be searched: far above high, or still above it when the
// other seat moves twice.
func (s *searcher[P, M]) prune(ply, depth int, high Score) (v Score, cut bool) {
	v = s.values[ply]
	if abs(high) >= near {
		return 0, false
	}
	if depth <= 6 && v-s.Scale/10*Score(depth) >= high {
		return v, true
	}
	if depth < 3 || v < high || s.passed == ply-1 {
		return 0, false
	}
	last := s.passed
	s.passed = ply
	s.checker.Pass(&s.stack[ply], &s.stack[ply+1])
	s.slots[ply] = 0
	less := 3 + depth/4 + int(min((v-high)/(s.Scale/6+1), 2))
	v = -s.search(ply+1, depth-less, -high, 1-high)
	s.passed = last
	if v < high || s.ended {
		return 0, false
	}
	return min(v, near-1), true
}
