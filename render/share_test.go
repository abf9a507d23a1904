package render

import (
	"image"
	"image/color"
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/all"
)

// variants returns the scenes of the start and of some later positions of every variant of every game, by the name of the game and the
// value.
func variants(tb testing.TB) map[string][]engine.Scene {
	found := map[string][]engine.Scene{}
	for _, g := range all.Games {
		values := []string{""}
		o, several := g.Variants()
		if several {
			values = o.Values
		}
		for _, value := range values {
			set := engine.Options{}
			if several {
				set[o.Key] = value
			}
			scenes, _ := film(tb, g, set, 24)
			found[strings.TrimSpace(g.Name+" "+value)] = []engine.Scene{scenes[0], scenes[len(scenes)/2], scenes[len(scenes)-1]}
		}
	}
	return found
}

// TestBoardTakesMostOfThePicture measures the parts of pictures: the board alone takes half, two fields 45%, and with
// frame, stands, dice, coming pieces and bars it is 70%.
func TestBoardTakesMostOfThePicture(t *testing.T) {
	for name, scenes := range variants(t) {
		for _, size := range []int{200, 300, 400, 500, 900, 2000} {
			for _, lang := range []string{"en", "ja"} {
				l := planned(t, scenes[1], PNGOptions{Size: size, Lang: lang, Names: []string{"Alexander the Great", "Bo"}, Clocks: [][]string{{"2 d 4 h"}, {"6 h"}}})
				board, parts := shares(l)
				least, whole := 50, 70
				if strings.HasPrefix(name, "rengi") {
					least = 45
				}
				if size < 400 {
					least, whole = 40, 65
				}
				if board < least || parts < whole {
					t.Errorf("%s, %d pixels: the board takes %d %%, with its parts %d %%: want %d and %d", name, size, board, parts, least, whole)
				}
			}
		}
	}
}

// shares returns the hundredths of a picture that the squares of the fields of play take, and those of all its parts.
func shares(l layout) (board, parts int) {
	for _, p := range l.places {
		area := p.width() * p.height()
		if p.main {
			board += area
			_, _, w, h := p.frame()
			area = w * h
		} else if p.stand != 0 {
			area = (p.width() + 2*p.rim) * (p.height() + 2*p.rim)
		}
		parts += area
	}
	for _, b := range l.bars {
		parts += b.w * b.h
	}
	return 100 * board / (l.w * l.h), 100 * parts / (l.w * l.h)
}

// TestBoardIsWhereTheLayoutSays compares the frame of the board and the bars with drawn pixels: all of their edges is painted, and
// the paper begins outside.
func TestBoardIsWhereTheLayoutSays(t *testing.T) {
	for name, scenes := range variants(t) {
		for _, theme := range []string{"wood", "dark"} {
			o, hue := PNGOptions{Size: 400, Theme: theme}, themes[theme]
			l := planned(t, scenes[1], o)
			img := l.draw(newFace(), hue)
			var boxes []image.Rectangle
			for _, p := range l.places {
				if p.main {
					x, y, w, h := p.frame()
					boxes = append(boxes, image.Rect(x, y, x+w, y+h))
				}
			}
			for _, b := range l.bars {
				boxes = append(boxes, image.Rect(b.x, b.y, b.x+b.w, b.y+b.h))
			}
			paper := func(x, y int) bool { return color.RGBAModel.Convert(img.At(x, y)) == color.Color(hue.paper) }
			for _, r := range boxes {
				x, y := (r.Min.X+r.Max.X)/2, (r.Min.Y+r.Max.Y)/2
				for _, p := range []spot{image.Pt(x, r.Min.Y), image.Pt(x, r.Max.Y-1), image.Pt(r.Min.X, y), image.Pt(r.Max.X-1, y)} {
					if paper(p.X, p.Y) {
						t.Errorf("%s, %s: paper at %v on the edge of %v", name, theme, p, r)
					}
				}
				if x := r.Min.X - 1; !paper(x, y) {
					t.Errorf("%s, %s: no paper at the left of %v", name, theme, r)
				}
			}
		}
	}
}
