package puzzle

import (
	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/render"
)

// Hint returns which piece the best move of q moves, or where to, but not the move.
func Hint(q engine.Position, best engine.Move) i18n.Text {
	pointer, ok := q.(engine.Pointer)
	if !ok {
		return oneOfTwo(q, best)
	}
	touches, scene := pointer.Touches(best), q.Scene()
	first := touches[0]
	said := i18n.Text{En: render.SpokenTouch(scene, first, "en"), Ja: render.SpokenTouch(scene, first, "ja")}
	column := i18n.Text{En: render.SpokenColumn(scene, first, "en"), Ja: render.SpokenColumn(scene, first, "ja")}
	places := 0
	for _, t := range touches {
		if t.Board != "" {
			places++
		}
	}
	switch {
	case first.Seat != 0 && said.En != "":
		return i18n.T("puzzle.hint-hand", "thing", said)
	case places > 1 && first.Board != "" && said.En != "":
		return i18n.T("puzzle.hint-from", "place", said)
	case first.Board != "" && column.En != "":
		return i18n.T("puzzle.hint-column", "column", column)
	}
	return oneOfTwo(q, best)
}

// oneOfTwo names the best move and another one, in the order in which the game lists them.
func oneOfTwo(q engine.Position, best engine.Move) i18n.Text {
	var two []i18n.Text
	found := false
	for m := range q.Moves() {
		switch {
		case m == best:
			two, found = append(two, engine.Spell(q, m)), true
		case len(two) == 0 || found && len(two) == 1:
			two = append(two, engine.Spell(q, m))
		}
	}
	return i18n.T("puzzle.hint-two", "moves", i18n.Spaced(two...))
}
