package render

import (
	"image/png"
	"io"
	"slices"
	"sort"

	"hikyaku/engine"
)

// The dimensions of a card, which are the usual ones of link previews.
const (
	cardWide   = 1200
	cardHigh   = 630
	cardMargin = 30
	cardText   = 420 // the least width of the text beside a board
	cardName   = 44  // the height of names, at least; three quarters of it for more than two
	cardLarge  = 66  // the height of names, at most
)

// Card draws s beside its title and the names of its players, with what they have, as a picture of 1200x630 pixels for previews of
// links. Of o it uses the side, the language, the theme, the names, and the caption, which it writes under the title.
func Card(w io.Writer, s engine.Scene, title string, o PNGOptions) error {
	f := borrow()
	defer faces.Put(f)
	p, l, err := o.card(s, title, f)
	if err != nil {
		return err
	}
	fast := png.Encoder{CompressionLevel: png.BestSpeed, BufferPool: encoder.BufferPool} // a club draws a card for each turn
	return fast.Encode(w, l.draw(p.face, p.hue))
}

// card returns the layout of a card, and its planner.
func (o PNGOptions) card(s engine.Scene, title string, f *face) (p planner, l layout, err error) {
	lines := append([]string{title}, o.Caption...)
	o.Size, o.Caption, o.Notes, o.Clocks = cardHigh, nil, nil, nil
	if p, err = o.planner(s, f); err != nil {
		return p, l, err
	}
	c := card{p.style, p.seats, lines, cardName}.sized(cardName)
	p.letter, p.seats = 20, nil
	const high, beside = cardHigh - 2*cardMargin, cardWide - 3*cardMargin - cardText
	board, err := p.fitting(cardWide-2*cardMargin, high)
	if wide := board.w > beside; err == nil && wide && len(c.seats) == 2 {
		l, err = c.around(p)
	} else {
		if err == nil && wide {
			board, err = p.fitting(beside, high)
		}
		l.add(board, cardMargin, (cardHigh-board.h)/2)
		x := board.w + 2*cardMargin
		size, least := cardLarge, cardName
		if len(c.seats) > 2 {
			least = cardName * 3 / 4
		}
		for size > least && !c.sized(size).fits(cardWide-x-cardMargin) {
			size--
		}
		l.add(c.sized(size).beside(cardWide-x-cardMargin), x, cardMargin)
	}
	l.w, l.h = cardWide, cardHigh
	return p, l, err
}

// fitting returns the largest layout of the boards within these measures.
func (p planner) fitting(wide, high int) (layout, error) {
	of := func(n int) (layout, error) { // the nth, from the largest
		all, err := snug([]planner{p}, wide-10*n)
		if err != nil {
			return layout{}, err
		}
		return all[0], nil
	}
	return of(sort.Search((wide-minSize)/10, func(n int) bool {
		l, err := of(n)
		return err != nil || l.h <= high
	}))
}

// card is the content around the boards of a card.
type card struct {
	style
	seats []seat
	lines []string // the title first
	size  int      // the height of names
}

// sized returns c with names of this height, and everything else in proportion.
func (c card) sized(size int) card {
	c.size, c.letter = size, size*30/44
	return c
}

// fits reports whether the text beside the boards has room in a column of this width, with no name cut.
func (c card) fits(wide int) bool {
	high := c.title(wide).h
	for _, seat := range c.seats {
		if c.name(seat, cardWide).w > c.nameRoom(seat, wide) {
			return false
		}
		high += c.seat(seat, wide).h + c.size
	}
	return high <= cardHigh-2*cardMargin
}

// beside returns the text beside the boards, in a column of this width: the seat on the far side above, the title in the middle
// and the near seat below; the title above the seats if there are others.
func (c card) beside(wide int) (l layout) {
	const high = cardHigh - 2*cardMargin
	l = layout{w: wide, h: high}
	title := c.title(wide)
	if len(c.seats) != 2 {
		l.add(title, 0, 0)
		y, step := title.h+12, (high-title.h-12)/max(1, len(c.seats))
		for i, seat := range c.seats {
			l.add(c.seat(seat, wide), 0, y+i*step)
		}
		return l
	}
	far, near := c.seats[1], c.seats[0]
	if c.flip {
		far, near = near, far
	}
	if len(near.boards)+len(far.boards) > 0 || c.ownFields() { // their fields are side by side
		far, near = c.seats[0], c.seats[1]
	}
	above, below := c.seat(far, wide), c.seat(near, wide)
	l.add(above, 0, 0)
	l.add(title, 0, above.h+(high-above.h-below.h-title.h)/2)
	l.add(below, 0, high-below.h)
	return l
}

// ownFields reports whether each seat has a field of its own.
func (c card) ownFields() bool {
	return slices.ContainsFunc(c.seats, func(s seat) bool {
		return slices.ContainsFunc(s.things, func(t engine.Thing) bool { return t.Role != engine.Held })
	})
}

