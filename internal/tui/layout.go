package tui

import (
	"slices"

	"hikyaku/engine"
	"hikyaku/render"
)

// The smallest usable window, and the smallest width for a column beside the
// board.
const (
	leastWide, leastHigh = 40, 12
	leastSide            = 26
	leastStrip           = 13 // the smallest width for moves alone
	largeHigh            = 25 // the windows that may have room for large boards are higher
)

// layout is the arrangement of a match on the screen.
type layout struct {
	chart    render.Chart
	board    rect     // the window onto the chart
	side     rect     // the column beside the board, or none if its width is 0
	strip    rect     // if there is none: a narrow one for the last moves
	task     []string // above the board, if there is no such column
	list     rect     // the rows of choices
	rows     []choice
	from     int  // the first row shown
	graph    rect // of an analysis
	overview rect // of a board with a grid that scrolls
}

// choice is a row of the list of choices: an alternative, a move or an act.
type choice struct {
	text   string
	at     int // its index in targets, moves or acts
	picked bool
}

// layout arranges the match for the size of the window.
func (m Model) layout() layout {
	l := layout{chart: m.chart(), board: rect{0, 1, m.Wide, m.High - 2 - m.promptRows()}}
	if m.analysed() {
		l.graph = rect{1, 0, m.Wide - 2, max(3, m.High/6) | 1} // an odd number of rows, so that one is at 50%
	}
	rows := len(l.chart.Rows)
	if m.Choice.Held != "" { // the place of the board and the lines about the players change only after the move
		m.Choice.Held = ""
		before := m.chart()
		rows, l.chart.Lines = len(before.Rows), before.Lines
	}
	wide := chartWide(l.chart)
	room := m.Wide - wide - 2
	if room >= leastSide {
		if m.High > largeHigh {
			down := max(0, l.board.high-rows) / 2
			l.board.y, l.board.high = l.board.y+down, l.board.high-down
		}
		columns := max(2, 1+len(m.Game.Plies)/max(1, l.board.high-6))
		side := min(room, columns*historyWide+1)
		l.board.x, l.board.wide = (room-side)/2, wide+2 // in the middle of a large window
		l.side = rect{l.board.x + wide + 2, l.board.y, side, l.board.high}
		if m.analysed() {
			l.graph = rect{l.side.x, l.side.y, side - 1, m.High/4 | 1}
			l.side.y, l.side.high = l.side.y+l.graph.high+1, l.side.high-l.graph.high-1
		}
	} else {
		l.task = m.task(l.board.high - rows)
		l.board.y += len(l.task)
		l.board.high -= len(l.task) + l.graph.high
		l.graph.y = l.board.y + l.board.high
		below := slices.Concat(l.chart.Lines, wrapped(m.Game.Clock, m.Wide-2), m.shown().Variations, m.shown().Notes)
		if room += 2; room >= leastStrip {
			l.strip = rect{wide, l.board.y, room, l.board.high}
		} else {
			history, at := m.historyOf(m.Wide - 2)
			first := firstAround(at, lastMoves, len(history))
			below = append(below, history[first:min(len(history), first+lastMoves)]...)
		}
		l.chart.Rows = append(l.chart.Rows, signs(below, m.Wide)...)
	}
	column := &l.side
	if column.wide == 0 {
		column = &l.strip
	}
	b := m.Game.Scene.Boards[0]
	if all, ok := around(l.chart, b.ID, []engine.Point{b.Min, b.Max}); ok && !m.Whole && b.Grid > 0 && all.Wide == b.Max.X-b.Min.X+1 && all.Y+all.High > l.board.high {
		high := (b.Max.Y-b.Min.Y)/b.Grid + 4 // with its frame and the key
		others := high
		if m.Game.Lesson.Task != "" {
			others = 2 * high // for its text
		}
		if column.wide > (b.Max.X-b.Min.X)/b.Grid+2 && column.high > high+others {
			column.high -= high + 1
			l.overview = rect{column.x + 1, column.y + column.high + 1, column.wide - 1, high}
		}
	}
	l.rows = m.choicesOf(l.chart)
	if len(l.rows) == 0 {
		return l
	}
	switch {
	case l.side.wide > 0:
		l.list = rect{l.side.x, l.side.y + 1, l.side.wide, min(len(l.rows), max(3, l.side.high/2))}
	case l.strip.wide > 0 && !m.acting():
		var rows []choice
		for _, row := range l.rows {
			for i, line := range wrapped(row.text, l.strip.wide-3) {
				if i > 0 {
					line = "  " + line
				}
				rows = append(rows, choice{line, row.at, row.picked})
			}
		}
		l.rows, l.list = rows, rect{l.strip.x, l.strip.y, l.strip.wide, min(len(rows), l.strip.high/2)}
		l.strip.y, l.strip.high = l.strip.y+l.list.high+1, l.strip.high-l.list.high-1
	default:
		n := min(len(l.rows), max(4, l.board.high*2/5))
		l.board.high -= n
		l.list = rect{0, l.board.y + l.board.high, m.Wide, n}
		l.strip.high = min(l.strip.high, l.board.high)
	}
	for i, row := range l.rows {
		if row.picked {
			l.from = min(max(0, i-l.list.high/2), len(l.rows)-l.list.high)
		}
	}
	return l
}

