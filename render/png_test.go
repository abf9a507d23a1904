package render

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

func decoded(t *testing.T, s engine.Scene, o PNGOptions) image.Image {
	t.Helper()
	return drawn(t, func(w io.Writer) error { return PNG(w, s, o) })
}

// drawn returns the picture that write writes.
func drawn(t *testing.T, write func(io.Writer) error) image.Image {
	t.Helper()
	var file bytes.Buffer
	if err := write(&file); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&file)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func TestLongerSideIsTheSizeAskedFor(t *testing.T) {
	for _, s := range scenes() {
		for _, size := range []int{0, 200, 333, 1024} {
			img := decoded(t, s.scene, PNGOptions{Size: size})
			want := size
			if want == 0 {
				want = 900
			}
			if got := max(img.Bounds().Dx(), img.Bounds().Dy()); got != want {
				t.Errorf("%s: longer side %d, want %d", s.name, got, want)
			}
			if n := len(img.(*image.Paletted).Palette); n > 256 {
				t.Errorf("%s: %d colours", s.name, n)
			}
		}
	}
}

func TestLargestPicture(t *testing.T) {
	img := decoded(t, quoridor(), PNGOptions{Size: 4096})
	if b := img.Bounds(); b.Dy() != 4096 || b.Dx() > 4096 {
		t.Errorf("the picture is %v", b)
	}
}

func TestMuchTextIsWrittenSmallerWhereNothingElseFits(t *testing.T) {
	crowded := slices.Repeat([]string{"a line more"}, maxCaption)
	for _, size := range []int{200, 900} {
		f := newFace()
		p, err := PNGOptions{Size: size, Caption: crowded}.planner(goryujin(), f)
		if err != nil {
			t.Fatal(err)
		}
		l, err := p.plan(size)
		if err != nil {
			t.Fatal(err)
		}
		if got := l.words[0].size; (got < p.letter) != (size == 200) {
			t.Errorf("%d pixels: letters of %d, usually %d", size, got, p.letter)
		}
	}
}

func TestImpossiblePicturesAreErrors(t *testing.T) {
	wide := func(lo, hi engine.Point) engine.Scene {
		return engine.Scene{Boards: []engine.Board{{Min: lo, Max: hi}}}
	}
	for _, c := range []struct {
		name    string
		scene   engine.Scene
		options PNGOptions
		says    string
	}{
		{"small", quoridor(), PNGOptions{Size: 199}, "200 to 4096"},
		{"large", quoridor(), PNGOptions{Size: 4097}, "200 to 4096"},
		{"negative", quoridor(), PNGOptions{Size: -900}, "200 to 4096"},
		{"long board", wide(pt(0, 0), pt(10_000, 0)), PNGOptions{}, "too large"},
		{"endless board", wide(pt(math.MinInt, math.MinInt), pt(math.MaxInt, math.MaxInt)), PNGOptions{}, "too large"},
		{"inverted board", wide(pt(1, 1), pt(0, 0)), PNGOptions{}, "no cells"},
		{"many cells", engine.Scene{Boards: make([]engine.Board, 1000)}, PNGOptions{}, "the limit is"},
		{"more cells than pixels", wide(pt(0, 0), pt(200, 0)), PNGOptions{Size: 200}, "doesn't fit"},
		{"long caption", quoridor(), PNGOptions{Caption: make([]string, 9)}, "the limit is 8"},
	} {
		var out bytes.Buffer
		err := PNG(&out, c.scene, c.options)
		if err == nil || !strings.Contains(err.Error(), c.says) || out.Len() > 0 {
			t.Errorf("%s: error %v, %d bytes written", c.name, err, out.Len())
		}
	}
}

// groundAt returns the colour in the upper left part of a cell of quoridor's board, where there is no pawn.
func groundAt(t *testing.T, o PNGOptions, s engine.Scene, at engine.Point) color.Color {
	t.Helper()
	f := newFace()
	o.Size = 900
	p, err := o.planner(s, f)
	if err != nil {
		t.Fatal(err)
	}
	l, err := p.plan(o.Size)
	if err != nil {
		t.Fatal(err)
	}
	x, y := l.places[0].at(at)
	return decoded(t, s, o).At(x+l.places[0].cell()/2, y+6)
}

func TestGoalIsTintedAndTurnsWithTheBoard(t *testing.T) {
	near, far := pt(0, 8), pt(0, 0)
	if groundAt(t, PNGOptions{}, quoridor(), far) != wooden.tintOf(1) || groundAt(t, PNGOptions{}, quoridor(), near) != wooden.tintOf(2) {
		t.Error("seat 1's goal is not above and seat 2's below")
	}
	if groundAt(t, PNGOptions{Flip: true}, quoridor(), near) != wooden.tintOf(1) {
		t.Error("seat 1's goal is not below when seen from the far side")
	}
}

func TestColoursOfSeatsDifferInLightness(t *testing.T) {
	light := func(i engine.Ink) int {
		c := wooden.inks[i]
		return (299*int(c.R) + 587*int(c.G) + 114*int(c.B)) / 1000
	}
	for a := engine.Ink(1); a <= 4; a++ {
		for b := a + 1; b <= 4; b++ {
			if d := light(a) - light(b); d > -25 && d < 25 {
				t.Errorf("seats %d and %d have lightness %d and %d of 255", a, b, light(a), light(b))
			}
		}
	}
}

func TestPaletteThatIsFullTakesTheNearest(t *testing.T) {
	c := newCanvas(1, 1, wooden.black)
	for i := range 400 {
		c.index(rgb(uint32(i)*257), 0)
	}
	if n := len(c.img.Palette); n != unchanged {
		t.Errorf("%d colours", n)
	}
	if i := c.index(rgb(0x010001), 0); distance(c.img.Palette[i].(color.RGBA).R, 1) > 2 {
		t.Errorf("the nearest colour to 010001 is %v", c.img.Palette[i])
	}
}

func TestMixturesLeaveRoomForSolidColours(t *testing.T) {
	c := newCanvas(1, 1, wooden.black)
	for i := range 400 {
		c.index(rgb(uint32(i)*0x6F4F7), 12)
	}
	if i := c.index(wooden.accent, 0); c.img.Palette[i] != wooden.accent {
		t.Errorf("the mark of the last move became %v", c.img.Palette[i])
	}
}

// TestListAlone wants the title of a list below its picture, or what is left to put on it, but not in a picture without words.
func TestListAlone(t *testing.T) {
	high := func(name string, o PNGOptions, left ...engine.Thing) int {
		o.Size, o.Unnamed = 480, true
		_, l, err := o.layout(engine.Scene{Boards: []engine.Board{{ID: "list", Name: i18n.Same(name), Max: engine.Point{X: 11, Y: 1}, Left: left}}})
		if err != nil {
			t.Fatal(err)
		}
		return l.h
	}
	if bare, titled, mute := high("", PNGOptions{}), high("list", PNGOptions{}), high("list", PNGOptions{Mute: true}); titled <= bare || mute != bare {
		t.Errorf("a list is %d high, %d with its title and %d without words", bare, titled, mute)
	}
	stone := engine.Thing{Cells: []engine.Cell{{Form: engine.Disc, Ink: engine.Kind1, Glyph: "A"}}, Count: 6}
	if titled, left, mute := high("list", PNGOptions{}), high("list", PNGOptions{}, stone), high("list", PNGOptions{Mute: true}, stone); left <= titled || mute >= titled {
		t.Errorf("a list is %d high, %d with the stones left and %d without words", titled, left, mute)
	}
}
