package render

import (
	"image"
	"image/color"
	"slices"
	"strings"
	"unicode/utf8"

	"hikyaku/engine"
)

// ground draws the layers below the things on a cell: tints, the ground of a drawing, the squares of marked pieces.
func (p painter) ground(c engine.Cell) {
	marked := c.Mark != engine.NoMark
	switch {
	case c.Form == engine.Drawn && p.in.grid > 1: // see tiles
	case c.Form == engine.Drawn:
		p.square(c.At, p.hue.tile)
	case c.Mark == engine.Before && p.in.gap > 0:
		p.square(c.At, mix(p.hue.square, p.hue.accent, 5))
	case c.Mark == engine.Last && (c.Form == engine.Piece || p.in.gap > 0 && c.Form == engine.Disc):
		p.square(c.At, mix(p.hue.square, p.hue.accent, 14))
	case c.Form == engine.Label && p.in.scale():
		ground := mix(p.hue.paper, p.hue.colourOf(c.Ink), 3)
		if marked {
			ground = p.hue.accent
		}
		x, y := p.in.at(c.At)
		p.round(x, y, p.in.pitch-max(1, p.in.pitch/12), p.in.pitch, p.in.pitch/8, ground)
	case c.Form == engine.Label && marked:
		p.square(c.At, mix(p.hue.paper, p.hue.accent, 5))
	case c.Form == engine.Ground:
		p.bare(c)
	}
}

