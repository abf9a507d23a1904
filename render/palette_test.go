package render

import (
	"fmt"
	"image/color"
	"testing"

	"hikyaku/engine"
)

// allInks are the inks that games draw with.
var allInks = []engine.Ink{1, 2, 3, 4, engine.Dull, engine.Kind1, engine.Kind2, engine.Kind3, engine.Kind4, engine.Kind5, engine.Kind6, engine.Black}

// TestContrast checks the contrasts of a theme against WCAG 2, level AA: 4.5 for text and 3 for marks and shapes.
func TestContrast(t *testing.T) {
	h := themes["contrast"]
	check := func(what string, least float64, a, b color.RGBA) {
		if got := contrast(a, b); got < least {
			t.Errorf("%s: %.2f, want %.1f", what, got, least)
		}
	}
	for what, pair := range map[string][2]color.RGBA{
		"lines": {h.ink, h.paper}, "names": {h.faded, h.paper}, "labels": {h.label, h.slab},
		"pieces": {h.glyph, h.wood}, "promoted pieces": {h.red, h.wood}, "the glyph of a die": {h.glyph, h.white},
	} {
		check(what, 4.5, pair[0], pair[1])
	}
	for _, i := range allInks {
		c := h.colourOf(i)
		check(fmt.Sprintf("what stands on ink %d", i), 4.5, h.signOn(c), c)
		check(fmt.Sprintf("what is written in ink %d", i), 4.5, h.lettersOf(i), h.paper)
		check(fmt.Sprintf("a shape of ink %d", i), 3, c, h.square)
	}
	check("walls between the squares", 3, h.colourOf(engine.Plain), h.groove)
	check("gaps between the squares", 3, h.groove, h.square)
	for what, c := range map[string]color.RGBA{"the last move": h.accent, "outlines": h.edge} {
		check(what, 3, c, h.square)
	}
}

// TestWhatDecidedHidesNothing compares the light of what decided a game with the strokes and bodies on it.
func TestWhatDecidedHidesNothing(t *testing.T) {
	for _, name := range []string{"contrast", "print"} {
		h := themes[name]
		for what, c := range map[string]color.RGBA{"outlines": h.edge, "seat 1": h.colourOf(1), "seat 2": h.colourOf(2)} {
			if got := contrast(c, h.trace); got < 3 {
				t.Errorf("%s, %s: contrast %.2f", name, what, got)
			}
		}
	}
}

// TestThemesCanBeRead checks that text is readable in every theme.
func TestThemesCanBeRead(t *testing.T) {
	for name, h := range themes {
		pairs := map[string][2]color.RGBA{
			"lines": {h.ink, h.paper}, "labels": {h.label, h.slab}, "pieces": {h.glyph, h.wood}, "names": {h.faded, h.paper},
		}
		for _, i := range allInks {
			pairs[fmt.Sprint("ink ", i)] = [2]color.RGBA{h.signOn(h.colourOf(i)), h.colourOf(i)}
		}
		for what, pair := range pairs {
			if got := contrast(pair[0], pair[1]); got < 3 {
				t.Errorf("%s, %s: contrast %.2f", name, what, got)
			}
		}
	}
}
