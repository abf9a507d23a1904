package tui

import (
	"slices"

	"hikyaku/engine"
	"hikyaku/render"
)

// The least window, and the least width beside a board for a column of its own.
const (
	leastWide, leastHigh = 40, 12
	leastSide            = 26
)

// layout says where what is on the screen of a match.
type layout struct {
	chart render.Chart
	board rect // the window on the chart
	side  rect // the column beside it; none if its width is 0
	list  rect // where the rows of choices are
	rows  []choice
	from  int // the first row that is shown
}

// choice is a row of the list of what can be chosen: a way, or a move.
type choice struct {
	text   string
	at     int // in targets, or in the moves
	picked bool
}

// layout places what is shown of a match.
func (m Model) layout() layout {
	l := layout{chart: m.chart(), board: rect{0, 1, m.Wide, m.High - 2 - m.promptRows()}}
	if m.Choice.Held != "" { // what is said of the players is true after the move alone
		m.Choice.Held = ""
		l.chart.Lines = m.chart().Lines
	}
	wide := chartWide(l.chart)
	if room := m.Wide - wide - 2; room >= leastSide {
		l.board.wide = wide + 2
		l.side = rect{wide + 2, 1, room, l.board.high}
	} else {
		l.chart.Rows = append(l.chart.Rows, signs(slices.Concat(l.chart.Lines, m.besides()), m.Wide)...)
	}
	l.rows = m.choicesOf(l.chart)
	if len(l.rows) == 0 {
		return l
	}
	if l.side.wide > 0 {
		l.list = rect{l.side.x, l.side.y + 1, l.side.wide, min(len(l.rows), max(3, l.side.high/2))}
	} else {
		n := min(len(l.rows), max(4, l.board.high*2/5))
		l.board.high -= n
		l.list = rect{0, l.board.y + l.board.high, m.Wide, n}
	}
	for i, row := range l.rows {
		if row.picked {
			l.from = min(max(0, i-l.list.high/2), len(l.rows)-l.list.high)
		}
	}
	return l
}

// besides returns what there is to say besides the board, where it has no column of its own: the clock, notes, and the last
// moves.
func (m Model) besides() []string {
	history := m.historyOf(m.Wide - 2)
	lines := append(wrapped(m.Game.Clock, m.Wide-2), m.shown().Notes...)
	return append(lines, history[max(0, len(history)-lastMoves):]...)
}

// lastMoves is how many lines of the moves stand below a board.
const lastMoves = 10

// chartWide returns the columns of a chart.
func chartWide(c render.Chart) (wide int) {
	for _, row := range c.Rows {
		wide = max(wide, len(row))
	}
	return wide
}

// signs returns lines as rows of a chart, below an empty one.
func signs(lines []string, wide int) [][]render.Sign {
	c := newCanvas(wide, len(lines)+1)
	for i, line := range lines {
		c.put(0, i+1, wide, line, plain)
	}
	return c
}

// promptRows returns how many rows below the board what is to be done takes.
func (m Model) promptRows() int {
	if m.Entry != YesOrNo && m.Entry != ActWords && m.question() == "" {
		return 1
	}
	return min(len(wrapped(m.sayPrompt(), m.Wide-2)), m.High/2)
}

// choicesOf returns the rows of the list: the acts, the moves that a filter leaves, else the ways that go on.
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

// scroll moves the window on the board so far that what matters is in it.
func (m Model) scroll() Model {
	if m.Game == nil {
		return m
	}
	l := m.layout()
	at, ok := m.focus(l.chart)
	if ok {
		m.Top = into(m.Top, at.Y-1, at.High+2, l.board.high)
		m.Left = into(m.Left, at.X-2, at.Wide+4, l.board.wide)
	}
	m.Top = max(0, min(m.Top, len(l.chart.Rows)-l.board.high))
	m.Left = max(0, min(m.Left, chartWide(l.chart)-l.board.wide))
	return m
}

// into returns the first line of a window of a size in which so many lines from at are seen: first, if they are.
func into(first, at, n, size int) int {
	return max(min(first, at), at+n-size)
}

// roll moves the window by half its height.
func (m Model) roll(by int) Model {
	l := m.layout()
	m.Top = max(0, min(m.Top+by*l.board.high/2, len(l.chart.Rows)-l.board.high))
	return m
}

// focus returns what is to be seen: the move that is held, the cursor, or what the last move did.
func (m Model) focus(c render.Chart) (render.Spot, bool) {
	placer, _ := m.shown().Position.(engine.Placer)
	if m.Choice.Position != nil && m.Choice.Held != "" && placer != nil {
		at := placer.Target(m.Choice.Held)
		return around(c, at.Board, at.Cells)
	}
	if list := m.targets(c); m.At < len(list) {
		return list[m.At].at, list[m.At].placed
	}
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

// around returns the rectangle around cells of a board.
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

// clicked returns the target on which the mouse was clicked, on the board or in the list.
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

// rowOf returns what stands in the list at a place of the screen.
func (m Model) rowOf(x, y int) (int, bool) {
	l := m.layout()
	if i := l.from + y - l.list.y; l.list.holds(x, y) && i < len(l.rows) {
		return l.rows[i].at, true
	}
	return 0, false
}

// matchRows is how many rows a match takes in the list of matches.
const matchRows = 2

// firstMatch returns the first match that the window shows of the list.
func (m Model) firstMatch() int {
	room := max(1, (m.High-4)/matchRows)
	return max(0, min(m.Picked-room/2, len(m.Matches)-room))
}

// rowAt returns the match in a row of the screen.
func (m Model) rowAt(y int) (int, bool) {
	i := m.firstMatch() + (y-2)/matchRows
	return i, y >= 2 && y < m.High-2 && i < len(m.Matches)
}
