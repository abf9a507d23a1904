package render

import (
	"image/png"
	"io"
	"slices"
	"sort"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

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
	if s.Result != nil { // nothing comes any more; pictures keep their shape, which animations share
		for i := range p.seats {
			one := &p.seats[i]
			if one.boards = nil; stacked(one.things) {
				one.things = nil
			}
		}
	}
	c := card{p.style, p.seats, lines, cardName}.sized(cardName)
	p.letter, p.seats = 20, nil
	high := cardHigh - 2*cardMargin
	stocks := c.stocks()
	if stocks.h > 0 { // below a board that is wide
		high -= stocks.h + cardMargin/2
	}
	board, err := p.fitting(cardWide-3*cardMargin-cardText, high)
	if err != nil {
		return p, l, err
	}
	l.add(board, cardMargin, cardMargin+(high-board.h)/2)
	l.add(stocks, cardMargin, cardHigh-cardMargin-stocks.h)
	x := board.w + 2*cardMargin
	size, least := cardLarge, cardName
	if len(c.seats) > 2 {
		least = cardName * 3 / 4
	}
	for size > least && !c.sized(size).fits(cardWide-x-cardMargin, high) {
		size--
	}
	text := c.sized(size).beside(cardWide - x - cardMargin)
	l.add(text, x, cardMargin+(high-text.h)/2)
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

// fits reports whether the text beside the boards has room in a column of this size, with no name cut.
func (c card) fits(wide, high int) bool {
	return c.beside(wide).h <= high && !slices.ContainsFunc(c.seats, func(s seat) bool {
		return c.name(s, cardWide).w > c.nameRoom(s, wide)
	})
}

// beside returns the text beside the boards, in a column of this width: the title above the seats, each with what it has below its
// name, or at the right if there are more than two. Of two, the one on the far side comes first, except where each has a field of its own.
func (c card) beside(wide int) (l layout) {
	l = c.title(wide)
	for _, s := range c.inOrder() {
		part := c.name(s, c.nameRoom(s, wide))
		switch held := c.held(s, wide-c.size-16); {
		case held.w == 0:
		case len(c.seats) > 2:
			part.add(held, wide-held.w, (part.h-held.h)/2)
		default:
			part.add(held, c.size+16, part.h+10)
		}
		l.add(part, 0, l.h+c.size*3/4)
	}
	return l
}

// inOrder returns the seats from above.
func (c card) inOrder() []seat {
	seats := slices.Clone(c.seats)
	if len(seats) == 2 && !c.flip && len(seats[0].boards)+len(seats[1].boards) == 0 && !c.ownFields() {
		slices.Reverse(seats)
	}
	return seats
}

// stocks returns what the seats have of many kinds of things, in a row for each seat that takes the width of the card.
func (c card) stocks() (l layout) {
	const high, sign = 72, cardName
	for _, s := range c.inOrder() {
		if len(s.things) < many {
			continue
		}
		if l.h > 0 {
			l.h += high / 8
		}
		l.places = append(l.places, place{view: view{cols: 1, rows: 1, cells: []engine.Cell{s.sign}}, pitch: sign, y: l.h + (high-sign)/2})
		y, wide := l.h, (cardWide-2*cardMargin-sign*3/2)/len(s.things)
		for i, t := range s.things {
			part := seatLayout{c.style, s}.named(t, high)
			l.add(part, sign*3/2+i*wide+(wide-part.w)/2, y)
		}
	}
	return l
}

// ownFields reports whether each seat has a field of its own.
func (c card) ownFields() bool {
	return slices.ContainsFunc(c.seats, func(s seat) bool {
		return slices.ContainsFunc(s.things, func(t engine.Thing) bool { return t.Role != engine.Held })
	})
}

// title returns the lines about the match, the first one large.
func (c card) title(wide int) (l layout) {
	size, colour := c.size*60/44, c.hue.ink
	for _, line := range c.lines {
		line = norm.NFC.String(oneLine(line))
		least := max(smallest, size*2/3)
		for size > smallest && c.face.width(line, size) > 2*wide || size > least && splitsWord(line, c.face.wrap(line, size, wide)) {
			size--
		}
		for _, part := range c.face.wrap(line, size, wide) {
			l.h += size * 13 / 10
			l.words = append(l.words, lettering{y: l.h - size*3/10, size: size, text: part, colour: colour})
		}
		size, colour = c.size*34/44, c.hue.faded
	}
	l.w = wide
	return l
}

// splitsWord reports whether a line is broken inside a Japanese word into these parts.
func splitsWord(line string, parts []string) bool {
	at := 0
	for i, part := range parts[1:] {
		at += len(parts[i])
		before, _ := utf8.DecodeLastRuneInString(parts[i])
		after, _ := utf8.DecodeRuneInString(part)
		if line[at] == ' ' {
			at++
		} else if !breaks(before, after) || insideWord(line, at) {
			return true
		}
	}
	return false
}

// nameRoom returns the width that seat leaves for a name.
func (c card) nameRoom(s seat, wide int) int {
	if len(c.seats) > 2 {
		return wide - c.held(s, wide).w - c.size/2
	}
	return wide
}

// name returns the sign and the name of a seat, smaller before it is cut, its dice, and whether it is its turn or how it ended for it.
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
	name, size, room := c.phrases.name(s.number), c.size, wide-x-need-thrown
	if s.number > 1 && len(c.seats) > 2 && name == c.phrases.name(s.number-1) {
		name = c.phrases.either("″", "〃") // said above
	}
	for size > c.size*5/8 && c.face.width(name, size) > room {
		size--
	}
	name = c.face.cut(name, size, room)
	l.words = append(l.words, lettering{x: x, y: c.size * 8 / 10, size: size, text: name, colour: c.hue.ink})
	x += c.face.width(name, size)
	if chip != "" {
		colour := seatLayout{c.style, s}.chipColour()
		l.words = append(l.words, lettering{x: x + small, y: c.size * 7 / 10, size: small, text: chip, colour: c.hue.signOn(colour), pill: colour})
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
func (c card) held(s seat, wide int) (l layout) {
	p := seatLayout{c.style, s}
	for i := range p.seat.pieces {
		p.seat.pieces[i].Cells[0].Turn = 0
	}
	switch {
	case len(s.boards) > 0:
		pairs := p.pairs(c.size, 8*c.size)
		later := pairs.places[len(pairs.places)-1]
		pairs.w = later.x + later.width() + c.size/2
		words := p.counters(wide - pairs.w)
		if len(words.words) == 1 {
			pairs.add(words, pairs.w, (pairs.h-words.h)/2)
		} else if words = p.counters(wide); words.w > 0 {
			pairs.add(words, 0, pairs.h+c.size/4)
		}
		return pairs
	case c.ownFields():
		return p.counters(wide)
	case len(s.things) >= many: // see stocks
		return l
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
