package quoridor

import "math/bits"

// square is a square of the board, 9*rank + file, both from 0: a1 is 0, i9 is 80.
type square int

const size = 9

// slot is a place for a wall, 8*rank + file of the square nearest to a1 that the wall touches.
type slot int

// board is everything that the rules depend on. It is copied by value.
type board struct {
	walls       walls   // the placed walls
	north, east squares // the squares without a wall or the edge on their northern and eastern side
	taken       squares // the squares with a pawn
	pawns       [4]square
	left        [4]int8 // the walls that each seat has left; -1 for the seat that went out first, -2 for the next, and so on
	seats       int8
	turn        int8 // the seat to move, from 0
	aside       bool // third-pawn=diagonal
}

// squares is a set of squares in 128 bits. Square s is bit s+1, so that ranks 1 to 7 fill lo, and neither a step
// sideways nor a rank is divided between lo and hi.
type squares struct{ lo, hi uint64 }

func at(s square) squares {
	if s < 63 {
		return squares{lo: 1 << (s + 1)}
	}
	return squares{hi: 1 << (s - 63)}
}

func (a squares) and(b squares) squares    { return squares{a.lo & b.lo, a.hi & b.hi} }
func (a squares) or(b squares) squares     { return squares{a.lo | b.lo, a.hi | b.hi} }
func (a squares) andNot(b squares) squares { return squares{a.lo &^ b.lo, a.hi &^ b.hi} }
func (a squares) empty() bool              { return a.lo|a.hi == 0 }
func (a squares) len() int                 { return bits.OnesCount64(a.lo) + bits.OnesCount64(a.hi) }
func (a squares) has(s square) bool        { return !a.and(at(s)).empty() }

// first returns the least square of a, which must not be empty.
func (a squares) first() square {
	if a.lo != 0 {
		return square(bits.TrailingZeros64(a.lo) - 1)
	}
	return square(bits.TrailingZeros64(a.hi) + 63)
}

// walls is a set of walls, or of slots for them, horizontal and vertical: a bit for each slot.
type walls struct{ h, v uint64 }

func (a walls) and(b walls) walls    { return walls{a.h & b.h, a.v & b.v} }
func (a walls) or(b walls) walls     { return walls{a.h | b.h, a.v | b.v} }
func (a walls) andNot(b walls) walls { return walls{a.h &^ b.h, a.v &^ b.v} }
func (a walls) empty() bool          { return a.h|a.v == 0 }
func (a walls) len() int             { return bits.OnesCount64(a.h) + bits.OnesCount64(a.v) }

// first returns the set of the first wall of a, which must not be empty. Horizontal walls come first.
func (a walls) first() walls {
	if a.h != 0 {
		return walls{a.h & -a.h, 0}
	}
	return walls{0, a.v & -a.v}
}

// The outer files and ranks of slots.
const (
	slotsA uint64 = 0x0101010101010101
	slotsH uint64 = slotsA << 7
	slots1 uint64 = 0xff
	slots8 uint64 = slots1 << 56
)

// overlapping returns every slot where a wall would share half its length, or all of it, with a wall of w.
func (w walls) overlapping() walls {
	return walls{w.h | w.h<<1&^slotsA | w.h>>1&^slotsH, w.v | w.v<<8 | w.v>>8}
}

// crossing returns every slot where a wall would cross a wall of w.
func (w walls) crossing() walls { return walls{w.v, w.h} }

// free returns the slots where a wall would neither overlap nor cross a wall of w.
func (w walls) free() walls {
	beside, over := w.overlapping(), w.crossing()
	return walls{^(beside.h | over.h), ^(beside.v | over.v)}
}

// touching returns the slots where a wall would touch a wall of w.
func (w walls) touching() walls {
	beside := w.overlapping()
	met := beside.h | beside.v
	return walls{met | met<<1&^slotsA | met>>1&^slotsH, met | met<<8 | met>>8}
}

// anchored returns the slots where a new wall would meet walls or the edge with at least two of its ends and its
// middle. Any other wall leaves a way around it, so it cannot cut anything off.
func (w walls) anchored() walls {
	beside := w.overlapping()
	met := beside.h | beside.v
	west, east := met<<1|slotsA, met>>1|slotsH
	south, north := met<<8|slots1, met>>8|slots8
	return walls{west&east | met&(west|east), south&north | met&(south|north)}
}

