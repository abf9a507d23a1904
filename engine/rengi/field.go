package rengi

import "math/bits"

// kind is the kind of a stone: a colour from 0, or garbage.
type kind uint8

const (
	colours = 4
	garbage = kind(colours)
	kinds   = colours + 1
)

const letters = "ABCD#"

func (k kind) String() string { return letters[k : k+1] }

// field holds the stones of each kind. It is copied by value. Columns have no gaps.
type field [kinds]cells

func (f *field) all() cells {
	return f[0].or(f[1]).or(f[2]).or(f[3]).or(f[garbage])
}

// height returns the number of stones in a column, counted from 0.
func (f *field) height(column int) int { return bits.Len16(f.all().lane(column)) }

// heights returns the number of stones in each column.
func (f *field) heights() (h [columns]int) {
	all := f.all()
	for c := range h {
		h[c] = bits.Len16(all.lane(c))
	}
	return h
}

// lost reports whether a stone lies on the fatal cell, row 12 of column 3.
func (f *field) lost() bool { return f.all().has(fatal, liveRows-1) }

// fatal is the index of column 3.
const fatal = 2

// put drops n stones of a kind on a column. Stones above row 13 are removed.
func (f *field) put(column int, k kind, n int) {
	h := f.height(column)
	for row := h; row < min(h+n, fieldRows); row++ {
		f[k] = f[k].or(cell(column, row))
	}
}

// at returns the stone in a cell, with column and row from 0; ok is false if there is none.
func (f *field) at(column, row int) (k kind, ok bool) {
	for k := range kind(kinds) {
		if f[k].has(column, row) {
			return k, true
		}
	}
	return 0, false
}

// column returns the stones of a column from the bottom, as letters.
func (f *field) column(c int) string {
	var text []byte
	for row := range fieldRows {
		if k, ok := f.at(c, row); ok {
			text = append(text, letters[k])
		}
	}
	return string(text)
}

// link is one step of a chain.
type link struct {
	stones int // the stones that disappear, of all colours, without garbage
	groups int // the groups that disappear
}

// cleared returns the cells of every group of four or more and of the garbage beside them. The set is empty if there is
// no such group.
func (f *field) cleared() (gone cells, l link) {
	for k := range colours {
		four := f[k].and(liveCells).fours()
		if !four.empty() {
			l.groups += four.groups()
			gone = gone.or(four)
		}
	}
	l.stones = gone.len()
	return gone.or(gone.around().and(f[garbage]).and(liveCells)), l
}

// remove takes cells off the field and lets the stones above them fall.
func (f *field) remove(gone cells) {
	for k := range f {
		f[k] = f[k].without(gone)
	}
}

// chain holds the links of a chain. A field of 78 stones gives at most nineteen.
type chain struct {
	n     int
	links [longest]link
}

const longest = 19

// resolve removes groups until no group of four is left, and returns the chain.
func (f *field) resolve() (c chain) {
	for {
		gone, l := f.cleared()
		if l.stones == 0 {
			return c
		}
		f.remove(gone)
		c.links[c.n] = l
		c.n++
	}
}
