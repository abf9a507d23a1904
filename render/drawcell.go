package render

import (
	"image/color"
	"strings"
	"unicode/utf8"

	"hikyaku/engine"
)

// ground draws what is below the things on a cell: tints, the ground of a drawing, the squares of marked men.
func (p painter) ground(c engine.Cell) {
	marked := c.Mark != engine.NoMark
	switch {
	case c.Form == engine.Drawn && marked:
		p.square(c.At, mix(p.hue.tile, p.hue.accent, 5))
	case c.Form == engine.Drawn:
		p.square(c.At, p.hue.tile)
	case c.Form == engine.Man && marked && c.Mark != engine.Legal:
		p.square(c.At, mix(p.hue.square, p.hue.accent, 7))
	case c.Form == engine.Label && marked:
		p.square(c.At, mix(p.hue.paper, p.hue.accent, 5))
	case c.Form == engine.Ground:
		p.bare(c)
	}
}

// bare draws the tint, the glyph and the mark of a cell itself. The glyph is faint; it only distinguishes the tints.
func (p painter) bare(c engine.Cell) {
	mid, n := p.in.middle(c.At), p.in.cell()*px
	tint := p.hue.square
	if c.Ink != engine.Plain {
		tint = p.hue.tintOf(c.Ink)
		p.square(c.At, tint)
	}
	if c.Glyph != "" {
		p.fill(p.face.centred(mid, n*45/100, 0, printable(c.Glyph)), mix(tint, p.hue.edge, 4), 16)
	}
	switch c.Mark {
	case engine.From:
		if p.in.gap == 0 {
			p.square(c.At, mix(p.hue.square, p.hue.accent, 3))
		}
		p.fill(ring(mid, n*16/100, n*10/100), mix(p.hue.square, p.hue.accent, 13), 16)
	case engine.Legal:
		if p.in.gap == 0 && p.in.cell() < p.in.label { // a dot would not be seen
			p.square(c.At, mix(p.hue.square, p.hue.edge, 4))
			return
		}
		p.fill(circle(mid, n*12/100), mix(p.hue.square, p.hue.edge, 8), 16)
	case engine.Last:
		p.square(c.At, mix(p.hue.square, p.hue.accent, 7))
	case engine.Deciding:
		p.square(c.At, mix(p.hue.square, p.hue.trace, 10))
	case engine.Joint:
		p.joint(mid, n)
	}
}

// joint draws a small ring at an open end.
func (p painter) joint(mid spot, n fix) {
	p.fill(circle(mid, n*34/100), p.hue.edge, 16)
	p.fill(circle(mid, n*24/100), p.hue.white, 16)
}

// body fills a cell and draws the outline of its group.
func (p painter) body(c engine.Cell) {
	if c.Form != engine.Body {
		return
	}
	x, y := p.in.at(c.At)
	n := p.in.pitch
	fill, rim := p.hue.colourOf(c.Ink), p.hue.edge
	if c.Ink == engine.Black {
		rim = mix(fill, p.hue.white, 7) // a dark line would not be visible
	}
	last := c.Mark == engine.Last || c.Group != 0 && p.last[c.Group]
	switch {
	case last:
		fill, rim = mix(fill, p.hue.black, 6), p.hue.accent
	case c.Mark == engine.Deciding:
		rim = p.hue.trace
	}
	p.rect(x, y, n, n, fill)
	p.bodyEdges(c, x, y, n, rim, last)
	if c.Mark == engine.Joint {
		p.joint(p.in.middle(c.At), n*px)
	}
}

func (p painter) bodyEdges(c engine.Cell, x, y, n int, rim color.RGBA, last bool) {
	t := (n + 4) / 12 // nothing on cells too small for an outline
	if last {
		t = max(1, n/7)
	}
	joined := func(dx, dy int) bool {
		return c.Group != 0 && p.groups[engine.Point{X: c.At.X + dx, Y: c.At.Y + dy}] == c.Group
	}
	for _, side := range [4][6]int{{0, -1, 0, 0, n, t}, {0, 1, 0, n - t, n, t}, {-1, 0, 0, 0, t, n}, {1, 0, n - t, 0, t, n}} {
		if !joined(side[0], side[1]) {
			p.rect(x+side[2], y+side[3], side[4], side[5], rim)
		}
	}
	for _, d := range [4][2]int{{-1, -1}, {1, -1}, {-1, 1}, {1, 1}} {
		if !joined(d[0], d[1]) && joined(d[0], 0) && joined(0, d[1]) {
			p.rect(x+(d[0]+1)/2*(n-t), y+(d[1]+1)/2*(n-t), t, t, rim)
		}
	}
}

