package diceshogi

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
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

// TestFilesOfTheDieAreLit counts the lit squares of each file: the file of the die, unless the die rules out none.
func TestFilesOfTheDieAreLit(t *testing.T) {
	for _, c := range []struct {
		text string
		want [size]int
	}{
		{"4k/1S3/5/5/4K b - hyper 4", [size]int{0, 5}},
		{"4k/1S3/5/5/4K b - hyper 6", [size]int{}},
		{"4k/1S3/5/5/4K b - hyper 3", [size]int{0, 0, 5}},
	} {
		var got [size]int
		for _, cell := range after(t, hyper, c.text).Scene().Boards[0].Cells {
			if cell.Mark == engine.Lit {
				got[cell.At.X]++
			}
		}
		if got != c.want {
			t.Errorf("%s lights %v from file 5 on: want %v", c.text, got, c.want)
		}
	}
}

func TestSceneOfMen(t *testing.T) {
	cells := after(t, hyper, "4k/1S3/5/+p4/4K b - hyper 4", "４一銀成(42)").Scene().Boards[0].Cells
	for _, want := range []engine.Cell{
		{At: point(1, 3), Form: engine.Ground, Mark: engine.From},
		{At: point(1, 4), Form: engine.Piece, Ink: engine.Raised, Glyph: "全", Mark: engine.Last},
		{At: point(0, 1), Form: engine.Piece, Ink: engine.Raised, Glyph: "と", Turn: 2},
		{At: point(4, 4), Form: engine.Piece, Ink: 2, Glyph: "王", Turn: 2},
		{At: point(4, 0), Form: engine.Piece, Ink: 1, Glyph: "玉"},
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
	scene := mustParse(t, dice, "4k/5/5/5/K4 b 2PRg dice 4").Scene()
	for seat, want := range []string{"飛1 角0 金0 銀0 歩2", "飛0 角0 金1 銀0 歩0"} {
		var got []string
		for _, piece := range scene.Players[seat].Has {
			got = append(got, fmt.Sprint(piece.Cells[0].Glyph, piece.Count))
			if piece.Cells[0].Turn != 2*seat || piece.Name != piece.Cells[0].Glyph {
				t.Errorf("seat %d has %+v in hand", seat+1, piece)
			}
		}
		if text := strings.Join(got, " "); text != want {
			t.Errorf("the hand of seat %d is %s: want %s", seat+1, text, want)
		}
	}
	if want := (engine.Dice{Room: 1, Seat: 1, Faces: []int{4}}); !reflect.DeepEqual(scene.Throw, want) {
		t.Errorf("the dice are %+v: want %+v", scene.Throw, want)
	}
	second := mustParse(t, dice, "4k/5/5/5/K4 w - dice 3").Scene()
	if second.Throw.Seat != 2 {
		t.Errorf("the die of seat 2 belongs to seat %d", second.Throw.Seat)
	}
	if d := mustStart(t, dice).Scene().Throw; d.Room != 1 || d.Seat != 0 {
		t.Errorf("before the throw the dice are %+v", d)
	}
	if d := mustStart(t, minishogi).Scene().Throw; d.Room != 0 {
		t.Errorf("in minishogi there is room for %d dice", d.Room)
	}
}

func TestSceneTurn(t *testing.T) {
	const bare = "k4/5/5/5/4K b - "
	for _, c := range []struct {
		p     engine.Position
		throw bool
		en    string
		ja    string
		state string
	}{
		{mustStart(t, dice), true, "to throw the die", "がサイコロを振る番", ""},
		{mustStart(t, minishogi), false, "to move", "の番", ""},
		{mustParse(t, dice, bare+"dice 6"), false, "to move to any file", "の番。どの筋でもよい", ""},
		{mustParse(t, dice, bare+"dice 2"), false, "to move to file 2", "の番。2筋へ", ""},
		{mustParse(t, dice, bare+"dice 4"), false, "to move to any file (1, 2): none to file 4",
			"の番。4筋の手がなく、どの筋でもよい（1・2筋）", ""},
		{mustParse(t, hyper, "k3r/5/5/5/4K b - hyper -"), false, "to move without a throw to any file",
			"の番。サイコロは振らず、どの筋でもよい", "in check"},
		{mustParse(t, minishogi, "k3r/5/5/5/4K b -"), false, "to move", "の番", "in check"},
	} {
		want := engine.Turn{Seat: 1, Throw: c.throw, For: i18n.Text{En: c.en, Ja: c.ja}}
		if s := c.p.Scene(); s.Turn != want || s.Players[0].State.En != c.state || s.Players[1].State.En != "" {
			t.Errorf("%s has the turn %+v and the panels %+v: want %+v and %q", c.p, s.Turn, s.Players, want, c.state)
		}
	}
}

func TestSceneResult(t *testing.T) {
	for _, c := range []struct {
		p      engine.Position
		winner int
		how    i18n.Text
	}{
		{after(t, hyper, "4k/2S2/5/3G1/K4 b - hyper 2", "２三金(24)"), 2, i18n.Text{En: "stalemate", Ja: "指せる手なし"}},
		{after(t, dice, "4k/4R/5/5/K4 b - dice 1", "１一飛(12)"), 1, i18n.Text{En: "the king is taken", Ja: "玉を取りました"}},
		{after(t, minishogi, "2k2/5/2P2/5/K4 b G", "３二金打"), 1, i18n.Text{En: "checkmate", Ja: "詰み"}},
	} {
		if end := c.p.Scene().Result; end.How != c.how || end.Places[c.winner-1] != 1 {
			t.Errorf("%s ends with %+v: want seat %d to win by %q", c.p, end, c.winner, c.how)
		}
	}
}

// TestSceneOfEnd checks the mark on the mated king or on the piece that took the king.
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
