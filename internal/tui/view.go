package tui

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/render"
)

// View draws m: one row for each row of the window, one sign for each column.
func (m Model) View() [][]render.Sign {
	c := newCanvas(max(1, m.Wide), max(1, m.High))
	switch {
	case m.Wide < leastWide || m.High < leastHigh:
		c.put(0, 0, m.Wide, m.text("play.small", "wide", leastWide, "high", leastHigh), plain)
	case m.Help:
		m.drawHelp(c)
	case m.Game == nil:
		m.drawList(c)
	case m.Page:
		m.drawPage(c)
	default:
		m.drawGame(c)
	}
	return c
}

// Caret returns the position of the terminal's cursor, which screen readers and
// magnifiers follow: the place under our cursor, or the end of the typed text.
// ok is false if there is none.
func (m Model) Caret() (x, y int, ok bool) {
	if m.Game == nil && m.Entry == NoEntry || m.Help || m.Page || m.Wide < leastWide || m.High < leastHigh {
		return 0, 0, false
	}
	if m.Entry != NoEntry {
		return min(measure.StringWidth(m.promptText()), m.Wide-1), m.High - 2, true
	}
	l := m.layout()
	list := m.targets(l.chart)
	if m.At >= len(list) {
		return 0, 0, false
	}
	at := list[m.At].at
	x, y = l.board.x+at.X-m.Left, l.board.y+at.Y-m.Top
	for i, row := range l.rows {
		if row.picked {
			x, y = l.list.x+1, l.list.y+i-l.from
		}
	}
	return x, y, list[m.At].placed && l.board.holds(x, y) || l.list.holds(x, y)
}

func (m Model) drawTitle(c canvas, text string) {
	c.put(1, 0, m.Wide-2, text, reverse)
	c.bar(0, 0, m.Wide, reverse)
}

func (m Model) drawHelp(c canvas) {
	title, keys := m.text("play.help.title"), m.text("play.help")
	if m.Lessons {
		title, keys = m.text("learn.help.title"), m.text("learn.help")
	}
	m.drawTitle(c, title)
	about := "play.help.list"
	switch {
	case m.Game == nil && m.Lessons:
		about = "learn.help.list"
	case m.Game == nil:
	case m.Lessons:
		about = "learn.help.board"
	case m.Mode == Replaying:
		about = "play.help.replay"
	case m.Mode == Trying:
		about = "play.help.try"
	default:
		about = "play.help.board"
	}
	c.put(1, 1, m.Wide-2, m.text(about), plain)
	y := 2
	for line := range strings.SplitSeq(keys, "\n") {
		key, does, _ := strings.Cut(line, "  ")
		c.put(1, y, 14, key, bold)
		for _, part := range wrapped(strings.TrimSpace(does), m.Wide-17) {
			c.put(16, y, m.Wide-17, part, plain)
			y++
		}
	}
	c.put(1, m.High-1, m.Wide-2, m.text("play.help.leave"), faint)
}

// drawPage draws the text of a game.
func (m Model) drawPage(c canvas) {
	m.drawTitle(c, m.Game.Name)
	lines := m.pageLines()
	for i, line := range lines[m.Turned:min(len(lines), m.Turned+m.pageRows())] {
		c.put(2, 2+i, m.Wide-4, line, plain)
	}
	keys := m.text("play.page.leave")
	if len(lines) > m.Turned+m.pageRows() {
		keys = m.text("play.page.more")
	}
	c.put(1, m.High-1, m.Wide-2, keys, faint)
}

// pageText returns what t shows: the text of the game, or what an analysis found.
func (m Model) pageText() string {
	if m.analysed() {
		return strings.Join(m.Worth.Words, "\n")
	}
	return m.Game.Text
}

func (m Model) pageRows() int { return m.High - 4 }

func (m Model) pageLines() []string {
	return wrapped(m.pageText(), min(m.Wide, textWide)-4)
}

// textWide is the maximum width of text, so that its lines stay readable.
const textWide = 84

