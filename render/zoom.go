package render

import (
	"image"
	"slices"

	"hikyaku/engine"
)

// legible is the size in pixels of cells above which nothing is cut.
const legible = 10

// zoomed returns l, or a layout of the part of the field of play around the last move if cells would be too small.
// Both have the same measures, except where only the board is drawn, of which a square then fills the picture.
func (p planner) zoomed(l layout) (layout, error) {
	main, small := tooSmall(l)
	if !small {
		return l, nil
	}
	field := p.fields[0]
	cols, rows := max(main.cols*main.pitch/legible, main.cols/2), max(main.rows*main.pitch/legible, main.rows/2) // half of it still shows where it is
	at, ok := field.action()
	if p.mute {
		if !ok {
			at = engine.Point{X: field.cols / 2, Y: field.rows - 1} // where one sits
		}
		return p.cropped(field.window(at, field.rows, field.rows)).plan(max(l.w, l.h))
	}
	if !ok {
		return l, nil
	}
	near := p.cropped(field.window(at, cols, rows))
	all, err := planIn([]planner{near}, image.Pt(l.w, l.h))
	if err != nil {
		return l, err
	}
	return all[0], nil
}

// zoomedAll returns all, or layouts of the part of the field of play that the scenes together use if cells would be too
// small: it is the same in all of them, so that an animation does not jump. The picture keeps its measures.
func zoomedAll(ps []planner, all []layout) ([]layout, error) {
	if _, small := tooSmall(all[0]); !small {
		return all, nil
	}
	var used image.Rectangle
	for _, p := range ps {
		v := p.fields[0]
		var part image.Rectangle
		grid := max(1, v.grid)
		for _, c := range v.cells {
			if c.Form != engine.Ground {
				x, y := c.At.X/grid*grid, c.At.Y/grid*grid
				part = part.Union(image.Rect(x, y, x+grid, y+grid))
			}
		}
		used = used.Union(part.Intersect(image.Rect(0, 0, v.cols, v.rows)))
	}
	if used.Empty() {
		return all, nil
	}
	used = ps[0].fields[0].shaped(used)
	near := make([]planner, len(ps))
	for i, p := range ps {
		near[i] = p.cropped(used)
	}
	return planIn(near, image.Pt(all[0].w, all[0].h))
}

// tooSmall returns the field of play of l, and whether it is a common one with edges whose cells are too small.
func tooSmall(l layout) (main place, small bool) {
	for _, p := range l.places {
		if p.main {
			return p, p.seat == 0 && !p.open && p.pitch < legible
		}
	}
	return main, false
}

// cropped returns p with this part of its field of play.
func (p planner) cropped(part image.Rectangle) planner {
	p.fields = slices.Clone(p.fields[:1])
	p.fields[0].clip(part)
	return p
}

// cut leaves of fields of play the part from one cell of the first to another, from grid line to grid line.
func cut(fields []view, part [2]engine.Point) {
	seen, ok := fields[0].see(engine.Place{Cells: part[:]})
	if !ok {
		return
	}
	from, to := seen.cells[0], seen.cells[1]
	left, top := min(from.X, to.X), min(from.Y, to.Y)
	cols, rows := max(from.X, to.X)-left+1, max(from.Y, to.Y)-top+1
	for i := range fields {
		main := &fields[i]
		main.clip(main.window(engine.Point{X: left + cols/2, Y: top + rows/2}, cols, rows))
	}
}

// action returns the middle of the last move, else of the deciding things, else of the open ends.
func (v *view) action() (at engine.Point, ok bool) {
	for _, mark := range []engine.Mark{engine.Last, engine.Deciding, engine.Joint} {
		n := 0
		for _, c := range v.cells {
			if c.Mark == mark {
				at.X, at.Y, n = at.X+c.At.X, at.Y+c.At.Y, n+1
			}
		}
		if n > 0 {
			return engine.Point{X: at.X / n, Y: at.Y / n}, true
		}
	}
	return at, false
}