// task returns the lines of a lesson above a board that has no column beside it:
// the text with the task if there is room for it, else the task.
func (m Model) task(room int) []string {
	if m.Game.Lesson.Task == "" {
		return nil
	}
	lines := wrapped(m.Game.Text, m.Wide-2)
	if len(lines) > room {
		lines = wrapped(m.Game.Lesson.Task, m.Wide-2)
	}
	return lines[:min(len(lines), m.High/3)]
}

// lastMoves is the number of lines for moves below a board.
const lastMoves = 10

func chartWide(c render.Chart) (wide int) {
	for _, row := range c.Rows {
		wide = max(wide, len(row))
	}
	return wide
}

// signs returns lines as rows of a chart, after an empty row.
func signs(lines []string, wide int) [][]render.Sign {
	c := newCanvas(wide, len(lines)+1)
	for i, line := range lines {
		c.put(0, i+1, wide, line, plain)
	}
	return c
}

// promptRows returns the number of rows that the prompt takes.
func (m Model) promptRows() int {
	if m.Entry != YesOrNo && m.Entry != ActWords && m.question() == "" && !m.Game.Over && !m.analysed() {
		return 1
	}
	return min(len(wrapped(m.promptText(), m.Wide-2)), m.High/2)
}

// choicesOf returns the rows of the list: the acts, the moves that a filter
// leaves, or the alternatives to choose from.
func (m Model) choicesOf(c render.Chart) (rows []choice) {
	if m.acting() {
		for i, a := range m.actsOf() {
			rows = append(rows, choice{a.Key + "  " + a.Label, i, i == m.Picked})
		}
		return rows
	}
	if m.Entry == AMove {
		for i, move := range m.Choice.Moves() {
			rows = append(rows, choice{engine.Spell(m.Choice.Position, move).In(m.Lang), i, i == m.Picked})
		}
		return rows
	}
	for i, t := range m.targets(c) {
		if t.Key != "" {
			rows = append(rows, choice{t.Key + "  " + t.Way.In(m.Lang), i, i == m.At})
		}
	}
	return rows
}

// scroll moves the window onto the board so that the relevant part is visible.
func (m Model) scroll() Model {
	if m.Game == nil {
		return m
	}
	return m.scrollTo(m.focus)
}

// scrollTo moves the window onto the board so that the part that where returns is
// visible, if there is one.
func (m Model) scrollTo(where func(render.Chart) (render.Spot, bool)) Model {
	l := m.layout()
	if at, ok := where(l.chart); ok {
		m.Top = into(m.Top, at.Y-1, at.High+2, l.board.high)
		m.Left = into(m.Left, at.X-2, at.Wide+4, l.board.wide)
	}
	m.Top = max(0, min(m.Top, len(l.chart.Rows)-l.board.high))
	m.Left = max(0, min(m.Left, chartWide(l.chart)-l.board.wide))
	return m
}