// place puts up the walls of w.
func (b *board) place(w walls) {
	b.walls.h |= w.h
	b.walls.v |= w.v
	b.north, b.east = closeEdges(b.north, b.east, w)
}

// closeEdges removes the edges under the walls of w from the open edges north and east.
func closeEdges(north, east squares, w walls) (squares, squares) {
	for h := w.h; h != 0; h &= h - 1 {
		north = north.andNot(underH[bits.TrailingZeros64(h)])
	}
	for v := w.v; v != 0; v &= v - 1 {
		east = east.andNot(underV[bits.TrailingZeros64(v)])
	}
	return north, east
}

// move puts the pawn of the seat to move on another square.
func (b *board) move(to square) {
	from := b.pawns[b.turn]
	b.taken = b.taken.andNot(at(from)).or(at(to))
	b.pawns[b.turn] = to
}

// pass gives the turn to the next seat that is in.
func (b *board) pass() {
	for next := true; next; next = b.out(int(b.turn)) {
		if b.turn++; b.turn == b.seats {
			b.turn = 0
		}
	}
}

// out reports whether a seat, counted from 0, plays no more.
func (b *board) out(seat int) bool { return b.left[seat] < 0 }

// in counts the seats that are not out.
func (b *board) in() (n int) {
	for seat := range int(b.seats) {
		if !b.out(seat) {
			n++
		}
	}
	return n
}

// expand returns a and every square one step from it.
func expand(a, north, east squares) squares { return a.or(beside(a, north, east)) }

// beside returns every square one step from a square of a.
func beside(a, north, east squares) squares {
	up := a.lo & north.lo
	return squares{
		up<<9 | (a.lo>>9|a.hi<<55)&north.lo | a.lo&east.lo<<1 | a.lo>>1&east.lo,
		a.hi&north.hi<<9 | up>>55 | a.hi>>9&north.hi | a.hi&east.hi<<1 | a.hi>>1&east.hi,
	}
}

// The directions, clockwise.
const (
	northward = iota
	eastward
	southward
	_ // westward
)

// next returns the square beside s in a direction. open reports whether it is on the board without a wall between.
func (b *board) next(s square, direction int) (beside square, open bool) {
	switch direction {
	case northward:
		return s + size, b.north.has(s)
	case eastward:
		return s + 1, b.east.has(s)
	case southward:
		return s - size, s >= size && b.north.has(s-size)
	default:
		return s - 1, s > 0 && b.east.has(s-1)
	}
}

// reach returns the squares to which the pawn of the seat to move may go, by a step or by a jump.
func (b *board) reach() squares {
	from := b.pawns[b.turn]
	near := expand(at(from), b.north, b.east).andNot(at(from))
	if near.and(b.taken).empty() {
		return near
	}
	for direction := range 4 {
		if over, open := b.next(from, direction); open && b.taken.has(over) {
			near = near.or(b.landings(over, direction))
		}
	}
	return near.andNot(b.taken)
}

// landings returns the squares on which a jump over the pawn on over may end. The caller removes the taken ones.
func (b *board) landings(over square, direction int) squares {
	if behind, open := b.next(over, direction); open && !(b.aside && b.taken.has(behind)) {
		return at(behind)
	}
	var beside squares
	for _, turned := range [2]int{(direction + 1) % 4, (direction + 3) % 4} {
		if to, open := b.next(over, turned); open {
			beside = beside.or(at(to))
		}
	}
	return beside
}

// open reports whether no wall separates a, which is on the board, from its neighbour c. c may be off the board.
func (b *board) open(a, c square) bool {
	return c >= 0 && expand(at(a), b.north, b.east).has(c)
}

// jumped returns the pawns between the pawn of the seat to move and a free square that is two steps away.
func (b *board) jumped(to square) squares {
	near := expand(at(b.pawns[b.turn]), openNorth, openEast)
	return near.and(expand(at(to), openNorth, openEast)).and(b.taken)
}

// goal returns the goal line of seat, counted from 0.
func (b *board) goal(seat int) squares { return goals[b.seats][seat] }

// winner returns the seat, counted from 0, whose pawn is on its goal line; -1 if there is none.
func (b *board) winner() int {
	for seat := range int(b.seats) {
		if b.goal(seat).has(b.pawns[seat]) {
			return seat
		}
	}
	return -1
}
