package screen

import "slices"

// beginAct lists what can be done besides a move.
func beginAct(m Model) Model {
	if len(m.Game.Acts) == 0 {
		m.Told = m.say("play.no-acts")
		return m
	}
	m.Entry, m.Picked = AnAct, 0
	return m
}

// actKey does what a key does while an act is chosen or is to be confirmed.
func actKey(m Model, e Event) Model {
	if e.Key == Escape || m.Entry == YesOrNo {
		return confirmAct(m, e.Key)
	}
	last := len(m.Game.Acts) - 1
	switch e.Key {
	case Up, BackTab, WheelUp:
		m.Picked = max(0, m.Picked-1)
	case Down, Tab, WheelDown:
		m.Picked = min(m.Picked+1, last)
	case Enter:
		m.Entry = YesOrNo
	case Click:
		if i, ok := rowOf(m, e.X, e.Y); ok {
			m.Picked, m.Entry = i, YesOrNo
		}
	default:
		if i := slices.IndexFunc(m.Game.Acts, func(a Act) bool { return a.Key == e.Key }); i >= 0 {
			m.Picked, m.Entry = i, YesOrNo
		}
	}
	return m
}

// confirmAct does the act that is picked after a y, and leaves it after an n. Other keys are no answer.
func confirmAct(m Model, key string) Model {
	switch key {
	case "y", "Y":
		m.Job = Job{Do: doAct, File: m.Game.File, Act: m.Game.Acts[m.Picked].Name}
	case "n", "N", Escape:
	default:
		return m
	}
	m.Entry, m.Picked = NoEntry, 0
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