// into returns the first line of a window of the given size that shows n lines
// from at. It keeps first if they are visible already.
func into(first, at, n, size int) int {
	return max(min(first, at), at+n-size)
}

// roll scrolls the board by half the height of the window.
func (m Model) roll(by int) Model {
	l := m.layout()
	m.Top = max(0, min(m.Top+by*l.board.high/2, len(l.chart.Rows)-l.board.high))
	return m
}

// focus returns the part of the board to show: the held move, the cursor, or
// what the last move changed.
func (m Model) focus(c render.Chart) (render.Spot, bool) {
	placer, _ := m.shown().Position.(engine.Placer)
	if m.Choice.Position != nil && m.Choice.Held != "" && placer != nil {
		at := placer.Target(m.Choice.Held)
		return around(c, at.Board, at.Cells)
	}
	if list := m.targets(c); m.At < len(list) {
		return list[m.At].at, list[m.At].placed
	}
	return m.lastMove(c)
}

// lastMove returns what the last move changed.
func (m Model) lastMove(c render.Chart) (render.Spot, bool) {
	for _, b := range m.scene().Boards {
		var last []engine.Point
		for _, cell := range b.Cells {
			if cell.Mark == engine.Last || cell.Mark == engine.Deciding {
				last = append(last, cell.At)
			}
		}
		if last != nil {
			return around(c, b.ID, last)
		}
	}
	return render.Spot{}, false
}

func around(c render.Chart, board string, cells []engine.Point) (render.Spot, bool) {
	if len(cells) == 0 {
		return render.Spot{}, false
	}
	low, high := cells[0], cells[0]
	for _, p := range cells {
		low, high = engine.Point{X: min(low.X, p.X), Y: min(low.Y, p.Y)}, engine.Point{X: max(high.X, p.X), Y: max(high.Y, p.Y)}
	}
	return c.Where(engine.AreaTouch(board, low, engine.Point{X: high.X - low.X + 1, Y: high.Y - low.Y + 1}))
}

// clicked returns the index of the target that was clicked, on the board or in
// the list.
func (m Model) clicked(list []target, e Event) (int, bool) {
	if i, ok := m.rowOf(e.X, e.Y); ok {
		return i, true
	}
	l := m.layout()
	if !l.board.holds(e.X, e.Y) {
		return 0, false
	}
	i := hit(list, e.X-l.board.x+m.Left, e.Y-l.board.y+m.Top)
	return i, i >= 0
}

// rowOf returns the index of the choice in the list at a position on the screen.
func (m Model) rowOf(x, y int) (int, bool) {
	l := m.layout()
	if i := l.from + y - l.list.y; l.list.holds(x, y) && i < len(l.rows) {
		return l.rows[i].at, true
	}
	return 0, false
}

// matchRows returns the number of rows for a match in the list.
func (m Model) matchRows() int {
	most := 0
	for _, one := range m.rows() {
		most = max(most, len(m.stateLines(one)))
	}
	return 1 + most
}

// stateLines returns the lines below the name of a row of the list. Only menus
// have room for several.
func (m Model) stateLines(one Match) []string {
	switch {
	case one.State == "":
		return nil
	case len(m.Menus) == 0:
		return []string{one.State}
	}
	return wrapped(one.State, m.listWide()-6)
}

// previewWide is the least width of a window whose list shows the board of the
// picked match.
const previewWide = 100

// listWide returns the width of the list.
func (m Model) listWide() int {
	if m.Wide < previewWide {
		return m.Wide
	}
	return m.Wide / 2
}

// firstMatch returns the index of the first visible match in the list.
func (m Model) firstMatch() int {
	room := max(1, (m.High-4)/m.matchRows())
	return firstAround(m.Picked, room, len(m.rows()))
}

// rowAt returns the index of the match in a row of the screen.
func (m Model) rowAt(y int) (int, bool) {
	i := m.firstMatch() + (y-2)/m.matchRows()
	return i, y >= 2 && y < m.High-2 && i < len(m.rows())
}
