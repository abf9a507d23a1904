package slashchain

// reach is the largest distance of a tile from the first one, because a match has at most 36 tiles. size leaves a
// margin that stays empty, so that the cells around a tile always exist.
const (
	reach  = 36
	middle = reach + 4
	size   = 2*middle + 1
)

// square is a place for a tile, relative to the first one.
type square struct{ x, y int }

// table holds the laid tiles as patterns plus one, 0 for an empty square.
type table struct {
	squares  [size][size]uint8
	min, max square // the corners of the rectangle around the tiles
	count    int
}

func (t *table) has(s square) bool { return t.squares[s.y+middle][s.x+middle] != 0 }

func (t *table) put(s square, p pattern) {
	t.squares[s.y+middle][s.x+middle] = uint8(p) + 1
	t.count++
	t.min = square{min(t.min.x, s.x), min(t.min.y, s.y)}
	t.max = square{max(t.max.x, s.x), max(t.max.y, s.y)}
}

// open reports whether the next tile may go to s: beside a tile, or to 0,0 if it is the first.
func (t *table) open(s square) bool {
	if t.count == 0 {
		return s == square{}
	}
	x, row := s.x+middle, s.y+middle
	beside := t.squares[row][x-1] | t.squares[row][x+1] | t.squares[row-1][x] | t.squares[row+1][x]
	return t.squares[row][x] == 0 && beside != 0
}

// openSquares yields every open square, from the lower left along the rows.
func (t *table) openSquares(yield func(square) bool) {
	for y := t.min.y - 1; y <= t.max.y+1; y++ {
		for x := t.min.x - 1; x <= t.max.x+1; x++ {
			if s := (square{x, y}); t.open(s) && !yield(s) {
				return
			}
		}
	}
}

// cell is a cell of the table, with its column to the right and its row upwards. The first tile covers 0,0 to 1,1.
type cell struct{ c, r int }

func (s square) cell(corner int) cell {
	return cell{2*s.x + [corners]int{0, 1, 1, 0}[corner], 2*s.y + [corners]int{1, 1, 0, 0}[corner]}
}

// corner returns the corner of c in its tile.
func (c cell) corner() int { return cornerOf[c.r&1<<1|c.c&1] }

var cornerOf = [corners]int{lowerLeft, lowerRight, upperLeft, upperRight}

func (c cell) square() square { return square{c.c >> 1, c.r >> 1} }

// at returns the line in c.
func (t *table) at(c cell) line {
	tile := t.squares[c.r>>1+middle][c.c>>1+middle]
	if tile == 0 {
		return none
	}
	return pattern(tile - 1).at(c.corner())
}

// step returns the cell n further along a chain of l, which goes up or down to the right.
func (c cell) step(l line, n int) cell {
	if l == slash {
		return cell{c.c + n, c.r + n}
	}
	return cell{c.c + n, c.r - n}
}

// run counts the lines l that follow c in one direction, 1 or -1.
func (t *table) run(c cell, l line, direction int) (n int) {
	for t.at(c.step(l, direction*(n+1))) == l {
		n++
	}
	return n
}

// chain returns the length and the first cell of the chain of the line in c.
func (t *table) chain(c cell) (length int, first cell) {
	l := t.at(c)
	back := t.run(c, l, -1)
	return back + 1 + t.run(c, l, 1), c.step(l, -back)
}

// inFour reports whether the line in c belongs to a four: one more line in an empty cell would make a chain of exactly
// five with it.
func (t *table) inFour(c cell) bool {
	l := t.at(c)
	length, first := t.chain(c)
	if length >= 5 {
		return false
	}
	for _, end := range [2]struct {
		gap       cell
		direction int
	}{{first.step(l, -1), -1}, {first.step(l, length), 1}} {
		if t.at(end.gap) == none && length+1+t.run(end.gap, l, end.direction) == 5 {
			return true
		}
	}
	return false
}
