package render

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// placed is a position whose places are e4, the wall e3h, and 1,-2.
type placed struct{ engine.Position }

func (placed) Target(engine.Move) engine.Place { return engine.Place{} }
func (placed) Naming() i18n.Text               { return i18n.Same("e4 or 1,-2") }

func (placed) Place(text string) (engine.Place, bool) {
	at := engine.Place{Name: i18n.Same(text), Board: "board"}
	if pair := regexp.MustCompile(`^(-?\d),(-?\d)$`).FindStringSubmatch(text); pair != nil {
		x, _ := strconv.Atoi(pair[1])
		y, _ := strconv.Atoi(pair[2])
		at.Cells = []engine.Point{pt(x, y)}
		return at, true
	}
	if !regexp.MustCompile(`^[a-i][1-9]h?$`).MatchString(text) {
		return at, false
	}
	x, y := int(text[0]-'a')+1, int(text[1]-'1')+1
	if len(text) == 3 {
		at.Walls = []engine.Line{{From: pt(x, y+1), To: pt(x+2, y+1)}}
	} else {
		at.Cells = []engine.Point{pt(x, y)}
	}
	return at, true
}

// read reads notes that are right.
func read(t *testing.T, form NoteForm, text string) []Note {
	t.Helper()
	notes, err := ReadNotes(placed{}, form, text)
	if err != nil {
		t.Fatal(err)
	}
	return notes
}

func TestReadNotes(t *testing.T) {
	for _, test := range []struct {
		form NoteForm
		text string
		want string // the notes, or a part of the error
	}{
		{MarkNote, "e4,e3h:red", "e4 red; e3h red"},
		{MarkNote, "1,-2,0,0", "1,-2; 0,0"},
		{MarkNote, "e4:pink", "there is no colour \"pink\""},
		{MarkNote, "e4:red:best", "only arrows have labels"},
		{MarkNote, "e4,z9,e5", `"z9,e5" is not a place: write e4 or 1,-2`},
		{ArrowNote, "e2-e4:green:best", "e2>e4 green best"},
		{ArrowNote, "e2-e4,c1-c3::why", "e2>e4 why; c1>c3 why"},
		{ArrowNote, "-1,0--2,0", "-1,0>-2,0"},
		{ArrowNote, "0,-1-1,0", "0,-1>1,0"},
		{ArrowNote, "e2", "two places with a hyphen between"},
		{ArrowNote, "e2-e4::" + strings.Repeat("a", 17), "at most 16 characters"},
		{SignNote, "A@e4:blue", "e4 blue A"},
		{SignNote, "@e4", "a sign of at most 3 characters"},
		{SignNote, "ABCD@e4", "a sign of at most 3 characters"},
	} {
		var all []string
		notes, err := ReadNotes(placed{}, test.form, test.text)
		for _, n := range notes {
			place := n.At.Name.En
			if n.Form == ArrowNote {
				place += ">" + n.To.Name.En
			}
			all = append(all, strings.Join(filled(place, n.Colour, n.Text), " "))
		}
		got := strings.Join(all, "; ")
		if err != nil {
			got = err.Error()
		}
		if got != test.want && (err == nil || !strings.Contains(got, test.want)) {
			t.Errorf("%s: %s, want %s", test.text, got, test.want)
		}
	}
}

func TestNumbersShareAPlace(t *testing.T) {
	e4 := read(t, MarkNote, "e4,e5")
	got := ""
	for _, n := range NumberNotes([]engine.Place{e4[0].At, e4[1].At, {}, e4[0].At}, 7) {
		got += n.At.Name.En + "=" + n.Text + " "
	}
	if got != "e4=7,10 e5=8 " {
		t.Errorf("the numbers are %s", got)
	}
}

// allNotes are notes of every form on the square e2 and elsewhere.
func allNotes(t *testing.T) []Note {
	return slices.Concat(
		read(t, MarkNote, "e2,c3h:red"), read(t, ArrowNote, "e2-e5:green:best"), read(t, ArrowNote, "a1-e2"), read(t, SignNote, "A@e2"), read(t, SignNote, "12@g7:yellow"),
		PathNotes(quoridor(), paths{}),
	)
}

// paths is the way of seat 1 along file e.
type paths struct{}

func (paths) Paths() [][]engine.Point { return [][]engine.Point{{pt(5, 2), pt(5, 3), pt(4, 3)}, nil} }

