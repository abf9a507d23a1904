package rengi

import "math/bits"

// kind is what a stone is: a colour from 0, or garbage.
type kind uint8

const (
	colours = 4
	garbage = kind(colours)
	kinds   = colours + 1
)

const letters = "ABCD#"

func (k kind) String() string { return letters[k : k+1] }

// field is where the stones of each kind lie. It is copied freely. Columns have no gaps.
type field [kinds]cells

func (f *field) all() cells {
	return f[0].or(f[1]).or(f[2]).or(f[3]).or(f[garbage])
}

// height is the number of stones in a column, from 0.
func (f *field) height(column int) int { return bits.Len16(f.all().lane(column)) }

// heights are the numbers of stones in the columns.
func (f *field) heights() (h [columns]int) {
	all := f.all()
	for c := range h {
		h[c] = bits.Len16(all.lane(c))
	}
	return h
}

// lost reports whether a stone lies on the fatal cell, row 12 of column 3.
func (f *field) lost() bool { return f.all().has(fatal, live-1) }

// fatal is column 3, from 0.
const fatal = 2

// put lays stones on a column. What would rest above row 13 is gone.
func (f *field) put(column int, k kind, n int) {
	h := f.height(column)
	for row := h; row < min(h+n, high); row++ {
		f[k] = f[k].or(cell(column, row))
	}
}

// at is the stone in a cell, column and row from 0; ok is false where there is none.
func (f *field) at(column, row int) (k kind, ok bool) {
	for k := range kind(kinds) {
		if f[k].has(column, row) {
			return k, true
		}
	}
	return 0, false
}

// column is the stones of a column from the bottom, as letters.
func (f *field) column(c int) string {
	var text []byte
	for row := range high {
		if k, ok := f.at(c, row); ok {
			text = append(text, letters[k])
		}
	}
	return string(text)
}

// link is one step of a chain: what it takes away.
type link struct {
	stones int // of all colours, without garbage
	groups int
}

// doomed are the cells of every group of four or more and of the garbage beside them; none where there is no
// such group.
func (f *field) doomed() (gone cells, l link) {
	for k := range colours {
		four := f[k].and(alive).fours()
		if !four.empty() {
			l.groups += four.groups()
			gone = gone.or(four)
		}
	}
	l.stones = gone.len()
	return gone.or(gone.around().and(f[garbage]).and(alive)), l
}

// remove takes cells out and lets fall what lies above them.
func (f *field) remove(gone cells) {
	for k := range f {
		f[k] = f[k].without(gone)
	}
}

// chain is how a placement cleared: its links. Nineteen are the most that a field of 78 stones gives.
type chain struct {
	n     int
	links [longest]link
}

const longest = 19

// resolve clears until nothing more connects.
func (f *field) resolve() (c chain) {
	for {
		gone, l := f.doomed()
		if l.stones == 0 {
			return c
		}
		f.remove(gone)
		c.links[c.n] = l
		c.n++
	}
}
