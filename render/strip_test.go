package render

import (
	"image"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/all"
)

// TestStripsShareTheirShapes draws a scene from both sides, by day and by night, and looks for every shape that is used.
func TestStripsShareTheirShapes(t *testing.T) {
	one := diceshogi()
	strips, err := NewStrips([]engine.Scene{one, one}, PNGOptions{Size: 400}, PNGOptions{Size: 400, Theme: "dark"}, PNGOptions{Size: 400, Flip: true})
	if err != nil {
		t.Fatal(err)
	}
	defined := map[string]bool{}
	for _, shape := range strips[0].Shapes {
		defined[regexp.MustCompile(`id="(s\d+)"`).FindStringSubmatch(shape)[1]] = true
		for _, used := range regexp.MustCompile(`href="#(s\d+)"`).FindAllStringSubmatch(shape, -1) {
			if !defined[used[1]] {
				t.Errorf("%s uses %s, which is not there yet", shape, used[1])
			}
		}
	}
	for i, s := range strips {
		text := strings.Join(s.Scenes[0], "\n")
		for _, used := range regexp.MustCompile(`href="#(s\d+)"`).FindAllStringSubmatch(text, -1) {
			if !defined[used[1]] {
				t.Errorf("strip %d uses %s, which is not there", i, used[1])
			}
		}
		if len(s.Scenes) != 2 || text != strings.Join(s.Scenes[1], "\n") || len(s.Shapes) != len(strips[0].Shapes) {
			t.Errorf("strip %d has %d scenes and %d shapes", i, len(s.Scenes), len(s.Shapes))
		}
	}
	if n, shapes := len(regexp.MustCompile(`scale\(-1\)`).FindAllString(strings.Join(strips[0].Shapes, ""), -1)), len(strips[0].Shapes); n < 5 {
		t.Errorf("%d of %d shapes are others upside down", n, shapes)
	}
	if _, err := NewStrips([]engine.Scene{one}, PNGOptions{Theme: "pink"}); err == nil {
		t.Error("there is a theme pink")
	}
}

// TestGridsAreOneElement draws thin lines, the level one first, and wants one element with all of them where they are.
func TestGridsAreOneElement(t *testing.T) {
	pen := newStripPen()
	pen.wide = 50
	pen.rect(10, 40, 100, 2, rgb(0))
	pen.rect(30, 20, 1, 80, rgb(0))
	pen.flush()
	both := append(bar(30*px, 20*px, px, 80*px), bar(10*px, 40*px, 100*px, 2*px)...)
	if want := pen.use(both) + ink(rgb(0), 16) + "/>"; !slices.Equal(pen.scene, []string{want}) {
		t.Errorf("the lines are %q, want %q", pen.scene, want)
	}
}

// TestPartsLieApart takes a ring and a circle beside it apart, and keeps the ring whole.
func TestPartsLieApart(t *testing.T) {
	around, beside := ring(image.Pt(100*px, 100*px), 20*px, 10*px), circle(image.Pt(200*px, 100*px), 10*px)
	if parts := append(append(path{}, around...), beside...).parts(); len(parts) != 2 || len(parts[0]) != len(around) {
		t.Errorf("%d parts", len(parts))
	}
	turned := around.moved(func(s spot) spot { return image.Pt(-2*s.X, -2*s.Y) })
	if scale, alike := turned.scale(around); !alike || scale != -2 {
		t.Errorf("the scale is %g, %t", scale, alike)
	}
}

// TestStepsAreShort leaves out a control point that mirrors the one before, and what a level or upright line does not need.
func TestStepsAreShort(t *testing.T) {
	var p path
	p.moveTo(spot{})
	p.quadTo(image.Pt(10*px, 10*px), image.Pt(20*px, 0))
	p.quadTo(image.Pt(30*px, -10*px), image.Pt(40*px, 0))
	p.quadTo(image.Pt(50*px, 12*px), image.Pt(60*px, 0))
	p.lineTo(image.Pt(50*px, 0))
	p.lineTo(image.Pt(50*px, 10*px))
	p.lineTo(spot{})
	if got, want := p.steps(4), "m0 0q40 40 80 0t80 0q40 48 80 0h-40v40l-200-40"; got != want {
		t.Errorf("the steps are %s, want %s", got, want)
	}
}

// TestBeamsAreRectangles takes rectangles apart, and no frame.
func TestBeamsAreRectangles(t *testing.T) {
	two := append(rounded(0, 0, 40*px, 10*px, 4*px), bar(0, 0, 10*px, 40*px)...)
	if bars := two.bars(); len(bars) != 2 || len(bars[0]) != 10 || len(bars[1]) != 5 {
		t.Errorf("%d beams", len(bars))
	}
	hole := outlined(10*px, 10*px, 10*px, 20*px, 20*px, 20*px, 20*px, 10*px)
	if bars := append(bar(0, 0, 40*px, 40*px), hole...).bars(); bars != nil {
		t.Errorf("a frame has %d beams", len(bars))
	}
}

// TestStripsRepeatWhatTheyDrew compares each scene of a film, most of which is repeated from the scenes before, with the same
// scene alone.
func TestStripsRepeatWhatTheyDrew(t *testing.T) {
	number := regexp.MustCompile(`#s\d+`)
	for _, name := range []string{"goryujin", "quoridor", "shogi"} { // their scenes have the same measures
		scenes, _ := film(t, all.Game(name), nil, 16)
		views := []PNGOptions{{}, {Theme: "dark"}, {Flip: true}}
		together, err := NewStrips(scenes, views...)
		if err != nil {
			t.Fatal(err)
		}
		for i := range scenes {
			alone, err := NewStrips(scenes[i:i+1], views...)
			if err != nil {
				t.Fatal(err)
			}
			for v := range views {
				got, want := strings.Join(together[v].Scenes[i], "\n"), strings.Join(alone[v].Scenes[0], "\n")
				if number.ReplaceAllString(got, "#s") != number.ReplaceAllString(want, "#s") {
					t.Errorf("%s: scene %d of view %d is drawn differently in the film", name, i, v)
				}
			}
		}
	}
}
