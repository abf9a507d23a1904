package counting

import (
	"fmt"
	"strconv"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// Scene returns the sum, a digit in each cell, with the seat to move.
func (p *position) Scene() engine.Scene {
	digits := len(strconv.Itoa(p.target + sides))
	board := engine.Board{ID: "sum", Name: i18n.Text{En: "sum", Ja: "合計"}, Max: engine.Point{X: digits - 1}}
	for x, digit := range fmt.Sprintf("%0*d", digits, p.sum) {
		board.Cells = append(board.Cells, engine.Cell{At: engine.Point{X: x}, Form: engine.Label, Glyph: string(digit)})
	}
	scene := engine.Scene{Boards: []engine.Board{board}, Players: make([]engine.Panel, p.seats)}
	if next := p.Next(); next.Result != nil {
		scene.Result = &engine.Ending{Result: *next.Result, Seat: p.seat, How: i18n.Text{En: "has reached the target and wins", Ja: "が目標に達して勝ち"}}
	} else {
		scene.Turn = engine.Turn{Seat: p.seat, Throw: p.die, For: p.task()}
	}
	return scene
}

func (p *position) task() i18n.Text {
	if p.die {
		return i18n.Text{En: "to throw and move", Ja: "がサイコロを振って足す番"}
	}
	return i18n.Text{En: "to move", Ja: "の番"}
}
