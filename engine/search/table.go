package search

import (
	"math/bits"
	"unsafe"
)

// bound says whether a stored score is exact or a bound.
type bound uint8

const (
	exact bound = iota
	atLeast
	atMost
)

// boundOf returns the bound of a score that was searched between low and high.
func boundOf(v, low, high Score) bound {
	switch {
	case v >= high:
		return atLeast
	case v <= low:
		return atMost
	}
	return exact
}

// decides reports whether a kept score v answers a search between low and high.
func (b bound) decides(v, low, high Score) bool {
	return b == exact || b == atLeast && v >= high || b == atMost && v <= low
}

// entry is the stored result for a position. Its score counts wins from the position.
type entry[M comparable] struct {
	key   uint64
	score Score
	move  M
	depth int8
	bound bound
}

// table keeps entries by key, in pairs: the first of a pair is the deeper one, the second the newer one.
type table[M comparable] struct {
	entries []entry[M]
	mask    uint64
	kept    int // since it was made
	most    int // entries
}

// newTable returns a table that grows within a number of bytes.
func newTable[M comparable](memory int) table[M] {
	var e entry[M]
	t := table[M]{most: 1 << max(bits.Len(uint(memory/8*7/int(unsafe.Sizeof(e))))-1, 2)}
	t.resize(min(1<<12, t.most))
	return t
}

func (t *table[M]) resize(n int) {
	t.entries, t.mask, t.kept = make([]entry[M], n), uint64(n-2), 0
}

// grow makes the table larger once it has filled up, if it may.
func (t *table[M]) grow() {
	old := t.entries
	n := min(8*len(old), t.most)
	if t.kept < len(old)/2 || n == len(old) {
		return
	}
	t.resize(n)
	for _, e := range old {
		if e.depth != 0 {
			t.keep(e)
		}
	}
}

// find returns the entry of a position.
func (t *table[M]) find(key uint64) (e entry[M], known bool) {
	for _, e := range t.entries[key&t.mask:][:2] {
		if e.key == key && e.depth != 0 {
			return e, true
		}
	}
	return e, false
}

// keep keeps e, and forgets what stood in its place.
func (t *table[M]) keep(e entry[M]) {
	t.kept++
	pair := t.entries[e.key&t.mask:][:2]
	switch {
	case e.key == pair[0].key || e.depth >= pair[0].depth:
		if e.key != pair[0].key {
			pair[1] = pair[0]
		}
		pair[0] = e
	default:
		pair[1] = e
	}
}

// later returns a score counted from a position as counted from the root, which is ply plies before it.
func later(v Score, ply int) Score {
	switch {
	case v >= near:
		return v - Score(ply)
	case v <= -near:
		return v + Score(ply)
	}
	return v
}

// earlier is the inverse of later.
func earlier(v Score, ply int) Score {
	switch {
	case v >= near:
		return min(v+Score(ply), Win)
	case v <= -near:
		return max(v-Score(ply), -Win)
	}
	return v
}
