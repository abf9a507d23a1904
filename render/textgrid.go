package render

import (
	"strings"
	"unicode/utf8"

	"hikyaku/engine"
)

// gridStyle is the way to write a board without gaps.
type gridStyle struct {
	wide   int    // columns of a cell's contents
	space  int    // columns between cells, for brackets: 1, 0 for a crowded board or a drawing, 3 for a large one
	tall   int    // rows from cell to cell
	tile   int    // cells between columns that are free; 0 for none
	pieces bool   // as in KIF: v before a piece of the far side, labels above and at the right
	frame  bool   // a frame around, and visible ground
	dense  bool   // see Dense
	lines  bool   // between the cells, so that they are squares
	empty  string // the sign of empty ground
}

func (g gridStyle) pitch() int { return g.wide + g.space }
func (g gridStyle) column(x int) int {
	if g.tile > 0 {
		return x*g.pitch() + x/g.tile
	}
	if g.lines {
		return x*g.pitch() + 1
	}
	return x*g.pitch() + g.space
}

// across returns the width of n columns of cells.
func (g gridStyle) across(n int) int {
	if g.lines {
		return n*g.pitch() - 1
	}
	return g.column(n-1) + g.pitch()
}

func (g gridStyle) row(y int) int {
	if g.lines {
		return y * g.tall
	}
	return (y+1)*g.tall - 1
}

// high returns the height of n rows of cells.
func (g gridStyle) high(n int) int {
	if g.lines {
		return n*g.tall - 1
	}
	return g.row(n)
}

// gridStyle chooses the style of v. main is set for a field of play.
func (t texter) gridStyle(v view, main bool) gridStyle {
	g := gridStyle{wide: 1, space: 1, tall: 1, pieces: v.has(engine.Piece), frame: main, empty: " "}
	kanji := false
	for _, c := range v.cells {
		glyph := t.glyph(c)
		g.wide = max(g.wide, terminal.StringWidth(glyph))
		kanji = kanji || terminal.StringWidth(glyph) > utf8.RuneCountInString(glyph)
	}
	switch {
	case main && t.Ruled && t.Large && !v.has(engine.Drawn):
	case main && kanji:
		g.empty = "・"
	case main:
		g.empty = "."
	}
	if g.pieces {
		g.wide = 3
		g.empty = " " + g.empty
	}
	if drawn := v.has(engine.Drawn); drawn || v.cols*g.pitch() > textColumns-8 {
		g.space, g.dense = 0, main && t.Density != Roomy
		if drawn && main {
			g.tile = v.grid
		}
	} else if t.Large && main {
		g.space, g.tall, g.lines = 3, 2, t.Ruled
	}
	return g
}

// grid writes a board without gaps. If a field of play has no room for brackets, < and ^ on the frame mark the rows and
// columns of the last move.
func (t texter) grid(v view, main bool) *sheet {
	s := &sheet{}
	g := t.gridStyle(v, main)
	spots := func(x, y int) Spot { return Spot{X: g.column(x), Y: g.row(y), Wide: g.wide, High: 1} }
	whole := v
	if g.dense && t.Density == Halved && !v.has(engine.Drawn) {
		v, g.empty = halved(v), " "
		spots = func(x, y int) Spot { return Spot{X: g.column(x), Y: g.row(y / 2), Wide: g.wide, High: 1} }
	}
	cells := &sheet{}
	for y := range v.rows {
		for x := range v.cols {
			cells.put(g.column(x), g.row(y), g.empty, "")
			if g.lines && x > 0 {
				cells.put(x*g.pitch()-1, g.row(y), t.line("|"), t.faint())
			}
			if g.lines && y > 0 {
				cells.put(x*g.pitch(), g.row(y)-1, t.line(strings.Repeat("-", g.pitch()-1)), t.faint())
				if x > 0 {
					cells.put(x*g.pitch()-1, g.row(y)-1, t.crossing(x, v.cols, y, v.rows), t.faint())
				}
			}
		}
		if !g.lines {
			cells.put(v.cols*g.pitch(), g.row(y), strings.Repeat(" ", g.space), "")
		}
	}
	won := v.decided()
	for _, c := range v.cells {
		if won != nil && c.Form == engine.Drawn { // only the strokes that decided are reversed, or # without colour
			if c.Mark = engine.NoMark; won[c.At] {
				c.Mark = engine.Deciding
				if !t.Colour {
					c.Glyph = "#"
				}
			}
		}
		t.gridCell(cells, g, c)
	}
	g.brackets(cells, v)
	if t.spots {
		cells.spots = whole.spots(spots)
	}
	left, top := 0, 0
	if !g.pieces && v.rowNames != nil {
		left = t.widest(v.rowNames) + 1
	}
	if g.pieces && v.colNames != nil {
		top = 1
	}
	below := top + g.high(v.rows)
	if g.frame {
		t.frame(s, g, v, left, top)
		left, top, below = left+1, top+1, below+2
	}
	s.paste(left, top, cells)
	if g.frame && g.space == 0 { // the rows and columns of the last move are marked beside the frame, or on the frame of a dense board
		right, foot, more := left+g.across(v.cols)+2, top+v.rows+1, 1
		if g.dense {
			right, foot, more = right-2, foot-1, 0
		}
		last := v.top(func(c engine.Cell) bool { return c.Mark == engine.Last })
		for _, c := range last {
			s.put(right, top+c.At.Y, "<", "")
			s.put(left+g.column(c.At.X), foot, "^", "")
		}
		if len(last) > 0 {
			below += more
		}
	}
	t.gridNames(s, g, v, left, top, below)
	return s
}

