package render

import (
	"slices"

	"hikyaku/engine"
)

// SpokenTouch says what is touched in s: the name of a cell, or of a thing that a seat has. It is empty for what has no name.
func SpokenTouch(s engine.Scene, touch engine.Touch, lang string) string {
	s, t := heard(s, SpokenOptions{Lang: lang}), newTeller(s, lang, nil)
	if touch.Seat != 0 {
		has := s.Players[touch.Seat-1].Has
		i := slices.IndexFunc(has, func(h engine.Thing) bool { return h.Name == touch.Thing })
		if i < 0 || len(has[i].Cells) == 0 {
			return ""
		}
		return sign(has[i])
	}
	if b, found := boardOf(s, touch); found {
		return cellName(t, b, touch.At)
	}
	return ""
}

// SpokenColumn says in which column of s is touched, "" for none that has a name.
func SpokenColumn(s engine.Scene, touch engine.Touch, lang string) string {
	b, found := boardOf(s, touch)
	if i := touch.At.X - b.Min.X; found && i >= 0 && i < len(b.Cols) {
		return b.Cols[i].In(lang)
	}
	return ""
}

// boardOf returns the board of s that is touched.
func boardOf(s engine.Scene, touch engine.Touch) (b engine.Board, found bool) {
	i := slices.IndexFunc(s.Boards, func(b engine.Board) bool { return b.ID == touch.Board })
	if i < 0 {
		return b, false
	}
	return s.Boards[i], true
}
