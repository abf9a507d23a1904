package convert

import (
	"slices"
	"strings"
	"testing"
	"time"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/kif"
	"hikyaku/match"
)

// TestStudy: the variations branch off the main line whatever order they are written in, and the copy is a record that checks.
func TestStudy(t *testing.T) {
	g := all.Game("quoridor")
	r, err := kif.Read([]byte("#hikyaku record 2\nゲーム：quoridor\n設定：players=2 third-pawn=none\n対局番号：k7f3qz9m2c\n開始日時：2026/11/20 19:30:00\n" +
		"先手：Alice <alice@example.org>\n後手：bob@example.org\n   1 e2\n   2 e8\n*Well played.\n   3 e3h\n   4 投了  ( 0:09/)\n*Enough.\n" +
		"\n変化：1手\n   1 d1\n   2 d9\n\n変化：2手\n   2 e8\n"))
	if err != nil {
		t.Fatal(err)
	}
	m, err := match.New(r, g)
	if err != nil {
		t.Fatal(err)
	}
	long := []engine.Move{"d9", "e3", "c9", "e4"}
	copied, err := Study(m, []Remark{
		{Ply: 1, Lines: [][]engine.Move{long}}, {Ply: 2, Text: "He is gone.\nOr is he?", Lines: [][]engine.Move{{"e3", "e7"}}}, {Text: "The start."},
	})
	if err != nil {
		t.Fatal(err)
	}
	again, err := match.New(copied, g)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(again.Moves(), m.Moves()) || again.Outcome == nil || again.Outcome.Word != kif.Resignation || again.Outcome.Seat != 2 {
		t.Errorf("the copy is of another match:\n%s", copied.Bytes())
	}
	if got, want := copied.Comment+"|"+copied.Events[1].Comment, "The start.|Well played.\nHe is gone.\nOr is he?"; got != want {
		t.Errorf("comments %q, want %q", got, want)
	}
	var starts [][2]int
	for _, b := range copied.Branches {
		starts = append(starts, [2]int{b.Start, b.Parent})
	}
	if want := [][2]int{{3, 0}, {2, 0}, {1, 0}, {2, 3}}; !slices.Equal(starts, want) {
		t.Errorf("variations start at and branch off %v, want %v", starts, want)
	}
	if end := copied.Events[len(copied.Events)-1]; end.Spent != 9*time.Second || end.Comment != "Enough." {
		t.Errorf("the ending is %+v", end)
	}
	if text := string(copied.Bytes()); strings.Contains(text, "alice@") || strings.Contains(text, "k7f3qz9m2c") || !strings.Contains(text, "2026/11/20") {
		t.Errorf("headers of\n%s", text)
	}
}