// decided returns the cells of the strokes that decided the game.
func (v *view) decided() (cells map[engine.Point]bool) {
	for _, l := range v.strokes {
		if l.Mark != engine.Deciding {
			continue
		}
		if cells == nil {
			cells = map[engine.Point]bool{}
		}
		for n := range l.To.X - l.From.X {
			at := engine.Point{X: l.From.X + n, Y: l.From.Y + n}
			if l.To.Y < l.From.Y {
				at.Y = l.From.Y - n - 1
			}
			cells[at] = true
		}
	}
	return cells
}

func (t texter) gridCell(s *sheet, g gridStyle, c engine.Cell) {
	x, y, glyph := g.column(c.At.X), g.row(c.At.Y), t.glyph(c)
	sgr := t.escape(c.Ink, c.Form, c.Mark)
	if c.Form == engine.Ground && glyph == " " {
		glyph = g.empty
	}
	switch {
	case g.space == 0 && (c.Mark == engine.Joint || c.Mark == engine.Legal):
		glyph = map[engine.Mark]string{engine.Joint: t.line("+"), engine.Legal: "*"}[c.Mark]
	case g.dense && c.Form == engine.Body && c.Mark == engine.NoMark && t.Ruled && t.Colour && t.Density != Halved:
		glyph, sgr = " ", t.escape(c.Ink, c.Form, engine.Last) // a block
	case c.Form == engine.Piece && c.Turn == 2:
		glyph = "v" + glyph
	case g.pieces && glyph != g.empty:
		glyph = " " + glyph
	}
	s.put(x, y, glyph, sgr)
	for used := terminal.StringWidth(glyph); used < g.wide; used++ {
		s.put(x+used, y, " ", sgr)
	}
}

// brackets writes the marks of cells beside them. Two marks between which there is only one column share it, unless there is room
// for one of them in its cell: [vK ](. ).
func (g gridStyle) brackets(s *sheet, v view) {
	if g.space == 0 {
		return
	}
	marked := v.top(func(c engine.Cell) bool { return c.Mark != engine.NoMark })
	for y := range v.rows {
		for x := range v.cols + 1 {
			_, closing := brackets(marked[engine.Point{X: x - 1, Y: y}].Mark)
			opening, same := brackets(marked[engine.Point{X: x, Y: y}].Mark)
			at, row := g.column(x)-1, g.row(y)
			before := at + 1 - g.space
			put := func(x int, text string) {
				if text != " " {
					s.put(x, row, text, "")
				}
			}
			free := func(x int) bool {
				return g.pieces && !s.rows[row][x].Covered && strings.TrimSpace(s.rows[row][x].Text) == ""
			}
			switch {
			case before < at || closing == " " || opening == " ":
				put(before, closing)
				put(at, opening)
			case closing == same: // [A B]
			case free(at + 1):
				put(at, closing)
				put(at+1, opening)
			case free(at - g.wide): // the blank is before the piece
				copy(s.rows[row][at-g.wide:at-1], s.rows[row][at-g.wide+1:at])
				s.rows[row][at-1] = Sign{}
				put(at-1, closing)
				put(at, opening)
			default:
				put(at, "|")
			}
		}
	}
}

