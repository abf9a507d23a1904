package render

import (
	"image/color"

	"hikyaku/engine"
)

// The colours of a picture. Inks of seats and kinds differ in lightness too, so that they stay apart
// for colour-blind eyes and in grey; pawns and stones carry their glyphs besides.
var (
	paper  = rgb(0xFAF6EE)
	ink    = rgb(0x2B211A)
	faded  = rgb(0x7A6A5C)
	slab   = rgb(0x8C5C36) // the board's rim
	cream  = rgb(0xF6E7C9) // labels on the rim
	groove = rgb(0xB98F5B)
	square = rgb(0xF0DCB4)
	line   = rgb(0x7D5A35) // lines of a board without gaps
	tile   = rgb(0xFFFBF0) // the ground under a drawing
	wood   = rgb(0xFBE9C0) // men
	edge   = rgb(0x3A2416) // outlines
	accent = rgb(0x00C2D7) // the last move
	trace  = rgb(0xFFC21A) // what decided the game
	red    = rgb(0xB3161B)
	white  = rgb(0xFFFFFF)
	black  = rgb(0x000000)
)

var inks = map[engine.Ink]color.RGBA{
	engine.Plain: rgb(0x4A2E1B),
	1:            rgb(0xC63D2F), 2: rgb(0x1F3B73), 3: rgb(0x5DB894), 4: rgb(0xF3CB4C),
	engine.Dull:   rgb(0x9A948C),
	engine.Kind1:  rgb(0x2F6DB5),
	engine.Kind2:  rgb(0xD8503A),
	engine.Kind3:  rgb(0x53B57C),
	engine.Kind4:  rgb(0xF5D44E),
	engine.Kind5:  rgb(0x7B4A9E),
	engine.Kind6:  rgb(0xF0A36B),
	engine.Raised: red,
	engine.Black:  rgb(0x27272C),
}

// tints are the inks of seats on the ground, light enough for everything to stand on.
var tints = map[engine.Ink]color.RGBA{1: rgb(0xEBB2A2), 2: rgb(0xA9BFE0), 3: rgb(0xAED4B9), 4: rgb(0xF6DB84)}

// tintOf is the ground tinted by i.
func tintOf(i engine.Ink) color.RGBA {
	if c, ok := tints[i]; ok {
		return c
	}
	return mix(square, colourOf(i), 5)
}

func rgb(hex uint32) color.RGBA {
	return color.RGBA{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 0xFF}
}

// colourOf is the colour of i, that of seats again from the first for inks without one.
func colourOf(i engine.Ink) color.RGBA {
	if c, ok := inks[i]; ok {
		return c
	}
	return inks[i%4+1]
}

// mix is a with part 16ths of b over it.
func mix(a, b color.RGBA, part int) color.RGBA {
	blend := func(x, y uint8) uint8 { return uint8((int(x)*(16-part) + int(y)*part + 8) / 16) }
	return color.RGBA{blend(a.R, b.R), blend(a.G, b.G), blend(a.B, b.B), 0xFF}
}

// onto is what can be read on c: dark on light and white on dark.
func onto(c color.RGBA) color.RGBA {
	if 3*int(c.R)+6*int(c.G)+int(c.B) > 1450 {
		return ink
	}
	return white
}
