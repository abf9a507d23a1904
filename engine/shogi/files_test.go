package shogi

import (
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/shogitext"
)

func written(moves string) (list []shogitext.Written) {
	for _, m := range strings.Fields(moves) {
		list = append(list, shogitext.Written{Text: m})
	}
	return list
}

// TestHeadingsAreReadBack reads the headings of each handicap and of other starts.
func TestHeadingsAreReadBack(t *testing.T) {
	texts := []string{"4k4/9/9/9/9/9/9/9/9 b 2Rb18p", "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p"}
	for _, h := range handicaps {
		texts = append(texts, h.sfen())
	}
	for _, text := range texts {
		p := mustParse(t, nil, text)
		s, err := read(p.Headings(), nil)
		if err != nil || s.Start.String() != text || !isKIF(p.Headings()) {
			t.Errorf("%s has the headings %v, read back as %+v, %v", text, p.Headings(), s, err)
		}
	}
}

// opening leaves seat 1 with a pawn in hand.
const opening = "２六歩 ８四歩 ２五歩 ８五歩 ２四歩 同歩 同飛 ８六歩 "

func TestFilesOfGames(t *testing.T) {
	for _, c := range []struct {
		headings []engine.Heading
		moves    string
		handicap string
		foul     string
		last     engine.Move
	}{
		{nil, "７六歩 ３四歩 ２二角成 同銀", "none", "", "２二銀(31)"},
		{[]engine.Heading{{Key: "手合割", Value: "二枚落ち　　"}}, "６二銀 ７六歩", "two", "", "７六歩(77)"},
		{nil, opening + "２三歩", "none", "", "２三歩打"},
		{nil, opening + "５五歩", "none", "loses", "５五歩打"},
		{nil, opening + "同歩 ８七歩 ２三歩 ４二玉 ３六歩 ８八歩成", "none", "", "８八歩成(87)"},
	} {
		s, err := Files.Read(c.headings, written(c.moves))
		if err != nil {
			t.Errorf("%s: %v", c.moves, err)
			continue
		}
		if s.Moves[len(s.Moves)-1] != c.last || s.Options["handicap"] != c.handicap || s.Options["foul"] != c.foul || s.Options["repetition"] != "none" {
			t.Errorf("%s is read as %v with %v: want %s", c.moves, s.Moves, s.Options, c.last)
		}
	}
}

func TestRefusalsOfFiles(t *testing.T) {
	for _, c := range []struct {
		headings   []engine.Heading
		moves, why string
	}{
		{nil, opening + "５五歩 ３四歩", "move 9, ５五歩: drop.two-pawns"},
		{nil, "７六歩 ３四歩 ９九玉打", "move 3, ９九玉打: drop.not-in-hand"},
		{nil, "７六歩 ５二金", "move 2, ５二金: move.ambiguous"},
		{[]engine.Heading{{Key: "手合割", Value: "その他"}}, "", "その他 needs a board diagram"},
		{[]engine.Heading{{Value: "| ・ ・ ・ ・v玉|一"}}, "", "1 ranks"},
	} {
		if s, err := Files.Read(c.headings, written(c.moves)); err == nil || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s is read as %+v, %v: want %q in it", c.moves, s, err, c.why)
		}
	}
}

// TestIsKIF: what says nothing of its game is shogi, as for other programs.
func TestIsKIF(t *testing.T) {
	for value, want := range map[string]bool{"平手": true, "平手　　": true, "香落ち": true, "5五将棋": false, "その他": false} {
		if got := isKIF([]engine.Heading{{Key: "手合割", Value: value}}); got != want {
			t.Errorf("手合割：%s is shogi: %t", value, got)
		}
	}
	if !isKIF(nil) {
		t.Error("a file without 手合割 is not shogi")
	}
}
