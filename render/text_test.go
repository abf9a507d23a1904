package render

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/internal/i18n"
)

// TestGamesFitALetter checks that no line is wider than 72 columns, whatever the names.
func TestGamesFitALetter(t *testing.T) {
	made := scenes()
	for _, g := range all.Games {
		for _, options := range []engine.Options{nil, {"rules": "ten"}, {"players": "4"}} {
			if _, err := g.Resolve(options); err == nil {
				frames, _ := film(t, g, options, 40)
				for _, s := range frames {
					made = append(made, scene{g.Name, s})
				}
			}
		}
	}
	long := slices.Repeat([]string{"Wolfeschlegelsteinhausenbergerdorff 飛脚"}, 4)
	for _, s := range made {
		for _, o := range []TextOptions{{Lang: "en"}, {Lang: "ja"}, {Lang: "en", Names: long}, {Lang: "ja", Names: long, Flip: true}} {
			for line := range strings.Lines(Text(s.scene, o)) {
				if w := terminal.StringWidth(strings.TrimSuffix(line, "\n")); w > 72 {
					t.Fatalf("%s %+v: a line of %d columns: %s", s.name, o, w, line)
				}
			}
		}
	}
}

// TestEnglishHasNoKanji reads the scenes of all games as somebody who knows no kanji.
func TestEnglishHasNoKanji(t *testing.T) {
	for _, g := range all.Games {
		frames, _ := film(t, g, nil, 30)
		for _, s := range frames {
			text := Text(s, TextOptions{Lang: "en"}) + strings.Join(Spoken(s, SpokenOptions{Lang: "en"}), "\n")
			if i := strings.IndexFunc(text, func(r rune) bool { return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) }); i >= 0 {
				t.Fatalf("%s: %q in\n%s", g.Name, text[i:i+3], text)
			}
		}
	}
}

// TestTextSaysNames looks for the names of players in all that text says of seats.
func TestTextSaysNames(t *testing.T) {
	names := []string{"Alice", "Bob", "Carol\n", "Dave\x1b"}
	for _, s := range scenes() {
		for _, text := range []string{Text(s.scene, TextOptions{Lang: "en", Names: names}), strings.Join(Spoken(s.scene, SpokenOptions{Lang: "en", Names: names}), "\n")} {
			if strings.Contains(text, "seat ") || !strings.Contains(text, "Alice") || !strings.Contains(text, "Bob") || !harmless(text) {
				t.Errorf("%s names seats in\n%s", s.name, text)
			}
		}
	}
	wants(t, Text(quoridor(), TextOptions{Lang: "en", Names: names}), "Alice (1; to rank 9): 6 walls left\nBob (2; to rank 1): 7 walls left\nAlice to move\n")
	wants(t, Text(diceshogi(), TextOptions{Lang: "ja", Names: names}), "Bob（v、王手）：", "Bobさんの番。4筋へ")
	empty := diceshogi()
	for i := range empty.Players[0].Has {
		empty.Players[0].Has[i].Count = 0
	}
	wants(t, Text(empty, TextOptions{Lang: "en", Names: names}), "\nAlice: none\n")
	wants(t, Text(quoridor(), TextOptions{Lang: "ja", Names: []string{"", "Bob"}}), "先手（9段目へ）：残りの壁6枚\nBob（2、1段目へ）：残りの壁7枚\n先手の番\n")
	wants(t, Text(rengi(), TextOptions{Lang: "en", Names: names}), "Alice                 Bob: # 12")
}

