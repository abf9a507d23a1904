package engine

import "testing"

// TestMarksOfEarlierMovesFade follows a wall and a pawn that stays and one that has moved on.
func TestMarksOfEarlierMovesFade(t *testing.T) {
	pawn := func(x int, ink Ink, mark Mark) Cell { return Cell{At: Point{X: x}, Form: Disc, Ink: ink, Mark: mark} }
	wall := func(ink Ink, mark Mark) Line { return Line{To: Point{X: 2}, Ink: ink, Mark: mark} }
	first := Scene{Boards: []Board{{ID: "b", Cells: []Cell{pawn(1, 1, Last), pawn(5, 2, NoMark)}}}}
	second := Scene{Boards: []Board{{ID: "b", Cells: []Cell{pawn(1, 1, NoMark), pawn(5, 2, NoMark)}, Walls: []Line{wall(2, Last)}}}}
	third := Scene{Boards: []Board{{ID: "b", Cells: []Cell{pawn(1, 1, NoMark), pawn(6, 2, Last)}, Walls: []Line{wall(Plain, NoMark)}}}}
	got := third.After(second, first).Boards[0]
	if got.Cells[0].Mark != Before || got.Cells[1].Mark != Last || got.Walls[0] != wall(2, Before) {
		t.Errorf("the board is %+v: want the first pawn and the wall of seat 2 marked as before", got)
	}
	if third.Boards[0].Cells[0].Mark != NoMark {
		t.Error("the scene itself has changed")
	}
}
