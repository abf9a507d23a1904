package engine

import "hikyaku/internal/i18n"

// Speller is a Position of a game whose record has signs that not every keyboard has. Spell returns a move as readers of
// each language write it. Parse reads both. A text that is no move of the game is returned unchanged.
type Speller interface{ Spell(m Move) i18n.Text }

// Spell returns a move of p's game as readers of each language write it.
func Spell(p Position, m Move) i18n.Text {
	if s, ok := p.(Speller); ok {
		return s.Spell(m)
	}
	return i18n.Same(string(m))
}

// HandWriter is a Position of a game whose players write moves shorter by hand than a record does. ByHand returns a legal move
// so, "▲７六歩". Parse reads it.
type HandWriter interface{ ByHand(m Move) i18n.Text }

// ByHand returns a legal move of p as players write it by hand, or as Spell does.
func ByHand(p Position, m Move) i18n.Text {
	if w, ok := p.(HandWriter); ok {
		return w.ByHand(m)
	}
	return Spell(p, m)
}
