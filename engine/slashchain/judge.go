package slashchain

import "sync"

// The diagonals on which a tile makes or blocks chains are seen as strips: the cells of the tile with four on each side, so all
// windows of five cells in which one of its cells lies.
const (
	side   = 4 // the cells on each side of the tile
	window = 5
	coded  = 6561 // 3^(2*side), the contents of a strip's cells without the tile
)

// worth is the value of a window of five cells by the lines that one side has in it, if the other one has none.
var worth = [window + 1]int16{0, 1, 5, 16, 40, 40}

// change is the effect of a tile's lines in a strip on the side that plays them.
type change struct {
	points int16 // the value of the windows
	ready  int8  // the number of windows that one tile can fill
	five   bool  // there is a chain of five or more
}

// strips are the changes by the contents of the cells around the tile, read as digits: 0 for none, 1 for an own line, 2 for
// another one, those before the tile first. The last index is the lines of the tile, with a bit for each own line.
type strips struct {
	one [coded][2]change
	two [coded][4]change // of the diagonal with two cells of the tile

	cells  [2][3][2 * side]far
	digits [2][17][corners]uint16 // of the cells of a tile, by its pattern plus one
}

var stripTable = sync.OnceValue(func() *strips {
	s := &strips{}
	s.place()
	var cells [2*side + 2]uint8
	for code := range s.one {
		for i, rest := 2*side, code; i > 0; i-- {
			cells[i-1] = uint8(rest % 3)
			rest /= 3
		}
		for own := range s.one[code] {
			s.one[code][own] = changeOf(cells[:2*side], 1, own)
		}
		for own := range s.two[code] {
			s.two[code][own] = changeOf(cells[:2*side], 2, own)
		}
	}
	return s
})

// changeOf returns the change made by the n lines of a tile between the cells beside it.
func changeOf(beside []uint8, n, own int) (c change) {
	var strip [2*side + 2]uint8
	copy(strip[:], beside[:side])
	copy(strip[side+n:], beside[side:])
	before := strip
	for i := range n {
		strip[side+i] = 2 - uint8(own>>i&1)
	}
	for from := 0; from+window <= 2*side+n; from++ {
		was, wasReady := valued(&before, from, n)
		is, isReady := valued(&strip, from, n)
		c.points += is - was
		c.ready += isReady - wasReady
		c.five = c.five || strip[from] == 1 && strip[from+1] == 1 && strip[from+2] == 1 && strip[from+3] == 1 && strip[from+4] == 1
	}
	return c
}

// valued returns the value of the window that begins at a cell of a strip, and 1 if one tile can fill it.
func valued(strip *[2*side + 2]uint8, from, n int) (points int16, ready int8) {
	lines, gap := 0, 0
	for i := from; i < from+window; i++ {
		switch strip[i] {
		case 1:
			lines++
		case 2:
			return 0, 0
		default:
			gap = i
		}
	}
	together := n == 2 && lines == window-2 && gap > from && strip[gap-1] == 0 && (gap-side)%2 != 0 // two cells of one tile
	if lines == window-1 || together {
		ready = 1
	}
	return worth[lines], ready
}

// corners of a tile on the three diagonals of each line, from its lower end: alone, in the middle and alone again.
var ways = [2]struct{ alone, low, high, other int }{
	{upperLeft, lowerLeft, upperRight, lowerRight}, // slash
	{upperRight, upperLeft, lowerRight, lowerLeft}, // backslash
}

// codes are the contents of the three strips of each line across a square: the middle one first.
type codes [2][3]uint16

// far is a cell of a strip, relative to the square that it crosses.
type far struct {
	x, y   int8
	corner uint8
}

// around reads the strips across an empty square.
func (s *strips) around(t *table, at square) (c codes) {
	x, y := at.x+middle, at.y+middle
	for l := range s.cells {
		digits := &s.digits[l]
		for i := range s.cells[l] {
			code := uint16(0)
			for _, f := range &s.cells[l][i] {
				tile := t.squares[y+int(f.y)][x+int(f.x)]
				code = 3*code + digits[tile][f.corner]
			}
			c[l][i] = code
		}
	}
	return c
}

// place fills the tables with which strips are read.
func (s *strips) place() {
	for l, way := range ways {
		own := slash + line(l)
		for i, ends := range [3][2]int{{way.low, way.high}, {way.alone, way.alone}, {way.other, way.other}} {
			for n := range side {
				before, behind := square{}.cell(ends[0]).step(own, n-side), square{}.cell(ends[1]).step(own, n+1)
				s.cells[l][i][n], s.cells[l][i][side+n] = before.far(), behind.far()
			}
		}
		for p := range pattern(len(byPattern)) {
			for corner := range corners {
				s.digits[l][p+1][corner] = 2
				if p.at(corner) == own {
					s.digits[l][p+1][corner] = 1
				}
			}
		}
	}
}

func (c cell) far() far {
	s := c.square()
	return far{int8(s.x), int8(s.y), uint8(c.corner())}
}

// effect is the change for both sides made by a tile.
type effect [2]change

// effect returns the effect of a pattern at a place.
func (s *strips) effect(c *codes, p pattern) (e effect) {
	for i, way := range ways {
		own := func(corner int) int { return 1 ^ int(p>>corner&1) ^ i }
		parts := [3]*change{
			&s.two[c[i][0]][own(way.low)|own(way.high)<<1],
			&s.one[c[i][1]][own(way.alone)],
			&s.one[c[i][2]][own(way.other)],
		}
		for _, part := range parts {
			e[i].points += part.points
			e[i].ready += part.ready
			e[i].five = e[i].five || part.five
		}
	}
	return e
}
