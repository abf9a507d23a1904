package goryujin

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// Scene returns the board with a body for each piece, open ends and goal lines marked, and the stocks.
func (p *position) Scene() engine.Scene {
	main := engine.Board{
		ID: "board", Max: engine.Point{X: columns - 1, Y: lines - 1}, Cols: engine.Labels(columnNames()...), Rows: rowNames, Grid: 5,
		Walls: []engine.Line{
			{From: engine.Point{Y: lines}, To: engine.Point{X: columns, Y: lines}, Ink: inks[0], Goal: 1},
			{To: engine.Point{X: columns}, Ink: inks[1], Goal: 2},
		},
	}
	groups := p.groups()
	for i, piece := range p.pieces {
		if piece.gone {
			continue
		}
		for n, c := range piece.covers() {
			drawn := piece.figure(n)
			drawn.At, drawn.Group, drawn.Mark = engine.Point{X: c.x, Y: c.y}, groups[i], p.mark(i, groups)
			main.Cells = append(main.Cells, drawn)
		}
	}
	for _, c := range main.Cells { // the ends at which the dragons can grow are drawn once more, with their mark
		if p.openAt(cell{c.At.X, c.At.Y}) {
			c.Mark = engine.Joint
			main.Cells = append(main.Cells, c)
		}
	}
	for _, piece := range p.pieces { // the distance of a finished dragon is on its head, one digit a cell
		if piece.touchdown {
			at := piece.anchor.plus(piece.block)
			for i, digit := range strconv.Itoa(max(0, piece.distance(piece.seat))) {
				main.Cells = append(main.Cells, engine.Cell{At: engine.Point{X: at.x + i, Y: at.y + 1}, Form: engine.Label, Glyph: string(digit)})
			}
		}
	}
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

var rowNames = func() (names []i18n.Text) {
	for y := range lines {
		names = append(names, i18n.Same(strconv.Itoa(y+1)))
	}
	return names
}()

// groups returns for each piece the number of its dragon. Own pieces touch along an edge only within a dragon.
func (p *position) groups() []int {
	groups, at := make([]int, len(p.pieces)), map[cell]int{}
	for i, piece := range p.pieces {
		if piece.gone {
			continue
		}
		groups[i] = i + 1
		for _, c := range piece.covers() {
			for _, face := range faces {
				if j, taken := at[c.plus(face)]; taken && p.pieces[j].seat == piece.seat && j != i {
					groups[i] = groups[j]
				}
			}
			at[c] = i
		}
	}
	return groups
}

// mark returns the mark of piece i: the last piece is marked, or the whole dragon that has won.
func (p *position) mark(i int, groups []int) engine.Mark {
	last := len(p.pieces) - 1
	switch {
	case len(p.moves) > 0 && p.moves[len(p.moves)-1] == engine.Pass:
	case p.result != nil && p.result.Rule == endGoal && groups[i] == groups[last]:
		return engine.Deciding
	case i == last:
		return engine.Last
	}
	return engine.NoMark
}

// figure returns the ith cell of a piece, with capitals for fire and small letters for water. A head looks away from its
// only end.
func (p piece) figure(i int) engine.Cell {
	drawn := engine.Cell{Form: engine.Body, Ink: inks[p.seat], Glyph: letters[p.kind : p.kind+1]}
	if p.seat == 1 {
		drawn.Glyph = strings.ToLower(drawn.Glyph)
	}
	if p.kind == head && p.cells[i] != p.ends[0].at {
		drawn.Shape, drawn.Turn = engine.Head, 3-p.ends[0].face // faces go round the other way
	}
	return drawn
}

// openAt reports whether a dragon can grow at the end in c.
func (b *board) openAt(c cell) bool {
	return slices.ContainsFunc(b.dragons(), func(d dragon) bool {
		return slices.ContainsFunc(d.openEnds(), func(j joint) bool { return j.at == c })
	})
}

var endings = map[*engine.Rule]i18n.Text{
	endGoal:   {En: "a touchdown on the goal line", Ja: "ゴールラインへのタッチダウン"},
	endPasses: {En: "five passes, and the distances of the heads decide", Ja: "パスが5回続き、竜頭の距離による"},
	endStuck:  {En: "no piece can be laid, and the distances of the heads decide", Ja: "置ける駒がなく、竜頭の距離による"},
}

// goals describe the seats and their goals.
var goals = [2]i18n.Text{{En: "fire, to row 30", Ja: "火竜、30行目へ"}, {En: "water, to row 1", Ja: "水竜、1行目へ"}}

// panel returns the pieces that a seat has left of each kind, and the distances of its finished dragons.
func (p *position) panel(seat int) engine.Panel {
	panel := engine.Panel{Goal: goals[seat]}
	for kind, n := range p.stock[seat] {
		// the piece as it lies unturned, in the lower left corner
		var cells []engine.Cell
		one := piece{lay: lay{pose: pieces().poses[kind][0]}, seat: seat}
		for i, c := range one.cells {
			at, drawn := c.minus(one.low), one.figure(i)
			drawn.At, drawn.Group = engine.Point{X: at.x, Y: at.y}, 1
			cells = append(cells, drawn)
		}
		panel.Has = append(panel.Has, engine.Thing{Name: letters[kind : kind+1], Cells: cells, Count: int(n), Most: perKind})
	}
	if list := p.distances(seat); len(list) > 0 && list[0] >= 0 {
		far := strings.Trim(fmt.Sprint(list), "[]")
		panel.State = i18n.Text{En: "distances of the heads " + far, Ja: "竜頭の距離 " + far}
	}
	return panel
}

// task describes what the seat to move may do, with the number of passes in a row.
func (p *position) task() i18n.Text {
	if p.passes == 0 {
		return i18n.Text{En: "to move", Ja: "の番"}
	}
	return i18n.Text{En: fmt.Sprintf("to move, passes in a row: %d", p.passes), Ja: fmt.Sprintf("の番。連続パス%d回", p.passes)}
}
