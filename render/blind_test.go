package render

import (
	"image/color"
	"math"
	"testing"

	"hikyaku/engine"
)

// matrix is how linear red, green and blue are seen.
type matrix [3][3]float64

// visions are those with all cones, and with one kind missing: Machado, Oliveira and Fernandes, "A Physiologically-based Model for
// Simulation of Color Vision Deficiency" (IEEE TVCG 15, 2009), severity 1.
var visions = map[string]matrix{
	"all cones":    {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

// times returns the product of m and (x, y, z).
func (m matrix) times(x, y, z float64) (product [3]float64) {
	for i, row := range m {
		product[i] = row[0]*x + row[1]*y + row[2]*z
	}
	return product
}

// linear returns the red, green and blue of c in linear light.
func linear(c color.RGBA) (red, green, blue float64) {
	of := func(v uint8) float64 {
		if v <= 10 {
			return float64(v) / 255 / 12.92
		}
		return math.Pow((float64(v)/255+0.055)/1.055, 2.4)
	}
	return of(c.R), of(c.G), of(c.B)
}

// seen returns c as it looks in one of visions.
func (m matrix) seen(c color.RGBA) color.RGBA {
	coded := func(x float64) uint8 {
		if x = max(0, min(1, x)); x > 0.0031308 {
			return uint8(math.Round(255 * (1.055*math.Pow(x, 1/2.4) - 0.055)))
		}
		return uint8(math.Round(255 * 12.92 * x))
	}
	rgb := m.times(linear(c))
	return color.RGBA{coded(rgb[0]), coded(rgb[1]), coded(rgb[2]), c.A}
}

// oklab returns how different two colours look, from 0 to 1 for black and white: their distance in Oklab (Ottosson, "A perceptual
// color space for image processing", 2020).
func oklab(a, b color.RGBA) float64 {
	lab := func(c color.RGBA) [3]float64 {
		lms := matrix{{0.4122214708, 0.5363325363, 0.0514459929}, {0.2119034982, 0.6806995451, 0.1073969566}, {0.0883024619, 0.2817188376, 0.6299787005}}.times(linear(c))
		return matrix{{0.2104542553, 0.7936177850, -0.0040720468}, {1.9779984951, -2.4285922050, 0.4505937099}, {0.0259040371, 0.7827717662, -0.8086757660}}.
			times(math.Cbrt(lms[0]), math.Cbrt(lms[1]), math.Cbrt(lms[2]))
	}
	p, q := lab(a), lab(b)
	return math.Hypot(math.Hypot(p[0]-q[0], p[1]-q[1]), p[2]-q[2])
}

// TestColourBlindPeopleTellThingsApart draws the things of two players, or of two kinds, in the same place, as people with each kind
// of cone missing see them, in every theme. A share of the pixels that differ has a contrast of 2 or colours at a distance of 0.1,
// five times what is just seen. Pieces differ in their colours, and goals in their signs and their finish lines.
func TestColourBlindPeopleTellThingsApart(t *testing.T) {
	type family struct {
		name  string
		share int // in hundredths
		scene engine.Scene
		cells []engine.Cell
	}
	var goals, pawns, stones []engine.Cell
	for seat := 1; seat <= 4; seat++ {
		sign := pawn(5, 9, seat, engine.NoMark)
		pawns = append(pawns, pawn(6, 6, seat, engine.NoMark))
		goals = append(goals, engine.Cell{At: sign.At, Form: engine.Ground, Ink: sign.Ink, Glyph: sign.Glyph})
	}
	for kind := engine.Kind1; kind <= engine.Kind6; kind++ {
		stones = append(stones, engine.Cell{At: pt(3, 9), Form: engine.Disc, Ink: kind, Glyph: string('A' + rune(kind-engine.Kind1))})
	}
	stones = append(stones, engine.Cell{At: pt(3, 9), Form: engine.Disc, Ink: engine.Dull, Glyph: "#"})
	bodies := []engine.Cell{{At: pt(10, 10), Form: engine.Body, Ink: 1, Group: 99}, {At: pt(10, 10), Form: engine.Body, Ink: engine.Black, Group: 99}}
	for _, f := range []family{
		{"pawns", 40, quoridor4(), pawns}, {"goals", 12, quoridor4(), goals}, {"stones", 40, rengi(), stones}, {"bodies", 40, goryujin(), bodies},
	} {
		var drawn []layout
		for _, c := range f.cells {
			drawn = append(drawn, planned(t, altered(f.scene, func(b *engine.Board) { b.Cells = append(b.Cells, c) }), PNGOptions{Size: 400}))
		}
		for i := range drawn {
			for j := range i {
				for theme, hue := range themes {
					met := pairs(drawn[i], drawn[j], hue)
					for name, by := range visions {
						changed, clear := 0, 0
						for pair, n := range met {
							if oklab(pair[0], pair[1]) < 0.04 {
								continue // another mixture of the palette
							}
							changed += n
							if a, b := by.seen(pair[0]), by.seen(pair[1]); contrast(a, b) >= 2 || oklab(a, b) >= 0.1 {
								clear += n
							}
						}
						if changed == 0 || 100*clear < f.share*changed {
							t.Errorf("%s, %s, %s: %d and %d differ clearly in %d pixels of %d", theme, name, f.name, j+1, i+1, clear, changed)
						}
					}
				}
			}
		}
	}
}
