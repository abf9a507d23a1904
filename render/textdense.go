package render

import (
	"slices"

	"hikyaku/engine"
)

// Density says how few lines a text may take.
type Density uint8

// The densities. They change only boards without room for brackets between their cells.
const (
	Roomy  Density = iota
	Dense          // what a seat has stands in one line, and so do the names of the columns of a crowded board
	Halved         // and a line of a crowded board shows two rows of cells
)

// A cell whose upper or lower neighbour in the line is not of the same seat is written in a braille character. They take one
// column in every terminal, which blocks and shades do not. The bodies of the first seat have all dots of their cell, the others
// have stripes.
const (
	braille      = 0x2800
	dotsAbove    = 0x1B
	dotsBelow    = 0xE4
	stripesAbove = 0x11
	stripesBelow = 0x84
	shownAbove   = 0x0A // of a piece that is shown but can't be laid
	shownBelow   = 0x60
)

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
			case above.Form == engine.Body && below.Form == engine.Body && above.Ink == below.Ink && above.Mark != engine.Legal && below.Mark != engine.Legal:
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
	s := &sheet{}
	t.phrases.wide = widths[1]
	name := t.phrases.name(v.seat)
	s.put(0, 0, name, "")
	last := map[int]string{} // the row of numbers
	for _, c := range v.cells {
		if c.At.Y == v.rows-1 {
			last[c.At.X] = t.glyph(c)
		}
	}
	x := terminal.StringWidth(name) + 2
	for i, thing := range v.things {
		if thing == "" || i > 0 && v.things[i-1] == thing {
			continue
		}
		number := last[i]
		if number == thing { // of two columns, the first has the name
			number = last[i+1]
		}
		text, sgr := thing+number, ""
		for _, c := range v.cells {
			switch {
			case c.Form == engine.Label && c.At == (engine.Point{X: i}):
				text = t.glyph(c) + number
				fallthrough
			case c.At.X == i && c.Form != engine.Label:
				sgr = t.escape(c.Ink, c.Form, c.Mark)
			}
		}
		s.put(x, 0, text, sgr)
		if t.spots {
			s.spots = append(s.spots, Spot{Touch: engine.ThingTouch(v.seat, thing), X: x, Wide: terminal.StringWidth(text), High: 1})
		}
		x += terminal.StringWidth(text) + 1
	}
	return s
}
