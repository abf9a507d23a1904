package render

import (
	"math/rand/v2"
	"strings"
	"testing"

	"hikyaku/engine"
)

func TestGamesFitEightyColumns(t *testing.T) {
	for _, s := range scenes() {
		for _, lang := range []string{"en", "ja"} {
			for line := range strings.Lines(Text(s.scene, TextOptions{Lang: lang})) {
				if w := columns(false).StringWidth(strings.TrimSuffix(line, "\n")); w > 80 {
					t.Errorf("%s: a line of %d columns: %s", s.name, w, line)
				}
			}
		}
	}
}

// wants looks for parts of the text of a scene.
func wants(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%q is missing in\n%s", part, text)
		}
	}
}

func TestQuoridorInText(t *testing.T) {
	text := Text(quoridor(), TextOptions{})
	wants(t, text,
		"[2]",         // moved last
		"( )",         // from there
		"(1)",         // the other pawn
		" +#######+ ", // a wall of two cells is one run
		"9 | . : . :") // the goal
	if strings.ContainsFunc(text, func(r rune) bool { return r > '~' }) {
		t.Error("the board is not ASCII")
	}
	four := Text(quoridor4(), TextOptions{})
	wants(t, four, "{ }:(1):{ }:   *   :", "- + - * - + -")
}

func TestSeenFromTheFarSide(t *testing.T) {
	text := Text(quoridor(), TextOptions{Flip: true})
	lines := strings.Split(text, "\n")
	wants(t, lines[0], "i   h   g")
	wants(t, lines[2], "1 | .")
	wants(t, Text(diceshogi(), TextOptions{Flip: true, Lang: "ja"}), "先手の持駒: v角", "|  玉 ")
}

func TestFieldsStandSideBySideAndUpright(t *testing.T) {
	wants(t, Text(rengi(), TextOptions{}), "seat 1                seat 2", "[D A]", "1 | A A B B C D |     1 | X X")
	wants(t, Text(rengi(), TextOptions{Flip: true}), "seat 2                seat 1", "1 | X X X X X X |     1 | A A")
}

func TestColourChangesNothingElse(t *testing.T) {
	for _, s := range scenes() {
		plain := Text(s.scene, TextOptions{Lang: "ja"})
		coloured := Text(s.scene, TextOptions{Lang: "ja", Colour: true})
		if !strings.Contains(coloured, "\x1b[") {
			t.Errorf("%s has no colour", s.name)
		}
		if stripped := strip(coloured); stripped != plain {
			t.Errorf("%s without its escapes is\n%s\nwant\n%s", s.name, stripped, plain)
		}
	}
}

// strip removes SGR escapes and the blanks that they left at the ends of lines.
func strip(text string) string {
	for {
		before, rest, found := strings.Cut(text, "\x1b[")
		if !found {
			return text
		}
		_, after, _ := strings.Cut(rest, "m")
		text = before + after
	}
}

func TestSceneThatCannotBeDrawn(t *testing.T) {
	if got := Text(engine.Scene{}, TextOptions{}); got != "\n" {
		t.Errorf("nothing is written as %q", got)
	}
	huge := engine.Scene{Boards: []engine.Board{{Max: pt(1<<40, 1)}}}
	wants(t, Text(huge, TextOptions{}), "too large to draw")
}

// anyScene returns a random scene of one main board and small ones.
func anyScene(seed uint64) engine.Scene {
	r := rand.New(rand.NewPCG(seed, 1))
	glyphs := []string{"", " ", "A", "12", "玉", "△", "\x1b", "\u202e", "e\u0301", "long", "\xff", "　", "😀"}
	board := func(most int) engine.Board {
		b := engine.Board{Min: pt(r.IntN(9)-4, r.IntN(9)-4), Grid: r.IntN(4), Gap: r.IntN(3) == 0, Seat: r.IntN(3)}
		b.Max = pt(b.Min.X+r.IntN(most), b.Min.Y+r.IntN(most))
		near := func() engine.Point { return pt(b.Min.X+r.IntN(most+4)-2, b.Min.Y+r.IntN(most+4)-2) }
		for range r.IntN(20) {
			b.Cells = append(b.Cells, engine.Cell{At: near(), Form: engine.Form(r.IntN(9)), Ink: engine.Ink(r.IntN(20)),
				Glyph: glyphs[r.IntN(len(glyphs))], Group: r.IntN(3), Turn: r.IntN(6) - 1, Mark: engine.Mark(r.IntN(8))})
			b.Walls = append(b.Walls, engine.Line{From: near(), To: near(), Mark: engine.Mark(r.IntN(8))})
			b.Strokes = append(b.Strokes, engine.Line{From: near(), To: near(), Mark: engine.Mark(r.IntN(8))})
		}
		return b
	}
	s := engine.Scene{Boards: []engine.Board{board(30)}}
	for range r.IntN(4) {
		s.Boards = append(s.Boards, board(5))
	}
	return s
}

func FuzzText(f *testing.F) {
	for seed := range uint64(100) {
		f.Add(seed, seed%4 < 2)
	}
	f.Fuzz(func(t *testing.T, seed uint64, wide bool) {
		s := anyScene(seed)
		text := Text(s, TextOptions{AmbiguousWide: wide, Flip: seed%2 == 0})
		if !harmless(text) || !strings.HasSuffix(text, "\n") || strings.HasSuffix(text, "\n\n") {
			t.Errorf("the text is not whole:\n%q", text)
		}
		for line := range strings.Lines(text) {
			if line != "\n" && strings.TrimRight(line, " 　\n") != strings.TrimSuffix(line, "\n") {
				t.Errorf("trailing blanks in %q", line)
			}
		}
		s.Boards = s.Boards[:1]
		aligned(t, Text(s, TextOptions{AmbiguousWide: wide}), wide)
	})
}

// aligned checks that the right border of a board without labels is in one column.
func aligned(t *testing.T, text string, wide bool) {
	t.Helper()
	frame, _, _ := strings.Cut(text, "\n")
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " <\n")
		line = strings.TrimRight(line, "#*")
		if first := line[:min(1, len(line))]; (first == "|" || first == "+") && columns(wide).StringWidth(line) > len(frame) {
			t.Errorf("%q is wider than the border in\n%s", line, text)
		}
	}
}

// FuzzPNG checks that every scene gives a picture or an error.
func FuzzPNG(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		img, err := picture(anyScene(seed), PNGOptions{Size: 200 + int(seed%300), Flip: seed%2 == 0})
		if err == nil && len(img.Palette) > 256 {
			t.Errorf("%d colours", len(img.Palette))
		}
	})
}