// bare draws the tint and the mark of the cell itself. A glyph distinguishes tints in texts; a mark without a tint is a cross.
func (p painter) bare(c engine.Cell) {
	mid, n := p.in.middle(c.At), p.in.cell()*px
	switch {
	case p.in.field() && c.Ink == engine.Dull:
		p.square(c.At, mix(p.hue.well, p.hue.slab, 6))
	case c.Ink != engine.Plain:
		ground := p.hue.tintOf(c.Ink)
		p.square(c.At, ground)
		if c.Glyph != "" && c.Mark == engine.NoMark { // the tints of four seats look alike to some people
			in := p.finish(c, p.hue.contrasting(ground, p.hue.colourOf(c.Ink), 4))
			if !p.inMiddle(c) {
				break
			}
			sign := p.face.sign(image.Pt(mid.X+in.X*n/20, mid.Y+in.Y*n/20), n*40/100, 0, printable(c.Glyph)).bold(n / 80)
			p.fill(sign, p.hue.contrasting(ground, mix(ground, p.hue.colourOf(c.Ink), 10), textContrast), 16)
		}
	case p.in.field() && c.Mark == engine.From:
		// A stone was removed here; the sign is the one of the link that cleared it.
		p.fill(ring(mid, n*40/100, n*40/100-max(px, n*6/100)), mix(p.hue.well, p.hue.accent, 9), 16)
		p.fill(p.face.sign(mid, n*48/100, 0, printable(c.Glyph)), mix(p.hue.accent, p.hue.signOn(p.hue.well), 5), 16)
		return
	case c.Glyph != "":
		p.cross(mid, n)
	}
	switch c.Mark {
	case engine.Lit:
		p.square(c.At, p.hue.glow(p.hue.square))
	case engine.From:
		p.square(c.At, mix(p.hue.square, p.hue.accent, 6))
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

// inMiddle reports whether c is the middle one of the cells with its tint that hold nothing.
func (p painter) inMiddle(c engine.Cell) bool {
	n, at := 0, 0
	for _, o := range p.in.cells {
		if o.Form == engine.Ground && o.Ink == c.Ink && !slices.ContainsFunc(p.in.cells, func(on engine.Cell) bool { return on.Form == engine.Disc && on.At == o.At }) {
			if n++; o.At == c.At {
				at = n
			}
		}
	}
	return at == n/2+1
}

// finish draws a line on the outer side of a goal, in as many parts as the number of its seat, and returns the direction inwards.
func (p painter) finish(c engine.Cell, colour color.RGBA) (in spot) {
	across := slices.ContainsFunc(p.in.cells, func(o engine.Cell) bool {
		return o.Form == engine.Ground && o.Ink == c.Ink && o.At.Y == c.At.Y && (o.At.X == c.At.X-1 || o.At.X == c.At.X+1)
	})
	switch {
	case across && c.At.Y == 0:
		in = image.Pt(0, 1)
	case across:
		in = image.Pt(0, -1)
	case c.At.X == 0:
		in = image.Pt(1, 0)
	default:
		in = image.Pt(-1, 0)
	}
	mid, n, parts := p.in.middle(c.At), p.in.cell()*px, fix(min(c.Ink, 4))
	mid = image.Pt(mid.X-in.X*n*37/100, mid.Y-in.Y*n*37/100)
	wide, gap, whole := n*13/100, n*10/100, n*88/100
	long := (whole - (parts-1)*gap) / parts
	var line path
	for i := range parts {
		along := -whole/2 + i*(long+gap)
		if across {
			line = append(line, rounded(mid.X+along, mid.Y-wide/2, long, wide, wide/3)...)
		} else {
			line = append(line, rounded(mid.X-wide/2, mid.Y+along, wide, long, wide/3)...)
		}
	}
	p.fill(line, colour, 16)
	return in
}

// cross draws a cell that must stay empty.
func (p painter) cross(mid spot, n fix) {
	far := n * 30 / 100
	ways := [2][2]spot{
		{image.Pt(mid.X-far, mid.Y-far), image.Pt(mid.X+far, mid.Y+far)}, {image.Pt(mid.X-far, mid.Y+far), image.Pt(mid.X+far, mid.Y-far)},
	}
	for _, w := range ways { // the edge first
		p.fill(stroke(w[0], w[1], n*23/100), p.hue.well, 16)
	}
	for _, w := range ways {
		p.fill(stroke(w[0], w[1], n*15/100), p.hue.lightened(p.hue.well, p.hue.colourOf(engine.Kind2)), 16)
	}
}

// joint draws a small ring at an open end.
func (p painter) joint(mid spot, n fix) {
	p.fill(circle(mid, n*34/100), p.hue.edge, 16)
	p.fill(circle(mid, n*24/100), p.hue.white, 16)
}

// piece draws the thing on a cell.
func (p painter) piece(c engine.Cell) {
	mid, n := p.in.middle(c.At), p.in.cell()*px
	switch c.Form {
	case engine.Disc:
		p.disc(c, mid, n)
		if p.in.field() && c.Mark == engine.Deciding {
			p.cross(mid, n)
		}
	case engine.Piece:
		p.drawPiece(c, mid, n)
	case engine.Die:
		p.die(c, mid, n)
	case engine.Plank:
		p.plank(mid, n, p.hue.colourOf(c.Ink))
	case linkedRings, dashedRing, plainRing, arrow:
		p.object(c, mid, n)
	case engine.Label:
		if p.covered[c.At] {
			return // a face is clearer than a number on it
		}
		size := n * 7 / 10
		switch small := p.in.label * px * 8 / 10; {
		case !p.in.main && len(c.Glyph) == 1:
			size = max(size, min(small, n*13/10))
		case !p.in.main && utf8.RuneCountInString(c.Glyph) == 1:
			size = n * 6 / 10
		case !p.in.main:
			size = n / 2 // so that two signs do not touch the signs of the next cell
		}
		colour := p.hue.lettersOf(c.Ink)
		if c.Glyph == "." { // a free place
			p.fill(ring(mid, n*36/100, n*36/100-max(px, n/20)), p.hue.faded, 16)
			return
		}
		if p.in.scale() && c.Mark != engine.NoMark {
			colour = p.hue.signOn(p.hue.accent)
		}
		p.fill(p.face.sign(mid, size, 0, printable(c.Glyph)), colour, 16)
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
	if c.Ink == engine.Dull {
		p.garbage(c, mid, r*92/100)
		return
	}
	ground := p.hue.square
	if p.in.field() {
		ground = p.hue.well
	}
	if !isDark(ground) { // a shadow would not be seen
		p.fill(circle(image.Pt(mid.X, mid.Y+r/10), r+r/20), p.hue.black, 4)
	}
	if p.in.turn > 0 && c.Ink == engine.Ink(p.in.turn) {
		p.fill(ring(mid, r*128/100, r*114/100), p.hue.ink, 16)
	}
	if m, ok := map[engine.Mark]color.RGBA{engine.Last: p.hue.accent, engine.Deciding: p.hue.trace, engine.Joint: p.hue.white, engine.Legal: p.hue.cream}[c.Mark]; ok && p.in.gap == 0 {
		wide := max(px*5/4, r*3/20)
		if !isDark(ground) {
			p.fill(circle(mid, r+wide+max(px, r/20)), p.hue.edge, 16)
		}
		p.fill(circle(mid, r+wide), p.hue.lightened(ground, m), 16)
	}
	if c.Mark == engine.Before && p.in.gap == 0 {
		p.fill(circle(mid, r+max(px, r*3/25)), mix(ground, p.hue.lightened(ground, p.hue.accent), 11), 16)
	}
	if c.Shape == engine.Idle {
		p.idle(c, mid, r, colour)
		return
	}
	p.fill(circle(mid, r), p.hue.edge, 16)
	p.fill(circle(mid, r-max(px, r/14)), colour, 16)
	p.fill(ring(mid, r-r/6, r-r/6-max(px/2, r/30)), mix(colour, p.hue.white, 6), 16)
	p.fill(p.face.sign(mid, r*12/10, c.Turn, printable(c.Glyph)), p.hue.signOn(colour), 16)
}

// idle draws a pawn whose seat is out: hollow, and struck out.
func (p painter) idle(c engine.Cell, mid spot, r fix, colour color.RGBA) {
	ground := mix(p.hue.square, colour, 2)
	line := p.hue.signOn(ground)
	p.fill(circle(mid, r), line, 16)
	p.fill(circle(mid, r-max(px, r/9)), ground, 16)
	p.fill(p.face.sign(mid, r*12/10, c.Turn, printable(c.Glyph)), line, 16)
	far := r * 68 / 100
	p.fill(stroke(image.Pt(mid.X-far, mid.Y+far), image.Pt(mid.X+far, mid.Y-far), max(px, r/7)), line, 16)
}

// garbage draws a stone without a sign.
func (p painter) garbage(c engine.Cell, mid spot, r fix) {
	colour := p.hue.colourOf(c.Ink)
	switch c.Mark {
	case engine.Last:
		p.fill(circle(mid, r+r/6), p.hue.accent, 16)
	case engine.Deciding:
		p.fill(circle(mid, r+r/4), p.hue.edge, 16)
		p.fill(circle(mid, r+r/6), p.hue.trace, 16)
	}
	p.fill(circle(mid, r), mix(colour, p.hue.black, 7), 16)
	p.fill(circle(mid, r-max(px, r/9)), colour, 16)
}

// plank draws a wall in the stock, upright.
func (p painter) plank(mid spot, n fix, colour color.RGBA) {
	w, h := max(2*px, n*30/100), n*92/100
	thin := max(px/2, w/12)
	p.fill(rounded(mid.X-w/2, mid.Y-h/2, w, h, w/4), p.hue.edgeAround(colour), 16)
	p.fill(rounded(mid.X-w/2+thin, mid.Y-h/2+thin, w-2*thin, h-2*thin, w/4), colour, 16)
}

// pips are the places of the pips for each face of a die, in a square of three by three.
var pips = map[string]string{"1": "4", "2": "26", "3": "246", "4": "0268", "5": "02468", "6": "035268"}

// die draws a die. Its one is red, as usual in Japan.
func (p painter) die(c engine.Cell, mid spot, n fix) {
	half := n * 42 / 100
	p.fill(rounded(mid.X-half, mid.Y-half, 2*half, 2*half, half/3), p.hue.edge, 16)
	in := half - max(px, n/40)
	p.fill(rounded(mid.X-in, mid.Y-in, 2*in, 2*in, half/3), p.hue.white, 16)
	eyes, ok := pips[c.Glyph]
	if !ok {
		p.fill(p.face.sign(mid, n*6/10, 0, printable(c.Glyph)), p.hue.glyph, 16)
		return
	}
	colour, r := p.hue.glyph, n*9/100
	if c.Glyph == "1" {
		colour, r = p.hue.red, n*15/100
	}
	for _, eye := range eyes {
		i := int(eye - '0')
		at := image.Pt(mid.X+(i%3-1)*n*22/100, mid.Y+(i/3-1)*n*22/100)
		p.fill(circle(at, r), colour, 16)
	}
}
