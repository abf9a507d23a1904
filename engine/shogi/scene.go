package shogi

import (
	"hikyaku/engine"
	"hikyaku/engine/shogitext"
	"hikyaku/internal/i18n"
)

// Scene returns the board as shogi players draw it, the hands beside it, and the turn.
func (p *position) Scene() engine.Scene {
	board := engine.Board{ID: "board", Max: engine.Point{X: size - 1, Y: size - 1}, Grid: 1, Cells: p.cells()}
	for i := size; i > 0; i-- {
		board.Cols = append(board.Cols, shogitext.FileLabel(i))
		board.Rows = append(board.Rows, shogitext.RankLabel(i))
	}
	scene := engine.Scene{Boards: []engine.Board{board}, Players: []engine.Panel{p.panel(0), p.panel(1)}}
	if next := p.Next(); next.Result != nil {
		scene.Result = p.ending(next.Result)
	} else {
		scene.Turn = engine.Turn{Seat: next.Player, For: i18n.Text{En: "to move", Ja: "の番"}}
	}
	return scene
}

// cells returns the square that the last moving man left, and the men.
func (p *position) cells() (cells []engine.Cell) {
	if p.last != nil && p.last.way < drops {
		cells = append(cells, engine.Cell{At: point(p.last.from.text()), Form: engine.Ground, Mark: engine.From})
	}
	for s := range p.taken().each {
		cells = append(cells, p.cell(s))
	}
	return cells
}

func (p *position) cell(s square) engine.Cell {
	seat := 0
	if p.seats[1].has(s) {
		seat = 1
	}
	cell := figure(seat, p.kindAt(s))
	cell.At = point(s.text())
	switch moved := p.last != nil && p.last.way != declares && p.last.to == s; {
	case p.decides(s, moved):
		cell.Mark = engine.Deciding
	case moved:
		cell.Mark = engine.Last
	}
	return cell
}

// decides reports whether the man on s ended the game: it is the mated king or that of a declaration, or it made a foul.
func (p *position) decides(s square, moved bool) bool {
	switch p.end {
	case nil, endStalemate, endRepetition, endPerpetualCheck:
		return false
	case shogitext.EndCheckmate:
		return p.kingOf(p.turn).has(s)
	case endDeclared, endDeclaredDraw:
		return p.kingOf(1 - p.turn).has(s)
	}
	return moved
}

// figure returns a man of a seat, counted from 0. Men of the far side are upside down.
func figure(seat int, k kind) engine.Cell {
	cell := engine.Cell{Form: engine.Man, Ink: engine.Ink(seat + 1), Glyph: k.Glyph(), Turn: 2 * seat}
	switch {
	case lowered[k] != k:
		cell.Ink = engine.Raised
	case k == king && seat == 1:
		cell.Glyph = "王" // the kings are told apart
	}
	return cell
}

// panel returns the hand of a seat, and whether it is in check.
func (p *position) panel(seat int) (panel engine.Panel) {
	for _, k := range shogitext.HandOrder {
		man := figure(seat, k)
		panel.Has = append(panel.Has, engine.Thing{Name: k.String(), Cells: []engine.Cell{man}, Count: int(p.hands[seat][k])})
	}
	if seat == int(p.turn) && p.end == nil && p.checked(p.turn) {
		panel.State = i18n.Text{En: "in check", Ja: "王手"}
	}
	return panel
}

// Pose returns the scene of a problem. Where the attacker has no king (詰将棋), the defender has all other men in hand, which
// nobody draws.
func (p *position) Pose() engine.Scene {
	s := p.Scene()
	attacker := p.turn
	if p.kingOf(attacker) != (squares{}) {
		return s
	}
	has := s.Players[1-attacker].Has
	for i := range has {
		has[i].Count = 0
	}
	return s
}

// ending says how the game has ended.
func (p *position) ending(r *engine.Result) *engine.Ending {
	end := &engine.Ending{Result: *r}
	if foul, ok := shogitext.FoulNames[r.Rule]; ok {
		end.How, end.Seat = foul, 3-p.winner
		return end
	}
	end.How = map[*engine.Rule]i18n.Text{
		shogitext.EndCheckmate: {En: "checkmate", Ja: "詰み"},
		endStalemate:           {En: "stalemate", Ja: "ステイルメイト"},
		endPerpetualCheck:      {En: "perpetual check", Ja: "連続王手の千日手"},
		endRepetition:          {En: "the position has occurred four times", Ja: "千日手"},
		endDeclared:            {En: "the entered king is declared", Ja: "入玉宣言"},
		endDeclaredDraw:        {En: "a declaration with points for a draw", Ja: "入玉宣言（引き分け）"},
	}[r.Rule]
	return end
}