func (m Model) drawList(c canvas) {
	waits := 0
	for _, one := range m.Matches {
		if one.Waits {
			waits++
		}
	}
	title, keys := m.text("play.title", "n", waits), m.text("play.keys.list")
	switch n := len(m.Menus); {
	case n > 0:
		title, keys = m.Menus[n-1].Title, m.text("play.keys.menu")
		if m.Entry == DoorWords {
			keys = m.text("play.keys.entry")
		}
	case !slices.ContainsFunc(m.Matches, func(one Match) bool { return one.File != "" }):
		title, keys = m.text("play.title.new"), m.text("play.keys.doors")
	case m.Lessons:
		title, keys = m.text("learn.title", "n", waits), m.text("learn.keys.list")
	case waits == 0:
		title = m.text("play.title.none")
	}
	m.drawTitle(c, title)
	// If all matches wait, bold would emphasise nothing.
	others := slices.ContainsFunc(m.rows(), func(one Match) bool { return one.File != "" && !one.Waits })
	first, wide, rows := m.firstMatch(), m.listWide(), m.matchRows()
	for i, one := range m.rows()[first:] {
		y := 2 + rows*i
		if y+rows > m.High-2 {
			c.put(1, y, wide-2, m.text("play.below", "n", len(m.rows())-first-i), faint)
			break
		}
		sign, style := "  ", plain
		if one.Waits {
			sign = "> "
		}
		if one.Waits && others {
			style = bold
		}
		c.put(1, y, wide-2, sign+one.Name, style)
		for n, line := range m.stateLines(one) {
			c.put(5, y+1+n, wide-6, line, faint)
		}
		if first+i == m.Picked {
			c.paint(rect{0, y, wide, 1}, reverse)
		}
	}
	if first > 0 {
		c.put(1, 1, wide-2, m.text("play.above", "n", first), faint)
	}
	if file, shown := m.preview(); shown && m.Preview != nil && m.Preview.File == file {
		m.drawPreview(c, rect{wide + 2, 2, m.Wide - wide - 3, m.High - 4})
	}
	prompt := ""
	switch {
	case m.Entry == DoorWords:
		prompt = m.promptText()
	case len(m.Menus) > 0:
		prompt = m.Menus[len(m.Menus)-1].About
	case m.Picked < len(m.rows()):
		picked := m.rows()[m.Picked]
		if measure.StringWidth(picked.State) > wide-6 { // cut above
			prompt = picked.State + "\n"
		}
		prompt = strings.TrimSpace(prompt + picked.Until)
	}
	m.drawBottom(c, prompt, keys)
}

// drawPreview draws the board of the picked match and the lines about its players.
func (m Model) drawPreview(c canvas, area rect) {
	shows := Model{Lang: m.Lang, Colour: m.Colour, Pieces: m.Pieces, Wide: area.wide + leastSide, High: area.high, Game: m.Preview}
	shows.Mode, shows.Ply, shows.Flip = Replaying, len(m.Preview.Plies)-1, m.Preview.Far
	_, chart := shows.fitting()
	shows.drawBoard(c, layout{chart: chart, board: area})
	y := area.y + len(chart.Rows) + 1
	for _, text := range chart.Lines {
		for _, line := range wrapped(text, area.wide) {
			if y < area.y+area.high {
				c.put(area.x, y, area.wide, line, plain)
			}
			y++
		}
	}
}

// drawBottom draws the keys, above them the prompt, and above that messages and
// news.
func (m Model) drawBottom(c canvas, prompt, keys string) {
	c.put(1, m.High-1, m.Wide-2, keys, faint)
	lines := m.bottomLines(prompt)
	for i, line := range lines {
		y := m.High - 1 - len(lines) + i
		clear(c[y])
		c.put(1, y, m.Wide-2, line, bold)
	}
}

// bottomLines returns the lines above that of the keys: news, a report and the prompt.
func (m Model) bottomLines(prompt string) (lines []string) {
	report := m.Told
	if m.Job.Do != "" {
		report = m.busyText()
	}
	for _, text := range []string{m.News, report, prompt} {
		if text != "" {
			lines = append(lines, wrapped(text, m.Wide-2)...)
		}
	}
	return lines[max(0, len(lines)-m.High/2):]
}

