package quoridor

import (
	"reflect"
	"slices"
	"testing"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
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
	plank := func(seat engine.Ink) []engine.Cell { return []engine.Cell{{Form: engine.Plank, Ink: seat}} }
	panels := []engine.Panel{
		{Goal: i18n.Text{En: "to rank 9", Ja: "9段目へ"},
			Has: []engine.Thing{{Name: "stock", Cells: plank(1), Count: 9, Most: 10, Words: i18n.Text{En: "9 walls left", Ja: "残りの壁9枚"}}}},
		{Goal: i18n.Text{En: "to rank 1", Ja: "1段目へ"},
			Has: []engine.Thing{{Name: "stock", Cells: plank(2), Count: 10, Most: 10, Words: i18n.Text{En: "10 walls left", Ja: "残りの壁10枚"}}}},
	}
	if !reflect.DeepEqual(scene.Players, panels) {
		t.Errorf("the panels are %+v: want %+v", scene.Players, panels)
	}
	if want := (engine.Turn{Seat: 1, For: i18n.Text{En: "to move", Ja: "の番"}}); scene.Turn != want {
		t.Errorf("the turn is %+v: want %+v", scene.Turn, want)
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

// TestSceneOfLeaving: the pawn of a seat that is out is another thing than one that is in, its goal line is none, and it is said.
func TestSceneOfLeaving(t *testing.T) {
	p := mustStart(t, engine.Options{"players": "4"}).Leave(2)
	scene := p.Scene()
	idle := engine.Cell{At: engine.Point{X: 0, Y: 4}, Form: engine.Disc, Ink: 2, Glyph: "2", Shape: engine.Idle}
	if !slices.Contains(scene.Boards[0].Cells, idle) {
		t.Errorf("the board lacks %+v", idle)
	}
	for _, cell := range scene.Boards[0].Cells {
		if cell.Form == engine.Ground && cell.Ink == 2 {
			t.Errorf("the goal line of a seat that is out shows %+v", cell)
		}
	}
	if panel := scene.Players[1]; panel.State != (i18n.Text{En: "out", Ja: "離脱"}) || panel.Has[0].Count != 0 {
		t.Errorf("the panel is %+v", panel)
	}
	if paths := p.(engine.Pather).Paths(); paths[1] != nil || paths[0] == nil {
		t.Errorf("the ways are %v", paths)
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
	want := i18n.Text{En: "reached rank 9 and won", Ja: "が9段目に着いて勝ち"}
	if end := scene.Result; end.Seat != 1 || end.How != want {
		t.Errorf("the end is %+v: want %q of seat 1", end, want)
	}
	if got := scene.Players[0].Has[0].Words.En; got != "1 wall left" {
		t.Errorf("the stock is %q", got)
	}
}
