package counting

import (
	"fmt"
	"strconv"

	"hikyaku/engine"
)

// Scene returns the sum, a digit in each cell, with the seat to move below.
func (p *position) Scene() engine.Scene {
	digits := len(strconv.Itoa(p.target))
	board := engine.Board{Name: engine.Text{En: "sum", Ja: "合計"}, Max: engine.Point{X: digits - 1}}
	for x, digit := range fmt.Sprintf("%0*d", digits, p.sum) {
		board.Cells = append(board.Cells, engine.Cell{At: engine.Point{X: x}, Form: engine.Label, Glyph: string(digit)})
	}
	return engine.Scene{Boards: []engine.Board{board}, Lines: []engine.Text{p.turnLine()}}
}

func (p *position) turnLine() engine.Text {
	seat := engine.Seat(p.seat, p.seats)
	switch {
	case p.over():
		return engine.Text{En: seat.En + " wins", Ja: seat.Ja + "の勝ち"}
	case p.die:
		return engine.Text{En: seat.En + " to throw and move", Ja: seat.Ja + "がサイコロを振って足す番"}
	}
	return engine.Text{En: seat.En + " to move", Ja: seat.Ja + "の番"}
}
