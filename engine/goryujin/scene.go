package goryujin

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hikyaku/engine"
)

// Scene returns the board with a body for each piece, open ends and goal lines marked, and the stocks.
func (p *position) Scene() engine.Scene {
	main := engine.Board{
		Max: engine.Point{X: columns - 1, Y: lines - 1}, Cols: columnNames(), Rows: rowNames, Grid: 5,
		Walls: []engine.Line{
			{From: engine.Point{Y: lines}, To: engine.Point{X: columns, Y: lines}, Ink: inks[0]},
			{To: engine.Point{X: columns}, Ink: inks[1]},
		},
	}
	last := len(p.pieces) - 1
	if n := len(p.moves); n > 0 && p.moves[n-1] == passWord {
		last = -1
	}
	for i, piece := range p.pieces {
		if !piece.gone {
			main.Cells = append(main.Cells, p.body(i, piece, i == last)...)
		}
	}
	main.Cells = append(main.Cells, p.distanceLabels()...)
	return engine.Scene{Boards: []engine.Board{main, p.stockBoard(0), p.stockBoard(1)}, Lines: p.captions()}
}

// inks are the inks of fire and water.
var inks = [2]engine.Ink{1, engine.Black}

// distanceLabels returns the distance of each finished dragon on its head, one digit a cell.
func (p *position) distanceLabels() (cells []engine.Cell) {
	for _, piece := range p.pieces {
		if !piece.touchdown {
			continue
		}
		at := piece.anchor.plus(piece.block)
		for i, digit := range strconv.Itoa(max(0, piece.distance(piece.seat))) {
			cells = append(cells, engine.Cell{At: engine.Point{X: at.x + i, Y: at.y + 1}, Form: engine.Label, Glyph: string(digit)})
		}
	}
	return cells
}

var rowNames = func() (names []string) {
	for y := range lines {
		names = append(names, strconv.Itoa(y+1))
	}
	return names
}()

// body returns the cells of a piece, with capitals for fire and small letters for water.
func (p *position) body(index int, piece piece, last bool) (cells []engine.Cell) {
	glyph := letters[piece.kind : piece.kind+1]
	if piece.seat == 1 {
		glyph = strings.ToLower(glyph)
	}
	for _, c := range piece.covers() {
		drawn := engine.Cell{At: engine.Point{X: c.x, Y: c.y}, Form: engine.Body, Ink: inks[piece.seat], Glyph: glyph, Group: index + 1}
		switch {
		case p.openAt(c):
			drawn.Mark = engine.Joint
		case p.result != nil && p.result.Rule == endGoal && last:
			drawn.Mark = engine.Deciding
		case last:
			drawn.Mark = engine.Last
		}
		cells = append(cells, drawn)
	}
	return cells
}

func (b *board) openAt(c cell) bool {
	return slices.ContainsFunc(b.dragons, func(d dragon) bool {
		return slices.ContainsFunc(d.open, func(j joint) bool { return j.at == c })
	})
}

// stockBoard shows the number of pieces of each kind that a seat has left.
func (p *position) stockBoard(seat int) engine.Board {
	b := engine.Board{Name: engine.Seat(seat+1, 2), Seat: seat + 1, Max: engine.Point{X: len(letters) - 1, Y: 1}}
	for kind, n := range p.stock[seat] {
		b.Cells = append(b.Cells,
			engine.Cell{At: engine.Point{X: kind, Y: 1}, Form: engine.Label, Ink: inks[seat], Glyph: letters[kind : kind+1]},
			engine.Cell{At: engine.Point{X: kind}, Form: engine.Label, Glyph: strconv.Itoa(n)})
	}
	return b
}

// captions returns the distances of the finished dragons, the passes in a row, and the turn.
func (p *position) captions() (captions []engine.Text) {
	for seat := range 2 {
		if list := p.distances(seat); len(list) > 0 {
			who, text := engine.Seat(seat+1, 2), strings.Trim(fmt.Sprint(list), "[]")
			captions = append(captions, engine.Text{
				En: who.En + ": distances of the heads " + text,
				Ja: who.Ja + "：竜頭の距離 " + text,
			})
		}
	}
	if p.passes > 0 {
		captions = append(captions, engine.Text{En: fmt.Sprintf("passes in a row: %d", p.passes), Ja: fmt.Sprintf("連続パス %d回", p.passes)})
	}
	return append(captions, p.turnCaption())
}

func (p *position) turnCaption() engine.Text {
	if p.result == nil {
		who := engine.Seat(p.turn+1, 2)
		return engine.Text{En: who.En + " to move", Ja: who.Ja + "の番"}
	}
	who := engine.Seat(slices.Index(p.result.Places, 1)+1, 2)
	return engine.Text{En: who.En + " wins: " + p.result.Rule.Text.En, Ja: who.Ja + "の勝ち。" + p.result.Rule.Text.Ja}
}