// frame draws the border, with = and # where walls are on it.
func (t texter) frame(s *sheet, g gridStyle, v view, left, top int) {
	width, high := g.across(v.cols), g.high(v.rows)+1
	for x := range width {
		s.put(left+1+x, top, t.line("-"), "")
		s.put(left+1+x, top+high, t.line("-"), "")
	}
	for y := range g.high(v.rows) {
		s.put(left, top+1+y, t.line("|"), "")
		s.put(left+1+width, top+1+y, t.line("|"), "")
	}
	for _, y := range []int{0, v.rows} {
		for x := 1; x < v.cols && g.lines; x++ {
			s.put(left+x*g.pitch(), top+min(y, 1)*high, t.crossing(x, v.cols, y, v.rows), "")
		}
	}
	for y := 1; y < v.rows && g.lines; y++ {
		s.put(left, top+g.row(y), t.crossing(0, v.cols, y, v.rows), "")
		s.put(left+1+width, top+g.row(y), t.crossing(v.cols, v.cols, y, v.rows), "")
	}
	for _, l := range v.walls {
		sgr := t.escape(l.Ink, engine.Body, l.Mark)
		if y := l.From.Y; y == l.To.Y && (y == 0 || y == v.rows) {
			for x := g.column(l.From.X); x < g.column(l.To.X); x++ {
				s.put(left+1+x, top+min(y, 1)*high, t.line("="), sgr)
			}
			if l.Goal != 0 && g.dense { // else a line below the board says so
				t.nameGoal(s, g, v, l, left+1, top+min(y, 1)*high)
			}
		}
		if x := l.From.X; x == l.To.X && (x == 0 || x == v.cols) {
			for y := l.From.Y; y < l.To.Y; y++ {
				s.put(left+min(x, 1)*(width+1), top+1+g.row(y), t.line("#"), sgr)
			}
		}
	}
	for y := range 2 {
		s.put(left, top+y*high, t.crossing(0, 1, y, 1), "")
		s.put(left+1+width, top+y*high, t.crossing(1, 1, y, 1), "")
	}
}

// nameGoal writes whose goal an edge of the frame is, on the longer side of the columns of the last move.
func (t texter) nameGoal(s *sheet, g gridStyle, v view, edge engine.Line, left, y int) {
	wide := g.across(v.cols)
	low, high := wide, 0
	for _, c := range v.cells {
		if c.Mark == engine.Last {
			low, high = min(low, g.column(c.At.X)), max(high, g.column(c.At.X)+1)
		}
	}
	x, room := 3, low-4
	if wide-high > low {
		x, room = high+1, wide-high-4
	}
	fits := func(text string) bool { return terminal.StringWidth(text)+2 <= room }
	text := t.phrases.fitting(func(t phrases) string { return t.goal(edge.Goal) }, fits)
	if !fits(text) {
		t.phrases.signs = nil
		text = t.phrases.fitting(func(t phrases) string { return t.goal(edge.Goal) }, fits)
	}
	s.put(left+x, y, " "+text+" ", t.escape(edge.Ink, engine.Body, edge.Mark))
}

// gridNames writes the labels: rows at the left and columns below, or as shogi players write them.
func (t texter) gridNames(s *sheet, g gridStyle, v view, left, top, below int) {
	thin := g.dense && !v.has(engine.Drawn)
	upright := !thin && t.widest(v.colNames) > max(1, g.pitch()-1, g.tile*g.pitch())
	for i, name := range v.colNames {
		name = oneLine(name)
		x := left + g.column(i)
		switch {
		case thin && !v.names(i):
		case g.pieces:
			s.put(x+1, 0, name, "") // beside the sign of the far side
		case upright:
			for j, r := range []rune(name) {
				s.put(x, below+j, string(r), "")
			}
		default:
			s.put(x, below, name, "")
		}
	}
	for i, name := range v.rowNames {
		name = oneLine(name)
		if g.pieces {
			s.put(left+g.across(v.cols)+1, top+g.row(i), name, "")
			continue
		}
		pad := t.widest(v.rowNames) - terminal.StringWidth(name)
		s.put(pad, top+g.row(i), name, "")
	}
}
