package render

import "hikyaku/engine"

// A cell of a board with gaps is three columns of one row, with a groove of one column or row around it.
const (
	gapWide = 4 // columns from cell to cell
	gapHigh = 2 // rows from cell to cell
)

// gapped writes a board with gaps. Grooves are light, a wall is a run of #, and the last wall a run of *.
func (t texter) gapped(v view) *sheet {
	s := t.sheet()
	left := t.widest(s, v.rowNames) + 1
	inner := t.sheet()
	t.grooves(inner, v)
	for _, c := range v.cells {
		x, y := c.At.X*gapWide+1, c.At.Y*gapHigh+1
		sgr := t.escape(c.Ink, c.Form, c.Mark)
		left, right := brackets(c.Mark)
		switch {
		case c.Shape == engine.Idle:
			left, right = "-", "-" // struck out
		case c.Mark == engine.NoMark && c.Form == engine.Disc:
			left, right = brackets(engine.From) // a round pawn
		}
		if c.Mark == engine.From && c.Form == engine.Ground {
			c.Glyph = "" // otherwise the pawn would seem to be there still
		}
		inner.put(x, y, left, sgr)
		inner.put(x+2, y, right, sgr)
		inner.put(x+1, y, t.glyph(inner, c), sgr) // a full-width glyph covers the right bracket
	}
	for _, l := range v.walls {
		t.gapWall(inner, l)
	}
	if t.spots {
		inner.spots = gapSpots(v)
	}
	top := 1
	if v.colNames == nil {
		top = 0
	}
	s.paste(left, top, inner)
	for i, name := range v.colNames {
		s.put(left+i*gapWide+2, 0, oneLine(name), "")
		s.put(left+i*gapWide+2, v.rows*gapHigh+2, oneLine(name), "")
	}
	for i, name := range v.rowNames {
		name = oneLine(name)
		s.put(left-1-s.width(name), i*gapHigh+1+top, name, "")
		s.put(left+v.cols*gapWide+2, i*gapHigh+1+top, name, "")
	}
	return s
}

func (t texter) widest(s *sheet, names []string) int {
	w := 0
	for _, name := range names {
		w = max(w, s.width(oneLine(name)))
	}
	return w
}

func (t texter) grooves(s *sheet, v view) {
	dim := ""
	if t.Colour {
		dim = "\x1b[2m"
	}
	for y := 0; y <= v.rows; y++ {
		dash := " - "
		if y == 0 || y == v.rows {
			dash = "---"
		}
		for x := 0; x <= v.cols; x++ {
			s.put(x*gapWide, y*gapHigh, "+", dim)
			if x < v.cols {
				s.put(x*gapWide+1, y*gapHigh, dash, dim)
			}
			bar := ":"
			if x == 0 || x == v.cols {
				bar = "|"
			}
			if y < v.rows {
				s.put(x*gapWide, y*gapHigh+1, bar, dim)
			}
		}
	}
}

func (t texter) gapWall(s *sheet, l engine.Line) {
	run := "#"
	switch l.Mark {
	case engine.Last:
		run = "*"
	case engine.Legal:
		// Mark the middle of the place: - and | for the two directions, * for both.
		x, y := (l.From.X+l.To.X)*gapWide/2, (l.From.Y+l.To.Y)*gapHigh/2
		sign, other := "-", "|"
		if l.From.X == l.To.X {
			sign, other = other, sign
		}
		if s.rows[y][x].text == other {
			sign = "*"
		}
		s.put(x, y, sign, "")
		return
	}
	sgr := t.escape(l.Ink, engine.Body, l.Mark)
	if l.From.Y == l.To.Y {
		for x := l.From.X*gapWide + 1; x < l.To.X*gapWide; x++ {
			s.put(x, l.From.Y*gapHigh, run, sgr)
		}
		return
	}
	if l.From.X == l.To.X {
		for y := l.From.Y*gapHigh + 1; y < l.To.Y*gapHigh; y++ {
			s.put(l.From.X*gapWide, y, run, sgr)
		}
	}
}
