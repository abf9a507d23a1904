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

// TestMetersDoNotFade wants the place where a meter stood to be marked no longer.
func TestMetersDoNotFade(t *testing.T) {
	meter := func(marks ...Mark) Scene {
		b := Board{ID: "meter"}
		for x, m := range marks {
			b.Cells = append(b.Cells, Cell{At: Point{X: x}, Form: Label, Glyph: "+1", Mark: m})
		}
		return Scene{Boards: []Board{b}}
	}
	if got := meter(NoMark, Last).After(meter(Last, NoMark)).Boards[0]; got.Cells[0].Mark != NoMark || got.Cells[1].Mark != Last {
		t.Errorf("the meter is %+v: want only its place marked", got.Cells)
	}
}

func TestScenesThatFade(t *testing.T) {
	for name, c := range map[string]struct {
		scene Scene
		want  bool
	}{
		"two seats on one board":   {Scene{Boards: []Board{{}}, Players: make([]Panel, 2)}, false},
		"four seats":               {Scene{Boards: []Board{{}}, Players: make([]Panel, 4)}, true},
		"a field of each seat":     {Scene{Boards: []Board{{Seat: 1}, {Seat: 2}}, Players: make([]Panel, 2)}, true},
		"a board without edges":    {Scene{Boards: []Board{{Open: true}}, Players: make([]Panel, 2)}, false},
		"a scene without anything": {},
	} {
		if c.scene.Fades() != c.want {
			t.Errorf("%s: fades is %t", name, !c.want)
		}
	}
}