// TestNotesCoverNoSign compares the middle of a pawn with and without annotations on its square, from both sides and in several
// sizes, and that of a piece which may be taken.
func TestNotesCoverNoSign(t *testing.T) {
	board := func(c engine.Cell) engine.Scene {
		c.At = pt(5, 2)
		return engine.Scene{Boards: []engine.Board{{ID: "board", Min: pt(1, 1), Max: pt(9, 9), Gap: c.Form == engine.Disc, Cells: []engine.Cell{c}}}}
	}
	pawn := board(engine.Cell{Form: engine.Disc, Ink: 1, Glyph: "1"})
	for _, size := range []int{200, 500, 900} {
		for _, flip := range []bool{false, true} {
			o := PNGOptions{Size: size, Flip: flip}
			noted := o
			noted.Notes = allNotes(t)
			compare(t, decoded(t, pawn, o), decoded(t, pawn, noted), pawn, o)
		}
	}
	piece := engine.Cell{Form: engine.Piece, Ink: 1, Glyph: "銀"}
	taken := piece
	taken.Mark = engine.Legal
	compare(t, decoded(t, board(piece), PNGOptions{}), decoded(t, board(taken), PNGOptions{}), board(piece), PNGOptions{})
}

// compare wants two pictures of s to differ around the sign on e2, and not in it.
func compare(t *testing.T, plain, noted image.Image, s engine.Scene, o PNGOptions) {
	t.Helper()
	at, n := squareOf(t, s, o, pt(5, 2))
	differ := func(half int) (count int) {
		for y := at.Y - half; y < at.Y+half; y++ {
			for x := at.X - half; x < at.X+half; x++ {
				if unlike(plain.At(x, y), noted.At(x, y)) {
					count++
				}
			}
		}
		return count
	}
	if count := differ(n * 19 / 100); count > 0 {
		t.Errorf("size %d, flip %t: %d pixels of the sign differ", o.Size, o.Flip, count)
	}
	if differ(n/2) == 0 {
		t.Errorf("size %d, flip %t: nothing is drawn around the sign", o.Size, o.Flip)
	}
}

// unlike reports whether two colours differ by more than a palette with more colours in it makes of a mixture.
func unlike(a, b color.Color) bool {
	c, d := color.RGBAModel.Convert(a).(color.RGBA), color.RGBAModel.Convert(b).(color.RGBA)
	return distance(c.R, d.R)+distance(c.G, d.G)+distance(c.B, d.B) > 32
}

// squareOf returns the middle pixel and the size of a cell of the first board.
func squareOf(t *testing.T, s engine.Scene, o PNGOptions, cell engine.Point) (middle image.Point, size int) {
	t.Helper()
	o, err := o.resolved(defaultSize)
	if err != nil {
		t.Fatal(err)
	}
	planned, err := o.planner(s, newFace())
	if err != nil {
		t.Fatal(err)
	}
	l, err := planned.plan(o.Size)
	if err != nil {
		t.Fatal(err)
	}
	seen, _ := l.places[0].see(engine.Place{Cells: []engine.Point{cell}})
	at := l.places[0].middle(seen.cells[0])
	return image.Pt(at.X/px, at.Y/px), l.places[0].cell()
}

// TestShortArrowIsSeen wants an arrow to the next piece above the pieces, with its label beside it and off a number.
func TestShortArrowIsSeen(t *testing.T) {
	s := engine.Scene{Boards: []engine.Board{{ID: "board", Min: pt(1, 1), Max: pt(9, 9)}}}
	for x := range 9 {
		for y := range 9 {
			s.Boards[0].Cells = append(s.Boards[0].Cells, engine.Cell{At: pt(x+1, y+1), Form: engine.Piece, Ink: 1, Glyph: "銀"})
		}
	}
	arrow, number := read(t, ArrowNote, "e2-e3:green"), read(t, SignNote, "7@e2:red")
	count := func(size int, colour string, notes ...Note) (n int) {
		img := decoded(t, s, PNGOptions{Size: size, Notes: notes})
		for y := range img.Bounds().Dy() {
			for x := range img.Bounds().Dx() {
				if !unlike(img.At(x, y), noteColours[colour].RGBA) {
					n++
				}
			}
		}
		return n
	}
	for _, size := range []int{200, 480} {
		_, cell := squareOf(t, s, PNGOptions{Size: size}, pt(5, 2))
		green := count(size, "green", arrow...)
		if least := cell * cell / 18; green < least {
			t.Errorf("size %d: the arrow has %d pixels: want %d", size, green, least)
		}
		labelled := append(read(t, ArrowNote, "e2-e3:green:x"), number...)
		if with := count(size, "green", labelled...); with <= green {
			t.Errorf("size %d: the arrow has %d pixels, and with its label %d", size, green, with)
		}
		if alone, with := count(size, "red", number...), count(size, "red", labelled...); with < alone {
			t.Errorf("size %d: %d of the %d pixels of the number are covered", size, alone-with, alone)
		}
	}
}

