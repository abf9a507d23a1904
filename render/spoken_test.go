package render

import (
	"slices"
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

func TestSpoken(t *testing.T) {
	for _, c := range []struct {
		name string
		want []string
	}{
		{"quoridor", []string{"Player 2: e5", "Player 1: e4", "Player 1 to move"}},
		{"quoridor4", []string{"Player 1, wall: above c3-d3", "Player 2, wall: right of d4-d5"}},
		{"goryujin", []string{"Player 1, wall: above A30-BH30", "Player 1, I: T8, T7, T6, T5, T4", "Player 2, wall: below A1-BH1"}},
		{"diceshogi", []string{"Player 2, K: １一", "Player 1, G: ４三"}},
	} {
		i := slices.IndexFunc(scenes(), func(s scene) bool { return s.name == c.name })
		got := Spoken(scenes()[i].scene, SpokenOptions{Lang: "en"})
		for _, line := range c.want {
			if !slices.Contains(got, line) {
				t.Errorf("%s is said as\n%s\nwithout %q", c.name, strings.Join(got, "\n"), line)
			}
		}
	}
}

// TestSpokenOne says boards on which there is one thing only, and counts what has neither a place nor a name.
func TestSpokenOne(t *testing.T) {
	stone := func(x int) engine.Cell { return engine.Cell{At: pt(x, 0), Form: engine.Disc, Ink: 1} }
	table := engine.Board{Max: pt(2, 0), Cols: letters(3), Rows: engine.Labels("1")}
	numbers := engine.Board{Max: pt(2, 0), Cols: engine.Labels("1", "2", "3"), Rows: engine.Labels("7")}
	sign := func(x int, glyph string, m engine.Mark) engine.Cell {
		return engine.Cell{At: pt(x, 0), Form: engine.Label, Ink: engine.Ink(1 + x), Glyph: glyph, Mark: m}
	}
	hand := engine.Board{Name: i18n.Same("in hand"), Max: pt(4, 0)}
	for _, c := range []struct {
		board engine.Board
		cells []engine.Cell
		want  []string
	}{
		{table, []engine.Cell{stone(1)}, []string{"Player 1: B1"}},
		{table, []engine.Cell{stone(0), stone(2)}, []string{"Player 1: A1, C1"}},
		{numbers, []engine.Cell{stone(0), stone(2)}, []string{"Player 1: 1.7, 3.7"}},
		{engine.Board{Name: i18n.Same("meter"), Max: pt(1, 0)}, []engine.Cell{sign(0, "-1", 0), sign(1, "+1", engine.Last)}, []string{"meter: +1"}},
		{hand, []engine.Cell{stone(0)}, []string{"in hand, Player 1"}},
		{hand, []engine.Cell{stone(0), stone(2)}, []string{"in hand, Player 1: ×2"}},
		{hand, []engine.Cell{stone(0), stone(2), stone(4)}, []string{"in hand, Player 1: ×3"}},
	} {
		c.board.Cells = c.cells
		if got := Spoken(engine.Scene{Boards: []engine.Board{c.board}}, SpokenOptions{Lang: "en"}); !slices.Equal(got, c.want) {
			t.Errorf("%d things are said as %q, want %q", len(c.cells), got, c.want)
		}
	}
}

// TestSpokenStock: pieces in hand and what is left of a stock are named as such, also where they change.
func TestSpokenStock(t *testing.T) {
	in := func(form engine.Form, n int) engine.Scene {
		has := []engine.Thing{{Name: "B", Count: n, Cells: []engine.Cell{{Form: form, Glyph: "角"}}}}
		return engine.Scene{Players: []engine.Panel{{Has: has}, {}}}
	}
	ja := SpokenOptions{Lang: "ja"}
	if got := Spoken(in(engine.Piece, 1), ja); !slices.Equal(got, []string{"先手、持ち駒：角"}) {
		t.Errorf("a piece in hand is said as %q", got)
	}
	if got := Spoken(in(engine.Body, 4), SpokenOptions{Lang: "en"}); !slices.Equal(got, []string{"Player 1, left: B 4"}) {
		t.Errorf("a stock is said as %q", got)
	}
	if got := SpokenChange(in(engine.Piece, 0), in(engine.Piece, 1), ja); !slices.Equal(got, []string{"加わったもの：先手、持ち駒：角"}) {
		t.Errorf("a captured piece is said as %q", got)
	}
}

func TestSpokenChange(t *testing.T) {
	before, after := quoridor(), quoridor()
	b := &after.Boards[0]
	b.Cells = slices.Clone(b.Cells)
	for i, c := range b.Cells {
		if c.Glyph == "1" {
			b.Cells[i].At.Y--
		}
	}
	got := SpokenChange(before, after, SpokenOptions{Lang: "en"})
	if want := []string{"new: Player 1: e3", "gone: Player 1: e4"}; !slices.Equal(got, want) {
		t.Errorf("said %q, want %q", got, want)
	}
	fresh := quoridor()
	fresh.Boards = slices.Clone(fresh.Boards)
	fresh.Boards[0].Walls = slices.Clone(fresh.Boards[0].Walls)
	fresh.Boards[0].Walls[0].Ink = 1
	if got := SpokenChange(fresh, before, SpokenOptions{Lang: "en"}); len(got) != 0 {
		t.Errorf("a wall stays, and %q is said", got)
	}
	if got := SpokenChange(before, before, SpokenOptions{Lang: "ja"}); len(got) != 0 {
		t.Errorf("nothing changed, and %q is said", got)
	}
}
