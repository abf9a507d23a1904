package shogi

import (
	"math/bits"
	"sync"

	"hikyaku/engine/shogitext"
)

// square is a square of the board, 9*(file-1) + rank, with ranks from 0: 1一 is 0, 9九 is 80.
type square uint8

const (
	size  = 9
	cells = size * size
)

// squares is a set of squares. Files 1 to 7 are bits of lo, files 8 and 9 of hi, so that no file is divided.
type squares struct{ lo, hi uint64 }

const (
	loFiles = 7
	loCells = loFiles * size
	loAll   = 1<<loCells - 1
	hiAll   = 1<<(cells-loCells) - 1
	loFirst = 1 | 1<<9 | 1<<18 | 1<<27 | 1<<36 | 1<<45 | 1<<54 // rank 一
	hiFirst = 1 | 1<<9
)

var board81 = squares{loAll, hiAll}

func at(s square) squares {
	if s < loCells {
		return squares{lo: 1 << s}
	}
	return squares{hi: 1 << (s - loCells)}
}

func (a squares) and(b squares) squares     { return squares{a.lo & b.lo, a.hi & b.hi} }
func (a squares) or(b squares) squares      { return squares{a.lo | b.lo, a.hi | b.hi} }
func (a squares) without(b squares) squares { return squares{a.lo &^ b.lo, a.hi &^ b.hi} }
func (a squares) empty() bool               { return a.lo|a.hi == 0 }
func (a squares) meets(b squares) bool      { return a.lo&b.lo|a.hi&b.hi != 0 }
func (a squares) has(s square) bool         { return a.meets(at(s)) }
func (a squares) len() int                  { return bits.OnesCount64(a.lo) + bits.OnesCount64(a.hi) }

// several reports whether a has more than one square.
func (a squares) several() bool {
	return a.lo&(a.lo-1) != 0 || a.hi&(a.hi-1) != 0 || a.lo != 0 && a.hi != 0
}

// first returns the least square of a, which must not be empty.
func (a squares) first() square {
	if a.lo != 0 {
		return square(bits.TrailingZeros64(a.lo))
	}
	return square(loCells + bits.TrailingZeros64(a.hi))
}

// last returns the greatest square of a, which must not be empty.
func (a squares) last() square {
	if a.hi != 0 {
		return square(loCells + 63 - bits.LeadingZeros64(a.hi))
	}
	return square(63 - bits.LeadingZeros64(a.lo))
}

// rest returns a without its least square.
func (a squares) rest() squares {
	if a.lo != 0 {
		return squares{a.lo & (a.lo - 1), a.hi}
	}
	return squares{0, a.hi & (a.hi - 1)}
}

// each yields the squares in ascending order: 1一 first, each file from rank 一 to rank 九.
func (a squares) each(yield func(square) bool) {
	for ; !a.empty(); a = a.rest() {
		if !yield(a.first()) {
			return
		}
	}
}

func (s square) file() int { return int(s)/size + 1 }
func (s square) rank() int { return int(s) % size }

// text returns the square as package shogitext has it.
func (s square) text() shogitext.Square { return shogitext.Square{File: s.file(), Rank: s.rank() + 1} }

func squareOf(s shogitext.Square) square { return square(size*(s.File-1) + s.Rank - 1) }

// spot returns the set of one square; it is empty outside the board.
func spot(file, rank int) squares {
	if file < 1 || file > size || rank < 0 || rank >= size {
		return squares{}
	}
	return at(square(size*(file-1) + rank))
}

// ranks returns the squares of n ranks, counted from the far side of a seat.
func ranks(seat, n int) (all squares) {
	for i := range n {
		rank := squares{loFirst << i, hiFirst << i}
		if seat == 1 {
			rank = squares{loFirst << (size - 1 - i), hiFirst << (size - 1 - i)}
		}
		all = all.or(rank)
	}
	return all
}

// Directions of lines. The odd one of each pair goes back, to lesser squares; none is that of squares on no common line.
const (
	down = iota
	up
	left
	right
	downLeft
	upRight
	upLeft
	downRight
	none
	directions = none + 2
)

// directionOf are the differences of file and rank of each direction.
var directionOf = [none][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}}

// Tables by seat (from 0), kind and square.
var (
	zone   = [2]squares{ranks(0, 3), ranks(1, 3)} // where pieces promote
	dead   [2][kinds]squares                      // where a kind could never move
	steps  [2][kinds][cells]squares               // the squares that a kind reaches in one step
	rays   [directions][cells]squares             // the squares in a direction, up to the edge
	lines  [2][cells]squares                      // all squares on a rank or file, and on a diagonal
	toward [cells][cells]uint8                    // the direction from one square to another
)

// makeTables fills the tables. The first position calls it, so that commands about other games do not wait for them.
var makeTables = sync.OnceFunc(func() {
	dead, steps, rays = makeDead(), makeSteps(), makeRays()
	lines, toward = makeLines(), makeToward() // from the rays
})

func makeDead() (table [2][kinds]squares) {
	for seat := range table {
		table[seat][pawn], table[seat][lance], table[seat][knight] = ranks(seat, 1), ranks(seat, 1), ranks(seat, 2)
	}
	return table
}

func makeSteps() (table [2][kinds][cells]squares) {
	for k := range kinds {
		for s := range square(cells) {
			for _, d := range k.Steps() {
				table[0][k][s] = table[0][k][s].or(spot(s.file()+d[0], s.rank()+d[1]))
				table[1][k][s] = table[1][k][s].or(spot(s.file()-d[0], s.rank()-d[1]))
			}
		}
	}
	return table
}

func makeRays() (table [directions][cells]squares) {
	for direction, d := range directionOf {
		for s := range square(cells) {
			file, rank := s.file()+d[0], s.rank()+d[1]
			for one := spot(file, rank); !one.empty(); one = spot(file, rank) {
				table[direction][s] = table[direction][s].or(one)
				file, rank = file+d[0], rank+d[1]
			}
		}
	}
	return table
}

func makeLines() (table [2][cells]squares) {
	for direction := range none {
		for s := range table[0] {
			table[direction/4][s] = table[direction/4][s].or(rays[direction][s])
		}
	}
	return table
}

func makeToward() (table [cells][cells]uint8) {
	for s := range table {
		for t := range table[s] {
			table[s][t] = none
		}
		for direction := range uint8(none) {
			for ray := rays[direction][s]; !ray.empty(); ray = ray.rest() {
				table[s][ray.first()] = direction
			}
		}
	}
	return table
}

// between returns the squares strictly between two on one line; none for other squares.
func between(s, t square) squares {
	d := toward[s][t]
	return rays[d][s].and(rays[d^1][t])
}

// slide returns the squares that a piece on s reaches in a direction, up to the first of pieces, that square included.
func slide(direction int, s square, pieces squares) squares {
	ray := rays[direction][s]
	met := ray.and(pieces)
	switch {
	case met.empty():
		return ray
	case direction&1 == 0:
		return ray.without(rays[direction][met.first()])
	}
	return ray.without(rays[direction][met.last()])
}

func straight(s square, pieces squares) squares {
	return slide(down, s, pieces).or(slide(up, s, pieces)).or(slide(left, s, pieces)).or(slide(right, s, pieces))
}

func diagonal(s square, pieces squares) squares {
	return slide(downLeft, s, pieces).or(slide(upRight, s, pieces)).or(slide(upLeft, s, pieces)).or(slide(downRight, s, pieces))
}

// ahead is the direction in which the lance of a seat goes.
func ahead(seat uint8) int { return up - int(seat) }
