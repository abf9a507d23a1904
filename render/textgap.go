package render

import (
	"strings"

	"hikyaku/engine"
)

// A cell of a board with gaps is three columns of one row, with a groove of one column or row around it. A large one is seven
// columns of three rows, a medium one five of two.
const (
	gapWide = 4 // columns from cell to cell
	gapHigh = 2 // rows from cell to cell
)

// gaps returns the columns and rows from cell to cell of a board with gaps.
func (t texter) gaps() (wide, high int) {
	switch {
	case t.Large:
		return 2 * gapWide, 2 * gapHigh
	case t.Medium:
		return 3 * gapWide / 2, 3 * gapHigh / 2
	}
	return gapWide, gapHigh
}

// gapped writes a board with gaps. Grooves are light, a horizontal wall is a run of =, a vertical one of #, and the last one of *.
func (t texter) gapped(v view) *sheet {
	s := &sheet{}
	wide, high := t.gaps()
	left := t.widest(v.rowNames) + 1
	inner := &sheet{}
	t.grooves(inner, v)
	for _, c := range v.cells {
		x, y := c.At.X*wide+wide/2-1, c.At.Y*high+high/2
		sgr := t.escape(c.Ink, c.Form, c.Mark)
		left, right := brackets(c.Mark)
		switch {
		case c.Shape == engine.Idle:
			left, right = "-", "-" // struck out
		case c.Form == engine.Disc:
			sgr = t.escape(c.Ink, c.Form, engine.Last)
			for row := 1; row < high && t.Ruled && t.Colour; row++ {
				inner.put(c.At.X*wide+1, c.At.Y*high+row, strings.Repeat(" ", wide-1), sgr)
			}
			if c.Mark == engine.NoMark {
				left, right = brackets(engine.From) // a round pawn
			}
		}
		if c.Mark == engine.From && c.Form == engine.Ground {
			c.Glyph = "" // otherwise the pawn would seem to be there still
		}
		inner.put(x, y, left, sgr)
		inner.put(x+2, y, right, sgr)
		inner.put(x+1, y, t.glyph(c), sgr) // a full-width glyph covers the right bracket
	}
	for _, l := range v.walls {
		t.gapWall(inner, l)
	}
	if t.spots {
		inner.spots = gapSpots(v, wide, high)
	}
	top := 1
	if v.colNames == nil {
		top = 0
	}
	s.paste(left, top, inner)
	for i, name := range v.colNames {
		s.put(left+i*wide+wide/2, 0, oneLine(name), "")
		s.put(left+i*wide+wide/2, v.rows*high+2, oneLine(name), "")
	}
	for i, name := range v.rowNames {
		name = oneLine(name)
		s.put(left-1-terminal.StringWidth(name), i*high+high/2+top, name, "")
		s.put(left+v.cols*wide+2, i*high+high/2+top, name, "")
	}
	return s
}

func (t texter) widest(names []string) int {
	w := 0
	for _, name := range names {
		w = max(w, terminal.StringWidth(oneLine(name)))
	}
	return w
}

func (t texter) grooves(s *sheet, v view) {
	wide, high := t.gaps()
	dim := t.faint()
	for y := 0; y <= v.rows; y++ {
		dash := strings.Repeat(" ", wide/2-1) + "-" + strings.Repeat(" ", wide/2-1)
		if y == 0 || y == v.rows || t.Ruled {
			dash = strings.Repeat("-", wide-1)
		}
		for x := 0; x <= v.cols; x++ {
			s.put(x*wide, y*high, t.crossing(x, v.cols, y, v.rows), dim)
			if x < v.cols {
				s.put(x*wide+1, y*high, t.line(dash), dim)
			}
			for row := 1; row < high && y < v.rows; row++ {
				switch {
				case x == 0 || x == v.cols:
					s.put(x*wide, y*high+row, t.line("|"), dim)
				case row == high/2 || t.Medium || t.Ruled:
					s.put(x*wide, y*high+row, t.line(":"), dim)
				}
			}
		}
	}
}

func (t texter) gapWall(s *sheet, l engine.Line) {
	wide, high := t.gaps()
	level := l.From.Y == l.To.Y
	run, last, sgr := t.line("#"), "║", ""
	if level {
		run, last = t.line("="), "═"
	}
	if !t.Ruled {
		last = "*"
	}
	if t.Colour {
		sgr = "\x1b[" + yellow + "m"
	}
	switch l.Mark {
	case engine.Last:
		run, sgr = last, t.escape(l.Ink, engine.Body, engine.NoMark)
	case engine.Deciding:
		run, sgr = "!", t.escape(l.Ink, engine.Body, engine.NoMark)
	case engine.Legal:
		// Mark the middle of the place: - and | for the two directions, * for both.
		x, y := (l.From.X+l.To.X)*wide/2, (l.From.Y+l.To.Y)*high/2
		sign, other := "-", "|"
		if t.Ruled {
			sign, other = t.line("="), t.line("#")
		}
		if l.From.X == l.To.X {
			sign, other = other, sign
		}
		if s.rows[y][x].Text == other {
			sign = "*"
		}
		s.put(x, y, sign, "")
		return
	}
	if level {
		for x := l.From.X*wide + 1; x < l.To.X*wide; x++ {
			s.put(x, l.From.Y*high, run, sgr)
		}
		return
	}
	if l.From.X == l.To.X {
		for y := l.From.Y*high + 1; y < l.To.Y*high; y++ {
			s.put(l.From.X*wide, y, run, sgr)
		}
	}
}
