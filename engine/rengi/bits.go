package rengi

import "math/bits"

// cells is a set of cells of a field: sixteen bits for each column with row 1 lowest, columns 1 to 4 in a, 5 and 6 in
// b. The bits above row 13 stay empty, so that an upward shift never moves a cell into the next column.
type cells struct{ a, b uint64 }

const (
	columns   = 6
	fieldRows = 13 // rows that hold stones
	liveRows  = 12 // rows in which stones connect
	liveLane  = 1<<liveRows - 1
	lanes     = 1 | 1<<16 | 1<<32 | 1<<48
)

// liveCells are the cells in which stones connect.
var liveCells = cells{liveLane * lanes, liveLane * (1 | 1<<16)}

func (s cells) and(t cells) cells    { return cells{s.a & t.a, s.b & t.b} }
func (s cells) or(t cells) cells     { return cells{s.a | t.a, s.b | t.b} }
func (s cells) andNot(t cells) cells { return cells{s.a &^ t.a, s.b &^ t.b} }
func (s cells) empty() bool          { return s.a|s.b == 0 }
func (s cells) len() int             { return bits.OnesCount64(s.a) + bits.OnesCount64(s.b) }

// The cells one step away. A cell that leaves a column downwards lands above row 13 of its neighbour;
// callers intersect the result with cells of the field, which removes it.
func (s cells) up() cells    { return cells{s.a << 1, s.b << 1} }
func (s cells) down() cells  { return cells{s.a >> 1, s.b >> 1} }
func (s cells) right() cells { return cells{s.a << 16, s.b<<16 | s.a>>48} }
func (s cells) left() cells  { return cells{s.a>>16 | s.b<<48, s.b >> 16} }

// around returns the cells of s and their neighbours.
func (s cells) around() cells {
	return cells{
		s.a | s.a<<1 | s.a>>1 | s.a<<16 | s.a>>16 | s.b<<48,
		s.b | s.b<<1 | s.b>>1 | s.b<<16 | s.b>>16 | s.a>>48,
	}
}

// cell returns the set of one cell, with column and row from 0.
func cell(column, row int) cells {
	if column < 4 {
		return cells{a: 1 << (16*column + row)}
	}
	return cells{b: 1 << (16*(column-4) + row)}
}

// lane returns one column of s, counted from 0.
func (s cells) lane(column int) uint16 {
	if column < 4 {
		return uint16(s.a >> (16 * column))
	}
	return uint16(s.b >> (16 * (column - 4)))
}

// has reports whether s contains the cell, with column and row from 0.
func (s cells) has(column, row int) bool { return s.lane(column)>>row&1 != 0 }

// fours returns the cells of s in connected groups of four or more. Only such a group has a cell with three neighbours
// in s, or two adjacent cells with two neighbours each; fours fills the groups from these cells.
func (s cells) fours() cells {
	u, d, l, r := s.up().and(s), s.down().and(s), s.left().and(s), s.right().and(s)
	both, either := u.and(d), u.or(d)
	across, beside := l.and(r), l.or(r)
	two := both.or(across).or(either.and(beside))
	if two.empty() {
		return cells{}
	}
	three := both.and(beside).or(across.and(either))
	seeds := three.or(two.and(two.up().or(two.down()).or(two.left()).or(two.right())))
	return s.fill(seeds)
}

// fill returns the cells of s that are connected with seeds.
func (s cells) fill(seeds cells) cells {
	for {
		wider := seeds.around().and(s)
		if wider == seeds {
			return seeds
		}
		seeds = wider
	}
}

// groups returns the number of connected groups in s.
func (s cells) groups() (n int) {
	for ; !s.empty(); n++ {
		first := cells{a: s.a & -s.a}
		if s.a == 0 {
			first.b = s.b & -s.b
		}
		s = s.andNot(s.fill(first))
	}
	return n
}

// without returns s after the cells of gone have disappeared and the cells above them have fallen.
func (s cells) without(gone cells) cells { return cells{sink(s.a, gone.a), sink(s.b, gone.b)} }

// sink removes the bits of gone from x, from the top down, and moves the bits above each of them down by one.
func sink(x, gone uint64) uint64 {
	for gone != 0 {
		i := 63 - bits.LeadingZeros64(gone)
		bit := uint64(1) << i
		above := uint64(0xFFFF) << (i &^ 15) &^ (bit | (bit - 1)) // in the same column
		x = x&^(above|bit) | x&above>>1
		gone &^= bit
	}
	return x
}
