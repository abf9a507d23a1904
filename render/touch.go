package render

import (
	"slices"

	"hikyaku/engine"
)

// SpokenTouch returns the name of a touched cell, or of a touched thing of a seat; "" if it has none.
func SpokenTouch(s engine.Scene, touch engine.Touch, lang string) string {
	s, t := forSpeech(s, SpokenOptions{Lang: lang}), newPhrases(s, lang, nil)
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

// SpokenColumn returns the name of the touched column, "" if it has none.
func SpokenColumn(s engine.Scene, touch engine.Touch, lang string) string {
	b, found := boardOf(s, touch)
	if i := touch.At.X - b.Min.X; found && i >= 0 && i < len(b.Cols) {
		return b.Cols[i].In(lang)
	}
	return ""
}

// boardOf returns the touched board of s.
func boardOf(s engine.Scene, touch engine.Touch) (b engine.Board, found bool) {
	i := slices.IndexFunc(s.Boards, func(b engine.Board) bool { return b.ID == touch.Board })
	if i < 0 {
		return b, false
	}
	return s.Boards[i], true
}
