package render

import (
	"regexp"
	"strings"
	"testing"

	"hikyaku/engine"
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

// TestPartsLieApart takes a ring and a circle beside it apart, and keeps the ring whole.
func TestPartsLieApart(t *testing.T) {
	around, beside := ring(spot{100 * px, 100 * px}, 20*px, 10*px), circle(spot{200 * px, 100 * px}, 10*px)
	if parts := append(append(path{}, around...), beside...).parts(); len(parts) != 2 || len(parts[0]) != len(around) {
		t.Errorf("%d parts", len(parts))
	}
	turned := around.moved(func(s spot) spot { return spot{-2 * s.x, -2 * s.y} })
	if scale, alike := turned.scale(around); !alike || scale != -2 {
		t.Errorf("the scale is %g, %t", scale, alike)
	}
}
