package render

import (
	"image/color"
	"io"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// The measures of a card, which are those of link previews.
const (
	cardWide   = 1200
	cardHigh   = 630
	cardMargin = 30
	cardText   = 400 // the least width of the text
)

// Card draws s beside its title and the names of its players as a picture of 1200x630 pixels, for previews of links. Of o it
// uses the side, the language, the theme, the names and the clocks.
func Card(w io.Writer, s engine.Scene, title string, o PNGOptions) error {
	o.Size, o.Bare, o.Caption, o.Notes = cardHigh, true, nil, nil
	f := newFace()
	p, err := o.planner(s, f)
	if err != nil {
		return err
	}
	seats := p.seats
	p.letter, p.seats = 20, nil
	board, err := p.cardBoard()
	if err != nil {
		return err
	}
	l := layout{w: cardWide, h: cardHigh}
	l.add(board, cardMargin, (cardHigh-board.h)/2)
	x := board.w + 2*cardMargin
	text := p.besideCard(s, seats, title, cardWide-x-cardMargin)
	if text.h > cardHigh-cardMargin {
		for i := range seats {
			seats[i].clock = nil
		}
		text = p.besideCard(s, seats, title, cardWide-x-cardMargin)
	}
	if text.h > cardHigh-cardMargin {
		return i18n.Err("picture.names")
	}
	l.add(text, x, (cardHigh-text.h)/2)
	return encoder.Encode(w, l.draw(p.face, p.hue))
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

// besideCard returns the title, a line a seat with its sign and its clock below, and the turn or the result.
func (p planner) besideCard(s engine.Scene, seats []seat, title string, room int) (l layout) {
	put := func(text string, x, size, lead int, colour color.RGBA) {
		for _, line := range p.face.wrap(oneLine(text), size, room-x) {
			l.h += size * 14 / 10
			l.words = append(l.words, lettering{x: x, y: l.h - size*3/10, size: size, text: line, colour: colour})
		}
		l.h += lead
	}
	p.phrases.wide = 32
	put(title, 0, 52, 28, p.hue.ink)
	for _, seat := range seats {
		l.places = append(l.places, place{view: view{cols: 1, rows: 1, cells: []engine.Cell{seat.sign}}, y: l.h + 8, pitch: 44})
		put(p.phrases.name(seat.number), 56, 38, 8, p.hue.ink)
		if len(seat.clock) > 0 {
			put(seat.clock[0], 56, 24, 8, p.hue.faded)
		}
	}
	l.h += 24
	put(p.phrases.turn(s), 0, 30, 0, p.hue.ink)
	l.w = room
	return l
}
