package render

import (
	"fmt"
	"image/color"

	"hikyaku/engine"
)

// turnedPen is a pen that turns what it draws by quarter turns, with a sheet of w by h pixels, to the upper left (x, y).
type turnedPen struct {
	pen
	x, y, w, h int
	turn       int
}

// box returns where a rectangle of the sheet lies in the picture.
func (t turnedPen) box(x, y, w, h int) (int, int, int, int) {
	switch t.turn {
	case 1:
		return t.x + t.h - y - h, t.y + x, h, w
	case 3:
		return t.x + y, t.y + t.w - x - w, h, w
	}
	return t.x + x, t.y + y, w, h
}

func (t turnedPen) rect(x, y, w, h int, colour color.RGBA) {
	x, y, w, h = t.box(x, y, w, h)
	t.pen.rect(x, y, w, h, colour)
}

func (t turnedPen) round(x, y, w, h, r int, colour color.RGBA) {
	x, y, w, h = t.box(x, y, w, h)
	t.pen.round(x, y, w, h, r, colour)
}

func (t turnedPen) fill(p path, colour color.RGBA, opaque int) {
	t.pen.fill(p.moved(func(s spot) spot {
		switch t.turn {
		case 1:
			s.x, s.y = t.h*px-s.y, s.x
		case 3:
			s.x, s.y = s.y, t.w*px-s.x
		}
		return spot{s.x + t.x*px, s.y + t.y*px}
	}), colour, opaque)
}

func (t turnedPen) again(key func([]byte) []byte, draw func()) {
	t.pen.again(func(b []byte) []byte { return key(appendInts(b, t.x, t.y, t.w, t.h, t.turn)) }, draw)
}

// paint draws b, with a frame if it is the turn of its seat. n is the number of boards drawn so far; paint
// returns the new number.
func (b nameBar) paint(to pen, n int, f *face, hue *hues) int {
	pen := turnedPen{to, b.x, b.y, b.w, b.h, b.turn}
	pen.group(fmt.Sprintf("bar%d", b.seat), b.about)
	ground, round := hue.barGround(b.moves), min(b.h/4, 1+b.w/50)
	if b.moves {
		rim := max(2, min(b.h/14, 1+b.w/150))
		pen.round(0, 0, b.w, b.h, round, hue.pill)
		pen.round(rim, rim, b.w-2*rim, b.h-2*rim, round-rim/2, ground)
	} else {
		pen.round(0, 0, b.w, b.h, round, mix(hue.paper, hue.faded, 4))
		pen.round(1, 1, b.w-2, b.h-2, round, ground)
	}
	for _, r := range b.planks {
		r.paint(pen)
	}
	n = paintPlaces(pen, b.places, n, ground, f, hue)
	pen.group(fmt.Sprintf("bar%d-words", b.seat), "")
	write(pen, b.words, f)
	return n
}

// pieceStand draws the stand under pieces in hand.
func (p painter) pieceStand() {
	r, ground := p.in.rim, mix(p.hue.square, p.hue.groove, 6)
	p.shadow(p.in.x-r, p.in.y-r, p.in.width()+2*r, p.in.height()+2*r, p.in.pitch/8)
	p.round(p.in.x-r, p.in.y-r, p.in.width()+2*r, p.in.height()+2*r, p.in.pitch/8, p.hue.slab)
	p.round(p.in.x-r+2, p.in.y-r+2, p.in.width()+2*r-4, p.in.height()+2*r-4, p.in.pitch/8, ground)
	p.drawGrain(p.in.x, p.in.y, p.in.width(), p.in.height(), ground)
}

// frames draws a line around the pieces that decided the game, whose squares are pale.
func (p painter) frames() {
	wide, n := max(2, p.in.pitch/10), p.in.cell()
	for _, c := range p.in.cells {
		if c.Form == engine.Piece && c.Mark == engine.Deciding {
			x, y := p.in.at(c.At)
			p.rect(x, y, n, n, p.hue.accent)
			p.rect(x+wide, y+wide, n-2*wide, n-2*wide, p.hue.trace)
		}
	}
}