// TestNotesOfAnAnimation wants them on the last scene alone.
func TestNotesOfAnAnimation(t *testing.T) {
	o := PNGOptions{Size: 200, Notes: read(t, MarkNote, "e4")}
	layouts, err := o.layouts([]engine.Scene{quoridor(), quoridor()}, nil, newFace())
	if err != nil {
		t.Fatal(err)
	}
	if first, last := len(layouts[0].places[0].notes), len(layouts[1].places[0].notes); first != 0 || last != 1 {
		t.Errorf("the first scene has %d notes and the last %d", first, last)
	}
}

func TestNotesInWords(t *testing.T) {
	en := strings.Join(SaidNotes(quoridor(), allNotes(t), SpokenOptions{Lang: "en", Names: []string{"Alice"}}), "\n")
	want := "marked, red: e2, c3h\narrow, green, best: e2 to e5\narrow: a1 to e2\nletter A: e2\nnumber 12, yellow: g7\n" +
		"Alice, shortest way, 2 steps: e2 e3 d3"
	if en != want {
		t.Errorf("got %s\nwant %s", en, want)
	}
	ja := SaidNotes(quoridor(), allNotes(t), SpokenOptions{Lang: "ja"})
	if ja[0] != "印、赤：e2、c3h" || ja[5] != "先手、最短の道、2歩：e2、e3、d3" {
		t.Errorf("got %q", ja)
	}
	var svg bytes.Buffer
	if err := SVG(&svg, quoridor(), SVGOptions{Picture: PNGOptions{Notes: allNotes(t)}}); err != nil || !strings.Contains(svg.String(), "marked, red: e2, c3h") {
		t.Errorf("the description lacks the marks: %v", err)
	}
}

func TestNoteElsewhere(t *testing.T) {
	for _, n := range []Note{
		{At: engine.Place{Name: i18n.Same("x"), Board: "board", Cells: []engine.Point{pt(10, 9)}}},
		{At: engine.Place{Name: i18n.Same("x"), Board: "list", Cells: []engine.Point{pt(0, 0)}}},
		{At: engine.Place{Name: i18n.Same("x"), Board: "board", Walls: []engine.Line{{From: pt(9, 9), To: pt(11, 9)}}}},
	} {
		err := PNG(&bytes.Buffer{}, quoridor(), PNGOptions{Notes: []Note{n}})
		if err == nil || !strings.Contains(err.Error(), "there is no place x on the board") {
			t.Errorf("%v: %v", n.At, err)
		}
	}
}

// TestNoteOnAnyBoard wants a note to be drawn on each board of a scene, also on those beside the fields.
func TestNoteOnAnyBoard(t *testing.T) {
	plain := pixels(decoded(t, rengi(), PNGOptions{}))
	for _, b := range rengi().Boards {
		n := Note{Form: MarkNote, At: engine.Place{Name: i18n.Same("x"), Board: b.ID, Cells: []engine.Point{b.Min}}}
		if bytes.Equal(pixels(decoded(t, rengi(), PNGOptions{Notes: []Note{n}})), plain) {
			t.Errorf("the note on %s is not drawn", b.ID)
		}
	}
}

// TestCard wants the measures that link previews have, for every shape of board and the longest names.
func TestCard(t *testing.T) {
	for _, s := range scenes() {
		var out bytes.Buffer
		o := PNGOptions{Names: []string{strings.Repeat("Wolfeschlegelstein ", 9), strings.Repeat("名", 60), "C", "D"}}
		if err := Card(&out, s.scene, "Quoridor", o); err != nil {
			t.Errorf("%s: %v", s.name, err)
			continue
		}
		img, _, err := image.Decode(&out)
		if err != nil || img.Bounds() != image.Rect(0, 0, 1200, 630) {
			t.Errorf("%s: %v %v", s.name, err, fmt.Sprint(img.Bounds()))
		}
	}
}

// TestNotesStandWithTheirList wants a note on the cell that it marks when a list is turned upright.
func TestNotesStandWithTheirList(t *testing.T) {
	at := engine.Point{X: 4, Y: 1}
	lying := view{cols: 12, rows: 2, cells: []engine.Cell{{At: at}}, notes: []note{{at: patch{cells: []engine.Point{at}}}}}
	up := lying.upright()
	if got, want := up.notes[0].at.cells[0], up.cells[0].At; got != want || lying.notes[0].at.cells[0] != at {
		t.Errorf("the note is at %v and was at %v: want %v and %v", got, lying.notes[0].at.cells[0], want, at)
	}
}
