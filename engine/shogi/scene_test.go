package shogi

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"hikyaku/engine"
)

func at9(x, y int) engine.Point { return engine.Point{X: x, Y: y} }

func TestSceneOfMen(t *testing.T) {
	q, err := mustParse(t, nil, "4k4/1S7/9/9/9/9/9/7+l1/4K4 b -").Apply("８一銀成(82)")
	if err != nil {
		t.Fatal(err)
	}
	cells := q.Scene().Boards[0].Cells
	for _, want := range []engine.Cell{
		{At: at9(1, 7), Form: engine.Ground, Mark: engine.From},
		{At: at9(1, 8), Form: engine.Piece, Ink: engine.Raised, Glyph: "全", Mark: engine.Last},
		{At: at9(7, 1), Form: engine.Piece, Ink: engine.Raised, Glyph: "杏", Turn: 2},
		{At: at9(4, 8), Form: engine.Piece, Ink: 2, Glyph: "王", Turn: 2},
		{At: at9(4, 0), Form: engine.Piece, Ink: 1, Glyph: "玉"},
	} {
		if !slices.Contains(cells, want) {
			t.Errorf("the board lacks %+v in %+v", want, cells)
		}
	}
	if len(cells) != 5 {
		t.Errorf("the board has %d cells: want 5", len(cells))
	}
}

func TestSceneOfHands(t *testing.T) {
	scene := mustParse(t, nil, "4k4/9/9/9/9/9/9/9/4K4 b 2PRNg11p").Scene()
	for seat, want := range []string{"飛1 角0 金0 銀0 桂1 香0 歩2", "飛0 角0 金1 銀0 桂0 香0 歩11"} {
		var got []string
		for _, man := range scene.Players[seat].Has {
			got = append(got, fmt.Sprint(man.Cells[0].Glyph, man.Count))
		}
		if text := strings.Join(got, " "); text != want {
			t.Errorf("the hand of seat %d is %s: want %s", seat+1, text, want)
		}
	}
}

// TestSceneOfEndings wants the piece that decides, and who is said to have lost by a foul.
func TestSceneOfEndings(t *testing.T) {
	for _, c := range []struct {
		options  engine.Options
		text     string
		move     engine.Move
		deciding string // its glyph
		seat     int
	}{
		{nil, "4k4/9/4P4/9/9/9/9/9/4K4 b G", "５二金打", "王", 0},
		{nil, "+R1SSK4/GGGG5/SSPPP4/9/9/9/9/9/4k4 b RB2P", "宣言", "玉", 0},
		{engine.Options{"foul": "loses"}, "4k4/9/9/9/9/4P4/9/9/4K4 b P", "５五歩打", "歩", 1},
		{nil, "k8/9/S8/+R8/9/9/9/9/4K4 b -", "８三龍(94)", "", 0},
	} {
		q, err := mustParse(t, c.options, c.text).Apply(c.move)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		scene := q.Scene()
		for _, cell := range scene.Boards[0].Cells {
			if cell.Mark == engine.Deciding {
				got += cell.Glyph
			}
		}
		if got != c.deciding || scene.Result.Seat != c.seat {
			t.Errorf("%s: the pieces %q decide, and seat %d is named: want %q and %d", q, got, scene.Result.Seat, c.deciding, c.seat)
		}
	}
}
