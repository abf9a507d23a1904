package render

import (
	"fmt"

	"hikyaku/engine"
)

// paint draws b, with a frame if it is the turn of its seat. n is the number of boards drawn so far; paint
// returns the new number.
func (b nameBar) paint(pen pen, n int, f *face, hue *hues) int {
	var at layout
	at.add(b.layout, b.x, b.y)
	pen.group(fmt.Sprintf("bar%d", b.seat), b.about)
	ground, round := hue.barGround(b.moves), min(b.h/4, 1+b.w/50)
	if b.moves {
		rim := max(2, min(b.h/14, 1+b.w/150))
		pen.round(b.x, b.y, b.w, b.h, round, hue.pill)
		pen.round(b.x+rim, b.y+rim, b.w-2*rim, b.h-2*rim, round-rim/2, ground)
	} else {
		pen.round(b.x, b.y, b.w, b.h, round, mix(hue.paper, hue.faded, 4))
		pen.round(b.x+1, b.y+1, b.w-2, b.h-2, round, ground)
	}
	for _, r := range at.planks {
		r.paint(pen)
	}
	n = paintPlaces(pen, at.places, n, ground, f, hue)
	pen.group(fmt.Sprintf("bar%d-words", b.seat), "")
	write(pen, at.words, f)
	return n
}

// pieceStand draws the stand under pieces in hand and their numbers.
func (p painter) pieceStand() {
	x, y, w, h := p.in.x-p.in.rim, p.in.y-p.in.rim, p.in.width()+2*p.in.rim+p.in.band, max(p.in.stand, -p.in.stand)+2*p.in.rim
	if p.in.stand < 0 {
		y += p.in.height() + p.in.stand
	}
	ground := mix(p.hue.square, p.hue.groove, 6)
	p.shadow(x, y, w, h, p.in.pitch/8)
	p.round(x, y, w, h, p.in.pitch/8, p.hue.slab)
	p.round(x+2, y+2, w-4, h-4, p.in.pitch/8, ground)
	p.drawGrain(p.in.x, y+p.in.rim, w-2*p.in.rim, h-2*p.in.rim, ground)
}

// frames draws a thick line around the pieces that decided the game or are attacked, which cover most of their squares.
func (p painter) frames() {
	wide, n := max(2, p.in.pitch/12), p.in.cell()
	for _, c := range p.in.cells {
		frame, ground := p.hue.edge, p.hue.trace
		switch {
		case c.Mark == engine.Attacked:
			frame = p.hue.contrasting(p.hue.square, p.hue.red, textContrast) // some people see red as dark
			ground = mix(p.hue.square, frame, 3)
		case c.Mark != engine.Deciding || c.Form != engine.Piece && p.in.gap == 0:
			continue
		}
		x, y := p.in.at(c.At)
		p.rect(x, y, n, n, frame)
		p.rect(x+wide, y+wide, n-2*wide, n-2*wide, ground)
	}
}