// piece draws the thing on a cell.
func (p painter) piece(c engine.Cell) {
	mid, n := p.in.middle(c.At), p.in.cell()*px
	switch c.Form {
	case engine.Disc:
		p.disc(c, mid, n)
	case engine.Man:
		p.man(c, mid, n)
	case engine.Die:
		p.die(c, mid, n)
	case engine.Label:
		colour := p.hue.written(c.Ink)
		size := n * 7 / 10
		if p.groups[c.At] != 0 { // on a body
			colour, size = p.hue.white, n
		}
		p.fill(p.face.centred(mid, size, 0, printable(c.Glyph)), colour, 16)
	}
}

// printable returns the glyph to draw, a question mark for anything longer than a character or two.
func printable(glyph string) string {
	glyph = strings.TrimSpace(glyph)
	if utf8.RuneCountInString(glyph) > 2 || oneLine(glyph) != glyph {
		return "?"
	}
	return glyph
}

func (p painter) disc(c engine.Cell, mid spot, n fix) {
	r := n * 40 / 100
	if p.in.gap == 0 {
		r = n * 42 / 100
	}
	colour := p.hue.colourOf(c.Ink)
	p.fill(circle(spot{mid.x, mid.y + r/10}, r+r/20), p.hue.black, 4)
	if m, ok := map[engine.Mark]color.RGBA{engine.Last: p.hue.accent, engine.Deciding: p.hue.trace, engine.Joint: p.hue.white, engine.Legal: p.hue.cream}[c.Mark]; ok {
		p.fill(circle(mid, r+r/5), p.hue.edge, 16)
		p.fill(circle(mid, r+r*3/20), m, 16)
	}
	p.fill(circle(mid, r), p.hue.edge, 16)
	p.fill(circle(mid, r-max(px, r/14)), colour, 16)
	p.fill(ring(mid, r-r/6, r-r/6-max(px/2, r/30)), mix(colour, p.hue.white, 6), 16)
	p.fill(p.face.centred(mid, r*13/10, c.Turn, printable(c.Glyph)), p.hue.onto(colour), 16)
}

// man draws a five-sided man. Men of the far side are upside down.
func (p painter) man(c engine.Cell, mid spot, n fix) {
	shape := func(shrink int) path {
		corners := [5]spot{{0, -44}, {28, -32}, {37, 43}, {-37, 43}, {-28, -32}}
		for i, s := range corners {
			s = spot{s.x * (100 - shrink) * n / 10000, s.y * (100 - shrink) * n / 10000}
			for range c.Turn {
				s = spot{-s.y, s.x}
			}
			corners[i] = spot{mid.x + s.x, mid.y + s.y}
		}
		return polygon(corners[:]...)
	}
	outer := shape(0)
	p.fill(outer.moved(func(s spot) spot { return spot{s.x + n/60, s.y + n/40} }), p.hue.black, 5)
	p.fill(outer, p.hue.edge, 16)
	p.fill(shape(5), p.hue.wood, 16)
	colour := p.hue.glyph
	if c.Ink == engine.Raised {
		colour = p.hue.red
	}
	at, down := mid, n*4/100
	if c.Turn == 2 {
		down = -down
	}
	if c.Turn%2 == 0 {
		at.y += down
	}
	size := n * 54 / 100
	if len([]rune(c.Glyph)) > 1 {
		size = n * 34 / 100
	}
	p.fill(p.face.centred(at, size, c.Turn, printable(c.Glyph)), colour, 16)
}

// pips are the places of the pips for each face of a die, in a square of three by three.
var pips = map[string]string{"1": "4", "2": "26", "3": "246", "4": "0268", "5": "02468", "6": "035268"}

// die draws a die. Its one is red, as usual in Japan.
func (p painter) die(c engine.Cell, mid spot, n fix) {
	half := n * 42 / 100
	p.fill(rounded(mid.x-half, mid.y-half, 2*half, 2*half, half/3), p.hue.edge, 16)
	in := half - max(px, n/40)
	p.fill(rounded(mid.x-in, mid.y-in, 2*in, 2*in, half/3), p.hue.white, 16)
	eyes, ok := pips[c.Glyph]
	if !ok {
		p.fill(p.face.centred(mid, n*6/10, 0, printable(c.Glyph)), p.hue.glyph, 16)
		return
	}
	colour, r := p.hue.glyph, n*8/100
	if c.Glyph == "1" {
		colour, r = p.hue.red, n*13/100
	}
	for _, eye := range eyes {
		i := int(eye - '0')
		at := spot{mid.x + (i%3-1)*n*22/100, mid.y + (i/3-1)*n*22/100}
		p.fill(circle(at, r), colour, 16)
	}
}
