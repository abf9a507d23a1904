package render

import (
	"image"
	"slices"
	"strconv"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// view is a board as a viewer sees it. Its places count columns to the right and rows downwards from the upper left; a
// corner is the upper left one of the cell with the same numbers. Turn is as seen.
type view struct {
	id         string               // of the board
	title      func(phrases) string // the text above it
	named      bool                 // the title is the board's own, the same in all scenes
	seat       int
	open       bool         // see engine.Board
	turned     bool         // Min is the upper right cell, not the lower left one
	tipped     bool         // its columns are rows, see upright
	low, high  engine.Point // Min and Max of the board
	things     []string     // the names of the things in the columns; nil for a board of the scene
	cols, rows int
	colNames   []string // from the left; nil for none. A nameless cell belongs to the name on its left
	rowNames   []string // from the top; nil for none. A nameless cell belongs to the name below it
	grid       int
	gap        bool
	cells      []engine.Cell
	walls      []engine.Line
	strokes    []engine.Line
	notes      []note
	threats    []engine.Line
	turn       int           // the seat to move
	hand       int           // see engine.Board
	coming     *engine.Thing // what will fall on the field; nil for nothing
}

// viewer is a reader of a scene.
type viewer struct {
	lang string
	flip bool // from the far side
}

// view returns b, upside down if turned. It leaves out everything outside the board.
func (o viewer) view(b engine.Board, turned bool) view {
	v := view{id: b.ID, low: b.Min, high: b.Max, title: func(t phrases) string { return t.in(b.Name) }, named: true, seat: b.Seat, open: b.Open, turned: turned, cols: b.Max.X - b.Min.X + 1, rows: b.Max.Y - b.Min.Y + 1, grid: b.Grid, gap: b.Gap, hand: b.Hand}
	v.colNames, v.rowNames = named(o.words(b.Cols), v.cols, turned), named(o.words(b.Rows), v.rows, turned)
	slices.Reverse(v.rowNames)
	for _, c := range b.Cells {
		var ok bool
		if c.At, ok = v.seeCell(c.At); !ok {
			continue
		}
		c.Turn &= 3
		if o.flip && (c.Form == engine.Piece || c.Shape == engine.Head) {
			c.Turn ^= 2
		}
		v.cells = append(v.cells, c)
	}
	v.walls, v.strokes, v.threats = v.seeLines(b.Walls), v.seeLines(b.Strokes), v.seeLines(b.Threats)
	return v
}

// whole returns the size of the whole board. v may show only part of it.
func (v *view) whole() (cols, rows int) { return v.high.X - v.low.X + 1, v.high.Y - v.low.Y + 1 }

// seeCell returns the place of a cell of the board, as long as v shows all of it; ok is false outside the board.
func (v *view) seeCell(at engine.Point) (seen engine.Point, ok bool) {
	cols, rows := v.whole()
	seen = engine.Point{X: at.X - v.low.X, Y: v.high.Y - at.Y}
	if !seen.In(image.Rect(0, 0, cols, rows)) {
		return seen, false
	}
	if v.turned {
		seen.X, seen.Y = cols-1-seen.X, rows-1-seen.Y
	}
	if v.tipped {
		seen.X, seen.Y = rows-1-seen.Y, seen.X
	}
	return seen, true
}

// goesBetween reports whether v is a list, which goes between two fields with owners.
func (v view) goesBetween() bool { return v.seat == 0 && v.rows > 1 }

// scale reports whether v is a scale of numbers that belongs to nobody.
func (v view) scale() bool { return v.seat == 0 && v.rows == 1 && v.cols > 1 && !v.has(engine.Disc) }

// upright returns v with its columns from the top, each from left to right.
func (v view) upright() view {
	tip := func(at engine.Point) engine.Point { return engine.Point{X: v.rows - 1 - at.Y, Y: at.X} }
	v.cells, v.notes = slices.Clone(v.cells), slices.Clone(v.notes)
	for i := range v.cells {
		v.cells[i].At = tip(v.cells[i].At)
	}
	for i := range v.notes {
		for _, p := range []*patch{&v.notes[i].at, &v.notes[i].to} {
			p.cells = slices.Clone(p.cells)
			for j := range p.cells {
				p.cells[j] = tip(p.cells[j])
			}
		}
	}
	v.cols, v.rows, v.tipped = v.rows, v.cols, true
	return v
}

// words returns labels in the viewer's language; nil for none.
func (o viewer) words(labels []i18n.Text) (words []string) {
	for _, label := range labels {
		words = append(words, label.In(o.lang))
	}
	return words
}

// named returns the labels of a side of n cells in the viewer's order. If that is backwards, a name stays before the
// nameless cells that belong to it.
func named(labels []string, n int, backwards bool) []string {
	if len(labels) != n {
		return nil
	}
	if !backwards {
		return slices.Clone(labels)
	}
	var seen []string
	for end := n; end > 0; {
		start := end - 1
		for start > 0 && labels[start] == "" {
			start--
		}
		seen = append(seen, labels[start:end]...)
		end = start
	}
	return seen
}

// seeLines returns the lines that are on the board, from left to right or downwards.
func (v *view) seeLines(lines []engine.Line) (seen []engine.Line) {
	cols, rows := v.whole()
	for _, l := range lines {
		ok := true
		for _, p := range []*engine.Point{&l.From, &l.To} {
			p.X, p.Y = p.X-v.low.X, v.high.Y+1-p.Y
			ok = ok && p.In(image.Rect(0, 0, cols+1, rows+1))
			if v.turned {
				p.X, p.Y = cols-p.X, rows-p.Y
			}
		}
		if !ok {
			continue
		}
		if l.To.X < l.From.X || (l.To.X == l.From.X && l.To.Y < l.From.Y) {
			l.From, l.To = l.To, l.From
		}
		seen = append(seen, l)
	}
	return seen
}

// top returns the last cell of each place that keep accepts, by column and row. It is the uppermost one.
func (v *view) top(keep func(engine.Cell) bool) map[engine.Point]engine.Cell {
	m := make(map[engine.Point]engine.Cell, len(v.cells))
	for _, c := range v.cells {
		if keep(c) {
			m[c.At] = c
		}
	}
	return m
}

// has reports whether something on v has the form.
func (v *view) has(form engine.Form) bool {
	return slices.ContainsFunc(v.cells, func(c engine.Cell) bool { return c.Form == form })
}

// field is a field of play with the small boards that belong to it.
type field struct {
	main         view
	above, below []view
}

// stage is a scene arranged for a text: the fields beside each other, the rest below.
type stage struct {
	fields []field
	below  []view
	panels []func(phrases) string // the panels of seats without anything drawn beside the fields
}

// fieldsOf returns the number of fields of play, with which the boards of s begin: a common one, or one of the same measures for each
// of several seats.
func fieldsOf(s engine.Scene) int {
	n := min(1, len(s.Boards))
	for n > 0 && n < len(s.Boards) {
		a, b := s.Boards[0], s.Boards[n]
		if a.Seat == 0 || b.Seat == 0 || a.Seat == b.Seat || a.Max.X-a.Min.X != b.Max.X-b.Min.X || a.Max.Y-a.Min.Y != b.Max.Y-b.Min.Y {
			break
		}
		n++
	}
	return n
}

// fields returns the fields of play from the left. From the far side, a common one is upside down. Those with an owner are side by
// side, the viewer's on the left. They are never turned, because stones fall in them.
func (o viewer) fields(s engine.Scene) (fields []view) {
	for _, b := range s.Boards[:fieldsOf(s)] {
		v := o.view(b, o.flip && b.Seat == 0)
		v.turn = s.Turn.Seat
		if b.Seat > 0 && b.Seat <= len(s.Players) {
			v.coming = coming(s.Players[b.Seat-1])
			v.named, v.title = false, func(t phrases) string { return t.fieldTitle(b.Seat, s.Players[b.Seat-1]) }
		}
		fields = append(fields, v)
	}
	if o.flip {
		slices.Reverse(fields)
	}
	return fields
}

// arrange gives each board its place in a text. From the far side, the small boards of the other seat go above a common field.
func arrange(s engine.Scene, o viewer) (st stage) {
	if len(s.Boards) == 0 {
		return st
	}
	for _, main := range o.fields(s) {
		st.fields = append(st.fields, field{main: main})
	}
	n := len(st.fields)
	for i, p := range s.Players {
		title := func(t phrases) string { return t.panel(i+1, p) }
		if b, names, ok := stand(i+1, p); ok && !slices.ContainsFunc(s.Boards[:n], func(b engine.Board) bool { return b.Seat == i+1 }) {
			v := o.view(b, false)
			v.named, v.title, v.things = false, title, names
			st.add(v, o.flip)
		} else if p.Goal != (i18n.Text{}) || p.State != (i18n.Text{}) || len(p.Has) > 0 {
			st.panels = append(st.panels, title)
		}
		if s.Throw.Room > 0 {
			st.add(o.view(dice(i+1, s.Throw), false), o.flip)
		}
	}
	for _, b := range s.Boards[n:] {
		st.add(o.view(b, false), o.flip)
	}
	return st
}

// add puts the small board v beside the field that it belongs to.
func (st *stage) add(v view, flip bool) {
	for i := range st.fields {
		f := &st.fields[i]
		switch {
		case f.main.seat != 0 && f.main.seat == v.seat:
			f.below = append(f.below, v)
			return
		case f.main.seat == 0 && v.seat != 0 && (v.seat != 1) != flip:
			f.above = append(f.above, v)
			return
		case f.main.seat == 0:
			f.below = append(f.below, v)
			return
		}
	}
	st.below = append(st.below, v)
}

// square gives a board without edges as many columns as rows, with numbers around what it has.
func (v *view) square() {
	if !v.open {
		return
	}
	cols, rows := v.cols, v.rows
	v.cols, v.rows = max(cols, rows), max(cols, rows)
	by := v.room(cols, rows)
	right, down := v.cols-cols, v.rows-rows
	v.colNames, v.rowNames = continued(v.colNames, v.grid, by.X, right-by.X), continued(v.rowNames, v.grid, by.Y, down-by.Y)
	for i := range v.cells {
		v.cells[i].At = v.cells[i].At.Add(by)
	}
	for _, lines := range [][]engine.Line{v.walls, v.strokes} {
		for i, l := range lines {
			lines[i].From, lines[i].To = l.From.Add(by), l.To.Add(by)
		}
	}
	for i := range v.notes {
		v.notes[i].at, v.notes[i].to = v.notes[i].at.moved(by), v.notes[i].to.moved(by)
	}
}

// room returns the number of columns and rows of v before those of its board, which has cols columns and rows rows.
func (v *view) room(cols, rows int) image.Point {
	unit := max(1, v.grid)
	right, down := v.cols-cols, v.rows-rows
	return image.Pt(right/2/unit*unit, down-down/2/unit*unit) // the grid counts from below
}

// continued returns numbers, one every so many cells, with those of the cells before and after them; nil for none.
func continued(names []string, every, before, after int) []string {
	first := slices.IndexFunc(names, func(name string) bool { return name != "" })
	if first < 0 || first+every >= len(names) {
		return names
	}
	number := func(i int) int { n, _ := strconv.Atoi(names[i]); return n }
	step := number(first+every) - number(first)
	all := make([]string, before+len(names)+after)
	for i := range all {
		if n := i - before - first; n%every == 0 {
			all[i] = strconv.Itoa(number(first) + n/every*step)
		}
	}
	return all
}
