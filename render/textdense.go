package render

import (
	"slices"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// Density says how few lines a text may take.
type Density uint8

// The densities. They change only what has no room for brackets between its cells.
const (
	Roomy  Density = iota
	Dense          // the names of columns stand in one line, and so does what a seat has
	Halved         // and a line of a board shows two rows of cells
)

// Braille characters show two cells, one above the other. They take one column in every terminal, which blocks and shades
// do not. The bodies of the first seat have all dots of their cell, the others have stripes.
const (
	braille      = 0x2800
	dotsAbove    = 0x1B
	dotsBelow    = 0xE4
	stripesAbove = 0x11
	stripesBelow = 0x84
	shownAbove   = 0x0A // of a piece that is shown but can't be laid
	shownBelow   = 0x60
)

// halvedSigns are the signs of bodies on a board whose lines show two rows.
var halvedSigns = []i18n.Text{i18n.Same(string(rune(braille + dotsAbove + dotsBelow))), i18n.Same(string(rune(braille + stripesAbove + stripesBelow)))}

// halved returns v with one row for two, in which a glyph shows what is above and below.
func halved(v view) view {
	half := v
	half.rows, half.cells, half.rowNames, half.walls = (v.rows+1)/2, nil, nil, slices.Clone(v.walls)
	for i := range half.walls {
		l := &half.walls[i]
		l.From.Y, l.To.Y = (l.From.Y+1)/2, (l.To.Y+1)/2
	}
	for y := 0; y < len(v.rowNames); y += 2 {
		half.rowNames = append(half.rowNames, v.rowNames[y])
	}
	cells := v.top(func(engine.Cell) bool { return true })
	for y := range half.rows {
		for x := range v.cols {
			at := engine.Point{X: x, Y: y}
			above, up := cells[engine.Point{X: x, Y: 2 * y}]
			below, down := cells[engine.Point{X: x, Y: 2*y + 1}]
			c := above
			if !up || down && (below.Mark != engine.NoMark || below.Form == engine.Label) {
				c = below
			}
			switch dots := dotsOf(above, dotsAbove, stripesAbove, shownAbove) | dotsOf(below, dotsBelow, stripesBelow, shownBelow); {
			case dots != 0 && (c.Form == engine.Body || c.Mark == engine.Legal):
				c.Glyph = string(braille + dots)
				if c.Mark == engine.Legal {
					c.Mark = engine.Last
				}
			case !up && !down && v.names(x):
				c.Glyph = "."
			case !up && !down:
				continue
			}
			c.At = at
			half.cells = append(half.cells, c)
		}
	}
	return half
}

// dotsOf returns the dots of c: those of its seat for a body, or shown for a cell that a move would cover.
func dotsOf(c engine.Cell, dots, stripes, shown rune) rune {
	switch {
	case c.Mark == engine.Legal:
		return shown
	case c.Form != engine.Body:
		return 0
	case c.Ink == 1:
		return dots
	}
	return stripes
}

// names reports whether a dense board names column x, counted from the left: one of each square of its grid.
func (v *view) names(x int) bool {
	if v.turned {
		x = v.cols - 1 - x
	}
	return x%max(1, v.grid) == 0
}

// denseStock writes what a seat has in one line: its player, and the things with their numbers.
func (t texter) denseStock(v view) *sheet {
	s := t.sheet()
	t.phrases.wide = widths[1]
	name := t.phrases.name(v.seat)
	if t.Density == Halved && v.seat <= len(t.phrases.signs) {
		name = t.phrases.in(t.phrases.signs[v.seat-1]) + " " + name
	}
	s.put(0, 0, name, "")
	left, pitch := s.width(name)+2, 0
	numbers := make([]string, v.cols)
	for _, c := range v.cells {
		if c.At.Y > 0 {
			numbers[c.At.X] = t.glyph(s, c)
			pitch = max(pitch, s.width(numbers[c.At.X])+2)
		}
	}
	for _, c := range v.cells {
		if c.At.Y == 0 {
			s.put(left+c.At.X*pitch, 0, t.glyph(s, c)+numbers[c.At.X], t.escape(c.Ink, c.Form, c.Mark))
		}
	}
	if t.spots {
		v.rows = 1
		s.spots = v.spots(func(x, _ int) Spot { return Spot{X: left + x*pitch, Wide: pitch - 1, High: 1} })
	}
	return s
}
