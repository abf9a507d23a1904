package quoridor

import (
	"fmt"
	"strconv"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// Scene returns the board with goal lines, pawns and walls, and beside it the stocks and the turn.
func (p *position) Scene() engine.Scene {
	board := engine.Board{
		ID:    "board",
		Max:   engine.Point{X: size - 1, Y: size - 1},
		Cols:  engine.Labels("a", "b", "c", "d", "e", "f", "g", "h", "i"),
		Rows:  engine.Labels("1", "2", "3", "4", "5", "6", "7", "8", "9"),
		Grid:  1,
		Gap:   true,
		Cells: append(p.grounds(), p.discs()...),
	}
	for wall := range p.walls.each {
		// a wall has the ink of a seat only if it is the last move
		s, letter := wall.slot()
		line := under(s.square().point(), kind(letter))
		if p.last.kind == kind(letter) && p.last.at == s.square() {
			line.Ink, line.Mark = engine.Ink(p.last.seat+1), engine.Last
		}
		board.Walls = append(board.Walls, line)
	}
	scene := engine.Scene{Boards: []engine.Board{board}}
	for seat := range int(p.seats) {
		scene.Players = append(scene.Players, p.panel(seat))
	}
	if next := p.Next(); next.Result != nil {
		scene.Result = p.ending(next.Result)
	} else {
		scene.Turn = engine.Turn{Seat: next.Player, For: i18n.Text{En: "to move", Ja: "の番"}}
	}
	return scene
}

func (s square) point() engine.Point { return engine.Point{X: int(s % size), Y: int(s / size)} }

// grounds returns the squares of the goal lines of the remaining players, and the square that the last pawn left.
func (p *position) grounds() (cells []engine.Cell) {
	for s := range square(size * size) {
		cell := engine.Cell{At: s.point(), Form: engine.Ground, Ink: p.tint(s)}
		if cell.Ink != engine.Plain {
			cell.Glyph = strconv.Itoa(int(cell.Ink))
		}
		if p.last.kind == step && p.last.from == s {
			cell.Mark = engine.From
		}
		if cell.Ink != engine.Plain || cell.Mark != engine.NoMark {
			cells = append(cells, cell)
		}
	}
	return cells
}

// tint returns the ink of the seat on whose goal line s lies. With four seats each corner lies on two goal lines; it
// gets the ink of the later one, clockwise, so that every line shows eight squares.
func (p *position) tint(s square) engine.Ink {
	for seat := range int(p.seats) {
		next := (seat + 1) % int(p.seats)
		if !p.out(seat) && p.goal(seat).has(s) && !p.goal(next).has(s) {
			return engine.Ink(seat + 1)
		}
	}
	return engine.Plain
}

func (p *position) discs() (cells []engine.Cell) {
	winner := p.winner()
	for seat := range int(p.seats) {
		cell := engine.Cell{At: p.pawns[seat].point(), Form: engine.Disc,
			Ink: engine.Ink(seat + 1), Glyph: strconv.Itoa(seat + 1)}
		switch {
		case p.out(seat):
			cell.Shape = engine.Idle
		case seat == winner:
			cell.Mark = engine.Deciding
		case p.last.kind == step && p.last.seat == seat:
			cell.Mark = engine.Last
		}
		cells = append(cells, cell)
	}
	return cells
}

// under returns the edges under a wall that is named after a square. They go beyond the board where the wall would.
func under(at engine.Point, kind kind) engine.Line {
	if kind == horizontal {
		return engine.Line{From: engine.Point{X: at.X, Y: at.Y + 1}, To: engine.Point{X: at.X + 2, Y: at.Y + 1}}
	}
	return engine.Line{From: engine.Point{X: at.X + 1, Y: at.Y}, To: engine.Point{X: at.X + 1, Y: at.Y + 2}}
}

// panel returns the goal and the stock of a seat.
func (p *position) panel(seat int) engine.Panel {
	goal, left, state := p.goalName(seat), max(0, p.left[seat]), i18n.Text{}
	if p.out(seat) {
		state = i18n.Text{En: "out", Ja: "離脱"}
	}
	plural := "s"
	if left == 1 {
		plural = ""
	}
	return engine.Panel{
		Goal:  i18n.Text{En: "to " + goal.En, Ja: goal.Ja + "へ"},
		State: state,
		Has: []engine.Thing{{Name: "stock", Cells: []engine.Cell{{Form: engine.Plank, Ink: engine.Ink(seat + 1)}}, Count: int(left), Most: int(stock[p.seats]), Words: i18n.Text{
			En: fmt.Sprintf("%d wall%s left", left, plural),
			Ja: fmt.Sprintf("残りの壁%d枚", left)}}},
	}
}

func (p *position) ending(r *engine.Result) *engine.Ending {
	seat := p.winner()
	goal := p.goalName(seat)
	return &engine.Ending{Result: *r, Seat: seat + 1, How: i18n.Text{
		En: "reached " + goal.En + " and won",
		Ja: "が" + goal.Ja + "に着いて勝ち"}}
}
