package shogitext

import (
	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

var (
	promoteWay = engine.WayTouch("+", i18n.Text{En: "promote", Ja: "成る"})
	stayWay    = engine.WayTouch("=", i18n.Text{En: "do not promote", Ja: "成らない"})
)

// Touches returns what the player of a seat touches in order to make m: the man, on the board or in hand, and the square to which
// it goes; then, if it may promote and need not, which of the two. listed reports whether a move is among those of the position.
func (s *Set) Touches(m Move, seat int, listed func(Move) bool) []engine.Touch {
	man := engine.ThingTouch(seat, m.Kind.String())
	if !m.Drops() {
		man = s.touch(m.From)
	}
	touches := []engine.Touch{man, s.touch(m.To)}
	other := m
	other.Promotes = !m.Promotes
	switch {
	case m.Drops() || !listed(other):
		return touches
	case m.Promotes:
		return append(touches, promoteWay)
	}
	return append(touches, stayWay)
}

// touch returns the touch of a square. X counts from the last file, Y from the last rank.
func (s *Set) touch(at Square) engine.Touch {
	return engine.CellTouch("board", engine.Point{X: s.Size - at.File, Y: s.Size - at.Rank})
}
