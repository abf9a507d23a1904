package quoridor

import (
	"slices"
	"testing"

	"hikyaku/engine"
)

// after plays moves from the start.
func after(t *testing.T, options engine.Options, moves ...engine.Move) engine.Position {
	t.Helper()
	p := engine.Position(mustStart(t, options))
	for _, m := range moves {
		var err error
		if p, err = p.Apply(m); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

func TestSceneOfWalls(t *testing.T) {
	board := after(t, nil, "e3h", "b5v").Scene().Boards[0]
	want := []engine.Line{
		{From: engine.Point{X: 4, Y: 3}, To: engine.Point{X: 6, Y: 3}},
		{From: engine.Point{X: 2, Y: 4}, To: engine.Point{X: 2, Y: 6}, Ink: 2, Mark: engine.Last},
	}
	if !slices.Equal(board.Walls, want) {
		t.Errorf("the walls are %+v: want %+v", board.Walls, want)
	}
}

func TestSceneOfPawns(t *testing.T) {
	scene := after(t, nil, "e2", "e8", "e3h", "d8").Scene()
	for _, want := range []engine.Cell{
		{At: engine.Point{X: 4, Y: 7}, Form: engine.Ground, Mark: engine.From},
		{At: engine.Point{X: 0, Y: 8}, Form: engine.Ground, Ink: 1, Glyph: "1"},
		{At: engine.Point{X: 8, Y: 0}, Form: engine.Ground, Ink: 2, Glyph: "2"},
		{At: engine.Point{X: 4, Y: 1}, Form: engine.Disc, Ink: 1, Glyph: "1"},
		{At: engine.Point{X: 3, Y: 7}, Form: engine.Disc, Ink: 2, Glyph: "2", Mark: engine.Last},
	} {
		if !slices.Contains(scene.Boards[0].Cells, want) {
			t.Errorf("the board lacks %+v", want)
		}
	}
	wantLines := []engine.Text{
		{En: "seat 1 to rank 9: 9 walls left", Ja: "先手（9段目へ）：残りの壁9枚"},
		{En: "seat 2 to rank 1: 10 walls left", Ja: "後手（1段目へ）：残りの壁10枚"},
		{En: "seat 1 to move", Ja: "先手の番"},
	}
	if !slices.Equal(scene.Lines, wantLines) {
		t.Errorf("the lines are %q: want %q", scene.Lines, wantLines)
	}
}

// TestSceneOfGoals checks that each of four goal lines shows eight squares, with one corner each.
func TestSceneOfGoals(t *testing.T) {
	inks := map[engine.Ink][]engine.Point{}
	for _, cell := range mustStart(t, engine.Options{"players": "4"}).Scene().Boards[0].Cells {
		if cell.Form == engine.Ground {
			inks[cell.Ink] = append(inks[cell.Ink], cell.At)
		}
	}
	for i, corner := range []engine.Point{{X: 0, Y: 8}, {X: 8, Y: 8}, {X: 8, Y: 0}, {X: 0, Y: 0}} {
		if squares := inks[engine.Ink(i+1)]; len(squares) != 8 || !slices.Contains(squares, corner) {
			t.Errorf("the goal of seat %d is %v: want 8 squares with %v", i+1, squares, corner)
		}
	}
}

func TestSceneOfEnd(t *testing.T) {
	p, err := mustParse(t, nil, "/ / e8 a5 / 1 10 / 1").Apply("e9")
	if err != nil {
		t.Fatal(err)
	}
	scene := p.Scene()
	winner := engine.Cell{At: engine.Point{X: 4, Y: 8}, Form: engine.Disc, Ink: 1, Glyph: "1", Mark: engine.Deciding}
	if !slices.Contains(scene.Boards[0].Cells, winner) {
		t.Errorf("the board lacks %+v", winner)
	}
	want := engine.Text{En: "seat 1 has reached rank 9 and wins", Ja: "先手が9段目に着いて勝ち"}
	if got := scene.Lines[len(scene.Lines)-1]; got != want {
		t.Errorf("the last line is %q: want %q", got, want)
	}
	if got := scene.Lines[0].En; got != "seat 1 to rank 9: 1 wall left" {
		t.Errorf("the first line is %q", got)
	}
}
