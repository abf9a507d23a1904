package shogitext

import (
	"strconv"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// Scene returns the board as shogi players draw it, with the hands beside it. last is the move that led to the position, nil if it
// is not known. The piece on decided, if any, has ended the game.
func (b *Board) Scene(last *Move, decided Square) engine.Scene {
	size := b.Set.Size
	board := engine.Board{ID: "board", Max: engine.Point{X: size - 1, Y: size - 1}, Grid: 1}
	for i := size; i > 0; i-- {
		board.Cols = append(board.Cols, i18n.Text{En: strconv.Itoa(i), Ja: fileDigits[i-1]})
		board.Rows = append(board.Rows, i18n.Text{En: string(rune('a' + i - 1)), Ja: rankDigits[i-1]})
	}
	to := NoSquare
	if last != nil && last.Way != Declares {
		if to = last.To; last.Way != Drops {
			board.Cells = append(board.Cells, engine.Cell{At: b.Set.point(last.From), Form: engine.Ground, Mark: engine.From})
		}
	}
	for i, m := range b.Pieces {
		if m.Seat == 0 {
			continue
		}
		cell := m.cell()
		cell.At = b.Set.point(Square(i))
		switch Square(i) {
		case decided:
			cell.Mark = engine.Deciding
		case to:
			cell.Mark = engine.Last
		}
		board.Cells = append(board.Cells, cell)
	}
	scene := engine.Scene{Boards: []engine.Board{board}, Players: make([]engine.Panel, 2)}
	for i, hand := range b.Hands {
		for _, k := range HandOrder {
			if b.Set.has(k) {
				piece := []engine.Cell{Piece{k, uint8(i + 1)}.cell()}
				scene.Players[i].Has = append(scene.Players[i].Has, engine.Thing{Name: k.String(), Cells: piece, Count: hand[k]})
			}
		}
	}
	return scene
}

// MarkCheck shows in scene that the king of a seat, counted from 1, is in check on a square.
func (s *Set) MarkCheck(scene engine.Scene, seat int, king Square) {
	scene.Players[seat-1].State = i18n.Text{En: "in check", Ja: "王手"}
	for i, c := range scene.Boards[0].Cells {
		if c.Form == engine.Piece && c.At == s.point(king) {
			scene.Boards[0].Cells[i].Mark = engine.Attacked
		}
	}
}

// cell returns m as a cell of a scene. The pieces of seat 2 are upside down.
func (m Piece) cell() engine.Cell {
	cell := engine.Cell{Form: engine.Piece, Ink: engine.Ink(m.Seat), Glyph: m.Kind.glyph(), Turn: 2 * int(m.Seat-1)}
	switch {
	case m.Kind.Lowered() != m.Kind:
		cell.Ink = engine.Raised
	case m.Kind == King && m.Seat == 2:
		cell.Glyph = "王" // the two kings have different glyphs
	}
	return cell
}

// point returns the cell of a square. X counts from the last file, Y from the last rank.
func (s *Set) point(at Square) engine.Point {
	return engine.Point{X: s.Size - at.File(), Y: s.Size - at.Rank()}
}

// Place returns a square as a place, which is empty for a square that is not on the board.
func (s *Set) Place(at Square) engine.Place {
	if !at.on(s) {
		return engine.Place{}
	}
	return engine.Place{Name: at.Name(), Board: "board", Cells: []engine.Point{s.point(at)}}
}

// HandCounts returns the number of pieces of each kind in each hand, by name.
func (b *Board) HandCounts() (hands []map[string]int) {
	for _, hand := range b.Hands {
		held := map[string]int{}
		for k, n := range hand {
			if n > 0 {
				held[Kind(k).String()] = n
			}
		}
		hands = append(hands, held)
	}
	return hands
}

var (
	promoteWay = engine.WayTouch("+", i18n.Text{En: "promote", Ja: "成る"})
	stayWay    = engine.WayTouch("=", i18n.Text{En: "do not promote", Ja: "成らない"})
)

// Touches returns what the player of a seat touches in order to make m: the piece, on the board or in hand, and the square to which
// it goes; then, if it may promote and need not, which of the two. listed reports whether a move is among those of the position.
func (s *Set) Touches(m Move, seat int, listed func(Move) bool) []engine.Touch {
	piece := engine.ThingTouch(seat, m.Kind.String())
	if m.Way != Drops {
		piece = engine.CellTouch("board", s.point(m.From))
	}
	touches := []engine.Touch{piece, engine.CellTouch("board", s.point(m.To))}
	other, way := m, stayWay
	if other.Way = Promotes; m.Way == Promotes {
		other.Way, way = Simple, promoteWay
	}
	if m.Way == Drops || !listed(other) {
		return touches
	}
	return append(touches, way)
}
