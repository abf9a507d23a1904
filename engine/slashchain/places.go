package slashchain

import (
	"slices"
	"strconv"
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// Place takes squares, "0,-1", and their cells, "0,-1ul".
func (p *position) Place(text string) (engine.Place, bool) {
	plain := strings.ReplaceAll(engine.Narrow(strings.TrimSpace(text)), "−", "-")
	corner := slices.IndexFunc(cornerNames[:], func(name string) bool { return strings.HasSuffix(plain, name) })
	if corner >= 0 {
		plain = strings.TrimSuffix(plain, cornerNames[corner])
	}
	left, right, found := strings.Cut(plain, ",")
	x, errX := strconv.Atoi(left)
	y, errY := strconv.Atoi(right)
	s := square{x, y}
	switch {
	case !found || errX != nil || errY != nil || !s.inside():
		return engine.Place{}, false
	case corner < 0:
		return s.place(), true
	}
	c := s.cell(corner)
	return engine.Place{Name: i18n.Same(c.String()), Board: "table", Cells: []engine.Point{c.point()}}, true
}

// Target returns the square of the tile of m.
func (p *position) Target(m engine.Move) engine.Place {
	l, err := readLay(string(m))
	if err != nil {
		return engine.Place{}
	}
	return l.at.place()
}

func (s square) place() engine.Place {
	at := engine.Place{Name: i18n.Same(s.String()), Board: "table"}
	for corner := range corners {
		at.Cells = append(at.Cells, s.cell(corner).point())
	}
	return at
}

// Naming gives examples of places.
func (p *position) Naming() i18n.Text {
	return i18n.Text{En: "0,-1 for a square, 0,-1ul for its upper left cell", Ja: "マスは0,-1、その左上は0,-1ul"}
}

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
	return append(touches, engine.TurnTouch(strconv.Itoa(l.turns), turnNames[l.turns]))
}

// turnNames are the names of rotations.
var turnNames = [4]i18n.Text{
	{En: "not turned", Ja: "回さない"},
	{En: "turned right", Ja: "右に90度"},
	{En: "turned round", Ja: "180度"},
	{En: "turned left", Ja: "左に90度"},
}
