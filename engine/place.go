package engine

import (
	"image"
	"slices"

	"hikyaku/internal/i18n"
)

// Placer is a Position whose places have names. Place returns the place that text names, in any spelling that a move may
// use; ok is false for other texts. Target returns the place to which a move goes, which is empty for a pass, and may lie in
// part off the board if the rules refuse the move. Naming gives examples of places, as in "write places as …".
type Placer interface {
	Place(text string) (place Place, ok bool)
	Target(m Move) Place
	Naming() i18n.Text
}

// Place is somewhere on a board of the scene of a position.
type Place struct {
	Name  i18n.Text // in the notation of the game, as Speller spells it
	Board string    // the ID of the board
	Cells []Point   // those that it covers
	Walls []Line    // placed walls, or places for walls
}

// Pather is a Position that knows the shortest way of each seat, as cells of the first board from where the seat is; none for
// a seat without a way.
type Pather interface{ Paths() [][]Point }

// Guided returns s, a scene of p, with the places marked to which legal moves go. A cell that is empty gets a Ground with the
// mark Legal, and so does one below a thing that has a mark already. A wall gets a line with that mark. ok is false if p does
// not know the places of its moves.
func Guided(s Scene, p Position) (guided Scene, ok bool) {
	placer, ok := p.(Placer)
	if !ok {
		return s, false
	}
	s.Boards = slices.Clone(s.Boards)
	for i := range s.Boards {
		b := &s.Boards[i]
		cells, walls := targets(p, placer, b.ID)
		b.Cells = marked(b.Cells, cells)
		b.Walls = append(walls, b.Walls...)
	}
	return s, true
}

// targets returns the cells and the walls of a board to which moves go, each once.
func targets(p Position, placer Placer, board string) (cells []Point, walls []Line) {
	seen := map[Point]bool{}
	for m := range p.Moves() {
		at := placer.Target(m)
		if at.Board != board {
			continue
		}
		for _, cell := range at.Cells {
			if !seen[cell] {
				seen[cell] = true
				cells = append(cells, cell)
			}
		}
		for _, wall := range at.Walls {
			wall.Mark = Legal
			walls = append(walls, wall)
		}
	}
	return cells, walls
}

// Better returns s with the place of a better move marked: its cells as legal, its walls as deciding.
func Better(s Scene, at Place) Scene {
	s.Boards = slices.Clone(s.Boards)
	for i := range s.Boards {
		b := &s.Boards[i]
		if b.ID != at.Board {
			continue
		}
		b.Cells = marked(b.Cells, at.Cells)
		for _, wall := range at.Walls {
			wall.Mark = Deciding
			b.Walls = append(slices.Clip(b.Walls), wall)
		}
	}
	return s
}

// marked returns cells with those at places marked as legal.
func marked(cells []Cell, places []Point) []Cell {
	var free []Cell
	all := slices.Clone(cells)
	for _, at := range places {
		top := -1
		for i, c := range all {
			if c.At == at {
				top = i
			}
		}
		switch {
		case top < 0 || all[top].Mark != NoMark && all[top].Form != Ground:
			free = append(free, Cell{At: at, Form: Ground, Mark: Legal})
		default:
			all[top].Mark = Legal
		}
	}
	return append(free, all...)
}

// Touches returns the touches that cover p: one if its cells fill a rectangle,
// else one for each cell, and one for each wall.
func (p Place) Touches() (list []Touch) {
	if n := len(p.Cells); n > 0 {
		var all image.Rectangle
		for _, c := range p.Cells {
			all = all.Union(image.Rectangle{Min: c, Max: c.Add(image.Pt(1, 1))})
		}
		if all.Dx()*all.Dy() == n {
			list = append(list, AreaTouch(p.Board, all.Min, all.Size()))
		} else {
			for _, c := range p.Cells {
				list = append(list, CellTouch(p.Board, c))
			}
		}
	}
	for _, l := range p.Walls {
		list = append(list, WallTouch(p.Board, l))
	}
	return list
}