// busyText returns the text shown while a slow job runs, or "".
func (m Model) busyText() string {
	switch m.Job.Do {
	case doFetch:
		return m.text("play.busy.fetch")
	case doPlay, doSend, doAct:
		if m.Job.Act == ActAnalyse {
			return m.text("play.busy.analyse")
		}
		if m.Game != nil && m.Game.To != "" {
			return m.text("play.busy.send", "who", m.Game.To)
		}
	}
	return ""
}

func (m Model) drawGame(c canvas) {
	l := m.layout()
	m.drawBoard(c, l)
	m.drawTitle(c, m.Game.Name)
	state, done := m.headingText(), m.Game.Lesson.Progress
	if last := len(m.Game.Plies) - 1; m.Mode == Replaying && !m.analysed() && last > 0 && measure.StringWidth(m.Game.Name+state)+replayWide+8 <= m.Wide {
		done = "[" + strings.Repeat("=", m.Ply*replayWide/last) + strings.Repeat(".", replayWide-m.Ply*replayWide/last) + "]"
	}
	if done != "" {
		wide := measure.StringWidth(done)
		c.put(m.Wide-1-wide, 0, wide, done, reverse)
	}
	m.drawTask(c, rect{1, 1, m.Wide - 2, len(l.task)}, l.task)
	if state != "" {
		used := measure.StringWidth(m.Game.Name) + 3
		c.put(used, 0, m.Wide-used-1, state, reverse)
	}
	for i := range l.list.high {
		row := l.rows[l.from+i]
		c.put(l.list.x, l.list.y+i, l.list.wide, " "+row.text, plain)
		switch {
		case i == 0 && l.from > 0:
			c.put(l.list.x+l.list.wide-2, l.list.y, 1, "↑", plain)
		case i == l.list.high-1 && l.from+i < len(l.rows)-1:
			c.put(l.list.x+l.list.wide-2, l.list.y+i, 1, "↓", plain)
		}
		if row.picked {
			c.paint(rect{l.list.x, l.list.y + i, l.list.wide, 1}, reverse)
		}
	}
	free := m.High - 1 - len(m.bottomLines(m.promptText())) // rows that the bottom leaves
	l.side.high, l.strip.high = min(l.side.high, free-l.side.y), min(l.strip.high, free-l.strip.y)
	if l.side.wide > 0 {
		m.drawSide(c, l)
	}
	m.drawHistory(c, l.strip)
	m.drawGraph(c, l.graph)
	m.drawOverview(c, l)
	m.drawBottom(c, m.promptText(), m.keysText())
}

// replayWide is the width of the bar that shows how far a replay has come.
const replayWide = 20

// drawTask draws the lines of the text of a lesson, and in bold its task. The
// words for the framed places, which may begin on one line and end on the next,
// have the colour of the frames.
func (m Model) drawTask(c canvas, area rect, lines []string) {
	framed, rest := m.Game.Lesson.Framed, ""
	text := len(lines) - len(wrapped(m.Game.Lesson.Task, area.wide))
	for i, line := range lines[:min(len(lines), max(0, area.high))] {
		if i < text {
			c.put(area.x, area.y+i, area.wide, line, plain)
			continue
		}
		c.put(area.x, area.y+i, area.wide, line, bold)
		at, words := 0, rest
		if rest == "" {
			at, words, rest = framedIn(line, framed)
		} else {
			rest = ""
		}
		used := measure.StringWidth(line[:at])
		c.put(area.x+used, area.y+i, area.wide-used, words, m.frameStyle())
	}
}

// framedIn returns where framed, or only its beginning, is in line, and what of
// it continues on the next line.
func framedIn(line, framed string) (at int, words, rest string) {
	if at := strings.Index(line, framed); at >= 0 {
		return at, framed, ""
	}
	for i := range framed {
		if words := strings.TrimSpace(framed[:i]); words != "" && strings.HasSuffix(line, words) {
			at, rest = len(line)-len(words), strings.TrimSpace(framed[i:])
			return at, words, rest
		}
	}
	return 0, "", ""
}

// frameStyle is the style of the frames of a lesson, and of what is shown where
// a piece may go. Its colour is readable on black and on white.
func (m Model) frameStyle() string {
	if m.Colour {
		return bold + ";38;5;30"
	}
	return bold
}

