package diceshogi

import (
	"encoding/json"
	"slices"
	"testing"

	"hikyaku/engine"
)

func point(x, y int) engine.Point { return engine.Point{X: x, Y: y} }

// after plays moves from a position.
func after(t *testing.T, rules, text string, moves ...engine.Move) engine.Position {
	t.Helper()
	p := engine.Position(mustParse(t, rules, text))
	for _, m := range moves {
		p = mustApply(t, p, m)
	}
	return p
}

func TestSceneOfMen(t *testing.T) {
	cells := after(t, hyper, "4k/1S3/5/+p4/4K b - hyper 4", "４一銀成(42)").Scene().Boards[0].Cells
	for _, want := range []engine.Cell{
		{At: point(1, 3), Form: engine.Ground, Mark: engine.From},
		{At: point(1, 4), Form: engine.Man, Ink: engine.Raised, Glyph: "全", Mark: engine.Last},
		{At: point(0, 1), Form: engine.Man, Ink: engine.Raised, Glyph: "と", Turn: 2},
		{At: point(4, 4), Form: engine.Man, Ink: 2, Glyph: "玉", Turn: 2},
		{At: point(4, 0), Form: engine.Man, Ink: 1, Glyph: "玉"},
	} {
		if !slices.Contains(cells, want) {
			t.Errorf("the board lacks %+v in %+v", want, cells)
		}
	}
	if len(cells) != 5 {
		t.Errorf("the board has %d cells: want 5", len(cells))
	}
}

func TestSceneOfHandsAndDie(t *testing.T) {
	boards := mustParse(t, dice, "4k/5/5/5/K4 b 2PRg dice 4").Scene().Boards
	want := [][]engine.Cell{
		{{Form: engine.Man, Ink: 1, Glyph: "飛"}, {At: point(1, 0), Form: engine.Man, Ink: 1, Glyph: "歩"},
			{At: point(2, 0), Form: engine.Label, Glyph: "2"}},
		{{Form: engine.Man, Ink: 2, Glyph: "金", Turn: 2}},
		{{Form: engine.Die, Glyph: "4"}},
	}
	for i, cells := range want {
		if !slices.Equal(boards[i+1].Cells, cells) {
			t.Errorf("board %d has %+v: want %+v", i+1, boards[i+1].Cells, cells)
		}
	}
	if n := len(mustStart(t, dice).Scene().Boards); n != 3 {
		t.Errorf("there are %d boards before the throw: want no die", n)
	}
}

func TestSceneLines(t *testing.T) {
	const bare = "k4/5/5/5/4K b - "
	for _, c := range []struct {
		p  engine.Position
		en string
		ja string
	}{
		{mustStart(t, dice), "seat 1 to throw the die", "先手がサイコロを振る番"},
		{mustStart(t, minishogi), "seat 1 to move", "先手の番"},
		{mustParse(t, dice, bare+"dice 6"), "seat 1 to move to any file", "先手の番。どの筋でもよい"},
		{mustParse(t, dice, bare+"dice 2"), "seat 1 to move to file 2", "先手の番。2筋へ"},
		{mustParse(t, dice, bare+"dice 4"), "seat 1 to move to any file (1, 2): there is no move to file 4",
			"先手の番。4筋へ指す手がないので、どの筋でもよい（1・2筋）"},
		{mustParse(t, hyper, "k3r/5/5/5/4K b - hyper -"), "seat 1 to move, in check: no throw, any file",
			"先手の番。王手なのでサイコロは振らず、どの筋でもよい"},
		{mustParse(t, minishogi, "k3r/5/5/5/4K b -"), "seat 1 to move, in check", "先手の番。王手"},
		{after(t, hyper, "4k/2S2/5/3G1/K4 b - hyper 2", "２三金(24)"), "stalemate: seat 2 wins", "ステイルメイトで後手の勝ち"},
		{after(t, dice, "4k/4R/5/5/K4 b - dice 1", "１一飛(12)"), "the king is taken: seat 1 wins", "玉を取って先手の勝ち"},
		{after(t, minishogi, "2k2/5/2P2/5/K4 b G", "３二金打"), "checkmate: seat 1 wins", "詰みで先手の勝ち"},
	} {
		if got := c.p.Scene().Lines; len(got) != 1 || got[0] != (engine.Text{En: c.en, Ja: c.ja}) {
			t.Errorf("%s has the lines %q: want %q, %q", c.p, got, c.en, c.ja)
		}
	}
}

// TestSceneOfEnd checks the mark on the mated king or on the man that took the king.
func TestSceneOfEnd(t *testing.T) {
	for _, c := range []struct {
		p  engine.Position
		at engine.Point
	}{
		{after(t, minishogi, "2k2/5/2P2/5/K4 b G", "３二金打"), point(2, 4)},
		{after(t, dice, "4k/4R/5/5/K4 b - dice 1", "１一飛成(12)"), point(4, 4)},
	} {
		for _, cell := range c.p.Scene().Boards[0].Cells {
			if (cell.Mark == engine.Deciding) != (cell.At == c.at) {
				t.Errorf("%s: the cell %+v: want only %v to decide", c.p, cell, c.at)
			}
		}
	}
}

func TestState(t *testing.T) {
	for text, want := range map[string]string{
		"4k/4p/5/5/K4 b Pr hyper 2": `{"sfen":"4k/4p/5/5/K4 b Pr 1","men":["k@11","p@12","K@55"],"hands":[{"歩":1},{"飛":1}],"die":2,"check":false,"files":[2]}`,
		"k3r/5/5/5/4K b - hyper -":  `{"sfen":"k3r/5/5/5/4K b - 1","men":["r@11","K@15","k@51"],"hands":[{},{}],"die":0,"check":true,"files":[2]}`,
		"4k/5/5/5/K4 b - hyper -":   `{"sfen":"4k/5/5/5/K4 b - 1","men":["k@11","K@55"],"hands":[{},{}],"die":0,"check":false,"files":[]}`,
	} {
		got, err := json.Marshal(mustParse(t, hyper, text).State())
		if err != nil || string(got) != want {
			t.Errorf("%s has the state %s, %v: want %s", text, got, err, want)
		}
	}
}
