package tui

import (
	"slices"
	"strings"
	"unicode/utf8"

	"hikyaku/engine"
)

// The acts with keys of their own: Enter after a task of a lesson that is done,
// and h. ActAnalyse is done by an Analyst.
const ActContinue, ActHint, ActAnalyse = "continue", "hint", "analyse"

// actsOf lists the acts other than moving that are possible in the match, or with the variation being tried.
func (m Model) actsOf() []Act {
	switch {
	case m.Mode == Playing:
		return m.Game.Acts
	case m.Mode == Trying && len(m.Line) > 0 && m.Ply == len(m.Game.Plies)-1:
		return m.Game.Plans
	}
	return nil
}

// hints reports whether h shows a hint.
func (m Model) hints() bool {
	return slices.ContainsFunc(m.Game.Acts, func(a Act) bool { return a.Name == ActHint })
}

// acting reports whether the player is choosing, filling in or confirming an
// act.
func (m Model) acting() bool { return m.Entry >= AnAct }

// beginAct shows the list of acts.
func (m Model) beginAct() Model {
	if len(m.actsOf()) == 0 {
		m.Told = m.text("play.no-acts")
		return m
	}
	m.Entry, m.Picked = AnAct, 0
	return m
}

// stillActing keeps the list of acts, and the act picked in before if the match
// still allows it with the same question.
func (m Model) stillActing(before Model) Model {
	picked := before.actsOf()[before.Picked]
	m.Picked = slices.IndexFunc(m.actsOf(), func(a Act) bool { return a.Name == picked.Name && a.Asks == picked.Asks && a.Label == picked.Label })
	switch {
	case m.Picked >= 0:
	case len(m.actsOf()) > 0:
		m.Entry, m.Picked, m.Typed = AnAct, 0, ""
	default:
		m.Entry, m.Picked, m.Typed = NoEntry, 0, ""
	}
	return m
}

// actKey handles a key while acting.
func (m Model) actKey(e Event) Model {
	switch {
	case e.Key == Escape || m.Entry == YesOrNo:
		return m.confirmAct(e.Key)
	case m.Entry == ActWords:
		return m.actWordsKey(e.Key)
	}
	acts := m.actsOf()
	switch e.Key {
	case Up, BackTab, WheelUp:
		m.Picked = max(0, m.Picked-1)
	case Down, Tab, WheelDown:
		m.Picked = min(m.Picked+1, len(acts)-1)
	case Enter:
		return m.pickAct(m.Picked)
	case Click:
		if i, ok := m.rowOf(e.X, e.Y); ok {
			return m.pickAct(i)
		}
	default:
		if i := slices.IndexFunc(acts, func(a Act) bool { return a.Key == e.Key }); i >= 0 {
			return m.pickAct(i)
		}
	}
	return m
}

// pickAct picks an act and asks for its text, or for confirmation if it takes
// none.
func (m Model) pickAct(i int) Model {
	act := m.actsOf()[i]
	if act.Runs != nil {
		return m.run(act.Runs)
	}
	m.Picked, m.Entry, m.Typed = i, YesOrNo, ""
	switch {
	case act.Wants != "":
		m.Entry = ActWords
	case act.Asks == "":
		return m.confirmAct("y")
	}
	return m
}

// actWordsKey handles a key while the text of an act is typed.
func (m Model) actWordsKey(key string) Model {
	switch {
	case key == Enter && (m.actsOf()[m.Picked].Empty || strings.TrimSpace(m.Typed) != ""):
		m.Entry = YesOrNo
	case key == Backspace:
		_, size := utf8.DecodeLastRuneInString(m.Typed)
		m.Typed = m.Typed[:len(m.Typed)-size]
	case utf8.RuneCountInString(key) == 1:
		m.Typed += key
	}
	return m
}

// confirmAct does the picked act if key is y, and cancels it if key is n. It
// ignores other keys.
func (m Model) confirmAct(key string) Model {
	switch key {
	case "y", "Y":
		m.Job = Job{Do: doAct, File: m.Game.File, Act: m.actsOf()[m.Picked].Name, Said: strings.TrimSpace(m.Typed)}
		if m.Mode == Trying {
			m.Job.Said = engine.JoinMoves(m.Line)
		}
	case "n", "N", Escape:
	default:
		return m
	}
	m.Entry, m.Picked, m.Typed = NoEntry, 0, ""
	return m
}

// question returns the notice and the question of the other players. It returns
// "" once the player has begun something else, and while Enter sends a step.
func (m Model) question() string {
	if m.Mode != Playing || m.Game.Unsent || m.Entry != NoEntry || len(m.Choice.Touched) > 0 || m.Choice.Held != "" {
		return ""
	}
	return strings.TrimSpace(m.Game.Notice + m.Game.Question)
}
