package slashchain

import (
	"strconv"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// Touches returns the tile in hand, the square, and how far the tile is turned if that makes a difference.
func (p *position) Touches(m engine.Move) []engine.Touch {
	l, err := readLay(string(m))
	if err != nil {
		return nil
	}
	touches := []engine.Touch{
		engine.ThingTouch(p.turn+1, letters[l.kind:l.kind+1]),
		engine.AreaTouch("table", l.at.cell(lowerLeft).point(), engine.Point{X: 2, Y: 2}),
	}
	if readPattern(unturned[l.kind]).turned() == readPattern(unturned[l.kind]) {
		return touches
	}
	return append(touches, engine.WayTouch(strconv.Itoa(l.turns), turnNames[l.turns]))
}

// turnNames say how far a tile is turned.
var turnNames = [4]i18n.Text{
	{En: "not turned", Ja: "回さない"},
	{En: "turned right", Ja: "右に90度"},
	{En: "turned round", Ja: "180度"},
	{En: "turned left", Ja: "左に90度"},
}
