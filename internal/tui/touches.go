package tui

import (
	"cmp"
	"slices"

	"hikyaku/engine"
	"hikyaku/render"
)

// scene returns the board to show, with the held move if there is one.
func (m Model) scene() engine.Scene {
	if m.Choice.Position != nil && m.Choice.Held != "" {
		return m.Choice.Scene()
	}
	scene := m.Game.Scene
	if len(m.Tried) > 0 || m.Ply < len(m.Game.Plies)-1 {
		scene = m.shown().Position.Scene()
	}
	if m.analysed() && m.Worth.Plies[m.Ply].Best != "" {
		if placer, ok := m.Game.Plies[m.Ply-1].Position.(engine.Placer); ok {
			scene = engine.Better(scene, placer.Target(m.Worth.Plies[m.Ply].Best))
		}
	}
	if m.Hint != "" && m.Mode == Playing {
		return m.hinted(scene)
	}
	return scene
}

// hinted returns the scene with the place of the hint marked, and from where the
// move goes unless it covers several cells or walls.
func (m Model) hinted(scene engine.Scene) engine.Scene {
	placer, ok := m.shown().Position.(engine.Placer)
	if !ok {
		return scene
	}
	at := placer.Target(m.Hint)
	if pointer, points := placer.(engine.Pointer); points && len(at.Cells)+len(at.Walls) < 2 {
		for _, t := range pointer.Touches(m.Hint) {
			if t.Board == at.Board && t.Edge == engine.NoEdge {
				at.Cells = append(at.Cells, t.At)
			}
		}
	}
	scene.Boards = slices.Clone(scene.Boards)
	for i, b := range scene.Boards {
		scene.Boards[i].Cells = slices.Clone(b.Cells)
		for n, c := range b.Cells { // what moved last, and is captured, is marked anew
			if b.ID == at.Board && slices.Contains(at.Cells, c.At) {
				scene.Boards[i].Cells[n].Mark = engine.NoMark
			}
		}
	}
	return engine.Better(scene, at)
}

// chart returns the board to show. It is laid out for the position without the
// held move, so that holding a move changes no places.
func (m Model) chart() render.Chart {
	held := m.Choice.Held
	m.Choice.Held = ""
	o, tight := m.fitting()
	if m.Choice.Held = held; held == "" {
		return tight
	}
	return render.NewChart(m.scene(), o).Tight(m.High - 3)
}

// fitting returns the chart of the position that is as large as the window
// allows, and its options.
func (m Model) fitting() (o render.TextOptions, c render.Chart) {
	scene := m.scene()
	o = render.TextOptions{Lang: m.Lang, Names: m.Game.Names, You: m.Game.You, Colour: m.Colour, Ruled: true, Flip: m.Flip, Pieces: m.Pieces}
	for size := 0; size < 2 && m.High > largeHigh; size++ {
		o.Large, o.Medium = size == 0, size == 1
		if c = render.NewChart(scene, o); m.Wide-chartWide(c)-2 >= leastSide && len(c.Rows) <= m.High-3 {
			return o, c
		}
	}
	o.Large, o.Medium = false, false
	most := render.Dense // larger boards scroll, unless the player wants the whole board
	if m.Whole {
		most = render.Halved
	}
	for {
		c = render.NewChart(scene, o).Tight(m.High - 3)
		if len(c.Rows) <= m.High-3 || o.Density == most {
			return o, c
		}
		o.Density++
	}
}

// target is a touch that the player can make next, and its place. Alternatives
// have no place.
type target struct {
	engine.Touch
	at     render.Spot
	placed bool
}

// centre returns the middle of t in half columns and half rows. Rows count
// twice, because they are about twice as high.
func (t target) centre() (x, y int) { return 2*t.at.X + t.at.Wide, 2 * (2*t.at.Y + t.at.High) }

// targets returns the possible touches: places in reading order, then
// alternatives. It returns none once a move is held.
func (m Model) targets(c render.Chart) (list []target) {
	if !m.choosing() || m.Choice.Held != "" {
		return nil
	}
	for _, t := range m.Choice.Open() {
		at, placed := c.Where(t)
		list = append(list, target{t, at, placed})
	}
	slices.SortStableFunc(list, func(a, b target) int {
		if !a.placed || !b.placed {
			return cmp.Compare(order(a), order(b))
		}
		ax, ay := a.centre()
		bx, by := b.centre()
		return cmp.Or(cmp.Compare(ay, by), cmp.Compare(ax, bx))
	})
	return list
}

// order sorts alternatives after places.
func order(t target) int {
	if t.placed {
		return 0
	}
	return 1
}

func (m Model) touch(list []target) Model {
	if m.At >= len(list) {
		return m
	}
	from := list[m.At]
	next, ok := m.Choice.Touch(from.Touch)
	if !ok {
		return m
	}
	m.Choice, m.At = next, 0
	return m.settleCursor(from).scroll()
}

// settleCursor puts the cursor on the target nearest to from.
func (m Model) settleCursor(from target) Model {
	best := -1
	x, y := from.centre()
	for i, t := range m.targets(m.chart()) {
		if !t.placed || !from.placed {
			continue
		}
		tx, ty := t.centre()
		if far := abs(tx-x) + abs(ty-y); best < 0 || far < best {
			best, m.At = far, i
		}
	}
	return m
}

// undo takes back the last touch or the typed text. ok is false if there is
// none.
func (m Model) undo() (Model, bool) {
	next, ok := m.Choice.Undo()
	if !ok {
		return m, false
	}
	var last engine.Touch
	if n := len(m.Choice.Touched); n > len(next.Touched) {
		last = m.Choice.Touched[n-1]
	}
	m.Choice, m.At, m.Typed, m.Said = next, 0, next.Typed, ""
	if i := slices.IndexFunc(m.targets(m.chart()), func(t target) bool { return t.Touch == last }); i >= 0 {
		m.At = i
	}
	return m.scroll(), true
}

// step moves the cursor to the nearest target in a direction. Among
// alternatives, it moves through the list.
func (m Model) step(dx, dy int) Model {
	list := m.targets(m.chart())
	if len(list) == 0 {
		return m
	}
	m.At = min(m.At, len(list)-1)
	here := list[m.At]
	if !here.placed {
		return m.cycle(dx + dy)
	}
	x, y := here.centre()
	best, found := 0, -1
	for i, t := range list {
		if !t.placed {
			continue
		}
		tx, ty := t.centre()
		ahead, aside := (tx-x)*dx+(ty-y)*dy, abs((tx-x)*dy)+abs((ty-y)*dx)
		if ahead <= 0 || aside > 2*ahead+2 {
			continue
		}
		if far := ahead + 2*aside; found < 0 || far < best {
			best, found = far, i
		}
	}
	if found >= 0 {
		m.At = found
	}
	return m.scroll()
}

func (m Model) cycle(by int) Model {
	if n := len(m.targets(m.chart())); n > 0 {
		m.At = ((m.At+by)%n + n) % n
	}
	return m.scroll()
}

// hit returns the index of the target at a position of the chart, the one with
// the nearest middle, or -1.
func hit(list []target, x, y int) int {
	best, found := 0, -1
	for i, t := range list {
		at := t.at
		if !t.placed || x < at.X || y < at.Y || x >= at.X+at.Wide || y >= at.Y+at.High {
			continue
		}
		tx, ty := t.centre()
		if far := abs(tx-2*x-1) + abs(ty-4*y-2); found < 0 || far < best {
			best, found = far, i
		}
	}
	return found
}

func abs(n int) int { return max(n, -n) }