// headingText returns what follows the name of the match: the mode, or the state
// of the match.
func (m Model) headingText() string {
	switch last := len(m.Game.Plies) - 1; {
	case m.Mode == Trying:
		return m.text("play.trying")
	case m.Mode == Replaying:
		return m.text("play.replaying", "ply", m.Ply, "last", last)
	}
	return m.Game.State
}

// drawBoard draws the visible part of the chart, and marks what can be touched.
func (m Model) drawBoard(c canvas, l layout) {
	board := canvas(l.chart.Rows)
	wide := chartWide(l.chart)
	for y, row := range board { // a copy to paint on
		board[y] = append(slices.Clone(row), make([]render.Sign, wide-len(row))...)
	}
	for i, t := range m.targets(l.chart) {
		area := rect{t.at.X, t.at.Y, t.at.Wide, t.at.High}
		switch {
		case !t.placed:
		case i == m.At && m.Entry == NoEntry && isColumn(t.Touch):
			board.beside(area, reverse)
		case i == m.At && m.Entry == NoEntry: // without colours, unlike what is reversed on the board
			for y := area.y; y < area.y+area.high; y++ {
				board.bar(area.x, y, area.wide, reverse)
			}
		case t.Edge == engine.NoEdge: // too many walls to underline
			board.paint(rect{area.x, area.y + area.high - 1, area.wide, 1}, underline)
		}
	}
	m.drawLesson(board, l.chart)
	for _, t := range m.Choice.Touched {
		at, ok := l.chart.Where(t)
		switch area := (rect{at.X, at.Y, at.Wide, at.High}); {
		case !ok || m.Choice.Held != "":
		case isColumn(t):
			board.beside(area, reverse)
		default:
			board.paint(area, bold+";"+reverse)
		}
	}
	for y := range l.board.high {
		if y+m.Top >= len(board) {
			break
		}
		row := board[y+m.Top]
		for x := range min(l.board.wide, len(row)-m.Left) {
			c[l.board.y+y][l.board.x+x] = row[x+m.Left]
		}
		if c[l.board.y+y][l.board.x].Covered { // the first half is scrolled out of view
			c[l.board.y+y][l.board.x] = render.Sign{}
		}
	}
}

// isColumn reports whether t is a column of a board, which is marked beside its
// cells, so that what is in them stays readable.
func isColumn(t engine.Touch) bool { return t.Edge == engine.NoEdge && t.Size.Y > 2*t.Size.X }

// drawOverview draws one character for each square of the grid of a board that
// scrolls, in a frame that is thick beside the part in view, and the key that
// shows the rest.
func (m Model) drawOverview(c canvas, l layout) {
	b := m.Game.Scene.Boards[0]
	if l.overview.high == 0 {
		return
	}
	all, _ := around(l.chart, b.ID, []engine.Point{b.Min, b.Max})
	wide, foot := (all.Wide+b.Grid-1)/b.Grid, l.overview.y+l.overview.high-2
	c.put(l.overview.x, l.overview.y, wide+2, "┌"+strings.Repeat("─", wide)+"┐", plain)
	c.put(l.overview.x, foot, wide+2, "└"+strings.Repeat("─", wide)+"┘", plain)
	for y := range all.High {
		down, side := l.overview.y+1+y/b.Grid, "│"
		if in := all.Y + y - m.Top; in >= 0 && in < l.board.high {
			side = "┃"
		}
		for _, x := range []int{l.overview.x, l.overview.x + 1 + wide} {
			if c[down][x].Text != "┃" {
				c.put(x, down, 1, side, plain)
			}
		}
		for x := range all.Wide {
			sign, at := l.chart.Rows[all.Y+y][all.X+x], &c[down][l.overview.x+1+x/b.Grid]
			switch text := strings.TrimSpace(sign.Text); {
			case at.Text != "" && at.Text != ".":
			case text == "" && sign.SGR != "": // a block
				*at = sign
			default:
				at.Text = cmp.Or(text, ".")
			}
		}
	}
	c.put(l.overview.x, foot+1, l.overview.wide, m.text("play.whole"), faint)
}

