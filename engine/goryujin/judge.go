package goryujin

import "math/bits"

// steps are the numbers of steps in which cells are reached, away where they are not.
type steps [lines][columns]uint8

const away = 255

// wholeRow are the cells of a row.
const wholeRow = 1<<columns - 1

// free returns the cells on which the dragons of seat could grow: empty ones with no own piece beside them.
func (b *board) free(seat int) (g grid) {
	own := &b.own[seat]
	for y := range g {
		beside := own[y]<<1 | own[y]>>1
		if y > 0 {
			beside |= own[y-1]
		}
		if y < lines-1 {
			beside |= own[y+1]
		}
		g[y] = wholeRow &^ (b.all[y] | beside)
	}
	return g
}

// tips returns the empty cells next to the open ends of seat, and the cells around them: cells beside an end touch its own piece
// and don't count as free.
func (b *board) tips(seat int) (g grid) {
	for i := range b.dragons() {
		d := &b.lair[i]
		if d.seat != seat {
			continue
		}
		for _, j := range d.openEnds() {
			at := j.at.plus(faces[j.face])
			if !at.onBoard() || b.all.has(at) {
				continue
			}
			g[at.y] |= 1 << at.x
			if next := at.plus(faces[j.face]); next.onBoard() && !b.all.has(next) {
				g[next.y] |= 1 << next.x
			}
		}
	}
	return g
}

func (c cell) onBoard() bool { return c.x >= 0 && c.x < columns && c.y >= 0 && c.y < lines }

// goal returns the row that a seat has to reach.
func goal(seat int) int { return (1 - seat) * (lines - 1) }

// wave is a set of cells that grows by its neighbours.
type wave struct {
	cells     grid
	low, high int // its rows
}

func (w *wave) begin(g *grid) bool {
	w.cells, w.low, w.high = *g, 0, lines-1
	for w.low < lines && g[w.low] == 0 {
		w.low++
	}
	for w.high >= w.low && g[w.high] == 0 {
		w.high--
	}
	return w.low <= w.high
}

// spread adds the free neighbours. It reports whether there were any.
func (w *wave) spread(free *grid) (grown bool) {
	low, high := max(w.low-1, 0), min(w.high+1, lines-1)
	below := uint64(0)
	if low > 0 {
		below = w.cells[low-1]
	}
	for y := low; y <= high; y++ {
		here := w.cells[y]
		wider := here<<1 | here>>1 | below
		if y < lines-1 {
			wider |= w.cells[y+1]
		}
		wider = here | wider&free[y]
		grown = grown || wider != here
		w.cells[y], below = wider, here
	}
	for w.low > 0 && w.cells[w.low-1] != 0 {
		w.low--
	}
	for w.high < lines-1 && w.cells[w.high+1] != 0 {
		w.high++
	}
	return grown
}

// road returns the number of steps from the open ends of seat to its goal line; ok is false if there is no way. rows are those that
// are left from the nearest cell that can be reached; lines if there is none.
func (b *board) road(seat int) (n, rows int, ok bool) {
	tips := b.tips(seat)
	var w wave
	if !w.begin(&tips) {
		return 0, lines, false
	}
	free, end := b.free(seat), goal(seat)
	for n = 1; ; n++ {
		if w.cells[end] != 0 {
			return n, 0, true
		}
		if !w.spread(&free) {
			break
		}
	}
	if seat == 0 {
		return 0, lines - 1 - w.high, false
	}
	return 0, w.low, false
}

// measure writes the steps in which each cell is reached from some cells.
func (s *steps) measure(from, free *grid) {
	for y := range s {
		for x := range s[y] {
			s[y][x] = away
		}
	}
	var w wave
	if !w.begin(from) {
		return
	}
	var before grid
	for n := uint8(1); ; n++ {
		for y := w.low; y <= w.high; y++ {
			for fresh := w.cells[y] &^ before[y]; fresh != 0; fresh &= fresh - 1 {
				s[y][bits.TrailingZeros64(fresh)] = n
			}
		}
		before = w.cells
		if !w.spread(free) {
			return
		}
	}
}