// TestEndings says who won and how, once.
func TestEndings(t *testing.T) {
	ended := func(seat int, en string, places ...int) engine.Scene {
		s := quoridor()
		s.Turn, s.Result = engine.Turn{}, &engine.Ending{Result: engine.Result{Places: places}, Seat: seat, How: i18n.Same(en)}
		return s
	}
	for want, s := range map[string]engine.Scene{
		"Bob wins: Alice resigned": ended(1, "resigned", 2, 1),
		"Bob wins: checkmate":      ended(0, "checkmate", 2, 1),
		"Alice has reached rank 9": ended(1, "has reached rank 9", 1, 2),
		"Drawn by agreement":       ended(0, "drawn by agreement", 1, 1),
		"Adjourned":                ended(0, "adjourned"),
		"Alice lost on time":       ended(1, "lost on time", 4, 1, 1, 1),
	} {
		for _, text := range []string{Text(s, TextOptions{Lang: "en", Names: []string{"Alice", "Bob"}}), Text(s, TextOptions{Lang: "en", Names: []string{"Alice", "Bob"}, Compact: true})} {
			if !strings.HasSuffix(text, "\n"+want+"\n") || strings.Contains(text, "to move") {
				t.Errorf("want %q at the end of\n%s", want, text)
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
		" +=======+ ", // a wall of two cells is one run
		"9 | . : . :") // the goal
	if strings.ContainsFunc(text, func(r rune) bool { return r > '~' }) {
		t.Error("the board is not ASCII")
	}
	four := Text(quoridor4(), TextOptions{})
	wants(t, four, "{ }:(1):{ }:   *   :", "- + - * - + -")
}

// TestPawnThatIsOutInText: it is struck out, and the line of its player says so in words, for ears too.
func TestPawnThatIsOutInText(t *testing.T) {
	g := all.Game("quoridor")
	options, err := g.Resolve(engine.Options{"players": "4"})
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Parse(options, "/ / e1 b5 e9 i5 / 5 -1 5 5 / 1")
	if err != nil {
		t.Fatal(err)
	}
	text := Text(p.Scene(), TextOptions{Lang: "en"})
	for _, want := range []string{"-2-", "(1)", "Player 2 (to file i; out)"} {
		if !strings.Contains(text, want) {
			t.Errorf("the board lacks %q:\n%s", want, text)
		}
	}
	if spoken := strings.Join(Spoken(p.Scene(), SpokenOptions{Lang: "ja"}), "\n"); !strings.Contains(spoken, "i列へ、離脱") {
		t.Errorf("it is not said that a player is out:\n%s", spoken)
	}
}

func TestSeenFromTheFarSide(t *testing.T) {
	text := Text(quoridor(), TextOptions{Flip: true})
	lines := strings.Split(text, "\n")
	wants(t, lines[0], "i   h   g")
	wants(t, lines[2], "1 | .")
	wants(t, Text(diceshogi(), TextOptions{Flip: true, Lang: "ja"}), "先手（v）：v角 v歩2", "|  玉 ")
}

func TestFieldsStandSideBySideAndUpright(t *testing.T) {
	wants(t, Text(rengi(), TextOptions{}), "Player 1              Player 2", "[D A]", "1 | A A B B C D |     1 | X X")
	wants(t, Text(rengi(), TextOptions{Flip: true}), "Player 2: # 12        Player 1", "1 | X X X X X X |     1 | A A")
}

// TestColourChangesNothingElse compares boards with and without colour: only the strokes that decided the game, which colour reverses, are
// # without it.
func TestColourChangesNothingElse(t *testing.T) {
	for _, s := range scenes() {
		plain := Text(s.scene, TextOptions{Lang: "ja"})
		coloured := Text(s.scene, TextOptions{Lang: "ja", Colour: true})
		if !strings.Contains(coloured, "\x1b[") {
			t.Errorf("%s has no colour", s.name)
		}
		stripped := strip(coloured)
		same := len(stripped) == len(plain)
		for i := 0; same && i < len(plain); i++ {
			same = stripped[i] == plain[i] || plain[i] == '#' && s.name == "slashchain" && strings.Contains(`/\`, stripped[i:i+1])
		}
		if !same {
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
	f.Fuzz(func(t *testing.T, seed uint64, flip bool) {
		s := anyScene(seed)
		text := Text(s, TextOptions{Flip: flip})
		if !harmless(text) || !strings.HasSuffix(text, "\n") || strings.HasSuffix(text, "\n\n") {
			t.Errorf("the text is not whole:\n%q", text)
		}
		for line := range strings.Lines(text) {
			if line != "\n" && strings.TrimRight(line, " 　\n") != strings.TrimSuffix(line, "\n") {
				t.Errorf("trailing blanks in %q", line)
			}
		}
		s.Boards = s.Boards[:1]
		aligned(t, Text(s, TextOptions{}))
	})
}

// aligned checks that the right border of a board without labels is in one column.
func aligned(t *testing.T, text string) {
	t.Helper()
	frame, _, _ := strings.Cut(text, "\n")
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " <\n")
		line = strings.TrimRight(line, "#=*")
		if first := line[:min(1, len(line))]; (first == "|" || first == "+") && terminal.StringWidth(line) > len(frame) {
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
		p, l, err := PNGOptions{Size: 200 + int(seed%300), Flip: seed%2 == 0}.layout(anyScene(seed))
		if err != nil {
			return
		}
		if img := l.draw(p.face, p.hue); len(img.Palette) > 256 {
			t.Errorf("%d colours", len(img.Palette))
		}
	})
}

// TestMarksOfNeighbours wants both brackets of both marks of two squares side by side, on top of each other or corner to corner.
func TestMarksOfNeighbours(t *testing.T) {
	from, king := engine.Cell{Mark: engine.From}, engine.Cell{Form: engine.Piece, Glyph: "玉", Turn: 2, Mark: engine.Attacked}
	for _, glyph := range []string{"R", "+N", "金"} {
		for turn := range 3 {
			moved := engine.Cell{Form: engine.Piece, Glyph: glyph, Turn: turn, Mark: engine.Last}
			for _, other := range []engine.Cell{from, king} {
				if turn == 2 && other == king {
					continue // of the same side
				}
				for n := range 9 {
					moved.At, other.At = pt(2, 2), pt(1+n%3, 1+n/3)
					if moved.At == other.At {
						continue
					}
					s := engine.Scene{Boards: []engine.Board{{ID: "board", Max: pt(4, 4), Cells: []engine.Cell{moved, other}}}}
					text := Text(s, TextOptions{})
					left, right := brackets(other.Mark)
					if strings.Count(text, "[") != 1 || strings.Count(text, "]") != 1 || strings.Count(text, left) < 1 || strings.Count(text, right) < 1 || strings.Count(text, "!")%2 > 0 {
						t.Errorf("%s of side %d, other at %v:\n%s", glyph, turn, other.At, text)
					}
				}
			}
		}
	}
	stone := func(x int, mark engine.Mark) engine.Cell {
		return engine.Cell{At: pt(x, 0), Form: engine.Disc, Glyph: "A", Mark: mark}
	}
	for want, next := range map[string]engine.Mark{"[A A]": engine.Last, "[A|A}": engine.Legal} {
		s := engine.Scene{Boards: []engine.Board{{ID: "board", Max: pt(1, 0), Cells: []engine.Cell{stone(0, engine.Last), stone(1, next)}}}}
		wants(t, Text(s, TextOptions{}), want)
	}
}

// TestLegend wants every mark of the last move explained that a board has, and no other.
func TestLegend(t *testing.T) {
	cell := func(x int, form engine.Form, glyph string, mark engine.Mark) engine.Cell {
		return engine.Cell{At: engine.Point{X: x}, Form: form, Glyph: glyph, Mark: mark}
	}
	for want, cells := range map[string][]engine.Cell{
		"Marks: [ ] moved last, ( ) where it came from, ! ! is in check.\n": {cell(0, engine.Piece, "R", engine.Last), cell(1, engine.Ground, "", engine.From), cell(3, engine.Piece, "K", engine.Attacked)},
		"Marks: ! ! decided the game.\n":                                    {cell(0, engine.Piece, "R", engine.Deciding)},
		"":                                                                  {cell(0, engine.Piece, "R", engine.NoMark)},
	} {
		s := engine.Scene{Boards: []engine.Board{{ID: "board", Max: engine.Point{X: 4}, Cells: cells}}}
		if got := Legend(s, TextOptions{Lang: "en"}); got != strings.TrimSpace(want) {
			t.Errorf("%q, want %q", got, want)
		}
		if want != "" && strings.Contains(want, "check") != strings.Contains(Text(s, TextOptions{Lang: "en"}), "! K !") {
			t.Errorf("the king:\n%s", Text(s, TextOptions{Lang: "en"}))
		}
	}
	s := engine.Scene{Boards: []engine.Board{{ID: "board", Max: engine.Point{X: 4}, Gap: true, Cells: []engine.Cell{
		cell(0, engine.Ground, "", engine.From), cell(1, engine.Disc, "1", engine.NoMark), cell(2, engine.Ground, "1", engine.NoMark),
	}}}}
	want := "記号：( )は元の位置、( )で囲んだ数字は駒、ほかの数字はその対局者のゴール。"
	if got := Legend(s, TextOptions{Lang: "ja"}); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
