package tui

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"hikyaku/engine"
)

// Event is a key, a mouse action at a position on the screen, or news. Key is a
// character or one of the names below.
type Event struct {
	Key  string
	X, Y int
	Text string // of news
}

// The names of keys that are not characters, and of other events.
const (
	Enter, Escape, Tab, BackTab, Backspace             = "enter", "escape", "tab", "backtab", "backspace"
	Up, Down, Left, Right, Home, End, PageUp, PageDown = "up", "down", "left", "right", "home", "end", "pageup", "pagedown"
	Click, WheelUp, WheelDown, Resize, Interrupt       = "click", "wheelup", "wheeldown", "resize", "interrupt"
	News                                               = "news"
)

// Update returns m after an event.
func (m Model) Update(e Event) Model {
	switch {
	case e.Key == Resize:
		m.Wide, m.High = e.X, e.Y
		return m.scroll()
	case e.Key == Interrupt:
		m.Quit = true
		return m
	case e.Key == News:
		m.News, m.Job = cmp.Or(e.Text, m.News), Job{Do: doLook, File: m.file()}
		return m
	case m.Help:
		m.Help = false
		return m
	case m.Page:
		return m.pageKey(e.Key)
	case m.acting():
		return m.actKey(e)
	case m.Entry != NoEntry:
		return m.typeKey(e)
	}
	m.Told, m.News = "", ""
	if next, done := m.commonKey(e.Key); done {
		return next
	}
	if m.Game == nil {
		return m.listKey(e)
	}
	return m.boardKey(e)
}

// commonKey handles keys that work everywhere. Keys bound by the game take
// precedence.
func (m Model) commonKey(key string) (Model, bool) {
	if m.Game != nil && m.claims(key) {
		return m, false
	}
	switch key {
	case "q":
		m.Quit = true
	case "?":
		m.Help = true
	case "n":
		m.Job = Job{Do: doNext, File: m.file()}
	case "p":
		m.Job = Job{Do: doFetch, File: m.file()}
	default:
		return m, false
	}
	return m, true
}

// claims reports whether the game binds key, to choose an alternative or to
// nudge the held move.
func (m Model) claims(key string) bool {
	if !m.choosing() {
		return false
	}
	if _, ok := m.Choice.Nudge(key); ok || m.offersNudge(key) {
		return true
	}
	return m.Choice.Held == "" && slices.ContainsFunc(m.Choice.Open(), func(t engine.Touch) bool { return t.Key == key })
}

// listKey handles a key in the list of matches.
func (m Model) listKey(e Event) Model {
	last := len(m.rows()) - 1
	switch e.Key {
	case Up, WheelUp, BackTab:
		m.Picked--
	case Down, WheelDown, Tab:
		m.Picked++
	case PageUp:
		m.Picked -= m.High - 4
	case PageDown:
		m.Picked += m.High - 4
	case Home:
		m.Picked = 0
	case End:
		m.Picked = last
	case Escape, Left:
		switch n := len(m.Menus) - 1; {
		case n >= 0:
			m.Picked, m.Menus = m.Menus[n].From, m.Menus[:n]
			return m
		case m.Lessons && e.Key == Escape:
			m.Quit = true
		default:
			m.Job = Job{Do: doList}
		}
	case Click:
		i, ok := m.rowAt(e.Y)
		if !ok {
			return m
		}
		m.Picked = i
		return m.pick()
	case Enter:
		return m.pick()
	}
	m.Picked = max(0, min(m.Picked, last))
	return m
}

func (m Model) pick() Model {
	if m.Picked >= len(m.rows()) {
		return m
	}
	switch one := m.rows()[m.Picked]; {
	case one.Runs != nil:
		m = m.run(one.Runs)
		if one.Door != nil {
			m.Job = Job{Do: doEnter, Door: one.Door}
		}
	case one.Door != nil:
		m.Job = Job{Do: doEnter, Door: one.Door}
	default:
		m.Job = Job{Do: doOpen, File: one.File}
	}
	return m
}

