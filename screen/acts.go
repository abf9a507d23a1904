package screen

import (
	"slices"
	"strings"
	"unicode/utf8"

	"hikyaku/engine"
)

// actsOf lists what can be done besides a move: in the match, or with the variation that is tried.
func actsOf(m Model) []Act {
	switch {
	case m.Mode == Playing:
		return m.Game.Acts
	case m.Mode == Trying && len(m.Line) > 0 && m.Ply == len(m.Game.Plies)-1:
		return m.Game.Plans
	}
	return nil
}

// acting reports whether an act is chosen, written for, or to be confirmed.
func acting(m Model) bool { return m.Entry >= AnAct }

// beginAct lists what can be done besides a move.
func beginAct(m Model) Model {
	if len(actsOf(m)) == 0 {
		m.Told = m.say("play.no-acts")
		return m
	}
	m.Entry, m.Picked = AnAct, 0
	return m
}

// actKey does what a key does while an act is chosen, written for, or to be confirmed.
func actKey(m Model, e Event) Model {
	switch {
	case e.Key == Escape || m.Entry == YesOrNo:
		return confirmAct(m, e.Key)
	case m.Entry == ActWords:
		return actWordsKey(m, e.Key)
	}
	acts := actsOf(m)
	switch e.Key {
	case Up, BackTab, WheelUp:
		m.Picked = max(0, m.Picked-1)
	case Down, Tab, WheelDown:
		m.Picked = min(m.Picked+1, len(acts)-1)
	case Enter:
		return pickAct(m, m.Picked)
	case Click:
		if i, ok := rowOf(m, e.X, e.Y); ok {
			return pickAct(m, i)
		}
	default:
		if i := slices.IndexFunc(acts, func(a Act) bool { return a.Key == e.Key }); i >= 0 {
			return pickAct(m, i)
		}
	}
	return m
}

// pickAct goes on with an act: to what is written for it, or to the question.
func pickAct(m Model, i int) Model {
	m.Picked, m.Entry, m.Typed = i, YesOrNo, ""
	if actsOf(m)[i].Wants != "" {
		m.Entry = ActWords
	}
	return m
}

// actWordsKey does what a key does while something is written for an act.
func actWordsKey(m Model, key string) Model {
	switch {
	case key == Enter && (actsOf(m)[m.Picked].Empty || strings.TrimSpace(m.Typed) != ""):
		m.Entry = YesOrNo
	case key == Backspace:
		_, size := utf8.DecodeLastRuneInString(m.Typed)
		m.Typed = m.Typed[:len(m.Typed)-size]
	case utf8.RuneCountInString(key) == 1:
		m.Typed += key
	}
	return m
}

// confirmAct does the act that is picked after a y, and leaves it after an n. Other keys are no answer.
func confirmAct(m Model, key string) Model {
	switch key {
	case "y", "Y":
		m.Job = Job{Do: doAct, File: m.Game.File, Act: actsOf(m)[m.Picked].Name, Said: strings.TrimSpace(m.Typed)}
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

// question returns what the others ask, where it is shown: until the player goes on with something else, and not while Enter
// sends a step.
func question(m Model) string {
	if m.Mode != Playing || m.Game.Unsent || m.Entry != NoEntry || len(m.Choice.Touched) > 0 || m.Choice.Held != "" {
		return ""
	}
	return m.Game.Question
}
