package shogiboard

import (
	"math/bits"
	"sync"

	"hikyaku/engine/shogitext"
)

const size = 9

// Squares is a set of squares. Files 1 to 7 are bits of lo, files 8 and 9 of hi, so that no file is divided.
type Squares struct{ lo, hi uint64 }

const (
	loFiles = 7
	loCells = loFiles * size
	loFirst = 1 | 1<<9 | 1<<18 | 1<<27 | 1<<36 | 1<<45 | 1<<54 // rank 一
	hiFirst = 1 | 1<<9
)

// At returns the set of one square.
func At(s Square) Squares {
	if s < loCells {
		return Squares{lo: 1 << s}
	}
	return Squares{hi: 1 << (s - loCells)}
}

// And returns the squares of both sets.
func (a Squares) And(b Squares) Squares { return Squares{a.lo & b.lo, a.hi & b.hi} }

// Or returns the squares of either set.
func (a Squares) Or(b Squares) Squares { return Squares{a.lo | b.lo, a.hi | b.hi} }

// Without returns the squares of a that are not in b.
func (a Squares) Without(b Squares) Squares { return Squares{a.lo &^ b.lo, a.hi &^ b.hi} }

// Empty reports whether a has no square.
func (a Squares) Empty() bool { return a.lo|a.hi == 0 }

// Meets reports whether the sets have a square in common.
func (a Squares) Meets(b Squares) bool { return a.lo&b.lo|a.hi&b.hi != 0 }

// Has reports whether s is in a.
func (a Squares) Has(s Square) bool { return a.Meets(At(s)) }

// Len returns the number of squares.
func (a Squares) Len() int { return bits.OnesCount64(a.lo) + bits.OnesCount64(a.hi) }

// Several reports whether a has more than one square.
func (a Squares) Several() bool {
	return a.lo&(a.lo-1) != 0 || a.hi&(a.hi-1) != 0 || a.lo != 0 && a.hi != 0
}

// First returns the least square of a, which must not be empty.
func (a Squares) First() Square {
	if a.lo != 0 {
		return Square(bits.TrailingZeros64(a.lo))
	}
	return Square(loCells + bits.TrailingZeros64(a.hi))
}

// last returns the greatest square of a, which must not be empty.
func (a Squares) last() Square {
	if a.hi != 0 {
		return Square(loCells + 63 - bits.LeadingZeros64(a.hi))
	}
	return Square(63 - bits.LeadingZeros64(a.lo))
}

// Rest returns a without its least square.
func (a Squares) Rest() Squares {
	if a.lo != 0 {
		return Squares{a.lo & (a.lo - 1), a.hi}
	}
	return Squares{0, a.hi & (a.hi - 1)}
}

// Each yields the squares in ascending order: 1一 first, each file from rank 一.
func (a Squares) Each(yield func(Square) bool) {
	for ; !a.Empty(); a = a.Rest() {
		if !yield(a.First()) {
			return
		}
	}
}

// spot returns the set of one square, both numbers from 1; it is empty outside the board.
func spot(file, rank int) Squares {
	if s := shogitext.SquareAt(file, rank); s != shogitext.NoSquare {
		return At(s)
	}
	return Squares{}
}

// Ground is the board and the pieces of one game. A small board is a corner of the large one.
type Ground struct {
	Set  *shogitext.Set
	Zone [2]Squares        // where the pieces of a seat promote
	Dead [2][Kinds]Squares // where a kind could never move again
	All  Squares           // the whole board
}

// NewGround returns the ground of a set.
func NewGround(set *shogitext.Set) *Ground {
	g := &Ground{Set: set}
	for s := range set.Squares {
		one := At(s)
		g.All = g.All.Or(one)
		for seat := range g.Zone {
			if s.Far(set, uint8(seat+1), set.Zone) {
				g.Zone[seat] = g.Zone[seat].Or(one)
			}
			for k := range Kinds {
				if s.Far(set, uint8(seat+1), shogitext.DeadRanks[k]) {
					g.Dead[seat][k] = g.Dead[seat][k].Or(one)
				}
			}
		}
	}
	return g
}

// File returns the squares of a file, from 1.
func (g *Ground) File(file int) Squares {
	return rays[down][size*(file-1)].Or(At(shogitext.SquareAt(file, 1))).And(g.All)
}

// Directions of lines. The odd one of each pair goes towards lesser squares; none is the direction of squares without a common
// line.
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
	steps  [2][Kinds][Cells]Squares   // the squares that a kind reaches in one step
	rays   [directions][Cells]Squares // the squares in a direction, up to the edge
	lines  [2][Cells]Squares          // all squares on a rank or file, and on a diagonal
	toward [Cells][Cells]uint8        // the direction from one square to another
)

// makeTables fills the tables. The first position calls it, so that commands about other games do not wait for them.
var makeTables = sync.OnceFunc(func() {
	for k := range Kinds {
		for s := range Square(Cells) {
			for _, d := range k.Steps() {
				steps[0][k][s] = steps[0][k][s].Or(spot(s.File()+d[0], s.Rank()+d[1]))
				steps[1][k][s] = steps[1][k][s].Or(spot(s.File()-d[0], s.Rank()-d[1]))
			}
		}
	}
	for s := range Square(Cells) {
		for t := range toward[s] {
			toward[s][t] = none
		}
		for direction, d := range directionOf {
			ray := &rays[direction][s]
			file, rank := s.File()+d[0], s.Rank()+d[1]
			for one := spot(file, rank); !one.Empty(); one = spot(file, rank) {
				*ray = ray.Or(one)
				toward[s][one.First()] = uint8(direction)
				file, rank = file+d[0], rank+d[1]
			}
			lines[direction/4][s] = lines[direction/4][s].Or(*ray)
		}
	}
})

// between returns the squares strictly between two on one line; none for other squares.
func between(s, t Square) Squares {
	d := toward[s][t]
	return rays[d][s].And(rays[d^1][t])
}

// slide returns the squares that a piece on s reaches in a direction, up to the first of pieces, that square included.
func slide(direction int, s Square, pieces Squares) Squares {
	ray := rays[direction][s]
	met := ray.And(pieces)
	switch {
	case met.Empty():
		return ray
	case direction&1 == 0:
		return ray.Without(rays[direction][met.First()])
	}
	return ray.Without(rays[direction][met.last()])
}

// ahead is the direction in which the lance of a seat goes.
func ahead(seat uint8) int { return up - int(seat) }