// drawLesson draws brackets around the framed places of a lesson, and marks the
// empty cells to which a piece may go: the touched one, or if nothing is touched
// the piece that solves the task.
func (m Model) drawLesson(board canvas, chart render.Chart) {
	lesson := m.Game.Lesson
	if m.Mode != Playing || lesson.Solution == "" {
		return
	}
	open := m.targets(chart)
	if p, ok := m.Choice.Position.(engine.Pointer); ok && len(m.Choice.Touched) == 0 && m.Choice.Held == "" && lesson.Frames != nil {
		if touches := p.Touches(lesson.Solution); len(touches) > 1 && touches[0].Thing == "" {
			open = nil
			next, _ := m.Choice.Touch(touches[0])
			for _, t := range next.Open() {
				at, placed := chart.Where(t)
				open = append(open, target{t, at, placed})
			}
		}
	} else if m.Choice.Touched == nil {
		open = nil
	}
	for _, t := range open {
		x, y := t.at.X+t.at.Wide/2, t.at.Y+t.at.High/2
		switch text := board[y][x].Text; {
		case !t.placed || t.Edge != engine.NoEdge || t.Size != (engine.Point{X: 1, Y: 1}):
		case text == "・":
			board.put(x, y, 2, "＊", m.frameStyle())
		case strings.Trim(text, " .") == "":
			board.put(x, y, 1, "*", m.frameStyle())
		}
	}
	for _, t := range lesson.Frames {
		at, placed := chart.Where(t)
		for y := at.Y; placed && y < at.Y+at.High; y++ {
			board.put(at.X-1, y, 1, "[", m.frameStyle())
			board.put(at.X+at.Wide, y, 1, "]", m.frameStyle())
		}
	}
}

// drawSide draws the column beside the board: the choices, the state of the
// players, and the moves.
func (m Model) drawSide(c canvas, l layout) {
	y, end := l.side.y, l.side.y+l.side.high
	line := func(text, style string) {
		if y < end {
			c.put(l.side.x, y, l.side.wide-1, text, style)
		}
		y++
	}
	paragraph := func(text string) {
		for _, part := range wrapped(text, l.side.wide-1) {
			line(part, plain)
		}
	}
	switch {
	case m.acting():
		line(m.text("play.acts"), bold)
		y += l.list.high + 1
	case m.Entry == AMove:
		line(m.text("play.left", "n", len(l.rows)), bold)
		y += l.list.high + 1
	case len(l.rows) > 0:
		line(m.text("play.ways"), bold)
		y += l.list.high + 1
	}
	if m.Game.Lesson.Task != "" {
		task := wrapped(m.Game.Text, l.side.wide-1)
		m.drawTask(c, rect{l.side.x, y, l.side.wide - 1, end - y}, task)
		y += len(task) + 1
	}
	for _, text := range l.chart.Lines {
		paragraph(text)
	}
	if m.Game.Clock != "" {
		paragraph(m.Game.Clock)
	}
	if text := wrapped(m.pageText(), l.side.wide-1); m.analysed() && y+1+len(text)+len(m.Game.Plies)/2 < end {
		y++
		paragraph(m.pageText())
	}
	if variations := m.shown().Variations; len(variations) > 0 {
		y++
		for _, variation := range variations {
			paragraph(variation)
		}
	}
	if notes := m.shown().Notes; len(notes) > 0 {
		y++
		line(m.text("play.notes"), bold)
		for _, note := range notes {
			paragraph(note)
		}
	}
	y++
	m.drawHistory(c, rect{l.side.x, y, l.side.wide - 1, end - y})
}

// drawHistory draws the moves, or those around the ply shown if not all fit. If
// they need more than one column and there is room, they get several.
func (m Model) drawHistory(c canvas, area rect) {
	if area.high <= 0 || area.wide <= 0 {
		return
	}
	wide, columns := area.wide, 1
	history, at := m.historyOf(wide)
	if len(history) > area.high && area.wide >= 2*historyWide {
		columns = area.wide / historyWide
		wide = area.wide / columns
		history, at = m.historyOf(wide - 1)
	}
	first := firstAround(at, columns*area.high, len(history))
	for i, text := range history[first:min(len(history), first+columns*area.high)] {
		style := plain
		if m.Mode == Replaying && first+i == at {
			style = reverse
		}
		c.put(area.x+i/area.high*wide, area.y+i%area.high, wide, text, style)
	}
}

