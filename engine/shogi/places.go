package shogi

import (
	"hikyaku/engine"
	"hikyaku/engine/shogitext"
	"hikyaku/internal/i18n"
)

// Place takes squares in KIF and in USI, in any width: ５三, 5三, 53, 5c.
func (p *position) Place(text string) (engine.Place, bool) {
	s, ok := set.ReadSquare(text)
	if !ok {
		return engine.Place{}, false
	}
	return place(s), true
}

// Target returns the square on which m ends; the declaration has none.
func (p *position) Target(m engine.Move) engine.Place {
	read, ok := readMove(string(m))
	if !ok || read.way == declares {
		return engine.Place{}
	}
	return place(read.to.text())
}

func place(s shogitext.Square) engine.Place {
	return engine.Place{Name: s.Name(), Board: "board", Cells: []engine.Point{point(s)}}
}

// point returns the cell of s on a board. X counts from file 9, Y from rank 九.
func point(s shogitext.Square) engine.Point { return engine.Point{X: size - s.File, Y: size - s.Rank} }

// Naming gives examples of places.
func (p *position) Naming() i18n.Text {
	return i18n.Text{En: "7f or 76 for a square", Ja: "マスは７六、76、7f"}
}