// around puts the names and the title above a wide board, and the pieces of the seats below it.
func (c card) around(p planner) (l layout, err error) {
	const room = (cardWide - 3*cardMargin) / 2
	var stocks [2]layout
	high := 0
	for i, seat := range c.seats {
		stocks[i] = c.held(seat, room)
		high = max(high, stocks[i].h)
	}
	above := cardMargin + cardName + cardMargin/2
	board, err := p.fitting(cardWide-2*cardMargin, cardHigh-above-high-cardMargin)
	if err != nil {
		return l, err
	}
	l.add(board, (cardWide-board.w)/2, above)
	title, size := c.lines[0], cardName
	left, right := c.name(c.seats[0], room-80), c.name(c.seats[1], room-80)
	for free := cardWide - 2*cardMargin - left.w - right.w - 40; size > smallest && c.face.width(title, size) > free; size-- {
	}
	l.words = append(l.words, lettering{x: cardMargin + left.w + (cardWide-2*cardMargin-left.w-right.w-c.face.width(title, size))/2, y: cardMargin + cardName*8/10, size: size, text: oneLine(title), colour: c.hue.ink})
	l.add(left, cardMargin, cardMargin)
	l.add(right, cardWide-cardMargin-right.w, cardMargin)
	l.add(stocks[0], cardMargin, cardHigh-cardMargin-high)
	l.add(stocks[1], cardWide-cardMargin-stocks[1].w, cardHigh-cardMargin-high)
	return l, nil
}

// title returns the lines about the match, the first one large.
func (c card) title(wide int) (l layout) {
	size, colour := c.size*60/44, c.hue.ink
	for _, line := range c.lines {
		for size > smallest && c.face.width(line, size) > 2*wide {
			size--
		}
		for _, part := range c.face.wrap(oneLine(line), size, wide) {
			l.h += size * 13 / 10
			l.words = append(l.words, lettering{y: l.h - size*3/10, size: size, text: part, colour: colour})
		}
		size, colour = c.size*34/44, c.hue.faded
	}
	l.w = wide
	return l
}

// seat returns the name of a seat with what it has: below, or at the right if there are more than two seats.
func (c card) seat(s seat, wide int) layout {
	l := c.name(s, c.nameRoom(s, wide))
	switch held := c.held(s, wide-c.size-16); {
	case held.h == 0:
	case len(c.seats) > 2:
		l.add(held, wide-held.w, (l.h-held.h)/2)
	default:
		l.add(held, c.size+16, l.h+10)
	}
	return l
}

// nameRoom returns the width that seat leaves for a name.
func (c card) nameRoom(s seat, wide int) int {
	if len(c.seats) > 2 {
		return wide - c.held(s, wide).w - c.size/2
	}
	return wide
}

// name returns the sign and the name of a seat, its dice, and whether it is its turn or how it ended for it.
func (c card) name(s seat, wide int) layout {
	l := layout{h: c.size, places: []place{{view: view{cols: 1, rows: 1, cells: []engine.Cell{s.sign}}, pitch: c.size}}}
	x, small := c.size+16, c.size*6/10
	chip := c.phrases.in(s.chip)
	need := 0
	if chip != "" {
		need = c.face.width(chip, small) + 2*small
	}
	thrown := 0
	if s.dice != nil {
		thrown = len(s.dice.Faces) * (c.size + 12)
	}
	name := c.face.cut(c.phrases.name(s.number), c.size, wide-x-need-thrown)
	l.words = append(l.words, lettering{x: x, y: c.size * 8 / 10, size: c.size, text: name, colour: c.hue.ink})
	x += c.face.width(name, c.size)
	if chip != "" {
		colour := seatLayout{c.style, s}.chipColour()
		l.words = append(l.words, lettering{x: x + small, y: c.size * 7 / 10, size: small, text: chip, colour: c.hue.onto(colour), pill: colour})
		x += need
	}
	if thrown > 0 {
		at := place{view: viewer{}.view(dice(s.number, *s.dice), false), pitch: c.size, x: x + 12}
		l.places = append(l.places, at)
		x += thrown
	}
	l.w = x
	return l
}

// held returns the things of a seat.
func (c card) held(s seat, wide int) layout {
	p := seatLayout{c.style, s}
	for i := range p.seat.pieces {
		p.seat.pieces[i].Cells[0].Turn = 0
	}
	switch {
	case len(s.boards) > 0:
		pairs := p.pairs(c.size, 8*c.size)
		pairs.add(p.objects(c.size, wide-pairs.w), pairs.w, (pairs.h-c.size)/2)
		return pairs
	case c.ownFields():
		return p.objects(c.size, wide)
	case stacked(s.things):
		return p.icons(s.things, c.letter*5/2, wide)
	case len(s.pieces) == 0:
		return p.icons(s.things, c.size, wide)
	}
	var held []engine.Thing
	for _, t := range s.pieces {
		if t.Count > 0 {
			held = append(held, t)
		}
	}
	return p.icons(held, c.size+8, wide)
}
