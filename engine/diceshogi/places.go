package diceshogi

import (
	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// Place takes squares in KIF and in USI, in any width: ５三, 5三, 53, 5c.
func (p *position) Place(text string) (engine.Place, bool) {
	s, ok := set.ReadSquare(text)
	if !ok {
		return engine.Place{}, false
	}
	return squareOf(s).place(), true
}

// Target returns the square on which m ends.
func (p *position) Target(m engine.Move) engine.Place {
	read, _ := readMove(string(m))
	return read.to.place()
}

func (s square) place() engine.Place {
	return engine.Place{Name: s.text().Name(), Board: "board", Cells: []engine.Point{s.point()}}
}

// Naming gives examples of places.
func (p *position) Naming() i18n.Text {
	return i18n.Text{En: "4d or 44 for a square", Ja: "マスは４四、44、4d"}
}