// firstAround returns the first of n lines, of all, around the one at.
func firstAround(at, n, all int) int { return max(0, min(at-n/2, all-n)) }

// historyWide is the least width of a column of moves if there are several.
const historyWide = 22

// historyOf returns the moves with their messages, and the line of the ply shown:
// in a replay all moves, else those up to that ply, followed by the tried ones.
func (m Model) historyOf(wide int) (lines []string, at int) {
	plies := m.Game.Plies
	if m.Mode != Replaying {
		plies = plies[:m.Ply+1]
	}
	for n, p := range plies {
		if n > 0 {
			mark := ""
			if m.analysed() {
				mark = m.Worth.Plies[n].Mark
			}
			lines = append(lines, fmt.Sprintf("%3d. %s%s", n, p.Move, mark))
		}
		if n == m.Ply {
			at = len(lines) - 1
		}
		if p.Said != "" {
			for _, part := range wrapped(p.Said, wide-5) {
				lines = append(lines, "     "+part)
			}
		}
	}
	switch m.Mode {
	case Replaying:
		return lines, at
	case Playing:
		return lines, len(lines) - 1
	}
	n := m.Ply
	for i, p := range m.Tried {
		if _, thrown := m.Line[i].Throw(); thrown {
			lines = append(lines, "     "+p.Move)
			continue
		}
		n++
		lines = append(lines, fmt.Sprintf("%4s %s", fmt.Sprintf("(%d)", n), p.Move))
	}
	return lines, len(lines) - 1
}

// promptText returns the prompt, or "".
func (m Model) promptText() string {
	switch m.Entry {
	case AMove:
		return m.text("play.prompt.filter", "text", m.Typed)
	case SomeWords:
		return m.text("play.prompt.words", "text", m.Typed)
	case DoorWords:
		return m.text("play.prompt.act-words", "wants", m.Menus[len(m.Menus)-1].Asks, "text", m.Typed)
	case SomeDice:
		return m.text("play.prompt.faces", "text", m.Typed)
	case AnAct:
		return m.text("play.prompt.act")
	case ActWords:
		return m.text("play.prompt.act-words", "wants", m.actsOf()[m.Picked].Wants, "text", m.Typed)
	case YesOrNo:
		return m.text("play.prompt.sure", "question", m.questionText())
	}
	switch {
	case m.question() != "":
		return m.question()
	case m.choosing() && m.Choice.Held != "":
		return m.heldText()
	case m.throws() && m.Mode == Trying:
		return m.text("play.prompt.dice")
	case m.throws():
		return m.text("play.prompt.throw")
	case m.Mode == Replaying:
		text := strings.TrimSpace(m.shown().Move + "  " + m.shown().Said)
		if m.analysed() {
			return m.worthText()
		}
		if m.Ply < len(m.Game.Plies)-1 {
			return text
		}
		return strings.TrimSpace(text + "\n" + m.endText())
	case m.choosing():
		return m.cursorText()
	case m.Game.Unsent:
		return m.text("play.prompt.unsent", "who", m.Game.To)
	}
	return m.endText() // else the heading shows the status of the match
}

// endText returns how the game ended and what can be done then, or "".
func (m Model) endText() string {
	switch {
	case !m.Game.Over || m.Lessons:
		return ""
	case m.Mode == Replaying:
		return m.text("play.complete", "how", m.Game.State)
	}
	return m.text("play.complete-acts", "how", m.Game.State)
}

// questionText returns the question that confirms the picked act, after the text
// typed for it.
func (m Model) questionText() string {
	asks := m.actsOf()[m.Picked].Asks
	if text := strings.TrimSpace(m.Typed); text != "" {
		return m.text("play.quoted", "text", text, "then", asks)
	}
	return asks
}

// heldText describes the held move and how to confirm it, or why it is illegal.
func (m Model) heldText() string {
	move := engine.Spell(m.Choice.Position, m.Choice.Held).In(m.Lang)
	if m.Said != "" {
		move = m.text("play.held.with", "move", move, "text", m.Said)
	}
	switch {
	case !m.Choice.Legal():
		return m.refusal()
	case m.Mode == Trying:
		return m.text("play.held.try", "move", move)
	case m.Lessons, m.Game.Alone:
		return m.text("learn.held", "move", move)
	case m.Game.To != "":
		return m.text("play.held.send", "move", move, "who", m.Game.To)
	}
	return m.text("play.held", "move", move)
}