// window returns the part of v with so many columns and rows around a cell, from grid line to grid line.
func (v *view) window(at engine.Point, cols, rows int) image.Rectangle {
	grid := max(1, v.grid)
	cols, rows = min(v.cols, max(2*grid, cols/grid*grid)), min(v.rows, max(2*grid, rows/grid*grid))
	left := min(max(0, at.X-cols/2), v.cols-cols) / grid * grid
	top := min(max(0, at.Y-rows/2), v.rows-rows) / grid * grid
	return image.Rect(left, top, left+cols, top+rows)
}

// shaped returns part extended to at least a square, and not wider than the shape of v, from grid line to grid line.
func (v *view) shaped(part image.Rectangle) image.Rectangle {
	grid := max(1, v.grid)
	up := func(n int) int { return (n + grid - 1) / grid * grid }
	cols := min(v.cols, max(part.Dx(), up(part.Dy())))
	rows := min(v.rows, max(part.Dy(), up(cols*v.rows/v.cols)))
	left := max(0, min(part.Min.X-(cols-part.Dx())/2/grid*grid, v.cols-cols))
	top := max(0, min(part.Min.Y-(rows-part.Dy())/2/grid*grid, v.rows-rows))
	return image.Rect(left, top, left+cols, top+rows)
}

// clip leaves this part of v.
func (v *view) clip(part image.Rectangle) {
	left, top, cols, rows := part.Min.X, part.Min.Y, part.Dx(), part.Dy()
	if v.colNames != nil {
		v.colNames = v.colNames[left : left+cols]
	}
	if v.rowNames != nil {
		v.rowNames = v.rowNames[top : top+rows]
	}
	v.cols, v.rows = cols, rows
	var cells []engine.Cell
	for _, c := range v.cells {
		if c.At.In(part) {
			c.At = c.At.Sub(part.Min)
			cells = append(cells, c)
		}
	}
	v.cells = cells
	v.walls = shifted(v.walls, part)
	v.strokes = shifted(v.strokes, part)
	v.notes = slices.DeleteFunc(slices.Clone(v.notes), func(n note) bool {
		return !n.at.within(part) || !n.to.within(part)
	})
	for i := range v.notes {
		v.notes[i].at, v.notes[i].to = v.notes[i].at.moved(part.Min.Mul(-1)), v.notes[i].to.moved(part.Min.Mul(-1))
	}
}

// within reports whether the whole patch is in a window.
func (t patch) within(part image.Rectangle) bool {
	corners := image.Rectangle{Min: part.Min, Max: part.Max.Add(image.Pt(1, 1))}
	return !slices.ContainsFunc(t.cells, func(s engine.Point) bool { return !s.In(part) }) &&
		!slices.ContainsFunc(t.walls, func(l engine.Line) bool { return !l.From.In(corners) || !l.To.In(corners) })
}

// moved returns the patch so many columns to the right and rows down.
func (t patch) moved(by image.Point) (m patch) {
	for _, s := range t.cells {
		m.cells = append(m.cells, s.Add(by))
	}
	for _, l := range t.walls {
		l.From, l.To = l.From.Add(by), l.To.Add(by)
		m.walls = append(m.walls, l)
	}
	return m
}

// shifted returns the lines that are in a window at least in part, cut at its edges. Only upright and level lines are cut.
func shifted(lines []engine.Line, part image.Rectangle) (rest []engine.Line) {
	cols, rows := part.Dx(), part.Dy()
	for _, l := range lines {
		l.From, l.To = l.From.Sub(part.Min), l.To.Sub(part.Min)
		if l.From.X == l.To.X && l.From.X >= 0 && l.From.X <= cols {
			l.From.Y, l.To.Y = max(l.From.Y, 0), min(l.To.Y, rows)
		}
		if l.From.Y == l.To.Y && l.From.Y >= 0 && l.From.Y <= rows {
			l.From.X, l.To.X = max(l.From.X, 0), min(l.To.X, cols)
		}
		inside := func(s engine.Point) bool { return s.X >= 0 && s.X <= cols && s.Y >= 0 && s.Y <= rows }
		if inside(l.From) && inside(l.To) && l.From != l.To {
			rest = append(rest, l)
		}
	}
	return rest
}
