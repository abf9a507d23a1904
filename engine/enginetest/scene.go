package enginetest

import (
	"errors"
	"fmt"
	"unicode/utf8"

	"hikyaku/engine"
)

// checkScene checks the conditions stated at engine.Scene.
func checkScene(s engine.Scene, seats int) error {
	if len(s.Boards) == 0 {
		return errors.New("the scene has no board")
	}
	cells := 0
	for i, b := range s.Boards {
		if err := checkBoard(b, seats); err != nil {
			return fmt.Errorf("board %d %q: %w", i, b.Name.En, err)
		}
		cells += (b.Max.X - b.Min.X + 1) * (b.Max.Y - b.Min.Y + 1)
	}
	if cells > engine.MaxCells {
		return fmt.Errorf("the scene has %d cells: want at most %d", cells, engine.MaxCells)
	}
	for _, line := range s.Lines {
		if !bilingual(line) {
			return fmt.Errorf("the line %+v lacks a language", line)
		}
	}
	return checkNames(s.Boards)
}

// checkNames checks that no two boards share both name and seat.
func checkNames(boards []engine.Board) error {
	type owned struct {
		name engine.Text
		seat int
	}
	seen := map[owned]bool{}
	for i, b := range boards {
		if seen[owned{b.Name, b.Seat}] {
			return fmt.Errorf("board %d: another board of seat %d is called %q too", i, b.Seat, b.Name.En)
		}
		seen[owned{b.Name, b.Seat}] = true
	}
	return nil
}

func checkBoard(b engine.Board, seats int) error {
	w, h := b.Max.X-b.Min.X+1, b.Max.Y-b.Min.Y+1
	switch {
	case w < 1 || h < 1 || w > engine.MaxSide || h > engine.MaxSide:
		return fmt.Errorf("it goes from %v to %v: want 1 to %d cells a side", b.Min, b.Max, engine.MaxSide)
	case (b.Cols != nil && len(b.Cols) != w) || (b.Rows != nil && len(b.Rows) != h):
		return fmt.Errorf("%dx%d cells have %d and %d labels", w, h, len(b.Cols), len(b.Rows))
	case (b.Name.En == "") != (b.Name.Ja == ""):
		return fmt.Errorf("the name %+v lacks a language", b.Name)
	case b.Seat < 0 || b.Seat > seats:
		return fmt.Errorf("it belongs to seat %d of %d", b.Seat, seats)
	case b.Grid < 0:
		return fmt.Errorf("it has a grid line every %d cells", b.Grid)
	}
	for _, c := range b.Cells {
		if err := checkCell(c, b, seats); err != nil {
			return fmt.Errorf("the cell %v: %w", c.At, err)
		}
	}
	return checkLines(b, seats)
}

func checkCell(c engine.Cell, b engine.Board, seats int) error {
	switch {
	case !within(c.At, b.Min, b.Max):
		return fmt.Errorf("it is outside %v to %v", b.Min, b.Max)
	case !oneCell(c.Glyph):
		return fmt.Errorf("the glyph %q does not fit in a cell", c.Glyph)
	case c.Form > engine.Drawn || c.Mark > engine.Deciding || !validInk(c.Ink, seats) || c.Turn < 0 || c.Turn > 3:
		return fmt.Errorf("form %d, ink %d, mark %d or turn %d is not one of the engine's", c.Form, c.Ink, c.Mark, c.Turn)
	}
	return nil
}

// oneCell reports whether glyph is at most one character, or two narrow ones.
func oneCell(glyph string) bool {
	return utf8.ValidString(glyph) && (utf8.RuneCountInString(glyph) <= 1 || len(glyph) == 2)
}

// validInk reports whether ink is that of a seat or one of the engine's other inks.
func validInk(ink engine.Ink, seats int) bool {
	return int(ink) <= seats || ink >= engine.Dull && ink <= engine.Black
}

func checkLines(b engine.Board, seats int) error {
	for _, l := range b.Walls {
		if (l.From.X == l.To.X) == (l.From.Y == l.To.Y) {
			return fmt.Errorf("the wall from %v to %v runs along no edge", l.From, l.To)
		}
	}
	corner := engine.Point{X: b.Max.X + 1, Y: b.Max.Y + 1}
	for _, l := range append(append([]engine.Line(nil), b.Walls...), b.Strokes...) {
		if !within(l.From, b.Min, corner) || !within(l.To, b.Min, corner) {
			return fmt.Errorf("the line from %v to %v leaves it", l.From, l.To)
		}
		if l.Mark > engine.Deciding || !validInk(l.Ink, seats) {
			return fmt.Errorf("ink %d or mark %d of a line is not one of the engine's", l.Ink, l.Mark)
		}
	}
	return nil
}

func within(p, lo, hi engine.Point) bool {
	return p.X >= lo.X && p.X <= hi.X && p.Y >= lo.Y && p.Y <= hi.Y
}

// checkGuide checks that the cells of a guide lie on the first board and are marked as legal.
func checkGuide(p engine.Position) error {
	g, ok := p.(engine.Guide)
	if !ok {
		return nil
	}
	board := p.Scene().Boards[0]
	for _, c := range g.Guide() {
		if c.Mark != engine.Legal || !within(c.At, board.Min, board.Max) {
			return fmt.Errorf("the guide's cell %v has mark %d: want cells of the first board, marked as legal", c.At, c.Mark)
		}
	}
	return nil
}
