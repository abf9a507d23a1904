package render

import (
	"fmt"
	"image/png"
	"io"

	"hikyaku/engine"
)

// The measures of a card, which are those of link previews.
const (
	cardWide   = 1200
	cardHigh   = 630
	cardMargin = 30
	cardText   = 400 // the least width of the text
)

// Card draws s beside its title and the names of its players as a picture of 1200x630 pixels, for previews of links. Of o it
// uses the side, the language, the theme and the names.
func Card(w io.Writer, s engine.Scene, title string, o PNGOptions) error {
	o.Size, o.Bare, o.Caption, o.Notes = cardHigh, true, nil, nil
	f := newFace()
	p, err := o.planner(s, f)
	if err != nil {
		return err
	}
	p.letter, p.panels, p.turn = 20, nil, func(teller) string { return "" }
	board, err := p.cardBoard()
	if err != nil {
		return err
	}
	l := layout{w: cardWide, h: cardHigh}
	l.add(board, cardMargin, (cardHigh-board.h)/2)
	x := board.w + 2*cardMargin
	text := p.cardText(s, title, cardWide-x-cardMargin)
	if text.h > cardHigh-cardMargin {
		return fmt.Errorf("the names of the match do not fit a card")
	}
	l.add(text, x, (cardHigh-text.h)/2)
	return png.Encode(w, drawLayout(l, f, p.hue))
}

// cardBoard returns the largest layout of the boards that leaves room for the text.
func (p planner) cardBoard() (l layout, err error) {
	const widest = cardWide - 3*cardMargin - cardText
	for size := widest; size >= minSize; size -= 10 {
		if l, err = p.plan(size); err != nil || l.h <= cardHigh-cardMargin {
			return l, err
		}
	}
	return l, err
}

// cardText returns the title, a line a seat in the colour of the seat, and the turn or the result.
func (p planner) cardText(s engine.Scene, title string, room int) (l layout) {
	put := func(text string, size, lead int, ink engine.Ink) {
		for _, line := range p.face.wrap(oneLine(text), size, room) {
			l.h += size * 14 / 10
			l.words = append(l.words, words{0, l.h - size*3/10, size, line, p.hue.written(ink)})
		}
		l.h += lead
	}
	p.teller.wide = 32
	put(title, 52, 28, engine.Plain)
	for seat := range s.Players {
		put(p.teller.name(seat+1), 38, 4, engine.Ink(seat+1))
	}
	l.h += 24
	put(p.teller.turn(s), 30, 0, engine.Plain)
	l.w = room
	return l
}
