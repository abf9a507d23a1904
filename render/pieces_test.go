package render

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"

	"hikyaku/engine"
)

func TestPiecesOfEverySet(t *testing.T) {
	seen := map[string]string{}
	for _, set := range Pieces() {
		p := string(pixels(decoded(t, diceshogi(), PNGOptions{Size: 400, Pieces: set})))
		if seen[p] != "" {
			t.Errorf("%s looks like %s", set, seen[p])
		}
		seen[p] = set
	}
	if err := PNG(io.Discard, diceshogi(), PNGOptions{Pieces: "runes"}); err == nil || !strings.Contains(err.Error(), "kanji, letters, symbols") {
		t.Errorf("unknown pieces give %v: want the names of those that there are", err)
	}
	text := Text(diceshogi(), TextOptions{Lang: "en", Pieces: "letters"})
	for _, want := range []string{"vR ", "v+S", " +B", "[ G", "P2"} {
		if want == "P2" {
			text = strings.ReplaceAll(text, " ", "")
		}
		if !strings.Contains(text, want) {
			t.Errorf("the text with letters lacks %q:\n%s", want, text)
		}
	}
}

// TestZoomShowsTheLastMove compares the cells of a small picture with and without zoom.
func TestZoomShowsTheLastMove(t *testing.T) {
	for _, s := range []engine.Scene{goryujin(), quoridor()} {
		p, err := PNGOptions{Size: 400}.planner(s, newFace())
		if err != nil {
			t.Fatal(err)
		}
		whole, err := p.plan(400)
		if err != nil {
			t.Fatal(err)
		}
		near, err := p.zoomed(whole)
		if err != nil {
			t.Fatal(err)
		}
		main := func(l layout) place {
			for _, p := range l.places {
				if p.main {
					return p
				}
			}
			return place{}
		}
		a, b := main(whole), main(near)
		if a.pitch >= legible && b.cols != a.cols {
			t.Errorf("cells of %d pixels are zoomed", a.pitch)
		}
		if b.pitch < legible {
			t.Errorf("cells have %d pixels, and %d with zoom: want at least %d", a.pitch, b.pitch, legible)
		}
		if at, ok := a.action(); ok {
			if _, still := b.action(); !still {
				t.Errorf("the window does not show %v", at)
			}
		}
	}
}

// TestZoomOfAFilmStandsStill compares the fields of the frames of a film: they are one part of the board, with all that lies
// on it in any of them.
func TestZoomOfAFilmStandsStill(t *testing.T) {
	first, last := goryujin(), goryujin()
	first.Boards = slices.Clone(first.Boards)
	first.Boards[0].Cells = nil
	pent(&first.Boards[0], 1, 1, "I", engine.Last, "12,4 12,5 12,6 12,7 12,8")
	for _, flip := range []bool{false, true} {
		layouts, err := PNGOptions{Size: 400, Zoom: true, Flip: flip}.layouts([]engine.Scene{first, last}, nil, newFace())
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range []int{5, 35} {
			l := layouts[i]
			main := l.places[slices.IndexFunc(l.places, func(p place) bool { return p.main })]
			if l.w != layouts[0].w || l.h != layouts[0].h || main.cols != 35 || main.rows != 30 || len(main.cells) != want {
				t.Errorf("frame %d of %dx%d shows %d columns, %d rows and %d cells: want 35, 30 and %d", i, l.w, l.h, main.cols, main.rows, len(main.cells), want)
			}
		}
	}
}

// TestWindowCutsLines looks at nine columns and rows through a window from the fourth to the sixth.
func TestWindowCutsLines(t *testing.T) {
	line := func(x, y, toX, toY int) engine.Line { return engine.Line{From: pt(x, y), To: pt(toX, toY)} }
	inside, outside := patch{cells: []engine.Point{pt(3, 3)}}, patch{cells: []engine.Point{pt(6, 3)}}
	v := view{
		cols: 9, rows: 9, grid: 1,
		walls:   []engine.Line{line(3, 0, 3, 9), line(6, 0, 6, 4), line(0, 3, 9, 3), line(5, 6, 9, 6), line(2, 0, 2, 9), line(0, 7, 9, 7), line(6, 6, 9, 6)},
		strokes: []engine.Line{line(3, 3, 6, 6), line(0, 0, 9, 9)},
		notes:   []note{{at: inside}, {at: inside, to: inside}, {at: inside, to: outside}, {at: outside, to: inside}},
	}
	v.clip(v.window(pt(4, 4), 3, 3))
	if want := []engine.Line{line(0, 0, 0, 3), line(3, 0, 3, 1), line(0, 0, 3, 0), line(2, 3, 3, 3)}; v.cols != 3 || v.rows != 3 || !slices.Equal(v.walls, want) {
		t.Errorf("%d columns and %d rows have the walls %v, want %v", v.cols, v.rows, v.walls, want)
	}
	if len(v.strokes) != 1 || v.strokes[0] != line(0, 0, 3, 3) || len(v.notes) != 2 || v.notes[1].to.cells[0] != pt(0, 0) {
		t.Errorf("the strokes are %v and the notes %v", v.strokes, v.notes)
	}
}

// TestUsedUpTilesAreFaint compares the ink of a tile that is there with that of one that is not.
func TestUsedUpTilesAreFaint(t *testing.T) {
	b, _, _ := stand(1, slashchain().Players[0])
	if b.Strokes[0].Ink != engine.Dull || b.Strokes[4].Ink == engine.Dull {
		t.Errorf("the strokes have the inks %d and %d: want the first tile dull, which is used up", b.Strokes[0].Ink, b.Strokes[4].Ink)
	}
}

// TestPlanksAreSeenAndTold checks that a picture has planks where a text has words.
func TestPlanksAreSeenAndTold(t *testing.T) {
	s := quoridor()
	s.Players[0].Has[0].Cells, s.Players[0].Has[0].Most = []engine.Cell{{Form: engine.Plank, Ink: 1}}, 10
	_, l, err := PNGOptions{Lang: "en"}.layout(s)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(l.bars[0].planks) / 2; n != s.Players[0].Has[0].Count { // each has an edge
		t.Errorf("there are %d planks: want %d", n, s.Players[0].Has[0].Count)
	}
	if text := Text(s, TextOptions{Lang: "en"}); !strings.Contains(text, "6 walls left") || !bytes.Equal([]byte(text), []byte(Text(quoridor(), TextOptions{Lang: "en"}))) {
		t.Errorf("the text is\n%s", text)
	}
}