// refusal returns why the held move is illegal.
func (m Model) refusal() string {
	return refused(m.Lang, m.Choice.Position, m.Choice.Held, m.Choice.Refusal())
}

// refused returns the sentence that explains why a move is illegal.
func refused(lang string, p engine.Position, move engine.Move, err error) string {
	return i18n.In(lang, "play.refused", "move", engine.Spell(p, move), "why", i18n.Plain(err))
}

// cursorText describes the moves that begin with the touch under the cursor.
func (m Model) cursorText() string {
	list := m.targets(m.chart())
	if m.At >= len(list) {
		return m.text("play.prompt.choose")
	}
	next, _ := m.Choice.Touch(list[m.At].Touch)
	moves := next.Moves()
	if len(moves) == 1 {
		return m.text("play.prompt.one", "move", engine.Spell(m.Choice.Position, moves[0]).In(m.Lang))
	}
	return m.text("play.prompt.moves", "n", len(moves))
}

// keysText lists the keys that work now.
func (m Model) keysText() string {
	switch {
	case m.Entry == AMove:
		return m.text("play.keys.filter")
	case m.Entry == YesOrNo:
		return m.text("play.keys.sure")
	case m.Entry != NoEntry:
		return m.text("play.keys.entry")
	case m.analysed():
		return m.text("play.keys.analysis")
	case m.Mode == Replaying:
		return m.text("play.keys.replay")
	case m.Mode == Trying && len(m.actsOf()) > 0:
		return m.text("play.keys.try-plan")
	case m.Mode == Trying:
		return m.text("play.keys.try")
	case m.choosing() && m.Choice.Held != "" && !m.Choice.Legal():
		return cmp.Or(m.nudgeKeys(), m.text("play.keys.refused"))
	case m.choosing() && m.Choice.Held != "" && m.Lessons:
		return cmp.Or(m.nudgeKeys(), m.text("learn.keys.held"))
	case m.choosing() && m.Choice.Held != "" && m.Game.Alone:
		return cmp.Or(m.nudgeKeys(), m.text("play.keys.held-alone"))
	case m.choosing() && m.Choice.Held != "":
		return cmp.Or(m.nudgeKeys(), m.text("play.keys.held"))
	}
	switch {
	case m.Lessons && m.Game.Lesson.Solution != "":
		return m.text("learn.keys.board")
	case m.Lessons && m.Game.Ours:
		return m.text("learn.keys.match")
	case m.Lessons && !m.Game.Over:
		return m.text("learn.keys.done")
	case m.Game.Text != "":
		return m.text("play.keys.invitation")
	case m.Game.Over:
		return m.text("play.keys.over")
	case !m.choosing():
		return m.text("play.keys.look")
	case len(m.Choice.Touched) > 0:
		return m.text("play.keys.go-on")
	case m.hints():
		return m.text("play.keys.against")
	}
	return m.text("play.keys.choose")
}

// nudgeKeys lists the keys that move or turn the held piece, or returns "" if
// none does.
func (m Model) nudgeKeys() string {
	var named []string
	for _, t := range m.nudges() {
		named = append(named, t.Key+" "+t.Way.In(m.Lang)+" ")
	}
	text := strings.Join(named, " ")
	if measure.StringWidth(text) > m.Wide-2 {
		return strings.ReplaceAll(text, "  ", " ")
	}
	return text
}

// nudges returns the keys that move or turn the held piece, or none if no key
// changes it.
func (m Model) nudges() []engine.Touch {
	nudger, ok := m.Choice.Position.(engine.Nudger)
	if !ok {
		return nil
	}
	keys := nudger.Keys()
	if !slices.ContainsFunc(keys, func(t engine.Touch) bool { _, changes := m.Choice.Nudge(t.Key); return changes }) {
		return nil
	}
	return keys
}

// offersNudge reports whether key is one of those shown for the held piece.
func (m Model) offersNudge(key string) bool {
	return slices.ContainsFunc(m.nudges(), func(t engine.Touch) bool { return t.Key == key })
}
