package engine

import (
	"image"

	"hikyaku/internal/i18n"
)

// Pointer is a Position whose moves can be pointed out. Touches returns, for a legal move, the touches by which a player makes
// it, in order. The result is never empty; no two legal moves have the same touches, and the touches of one are not a prefix of
// those of another.
type Pointer interface{ Touches(m Move) []Touch }

// Touch is one of three: a place on a board of the scene, a thing of a seat, or a choice that has no place, such as to promote or
// not. Equal touches are the same touch.
type Touch struct {
	Board string // the ID of the board; empty for the other two
	At    Point  // the cell, the lower left one of several, or the corner where a wall begins
	Size  Point  // the columns and rows that are touched as one, at least 1 each; of a wall its length, along Edge
	Edge  Edge
	Seat  int       // the seat that has Thing; 0 for the other two
	Thing string    // the Name of a thing in the panel of Seat
	Way   i18n.Text // "promote", "turned left"; empty for the other two
	Key   string    // one character: the key that chooses the way in a list
	Turn  bool      // of a way, whether it only turns the piece, so that one is shown before it is chosen
	Inks  [2]Ink    // of a way, the colours of the stones that it sets, in the order of Placer.Target; Plain for none
}

// Edge is the direction of a wall from its corner.
type Edge uint8

// The edges.
const (
	NoEdge Edge = iota // the touch is of cells
	Right
	Up
)

// CellTouch returns the touch of one cell of a board.
func CellTouch(board string, at Point) Touch { return AreaTouch(board, at, image.Pt(1, 1)) }

// AreaTouch returns the touch of a rectangle of cells of a board; at is its lower left cell.
func AreaTouch(board string, at, size Point) Touch { return Touch{Board: board, At: at, Size: size} }

// WallTouch returns the touch of a line along the edges of cells.
func WallTouch(board string, l Line) Touch {
	t := Touch{Board: board, At: l.From, Edge: Right, Size: Point{X: l.To.X - l.From.X}}
	if l.From.X == l.To.X {
		t.Edge, t.Size = Up, Point{Y: l.To.Y - l.From.Y}
	}
	return t
}

// ThingTouch returns the touch of a thing that a seat has.
func ThingTouch(seat int, name string) Touch { return Touch{Seat: seat, Thing: name} }

// WayTouch returns a way.
func WayTouch(key string, way i18n.Text) Touch { return Touch{Way: way, Key: key} }

// TurnTouch returns a way that only turns the piece.
func TurnTouch(key string, way i18n.Text) Touch { return Touch{Way: way, Key: key, Turn: true} }

// Pass is the notation of a pass in all games.
const Pass = "pass"

// PassTouch is the way of a pass.
var PassTouch = WayTouch("p", i18n.Text{En: "pass", Ja: "パス"})

// Cells returns the cells of a place; none for walls, things and ways.
func (t Touch) Cells() (cells []Point) {
	if t.Board == "" || t.Edge != NoEdge {
		return nil
	}
	for y := range t.Size.Y {
		for x := range t.Size.X {
			cells = append(cells, t.At.Add(image.Pt(x, y)))
		}
	}
	return cells
}

// Line returns the line of a wall; ok is false for other touches.
func (t Touch) Line() (l Line, ok bool) {
	return Line{From: t.At, To: t.At.Add(t.Size)}, t.Edge != NoEdge
}

// Nudger is a Position whose moves can be changed a little at a time, as with a piece in the hand. Nudge returns the move
// after a step, a turn or a flip, which need not be legal; Keys returns what each key does. ok is false for a key that does
// nothing to m, and for a step off the board.
type Nudger interface {
	Nudge(m Move, key string) (nudged Move, ok bool)
	Keys() []Touch // ways
}
