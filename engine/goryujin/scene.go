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
		ID: "board", Max: engine.Point{X: columns - 1, Y: lines - 1}, Cols: columnNames(), Rows: rowNames, Grid: 5,
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
	scene := engine.Scene{Boards: []engine.Board{main}, Players: []engine.Panel{p.panel(0), p.panel(1)}}
	if p.result != nil {
		scene.Result = &engine.Ending{Result: *p.result, How: endings[p.result.Rule]}
	} else {
		scene.Turn = engine.Turn{Seat: p.turn + 1, For: p.task()}
	}
	return scene
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

var endings = map[*engine.Rule]engine.Text{
	endGoal:   {En: "a touchdown on the goal line", Ja: "ゴールラインへのタッチダウン"},
	endPasses: {En: "five passes, and the distances of the heads decide", Ja: "パスが5回続き、竜頭の距離による"},
	endStuck:  {En: "no piece can be laid, and the distances of the heads decide", Ja: "置ける駒がなく、竜頭の距離による"},
}

// goals say what the seats play and where they go.
var goals = [2]engine.Text{{En: "fire, to row 30", Ja: "火竜、30行目へ"}, {En: "water, to row 1", Ja: "水竜、1行目へ"}}

// panel returns the pieces that a seat has left of each kind, and the distances of its finished dragons.
func (p *position) panel(seat int) engine.Panel {
	panel := engine.Panel{Goal: goals[seat]}
	for kind, n := range p.stock[seat] {
		name := letters[kind : kind+1]
		panel.Has = append(panel.Has, engine.Thing{Name: name, Count: n,
			Cells: []engine.Cell{{Form: engine.Label, Ink: inks[seat], Glyph: name}}})
	}
	if list := p.distances(seat); len(list) > 0 {
		far := strings.Trim(fmt.Sprint(list), "[]")
		panel.State = engine.Text{En: "distances of the heads " + far, Ja: "竜頭の距離 " + far}
	}
	return panel
}

// task says what the seat to move may do, and how near the end is by passes.
func (p *position) task() engine.Text {
	if p.passes == 0 {
		return engine.Text{En: "to move", Ja: "の番"}
	}
	return engine.Text{En: fmt.Sprintf("to move, passes in a row: %d", p.passes), Ja: fmt.Sprintf("の番。連続パス%d回", p.passes)}
}
