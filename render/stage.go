package render

import (
	"slices"

	"hikyaku/engine"
)

// view is a board as a viewer sees it. Its places count columns to the right and rows downwards from the upper left; a
// corner is the upper left one of the cell with the same numbers. Turn is as seen.
type view struct {
	id         string              // of the board
	title      func(teller) string // what stands over it
	named      bool                // the title is the board's own, the same in all scenes
	seat       int
	open       bool // see engine.Board
	turned     bool // Min is the upper right cell, not the lower left one
	cols, rows int
	colNames   []string // from the left; nil for none. A nameless cell belongs to the name on its left
	rowNames   []string // from the top; nil for none. A nameless cell belongs to the name below it
	grid       int
	gap        bool
	cells      []engine.Cell
	walls      []engine.Line
	strokes    []engine.Line
	notes      []note
}

// newView returns b upside down if turned, and with its men turned if flipped. It leaves out everything outside the
// board.
func newView(b engine.Board, turned, flipped bool) view {
	v := view{id: b.ID, title: func(t teller) string { return t.in(b.Name) }, named: true, seat: b.Seat, open: b.Open, turned: turned, cols: b.Max.X - b.Min.X + 1, rows: b.Max.Y - b.Min.Y + 1, grid: b.Grid, gap: b.Gap}
	v.colNames, v.rowNames = named(b.Cols, v.cols, turned), named(b.Rows, v.rows, turned)
	slices.Reverse(v.rowNames)
	for _, c := range b.Cells {
		c.At.X, c.At.Y = c.At.X-b.Min.X, b.Max.Y-c.At.Y
		if c.At.X < 0 || c.At.X >= v.cols || c.At.Y < 0 || c.At.Y >= v.rows {
			continue
		}
		if turned {
			c.At.X, c.At.Y = v.cols-1-c.At.X, v.rows-1-c.At.Y
		}
		c.Turn &= 3
		if flipped && c.Form == engine.Man {
			c.Turn ^= 2
		}
		v.cells = append(v.cells, c)
	}
	v.walls, v.strokes = v.lines(b, b.Walls, turned), v.lines(b, b.Strokes, turned)
	return v
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

func (v *view) lines(b engine.Board, lines []engine.Line, turned bool) []engine.Line {
	var seen []engine.Line
	for _, l := range lines {
		ok := true
		for _, p := range []*engine.Point{&l.From, &l.To} {
			p.X, p.Y = p.X-b.Min.X, b.Max.Y+1-p.Y
			ok = ok && p.X >= 0 && p.X <= v.cols && p.Y >= 0 && p.Y <= v.rows
			if turned {
				p.X, p.Y = v.cols-p.X, v.rows-p.Y
			}
		}
		if !ok {
			continue
		}
		if l.To.X < l.From.X || (l.To.X == l.From.X && l.To.Y < l.From.Y) {
			l.From, l.To = l.To, l.From // to the right, or downwards
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

// crop leaves out the empty columns at the right.
func (v *view) crop() {
	v.cols = 1
	for _, c := range v.cells {
		v.cols = max(v.cols, c.At.X+1)
	}
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

// stage is a scene arranged for a viewer: the fields beside each other, the rest below, and what is told.
type stage struct {
	fields []field
	below  []view
	panels []func(teller) string // the panels of seats of which nothing is drawn beside the fields
	turn   func(teller) string
}

// allBoards returns the boards of a scene, with those of what the panels show and of the dice.
func allBoards(s engine.Scene) []engine.Board {
	all := slices.Clip(s.Boards)
	for i, p := range s.Players {
		if b, ok := stand(i+1, p); ok {
			all = append(all, b)
		}
		if s.Throw.Room > 0 {
			all = append(all, dice(i+1, s.Throw))
		}
	}
	return all
}

// ownsField reports whether the first board or one like it belongs to the seat.
func ownsField(s engine.Scene, seat int) bool {
	return slices.ContainsFunc(s.Boards[:fieldsOf(s)], func(b engine.Board) bool { return b.Seat == seat })
}

// fieldsOf returns the number of fields of play, with which the boards of s begin.
func fieldsOf(s engine.Scene) int {
	n := min(1, len(s.Boards))
	for n > 0 && n < len(s.Boards) && sameField(s.Boards[0], s.Boards[n]) {
		n++
	}
	return n
}

// arrange gives each board its place. If flip is set, a common field of play is seen from the far side, and the small
// boards of the other seat go above it. Fields with an owner stand side by side, the viewer's on the left. They are
// never turned, because stones fall in them.
func arrange(s engine.Scene, flip bool) stage {
	st := stage{turn: func(t teller) string { return t.turn(s) }}
	if len(s.Boards) == 0 {
		return st
	}
	n := fieldsOf(s)
	for _, b := range s.Boards[:n] {
		main := newView(b, flip && b.Seat == 0, flip)
		if b.Seat > 0 && b.Seat <= len(s.Players) {
			main.named, main.title = false, func(t teller) string { return t.over(b.Seat, s.Players[b.Seat-1]) }
		}
		st.fields = append(st.fields, field{main: main})
	}
	for i, p := range s.Players {
		st.seat(s, i+1, p, flip)
	}
	for _, b := range s.Boards[n:] {
		st.add(newView(b, false, flip), flip)
	}
	if flip {
		slices.Reverse(st.fields)
	}
	return st
}

// seat puts beside the fields what a seat has and has thrown.
func (st *stage) seat(s engine.Scene, seat int, p engine.Panel, flip bool) {
	say := func(t teller) string { return t.panel(seat, p) }
	if b, ok := stand(seat, p); ok && !ownsField(s, seat) {
		v := newView(b, false, flip)
		v.named, v.title = false, say
		st.add(v, flip)
	} else if p.Goal != (engine.Text{}) || p.State != (engine.Text{}) || len(p.Has) > 0 {
		st.panels = append(st.panels, say)
	}
	if s.Throw.Room > 0 {
		st.add(newView(dice(seat, s.Throw), false, flip), flip)
	}
}

func sameField(a, b engine.Board) bool {
	return a.Seat != 0 && b.Seat != 0 && a.Seat != b.Seat &&
		a.Max.X-a.Min.X == b.Max.X-b.Min.X && a.Max.Y-a.Min.Y == b.Max.Y-b.Min.Y
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