// boardKey handles a key at a board.
func (m Model) boardKey(e Event) Model {
	switch {
	case m.claims(e.Key):
		return m.gameKey(e.Key)
	case e.Key == "f":
		m.Flip = !m.Flip
		return m.scroll()
	case e.Key == "b" && (m.Whole || m.layout().overview.high > 0):
		m.Whole, m.Top = !m.Whole, 0
		return m.scroll()
	case e.Key == "v":
		return m.change(Trying)
	case e.Key == "r":
		return m.change(Replaying)
	case e.Key == "t" && m.pageText() != "":
		m.Page = true
		return m
	case e.Key == "k" && m.Mode == Trying && len(m.Line) > 0:
		m.Job = Job{Do: doKeep, File: m.Game.File, Ply: m.Ply, Line: m.Line}
		return m
	case m.Mode == Playing && m.hints() && e.Key == "h":
		m.Job = Job{Do: doAct, File: m.Game.File, Act: ActHint}
		return m
	case m.Game.Lesson.Solution != "" && m.Mode == Playing && e.Key == "s":
		m.Choice = m.Choice.Take(m.Game.Lesson.Solution)
		return m.scroll()
	case e.Key == "o" && m.Mode != Replaying:
		return m.beginAct()
	case e.Key == WheelUp, e.Key == PageUp:
		return m.roll(-1)
	case e.Key == WheelDown, e.Key == PageDown:
		return m.roll(1)
	case e.Key == Escape:
		return m.goBack()
	case m.Mode == Replaying:
		return m.replayKey(e.Key)
	case m.throws():
		return m.throwKey(e.Key)
	case m.Choice.Held != "":
		return m.confirmKey(e)
	case m.choosing():
		return m.pointKey(e)
	case m.Game.Unsent && e.Key == Enter:
		m.Job = Job{Do: doSend, File: m.Game.File}
	case m.Lessons && !m.Game.Over && e.Key == Enter:
		m.Job = Job{Do: doAct, File: m.Game.File, Act: ActContinue}
	case (m.Game.Question != "" || m.Game.Over) && e.Key == Enter:
		return m.beginAct()
	case m.Game.Over && e.Key == Right: // from the first move
		m = m.change(Replaying).replayKey(Home)
	case m.Game.Over && slices.Contains([]string{Left, Home, End}, e.Key):
		return m.change(Replaying).replayKey(e.Key)
	}
	return m
}

// pageKey scrolls the text of a game, or returns to the board.
func (m Model) pageKey(key string) Model {
	last := max(0, len(m.pageLines())-m.pageRows())
	switch key {
	case Down, WheelDown, PageDown:
		m.Turned = min(m.Turned+m.pageRows()/2, last)
	case Up, WheelUp, PageUp:
		m.Turned = max(m.Turned-m.pageRows()/2, 0)
	default:
		m.Page, m.Turned = false, 0
	}
	return m
}

// gameKey handles a key bound by the game.
func (m Model) gameKey(key string) Model {
	if next, ok := m.Choice.Nudge(key); ok {
		m.Choice = next
		return m.scroll()
	}
	if m.offersNudge(key) {
		m.Told = m.text("play.no-nudge", "move", engine.Spell(m.Choice.Position, m.Choice.Held))
		return m
	}
	list := m.targets(m.chart())
	for i, t := range list {
		if t.Key == key {
			m.At = i
			return m.touch(list)
		}
	}
	return m
}

// change switches to a mode, or back to Playing if the model is in that mode
// already. A variation starts from the position shown.
func (m Model) change(to Mode) Model {
	if m.Mode == to {
		to = Playing
	}
	if m.Mode == Playing {
		m.Ply = len(m.Game.Plies) - 1
	}
	m.Mode, m.Tried, m.Line = to, nil, nil
	return m.settle()
}

// goBack undoes one thing: a touch, a tried move, the mode, or opening the
// match.
func (m Model) goBack() Model {
	if m.Choice.Position != nil {
		if next, ok := m.undo(); ok {
			return next
		}
	}
	switch {
	case m.Mode == Trying && len(m.Tried) > 0:
		m.Tried, m.Line = m.Tried[:len(m.Tried)-1], m.Line[:len(m.Line)-1]
		return m.choose()
	case m.Mode != Playing:
		return m.change(Playing)
	}
	m.Closed, m.Job = m.file(), Job{Do: doList}
	m.Game, m.Choice.Position = nil, nil
	return m
}

func (m Model) replayKey(key string) Model {
	last := len(m.Game.Plies) - 1
	switch key {
	case Left, Up, Backspace:
		m.Ply--
	case Right, Down, Enter, " ":
		m.Ply++
	case Home:
		m.Ply = 0
	case End:
		m.Ply = last
	case Tab, BackTab: // to the next mistake
		by := 1
		if key == BackTab {
			by = -1
		}
		for n := m.Ply + by; m.analysed() && n >= 0 && n <= last; n += by {
			if m.Worth.Plies[n].Mark != "" {
				m.Ply = n
				break
			}
		}
	}
	m.Ply = max(0, min(m.Ply, last))
	return m.scroll()
}

// throwKey throws the dice or, in a variation, asks for their faces.
func (m Model) throwKey(key string) Model {
	switch r, _ := utf8.DecodeRuneInString(key); {
	case m.Mode == Playing && key == Enter:
		m.Job = Job{Do: doThrow, File: m.Game.File}
	case m.Mode == Trying && key == Enter:
		m.Entry = SomeDice
	case m.Mode == Trying && unicode.IsDigit(r):
		m.Entry, m.Typed = SomeDice, key
	}
	return m
}

