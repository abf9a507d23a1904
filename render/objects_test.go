package render

import (
	"image"
	"slices"
	"strconv"
	"testing"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// busy is rengi with everything that a seat can have at once.
func busy(links, leaving, announced int) engine.Scene {
	s := rengi()
	stone := []engine.Cell{{Form: engine.Disc, Ink: engine.Dull, Glyph: "#"}}
	s.Players[0].State = i18n.Text{} // without words there are objects
	s.Players[0].Has = []engine.Thing{
		{Role: engine.Coming, Cells: stone, Count: announced},
		{Role: engine.Links, Cells: stone, Count: links},
		{Role: engine.Slots, Cells: stone, Count: links},
		{Role: engine.Leaving, Cells: stone, Count: leaving},
		{Role: engine.Kept, Cells: stone, Count: 5},
	}
	if links == 0 { // steps are counted while the chain of the other seat runs
		s.Players[0].Has = append(s.Players[0].Has, engine.Thing{Role: engine.Steps, Cells: stone, Count: 2, Most: 3})
	}
	return s
}

// TestObjectsAreNeverLeftOut counts the objects of a seat in its bar at every size, and looks for their edges.
func TestObjectsAreNeverLeftOut(t *testing.T) {
	for _, size := range []int{200, 300, 400, 500, 900, 2000} {
		for _, links := range []int{0, 1, 3, 8, 14} {
			s := busy(links, 10, 0)
			b := planned(t, s, PNGOptions{Size: size, Names: []string{"Alexander the Great"}, Clocks: Clocks{{"by 25 Nov 14:30 UTC", "2 d"}}}).bars[0]
			forms, numbers := map[engine.Form]int{}, map[string]bool{}
			for _, p := range b.places[1:] {
				forms[p.cells[0].Form]++
				if p.x < 0 || p.x+p.width() > b.w || p.y+p.height() > b.h {
					t.Errorf("%d pixels, %d links: an object at %d..%d, ..%d in a bar of %dx%d", size, links, p.x, p.x+p.width(), p.y+p.height(), b.w, b.h)
				}
			}
			for _, w := range b.words {
				numbers[w.text] = true
			}
			rings := forms[dashedRing]
			counted := rings == links || rings == 1 && numbers["×"+strconv.Itoa(links)]
			if links == 0 {
				counted = forms[plainRing] == 3 || numbers["2/3"]
			}
			if !counted || links > 0 && (forms[linkedRings] != 1 || !numbers[strconv.Itoa(links)]) || forms[arrow] != 1 || forms[engine.Disc] != 2 || !numbers["×10"] || !numbers["5"] {
				t.Errorf("%d pixels: %d links are %v with %v", size, links, forms, numbers)
			}
		}
	}
}

// TestSmallBodiesAreSeenOnEveryBar draws the pieces that a seat has left, without outlines, in a palette whose bars have the colour of
// the pieces.
func TestSmallBodiesAreSeenOnEveryBar(t *testing.T) {
	own, err := NewPalette("", map[string]string{"bar": hex(themes["wood"].colourOf(engine.Black))})
	if err != nil {
		t.Fatal(err)
	}
	l := planned(t, goryujin(), PNGOptions{Size: 400})
	img, bar := l.draw(newFace(), own.hue), l.bars[1]
	for _, p := range bar.places[1:] {
		at := image.Pt(bar.x+p.x+p.width()/2, bar.y+p.y+p.height()/2)
		if c := contrast(rgba(img, at.X, at.Y), own.hue.bar); p.pitch >= 5 || c < 2 {
			t.Errorf("a piece with cells of %d pixels has a contrast of %.1f at %v", p.pitch, c, at)
		}
	}
}

// TestWhatIsSaidIsReadable wants a state in words that are large enough, or nothing at all.
func TestWhatIsSaidIsReadable(t *testing.T) {
	for size, want := range map[int]bool{200: false, 300: true, 480: true, 900: true} {
		s := busy(2, 22, 0)
		s.Players[0].State = i18n.Text{En: "chain, 2 turns left", Ja: "連鎖中、残り2手番"}
		b := planned(t, s, PNGOptions{Size: size, Lang: "ja"}).bars[0]
		i := slices.IndexFunc(b.words, func(w lettering) bool { return w.text == s.Players[0].State.Ja })
		if (i >= 0) != want || i >= 0 && b.words[i].size < 11 || len(b.places) != 1 {
			t.Errorf("%d pixels: the bar has %d objects and the words %v", size, len(b.places)-1, b.words)
		}
	}
}

// TestStonesFromFiveOnAreANumber sends rows: up to four are stones, more are one with a number.
func TestStonesFromFiveOnAreANumber(t *testing.T) {
	for n, want := range map[int]int{1: 1, 4: 4, 5: 1, 30: 1} {
		stones := 0
		b := planned(t, busy(1, n, 0), PNGOptions{Size: 1600}).bars[0]
		for _, p := range b.places[1:] {
			if p.cells[0].Form == engine.Disc {
				stones++
			}
		}
		if stones != want+1 { // one is kept
			t.Errorf("%d rows leave as %d stones, want %d", n, stones-1, want)
		}
	}
}

// TestComingStonesLieOverTheirField compares fields with and without announced garbage.
func TestComingStonesLieOverTheirField(t *testing.T) {
	for theme, hue := range themes {
		for _, n := range []int{1, 4, 5, 28} {
			with, without := planned(t, busy(1, 1, n), PNGOptions{Size: 400}), planned(t, busy(1, 1, 0), PNGOptions{Size: 400})
			img, bare := with.draw(newFace(), hue), without.draw(newFace(), hue)
			field := with.places[slices.IndexFunc(with.places, func(p place) bool { return p.seat == 1 && p.main })]
			strong := 0
			for y := range with.h {
				for x := range with.w {
					switch a, b := rgba(img, x, y), rgba(bare, x, y); {
					case contrast(a, b) < 1.2: // an edge in another mixture
					case y < field.y-1 || y > field.y+field.pitch || x < field.x || x >= field.x+field.width():
						t.Fatalf("%s: %d coming stones change the pixel at %d, %d: the row out of play begins at %d, %d", theme, n, x, y, field.x, field.y)
					case contrast(a, b) >= 3:
						strong++
					}
				}
			}
			if strong < field.pitch {
				t.Errorf("%s: %d coming stones have %d pixels with a contrast of 3", theme, n, strong)
			}
		}
	}
}

// holding is rengi with three pairs of coming stones for each seat, the first in hand.
func holding() engine.Scene {
	s := rengi()
	for seat := 1; seat <= 2; seat++ {
		b := engine.Board{ID: "tsumo" + strconv.Itoa(seat), Seat: seat, Hand: 1, Max: pt(4, 1)}
		for _, x := range []int{0, 2, 4} {
			b.Cells = append(b.Cells, engine.Cell{At: pt(x, 0), Form: engine.Disc, Ink: engine.Kind1, Glyph: "A"}, engine.Cell{At: pt(x, 1), Form: engine.Disc, Ink: engine.Kind2, Glyph: "B"})
		}
		s.Boards = append(s.Boards, b)
	}
	return s
}

// TestPairInHandIsFramed compares the stones in hand with the later ones.
func TestPairInHandIsFramed(t *testing.T) {
	for _, size := range []int{200, 400, 900} {
		held := map[hold]int{}
		for _, p := range planned(t, holding(), PNGOptions{Size: size}).places {
			if held[p.hold]++; p.hold != unheld && (len(p.cells) != 2 || p.cols != 1) {
				t.Errorf("%d pixels: %d stones are in hand", size, len(p.cells))
			}
		}
		if held[dashed] != 1 || held[solid] != 1 {
			t.Errorf("%d pixels: %d frames of dashes and %d others, want one each", size, held[dashed], held[solid])
		}
	}
}
