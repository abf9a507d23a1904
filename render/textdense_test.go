package render

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"hikyaku/engine"
)

// TestHalved compares the letters and dots of a board whose lines show two rows with its bodies, from both sides.
func TestHalved(t *testing.T) {
	s := goryujin()
	b := s.Boards[0]
	top := map[engine.Point]engine.Cell{}
	for _, c := range b.Cells {
		top[c.At] = c
	}
	for _, flip := range []bool{false, true} {
		c := NewChart(s, TextOptions{Lang: "en", Flip: flip, Density: Halved})
		for y := b.Min.Y; y <= b.Max.Y; y++ {
			for x := b.Min.X; x <= b.Max.X; x++ {
				p := engine.Point{X: x, Y: y}
				at, ok := c.Where(engine.CellTouch(b.ID, p))
				if !ok || at.Wide != 1 || at.High != 1 {
					t.Fatalf("%v is at %+v", p, at)
				}
				glyph := []rune(c.Rows[at.Y][at.X].Text + " ")[0]
				if glyph == '+' || glyph >= '0' && glyph <= '9' {
					continue // an open end or a distance takes the line
				}
				dots, other := rune(dotsAbove), engine.Point{X: x, Y: p.Y - 1}
				if above := (b.Max.Y-y)%2 == 0; !above {
					other.Y = p.Y + 1
				}
				if above := (b.Max.Y-y)%2 == 0; above == flip {
					dots = dotsBelow
				}
				if cell := top[p]; cell.Form == engine.Body && top[other].Form == engine.Body && top[other].Ink == cell.Ink {
					if string(glyph) != cell.Glyph && string(glyph) != top[other].Glyph {
						t.Errorf("flip %t: %v is %c, want its letter %s", flip, p, glyph, cell.Glyph)
					}
					continue
				}
				want := rune(0)
				if cell := top[p]; cell.Form == engine.Body {
					if want = dots; cell.Ink != 1 {
						want &= stripesAbove | stripesBelow
					}
				}
				got := rune(0)
				if glyph >= braille {
					got = (glyph - braille) & dots
				}
				if got != want {
					t.Errorf("flip %t: %v is drawn with dots %x, want %x", flip, p, got, want)
				}
			}
		}
	}
}

// TestGoalsOfDense wants the edges of a dense board to say whose goals they are, and the last move to cover no name.
func TestGoalsOfDense(t *testing.T) {
	for lang, want := range map[string][2]string{"en": {"= your goal ", "= goal of Bob "}, "ja": {"= あなたのゴール", "= Bobのゴール"}} {
		for column := range 56 {
			s := goryujin()
			s.Boards[0].Cells = nil
			for x := column + 1; x <= column+5; x++ {
				s.Boards[0].Cells = append(s.Boards[0].Cells, engine.Cell{At: engine.Point{X: x, Y: 5}, Form: engine.Body, Ink: 1, Mark: engine.Last})
			}
			for _, flip := range []bool{false, true} {
				text := Text(s, TextOptions{Lang: lang, Names: []string{"", "Bob"}, You: 1, Flip: flip, Density: Dense})
				at := [2]int{strings.Index(text, want[0]), strings.Index(text, want[1])}
				if at[0] < 0 || at[1] < 0 || flip == (at[0] < at[1]) || !regexp.MustCompile(`[=+ ]\^{5}[=+ ]`).MatchString(text) || !regexp.MustCompile(`(?m)\|.{60}<$`).MatchString(text) {
					t.Fatalf("column %d, flip %t: the goals are at %v, want them and the last move on the frame of\n%s", column, flip, at, text)
				}
			}
		}
	}
}

// TestDense wants a dense text to have fewer lines, at most 72 columns, and all things of both seats.
func TestDense(t *testing.T) {
	roomy := strings.Count(Text(goryujin(), TextOptions{Lang: "en"}), "\n")
	for _, density := range []Density{Dense, Halved} {
		text := Text(goryujin(), TextOptions{Lang: "en", Names: []string{"Alice", strings.Repeat("Bob", 20)}, Density: density})
		lines := strings.Split(text, "\n")
		if len(lines) >= roomy {
			t.Errorf("%d lines, as many as without", len(lines))
		}
		for _, line := range lines {
			if terminal.StringWidth(line) > textColumns {
				t.Errorf("too wide: %s", line)
			}
		}
		for _, seat := range goryujin().Players {
			for _, thing := range seat.Has {
				if !slices.ContainsFunc(lines, func(l string) bool { return strings.Contains(l, thing.Cells[0].Glyph+count(thing).Glyph) }) {
					t.Errorf("%s is missing in\n%s", thing.Name, text)
				}
			}
		}
		roomy = len(lines)
	}
}

// TestBlocks wants the bodies on a full screen to be blocks if there is colour, but letters where they moved last.
func TestBlocks(t *testing.T) {
	filled := map[engine.Ink]string{1: ";48;5;", engine.Black: ";7m"} // black is the colour of letters
	for _, colour := range []bool{false, true} {
		c := NewChart(goryujin(), TextOptions{Lang: "en", Ruled: true, Colour: colour, Density: Dense})
		for _, cell := range goryujin().Boards[0].Cells {
			at, _ := c.Where(engine.CellTouch(goryujin().Boards[0].ID, cell.At))
			sign := c.Rows[at.Y][at.X]
			if cell.Form == engine.Body && cell.Mark == engine.NoMark && (colour != strings.Contains(sign.SGR, filled[cell.Ink]) || colour != (sign.Text == " ")) {
				t.Errorf("colour %t: %+v is %q in %q", colour, cell, sign.Text, sign.SGR)
			}
			if cell.Mark == engine.Joint && sign.Text != "◆" {
				t.Errorf("colour %t: an open end is %q", colour, sign.Text)
			}
		}
	}
}

// TestLargePawnFillsItsCell wants the colour of a pawn in all columns and rows of its cell.
func TestLargePawnFillsItsCell(t *testing.T) {
	c := NewChart(quoridor(), TextOptions{Lang: "en", Large: true, Ruled: true, Colour: true})
	for _, cell := range quoridor().Boards[0].Cells {
		at, _ := c.Where(engine.CellTouch("board", cell.At))
		filled := at.High > 1 && cell.Form == engine.Disc
		for i := range at.Wide * at.High {
			if sgr := c.Rows[at.Y+i/at.Wide][at.X+i%at.Wide].SGR; filled && !strings.Contains(sgr, ";48;5;") {
				t.Errorf("%v has the colour %q in its column %d and row %d", cell, sgr, i%at.Wide, i/at.Wide)
			}
		}
	}
}

// TestLargeBoardIsRuled wants the lines of a large board between its rows, each crossing those between its columns.
func TestLargeBoardIsRuled(t *testing.T) {
	var lines []string
	text := Text(diceshogi(), TextOptions{Lang: "en", Large: true, Ruled: true})
	for line := range strings.Lines(text) {
		if strings.Contains(line, "┼") {
			lines = append(lines, line)
		}
	}
	board := diceshogi().Boards[0]
	if rows, cols := board.Max.Y-board.Min.Y, board.Max.X-board.Min.X; len(lines) != rows || slices.ContainsFunc(lines, func(line string) bool { return strings.Count(line, "─┼─") != cols }) {
		t.Errorf("%d lines between %d rows in\n%s", len(lines), rows+1, text)
	}
}
