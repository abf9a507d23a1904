package diceshogi

import "math/bits"

// square is a square of the board, 5*(file-1) + rank, with ranks from 0: 1一 is 0, 1五 is 4, 5五 is 24. A file is five
// adjacent bits of a set, because the die names a file.
type square uint8

const size = 5

// squares is a set of squares. Square s is bit s.
type squares uint32

const everywhere squares = 1<<(size*size) - 1

func at(s square) squares              { return 1 << (s & 31) }
func (a squares) has(s square) bool    { return a&at(s) != 0 }
func (a squares) first() square        { return square(bits.TrailingZeros32(uint32(a))) }
func (a squares) len() int             { return bits.OnesCount32(uint32(a)) }
func (a squares) several() bool        { return a&(a-1) != 0 }
func (s square) file() int             { return int(s)/size + 1 }
func (s square) rank() int             { return int(s) % size }
func fileOf(file int) squares          { return 31 << (size * (file - 1)) }
func (s square) plus(d [2]int) squares { return spot(s.file()+d[0], s.rank()+d[1]) }

// each yields the squares in ascending order: 1一 first, each file from rank 一 to rank 五.
func (a squares) each(yield func(square) bool) {
	for ; a != 0; a &= a - 1 {
		if !yield(a.first()) {
			return
		}
	}
}

// spot returns the set of one square; it is empty outside the board.
func spot(file, rank int) squares {
	if file < 1 || file > size || rank < 0 || rank >= size {
		return 0
	}
	return at(square(size*(file-1) + rank))
}

const rank1 squares = 1 | 1<<5 | 1<<10 | 1<<15 | 1<<20 // the far rank of seat 1

// Tables by seat (from 0), kind and square, made once.
var (
	farRank  = [2]squares{rank1, rank1 << 4}
	steps    = makeSteps() // the squares that a kind reaches in one step
	straight = makeWays(0) // the file and the rank through a square
	diagonal = makeWays(1) // its two diagonals

	between, through = makeLines()
)

// stepsOf are the single steps of each kind for seat 1, as differences of file and rank.
var stepsOf = [kinds][][2]int{
	pawn:       {{0, -1}},
	silver:     {{0, -1}, {1, -1}, {-1, -1}, {1, 1}, {-1, 1}},
	gold:       goldSteps,
	king:       kingSteps,
	tokin:      goldSteps,
	highSilver: goldSteps,
	horse:      kingSteps,
	dragon:     kingSteps,
}

var (
	goldSteps = [][2]int{{0, -1}, {1, -1}, {-1, -1}, {1, 0}, {-1, 0}, {0, 1}}
	kingSteps = append([][2]int{{1, 1}, {-1, 1}}, goldSteps...)
)

func makeSteps() (table [2][kinds][size * size]squares) {
	for k, all := range stepsOf {
		for s := range square(size * size) {
			for _, d := range all {
				table[0][k][s] |= s.plus(d)
				table[1][k][s] |= s.plus([2]int{d[0], -d[1]})
			}
		}
	}
	return table
}

// way is one line through a square, without the square: its part below and its part above in the order of squares.
type way struct{ below, above squares }

var wayDirections = [2][2][2]int{{{0, 1}, {1, 0}}, {{1, 1}, {1, -1}}}

func makeWays(slanted int) (table [size * size][2]way) {
	for s := range table {
		for i, d := range wayDirections[slanted] {
			table[s][i] = way{ray(square(s), [2]int{-d[0], -d[1]}), ray(square(s), d)}
		}
	}
	return table
}

func ray(s square, d [2]int) (line squares) {
	for one := s.plus(d); one != 0; one = one.first().plus(d) {
		line |= one
	}
	return line
}

// slide returns the squares that a piece reaches along w: up to the first of pieces on either side, that square included.
// The nearest piece above is the lowest bit, the nearest below the highest, and the subtraction fills the squares
// between.
func (w way) slide(pieces squares) squares {
	below, above := w.below&pieces, w.above&pieces
	low := squares(1<<31) >> bits.LeadingZeros32(uint32(below|1))
	return (w.below | w.above) & (2*(above&-above) - low)
}

func slides(ways *[2]way, pieces squares) squares {
	return ways[0].slide(pieces) | ways[1].slide(pieces)
}

// makeLines returns, for two squares on one line, the squares strictly between them and the whole line through them.
// Both sets are empty for other squares.
func makeLines() (inner, whole [size * size][size * size]squares) {
	for s := range square(size * size) {
		for _, d := range kingSteps {
			line := ray(s, d)
			for t := range line.each {
				inner[s][t] = line &^ ray(t, d) &^ at(t)
				whole[s][t] = line | at(s) | ray(s, [2]int{-d[0], -d[1]})
			}
		}
	}
	return inner, whole
}
