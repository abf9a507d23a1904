package goryujin

import (
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// Place takes cells, in any width and in lower case too.
func (p *position) Place(text string) (engine.Place, bool) {
	c, err := readCell(strings.ToUpper(engine.HalfWidth(strings.TrimSpace(text))))
	if err != nil {
		return engine.Place{}, false
	}
	return engine.Place{Name: i18n.Same(c.String()), Board: "board", Cells: []engine.Point{c.point()}}, true
}

func (c cell) point() engine.Point { return engine.Point{X: c.x, Y: c.y} }

// Target returns the cells of the piece of m.
func (p *position) Target(m engine.Move) engine.Place {
	if m == passWord {
		return engine.Place{}
	}
	l, err := readLay(string(m))
	if err != nil {
		return engine.Place{}
	}
	at := engine.Place{Name: i18n.Same(string(m)), Board: "board"}
	for _, c := range l.covers() {
		at.Cells = append(at.Cells, c.point())
	}
	return at
}

// Naming gives examples of places.
func (p *position) Naming() i18n.Text {
	return i18n.Text{En: "AA12 for a cell, column first", Ja: "マスは列から書いてAA12"}
}