// pointKey handles a key while the player chooses a move.
func (m Model) pointKey(e Event) Model {
	list := m.targets(m.chart())
	switch e.Key {
	case Up:
		return m.step(0, -1)
	case Down:
		return m.step(0, 1)
	case Left:
		return m.step(-1, 0)
	case Right:
		return m.step(1, 0)
	case Tab:
		return m.cycle(1)
	case BackTab:
		return m.cycle(-1)
	case Enter, " ":
		return m.touch(list)
	case Click:
		if i, ok := m.clicked(list, e); ok {
			m.At = i
			return m.touch(list)
		}
	case "/":
		m.Entry, m.Picked = AMove, 0
	default:
		if utf8.RuneCountInString(e.Key) == 1 && unicode.IsPrint([]rune(e.Key)[0]) {
			m.Entry, m.Picked, m.Typed = AMove, 0, e.Key
			m.Choice = m.Choice.Type(m.Typed)
		}
	}
	return m
}

// confirmKey handles a key while a move is held.
func (m Model) confirmKey(e Event) Model {
	confirmed := e.Key == Enter || e.Key == Click && e.Y == m.High-2
	switch {
	case !confirmed && e.Key == "m" && m.Mode == Playing && !m.Lessons && !m.Game.Alone:
		m.Entry, m.Typed = SomeWords, m.Said
	case !confirmed:
	case !m.Choice.Legal():
		m.Told = m.refusal()
	case m.Mode == Trying:
		return m.tryMove(m.Choice.Held)
	default:
		if placer, ok := m.Choice.Position.(engine.Placer); ok {
			m.Was = placer.Target(m.Choice.Held)
		}
		m.Job = Job{Do: doPlay, File: m.Game.File, Move: m.Choice.Held, Said: m.Said}
	}
	return m
}

// tryMove plays a move or a throw in the position shown.
func (m Model) tryMove(move engine.Move) Model {
	before := m.shown().Position
	p, err := before.Apply(move)
	if err != nil {
		m.Told = refused(m.Lang, before, move, err)
		return m
	}
	m.Tried = append(m.Tried[:len(m.Tried):len(m.Tried)], Ply{Position: p, Move: engine.Spell(before, move).In(m.Lang)})
	m.Line = append(m.Line[:len(m.Line):len(m.Line)], move)
	return m.choose()
}

// typeKey handles a key while the player types.
func (m Model) typeKey(e Event) Model {
	switch e.Key {
	case Escape:
		switch m.Entry {
		case DoorWords:
			last := len(m.Menus) - 1
			m.Picked, m.Menus = m.Menus[last].From, m.Menus[:last]
		case AMove:
			m.Choice = m.Choice.Type("")
		}
		m.Entry, m.Typed, m.Told = NoEntry, "", ""
		return m
	case Enter:
		return m.endEntry()
	case Backspace:
		_, size := utf8.DecodeLastRuneInString(m.Typed)
		if m.Typed = m.Typed[:len(m.Typed)-size]; m.Typed == "" && m.Entry == AMove {
			m.Entry = NoEntry
		}
	case Up, BackTab:
		m.Picked = max(0, m.Picked-1)
		return m
	case Down, Tab:
		m.Picked = max(0, min(m.Picked+1, len(m.Choice.Moves())-1))
		return m
	case Click:
		if i, ok := m.rowOf(e.X, e.Y); ok && m.Entry == AMove {
			m.Picked = i
			return m.endEntry()
		}
		return m
	default:
		if utf8.RuneCountInString(e.Key) != 1 {
			return m
		}
		m.Typed += e.Key
	}
	m.Told = ""
	if m.Entry == AMove {
		m.Choice, m.Picked = m.Choice.Type(m.Typed), 0
	}
	return m
}

// endEntry acts on what the player has typed.
func (m Model) endEntry() Model {
	switch m.Entry {
	case SomeWords:
		m.Said, m.Entry, m.Typed = strings.TrimSpace(m.Typed), NoEntry, ""
	case DoorWords:
		if text := strings.TrimSpace(m.Typed); text != "" {
			m.Job = Job{Do: doEnter, Door: m.Menus[len(m.Menus)-1].Door, Said: text}
		}
	case SomeDice:
		faces := strings.Trim(strings.ReplaceAll(m.Typed, " ", ""), "[]")
		m.Entry, m.Typed = NoEntry, ""
		return m.tryMove(engine.Move("[" + faces + "]"))
	case AMove:
		if !m.choosing() { // the match has changed
			return m.settle()
		}
		move, named := m.Choice.Named()
		read, unread := m.Choice.Position.Parse(m.Typed)
		if left := m.Choice.Moves(); m.Picked < len(left) && (m.Picked > 0 || !named && unread != nil) {
			move, named = left[m.Picked], true
		}
		if !named && unread != nil {
			m.Told = m.text("play.no-move", "text", m.Typed)
			return m
		}
		if !named {
			move = read // show it with the rule that it breaks
		}
		m.Entry, m.Typed = NoEntry, ""
		m.Choice = m.Choice.Take(move)
		return m.scroll()
	}
	return m
}
