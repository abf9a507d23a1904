package render

import (
	"image/color"
	"maps"
	"math"
	"slices"
	"sync"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// hues are the colours of a picture. Inks of seats and kinds also differ in lightness, so that they can be
// distinguished in grey and by colour-blind people. Pawns and stones also have glyphs.
type hues struct {
	paper, ink, faded color.RGBA
	slab, label       color.RGBA // the board's rim, and labels on it
	grain             color.RGBA // the lines in wood; transparent for none
	plain             bool       // in fewer bytes
	cream             color.RGBA // a light mark
	groove, square    color.RGBA
	well              color.RGBA // the field of one seat, into which stones fall
	line              color.RGBA // lines of a board without gaps
	tile              color.RGBA // the ground under a drawing
	wood, glyph       color.RGBA // pieces and dice, and their glyphs
	edge              color.RGBA // outlines
	accent, trace     color.RGBA // the last move, and what decided, which has an outline in edge
	bar, pill         color.RGBA // a name bar, and the chip of whose turn it is
	red, white, black color.RGBA
	inks              [engine.Black + 1]color.RGBA    // transparent for inks that do not exist
	tints             [engine.MaxSeats + 1]color.RGBA // those of seats on the ground, light enough as a ground for everything
}

// wooden is the usual theme. The other themes are changes of it.
var wooden = hues{
	paper: rgb(0xFAF6EE), ink: rgb(0x2B211A), faded: rgb(0x5A4B3D),
	slab: rgb(0xC2945E), grain: rgb(0x7A4A20), label: rgb(0x2E1B0D), cream: rgb(0xF6E7C9),
	groove: rgb(0xC2945E), square: rgb(0xF0DCB4), well: rgb(0x1A1E26), line: rgb(0x7D5A35),
	tile: rgb(0xFFFBF0), wood: rgb(0xFBE9C0), glyph: rgb(0x2B211A), edge: rgb(0x2A1A0E), accent: rgb(0x006B73), trace: rgb(0xFFC21A),
	bar: rgb(0xFFFFFF), pill: rgb(0x0B6E72),
	red: rgb(0xB3161B), white: rgb(0xFFFFFF), black: rgb(0x000000),
	inks: [...]color.RGBA{
		engine.Plain: rgb(0x4A2E1B),
		1:            rgb(0xC63D2F), 2: rgb(0x1F3B73), 3: rgb(0x5DB894), 4: rgb(0xF3CB4C),
		engine.Dull:   rgb(0x75706A),
		engine.Kind1:  rgb(0x1670CC),
		engine.Kind2:  rgb(0xD42C24),
		engine.Kind3:  rgb(0x78D69A),
		engine.Kind4:  rgb(0xFAE660),
		engine.Kind5:  rgb(0xC0AADE),
		engine.Kind6:  rgb(0xEA8A36),
		engine.Raised: rgb(0xB3161B),
		engine.Black:  rgb(0x27272C),
	},
	tints: [...]color.RGBA{1: rgb(0xDE948A), 2: rgb(0xA6B8DE), 3: rgb(0xD0EDE0), 4: rgb(0xEBCF7C)},
}

// themes are the themes by name.
var themes = map[string]*hues{
	"wood": &wooden,
	"paper": derived(func(h *hues) {
		h.paper, h.slab, h.label = rgb(0xFFFFFF), rgb(0xE9E4DA), rgb(0x3B342B)
		h.groove, h.square, h.line, h.wood = rgb(0xCFC7B8), rgb(0xFBF8F1), rgb(0x8A8072), rgb(0xFFFFFF)
		h.well = rgb(0xFBF8F1)
	}),
	"dark": derived(func(h *hues) {
		h.paper, h.ink, h.faded = rgb(0x0F1216), rgb(0xE8EBF0), rgb(0xA3ABB8)
		h.slab, h.label, h.groove, h.square, h.line = rgb(0x434E5B), rgb(0xDDE3EB), rgb(0x12161C), rgb(0x2E3743), rgb(0x66748A)
		h.well, h.tile, h.wood, h.edge = rgb(0x0A0C10), rgb(0x252B35), rgb(0xD6C298), rgb(0xF2F4F8)
		h.accent, h.bar, h.pill, h.red = rgb(0x2BB2B9), rgb(0x1B2029), rgb(0x3CC4C8), rgb(0xA01018)
		h.inks[engine.Plain], h.inks[engine.Black] = rgb(0xE0B27A), rgb(0xD5E4FA)
		h.inks[1], h.inks[2], h.inks[3] = rgb(0xF0654F), rgb(0x4478DA), rgb(0x7FD8B4)
		h.tints = [...]color.RGBA{1: rgb(0x6B3B38), 2: rgb(0x26406E), 3: rgb(0x35705F), 4: rgb(0x5E531F)}
	}),
	"contrast": derived(func(h *hues) {
		h.paper, h.ink, h.faded = rgb(0xFFFFFF), rgb(0x000000), rgb(0x333333)
		h.slab, h.label, h.groove, h.square, h.line = rgb(0x000000), rgb(0xFFFFFF), rgb(0x8C8C8C), rgb(0xFFFFFF), rgb(0x000000)
		h.well, h.pill = rgb(0xFFFFFF), rgb(0x0062A8)
		h.tile, h.wood, h.glyph, h.edge = rgb(0xFFFFFF), rgb(0xFFFFFF), rgb(0x000000), rgb(0x000000)
		h.accent, h.trace, h.red = rgb(0x0077C8), rgb(0xFFE000), rgb(0xA00010)
		h.inks = [...]color.RGBA{
			engine.Plain: rgb(0x000000), 1: rgb(0xD10311), 2: rgb(0x132A9B), 3: rgb(0x3FA495), 4: rgb(0xBD8D1E),
			engine.Dull: rgb(0x6B6B6B), engine.Kind1: rgb(0x132A9B), engine.Kind2: rgb(0xD10311), engine.Kind3: rgb(0x3FA495),
			engine.Kind4: rgb(0xBD8D1E), engine.Kind5: rgb(0x2F0D33), engine.Kind6: rgb(0x5E2100), engine.Raised: rgb(0xA00010), engine.Black: rgb(0x000000),
		}
		h.tints = [...]color.RGBA{1: rgb(0xEF9D98), 2: rgb(0xA9C4EE), 3: rgb(0xCDEBDF), 4: rgb(0xF2D878)}
	}),
	"print": derived(func(h *hues) {
		h.paper, h.ink, h.faded = rgb(0xFFFFFF), rgb(0x000000), rgb(0x555555)
		h.slab, h.label, h.groove, h.square, h.line = rgb(0xEDEDED), rgb(0x000000), rgb(0xBBBBBB), rgb(0xFFFFFF), rgb(0x444444)
		h.well, h.pill = rgb(0xFFFFFF), rgb(0x333333)
		h.tile, h.wood, h.edge, h.accent, h.trace, h.red = rgb(0xFFFFFF), rgb(0xFFFFFF), rgb(0x000000), rgb(0x666666), rgb(0xFFFFFF), rgb(0x000000)
		h.inks = [...]color.RGBA{
			engine.Plain: rgb(0x000000), 1: rgb(0x8C8C8C), 2: rgb(0x111111), 3: rgb(0xC4C4C4), 4: rgb(0x5A5A5A),
			engine.Dull: rgb(0xB5B5B5), engine.Kind1: rgb(0x000000), engine.Kind2: rgb(0x5E5E5E), engine.Kind3: rgb(0xC8C8C8),
			engine.Kind4: rgb(0xFFFFFF), engine.Kind5: rgb(0x3A3A3A), engine.Kind6: rgb(0x969696), engine.Raised: rgb(0x000000), engine.Black: rgb(0x222222),
		}
		h.tints = [...]color.RGBA{1: rgb(0xE0E0E0), 2: rgb(0xB4B4B4), 3: rgb(0xCBCBCB), 4: rgb(0xECECEC)}
	}),
}

// derived returns the usual theme with changes, without grain.
func derived(change func(*hues)) *hues {
	h := wooden
	h.grain = color.RGBA{}
	change(&h)
	return &h
}

// Themes returns the names of the themes, sorted.
func Themes() []string { return slices.Sorted(maps.Keys(themes)) }

// theme returns the theme with this name, the usual one for "".
func theme(name string) (*hues, error) {
	if name == "" {
		return &wooden, nil
	}
	if h, ok := themes[name]; ok {
		return h, nil
	}
	return nil, i18n.Err("picture.no-theme", "name", SafeLine(name, 40), "list", i18n.Names(Themes()...))
}

// channels returns the linear values of all values of a channel, from 0 to 1 (sRGB).
var channels = sync.OnceValue(func() *[256]float64 {
	var table [256]float64
	for v := range table {
		if x := float64(v) / 255; x <= 0.04045 {
			table[v] = x / 12.92
		} else {
			table[v] = math.Pow((x+0.055)/1.055, 2.4)
		}
	}
	return &table
})

// luminance returns the relative luminance of c, from 0 to 1 (WCAG 2).
func luminance(c color.RGBA) float64 {
	table := channels()
	return 0.2126*table[c.R] + 0.7152*table[c.G] + 0.0722*table[c.B]
}

// contrast returns the contrast ratio of two colours, from 1 to 21 (WCAG 2).
func contrast(a, b color.RGBA) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func rgb(hex uint32) color.RGBA {
	return color.RGBA{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 0xFF}
}

// mix returns a with b over it, in part 16ths.
func mix(a, b color.RGBA, part int) color.RGBA {
	blend := func(x, y uint8) uint8 { return uint8((int(x)*(16-part) + int(y)*part + 8) / 16) }
	return color.RGBA{blend(a.R, b.R), blend(a.G, b.G), blend(a.B, b.B), 0xFF}
}

// colourOf returns the colour of i. A seat without a colour of its own gets one of the first seats again.
func (h *hues) colourOf(i engine.Ink) color.RGBA {
	if int(i) < len(h.inks) && h.inks[i].A > 0 {
		return h.inks[i]
	}
	return h.inks[i%4+1]
}

// lettersOf returns the colour of letters on paper that belong to i.
func (h *hues) lettersOf(i engine.Ink) color.RGBA {
	switch {
	case i == engine.Plain:
		return h.ink
	case luminance(h.paper) < luminance(h.ink):
		return mix(h.colourOf(i), h.white, 10)
	}
	return h.contrasting(h.paper, mix(h.colourOf(i), h.black, 3), textContrast)
}

// tintOf returns the colour of the ground tinted by i.
func (h *hues) tintOf(i engine.Ink) color.RGBA {
	if int(i) < len(h.tints) && i != engine.Plain {
		return h.tints[i]
	}
	return mix(h.square, h.colourOf(i), 5)
}

// barGround returns the ground of a bar.
func (h *hues) barGround(moves bool) color.RGBA {
	if moves {
		return mix(h.bar, h.pill, 2)
	}
	return h.bar
}

// glow returns ground in a pale form of the colour of what decided.
func (h *hues) glow(ground color.RGBA) color.RGBA {
	return h.contrasting(ground, mix(ground, h.trace, 6), 1.05)
}

// isDark reports whether a ground is as dark as outlines of the light themes.
func isDark(ground color.RGBA) bool { return luminance(ground) < 0.1 }

// contrasting returns c, made darker or on a dark ground lighter until it has a contrast to ground.
func (h *hues) contrasting(ground, c color.RGBA, least float64) color.RGBA {
	to := h.black
	if isDark(ground) {
		to = h.white
	}
	for n := 0; contrast(ground, c) < least && n < 16; n++ {
		c = mix(c, to, 2)
	}
	return c
}

// lightened returns c, lighter on a dark ground if it would not be seen there. On other grounds it has an outline.
func (h *hues) lightened(ground, c color.RGBA) color.RGBA {
	for isDark(ground) && contrast(ground, c) < 4 {
		c = mix(c, h.white, 3)
	}
	return c
}

// edgeAround returns the colour of a line around something in colour c: light if a dark one would not be visible.
func (h *hues) edgeAround(c color.RGBA) color.RGBA {
	if contrast(h.edge, c) < 2 {
		return mix(c, h.white, 7)
	}
	return h.edge
}

// signOn returns the colour of a sign on something in colour c: that of glyphs on light and white on dark.
func (h *hues) signOn(c color.RGBA) color.RGBA {
	if contrast(h.glyph, c) > contrast(h.white, c) {
		return h.glyph
	}
	return h.white
}

// rimOf returns the colour of the rim and the letters of a note in colour c, which lies on anything.
func (h *hues) rimOf(c color.RGBA) color.RGBA {
	if contrast(c, h.white) > contrast(c, h.black) {
		return h.white
	}
	return h.black
}
