package render

import (
	"image/color"
	"math"
	"slices"
	"strconv"
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// direction is the side on which a seat sits, from the viewer's point of view.
type direction uint8

const (
	south direction = iota
	west
	north
	east
)

// far reports whether the bar of the seat is above the board.
func (c direction) far() bool { return c == west || c == north }

// seat is a seat in a picture: a bar with its name, and pieces in hand.
type seat struct {
	number    int
	direction direction
	sign      engine.Cell
	panel     engine.Panel
	boards    []view         // its own small boards, such as coming stones
	pieces    []engine.Thing // in hand, on its stand
	things    []engine.Thing // in its bar
	dice      *engine.Dice   // with its faces only if the seat has thrown them; nil if the game throws none
	chip      i18n.Text      // whose turn it is, or how the match ended for the seat
	moves     bool           // it is its turn
	clock     []string       // its clock, in ever shorter forms
}

// seated returns the seats of s, and the small boards that belong to none.
func seated(s engine.Scene, o viewer, clocks Clocks) (seats []seat, rest []view) {
	for i, panel := range s.Players {
		// clockwise from below, or opposite each other if there are two
		at := i
		if len(s.Players) == 2 {
			at *= 2
		}
		if o.flip {
			at += 2
		}
		next := seat{number: i + 1, direction: direction(at % 4), panel: panel, chip: chip(s, i+1), moves: s.Result == nil && s.Turn.Seat == i+1}
		next.things = drawnThings(panel)
		next.sign = engine.Cell{Form: engine.Disc, Ink: engine.Ink(next.number), Glyph: strconv.Itoa(next.number)}
		switch {
		case len(next.things) == 0:
		case inHand(next.things):
			next.pieces, next.things = next.things, nil
			next.sign = engine.Cell{Form: engine.Label, Glyph: []string{"☗", "☖"}[(next.number+1)%2]}
		default:
			for _, c := range next.things[0].Cells {
				if c.Ink == engine.Black {
					next.sign.Ink = c.Ink
				}
				if c.Form == engine.Drawn && c.Ink == next.sign.Ink {
					next.sign.Glyph = c.Glyph
				}
			}
		}
		if d := s.Throw; d.Room > 0 {
			if d.Seat != next.number {
				d.Faces = nil
			}
			next.dice = &d
		}
		if i < len(clocks) {
			next.clock = clocks[i]
		}
		seats = append(seats, next)
	}
	for _, b := range s.Boards[fieldsOf(s):] {
		v := o.view(b, false)
		if b.Seat > 0 && b.Seat <= len(seats) {
			seats[b.Seat-1].boards = append(seats[b.Seat-1].boards, v)
		} else {
			rest = append(rest, v)
		}
	}
	return seats, rest
}

// chip returns the chip of a seat: that it is its turn, or how the match ended for it.
func chip(s engine.Scene, seat int) i18n.Text {
	switch {
	case s.Result != nil && seat <= len(s.Result.Places):
		first := 0
		for _, place := range s.Result.Places {
			if place == 1 {
				first++
			}
		}
		switch {
		case s.Result.Places[seat-1] != 1:
			return i18n.Text{En: "lost", Ja: "負"}
		case first > 1:
			return drawChip
		}
		return wonChip
	case s.Result == nil && s.Passed == seat && s.Turn.Seat != seat:
		return passedChip
	case s.Result != nil || s.Turn.Seat != seat:
		return i18n.Text{}
	case s.Turn.Throw:
		return i18n.Text{En: "to throw", Ja: "振る番"}
	}
	return i18n.Text{En: "to move", Ja: "手番"}
}

var (
	wonChip    = i18n.Text{En: "won", Ja: "勝"}
	drawChip   = i18n.Text{En: "draw", Ja: "分"}
	passedChip = i18n.Text{En: "passed", Ja: "パス"}
)

// nameBar is the name bar of a seat. Its parts count from its own upper left.
type nameBar struct {
	layout
	seat  int
	about string // its full text
	x, y  int
	moves bool
}

// seatLayout lays out the bar and the stand of a seat.
type seatLayout struct {
	style
	seat seat
}

// bar returns the bar of a seat in w pixels: sign, name and chip on the left, things and clock on the right. In a bar over
// a field of its own, the chip and things are below the name.
func (p seatLayout) bar(w int, own bool) nameBar {
	b := nameBar{seat: p.seat.number, about: p.phrases.panel(p.seat.number, p.seat.panel), moves: p.seat.moves}
	if len(p.seat.clock) > 0 {
		b.about += p.phrases.comma() + oneLine(p.seat.clock[0])
	}
	b.w, b.h = w, p.letter*9/5
	pad := p.letter * 3 / 4
	var icons layout
	if !own {
		if stacked(p.seat.things) && !p.small {
			b.h = max(b.h, p.letter*3)
		}
		icons = p.icons(p.seat.things, b.h-max(6, pad), w*2/3)
		if p.small && p.phrases.seats > 2 { // the name comes first
			icons = layout{}
		}
	}
	title := p
	var row layout
	var clock lettering
	if own {
		room := w - 2*pad
		if clock = p.clock(math.MaxInt); clock.text != "" { // the longest form goes below if it can
			room -= p.face.width(clock.text, clock.size) + p.letter
		}
		need := 0
		if p.small && p.wordless() { // objects need their room
			need = p.objects(p.letter*5/4, math.MaxInt).w
		}
		if chip := p.phrases.in(p.seat.chip); chip != "" && !p.mute && p.chipWidth(chip)+need <= room {
			at := lettering{x: p.letter / 2, y: p.countersHeight()/2 + p.letter*7/20, size: p.letter, text: chip, colour: p.hue.signOn(p.chipColour()), pill: p.chipColour()}
			row = layout{w: p.chipWidth(chip) + p.letter/2, words: []lettering{at}}
			title.seat.chip, title.seat.moves = i18n.Text{}, false
		}
		row.add(p.counters(room-row.w), row.w, 0)
		if row.w <= room {
			title.seat.clock = nil
		} else {
			clock = p.clock(w - 2*pad - row.w - p.letter)
		}
	}
	title.addTitle(&b, w-pad, icons, own)
	if own {
		if clock.text != "" && (title.seat.clock == nil || !slices.ContainsFunc(b.words, func(w lettering) bool { return slices.Contains(p.seat.clock, w.text) })) {
			clock.x, clock.y = w-pad-p.face.width(clock.text, clock.size), b.h+p.letter
			b.words = append(b.words, clock)
		}
		b.add(row, pad, b.h)
		b.h += p.letter / 4
	}
	b.w = w
	return b
}

// nameless returns the sign, the name if there is one and the things of a seat in a row of this width.
func (p seatLayout) nameless(w int) layout {
	size := p.letter * 3 / 2
	sign, about := view{cols: 1, rows: 1, cells: []engine.Cell{p.seat.sign}}, p.phrases.panel(p.seat.number, p.seat.panel)
	x := size + p.letter/2
	p.seat.panel.Has, p.seat.panel.State = nil, i18n.Text{} // the page says them beside the name
	p.seat.things = slices.DeleteFunc(slices.Clone(p.seat.things), func(t engine.Thing) bool { return t.Role == engine.Kept || t.Role == engine.Steps })
	row := p.counters(w - x)
	l := layout{w: w, places: []place{{view: sign, about: about, pitch: size, y: max(0, row.h-size) / 2}}}
	l.add(layout{h: size}, 0, 0)
	if number := p.seat.number; number <= len(p.phrases.names) && p.phrases.names[number-1] != "" && !p.mute {
		fits := func(name string) bool { return p.face.width(name, p.letter) <= w-x-row.w }
		if name := p.phrases.fitting(func(t phrases) string { return t.name(number) }, fits); fits(name) {
			l.words = append(l.words, lettering{x: x, y: l.h/2 + p.letter*7/20, size: p.letter, text: name, colour: p.hue.ink})
			x += p.face.width(name, p.letter) + p.letter/2
		}
	}
	l.add(row, x, max(0, size-row.h)/2)
	return l
}

// countersHeight is the height of two lines of counters, or of objects in a small picture.
func (s style) countersHeight() int {
	if s.small {
		return s.letter * 5 / 4
	}
	return s.letter * 8 / 5
}

// counters returns what a seat with a field of its own has, in at most two lines of words that have room. Where nothing is said, it
// returns objects with numbers.
func (p seatLayout) counters(room int) (l layout) {
	l.h = p.countersHeight()
	for _, size := range []int{p.letter * 19 / 20, p.letter * 3 / 4} {
		size = max(readable, size)
		for _, parts := range p.descriptions() {
			for i, part := range parts {
				if p.face.width(part+p.phrases.comma(), size) <= room { // a number stays beside its unit
					parts[i] = strings.ReplaceAll(part, " ", string(noBreak))
				}
			}
			lines := p.face.wrap(strings.Join(parts, p.phrases.comma()), size, room)
			if len(lines) == 0 || len(lines) > 2 || len(lines)*size*5/4 > l.h {
				continue
			}
			for i, line := range lines {
				line = strings.ReplaceAll(line, string(noBreak), " ")
				l.words = append(l.words, lettering{y: l.h*(2*i+3-len(lines))/4 + size*3/10, size: size, text: line, colour: p.hue.faded})
				l.w = max(l.w, p.face.width(line, size))
			}
			return l
		}
	}
	if p.wordless() {
		l.add(p.objects(p.letter*5/4, room), 0, (l.h-p.letter*5/4)/2)
	}
	return l
}

// wordless reports whether nothing about the seat is said.
func (p seatLayout) wordless() bool {
	p.small = false
	return len(p.descriptions()[0]) == 0
}

// readable is the size of the smallest letters that are read without effort, in pixels.
const readable = 11

// many is a number of kinds of things that takes a bar of more height.
const many = 7

// large reports whether a thing has more than one cell.
func large(t engine.Thing) bool { return len(t.Cells) > 1 }

// stacked reports whether the numbers of things go below them.
func stacked(things []engine.Thing) bool {
	return len(things) >= many || slices.ContainsFunc(things, large)
}

// addTitle writes sign, name, chip, things, state and clock into the first line of a bar, up to right.
func (p seatLayout) addTitle(b *nameBar, right int, icons layout, own bool) {
	high := b.h
	base := (high + p.letter*7/10) / 2
	sign := p.letter * 3 / 2
	x := p.letter * 3 / 5
	b.places = append(b.places, place{view: view{cols: 1, rows: 1, cells: []engine.Cell{p.seat.sign}}, x: x, y: (high - sign) / 2, pitch: sign})
	x += sign + p.letter/3
	need := 0 // the width that the turn or the result takes at least
	switch text := p.phrases.in(p.seat.chip); {
	case p.seat.moves:
		need = p.letter * 3 / 2
	case text != "":
		need = p.chipWidth(text)
	}
	if high >= 5*p.letter/2 { // the clock goes below the name
		if clock := p.clock(right - x - icons.w - p.letter); clock.text != "" {
			base -= p.letter * 11 / 20
			clock.x, clock.y = x, base+p.letter*5/4
			b.words = append(b.words, clock)
		}
	} else if clock := p.clock(right - x - need - p.nameWidth() - icons.w - p.letter); clock.text != "" {
		right -= p.face.width(clock.text, clock.size)
		clock.x, clock.y = right, base
		b.words = append(b.words, clock)
		right -= p.letter / 2
	}
	if icons.w > 0 && x+need+icons.w <= right {
		b.add(icons, right-icons.w, (high-icons.h)/2)
		right -= icons.w + p.letter/2
	}
	if p.mute {
		sign, colour := "", p.hue.ink
		switch {
		case p.seat.moves:
			sign, colour = "●", p.hue.pill
		case p.seat.chip == wonChip:
			sign = "★"
		case p.seat.chip == drawChip:
			sign = "½"
		case p.seat.chip == passedChip:
			sign = "–"
		}
		b.words = append(b.words, lettering{x: x, y: base, size: p.letter, text: sign, colour: colour})
		return
	}
	chip, room := p.phrases.in(p.seat.chip), right-x
	wide := 0
	if chip != "" {
		whole, dot := p.face.width(p.phrases.name(p.seat.number), p.letter)+p.letter/3, p.face.width("●", p.letter)
		if wide = p.chipWidth(chip); p.seat.moves && (wide+p.nameWidth() > room || wide+whole > room && dot+whole <= room) {
			chip = "" // a dot leaves the name whole
			b.words = append(b.words, lettering{x: x, y: base, size: p.letter, text: "●", colour: p.hue.pill})
			wide = dot
			x += wide + p.letter/4
		}
		room -= wide + p.letter/3
	}
	name := p.face.cut(p.phrases.name(p.seat.number), p.letter, max(0, room))
	if p.face.width(name, p.letter) > room {
		name = ""
	}
	b.words = append(b.words, lettering{x: x, y: base, size: p.letter, text: name, colour: p.hue.ink})
	x += p.face.width(name, p.letter) + p.letter/3
	if chip != "" && x+wide <= right+p.letter/2 {
		b.words = append(b.words, lettering{x: x + p.letter/2, y: base, size: p.letter, text: chip, colour: p.hue.signOn(p.chipColour()), pill: p.chipColour()})
		x += wide + p.letter/3
	}
	if own {
		return
	}
	size := max(smallest, p.letter*17/20)
	for _, parts := range p.descriptions() { // the state and the things in words, if they fit
		text := strings.Join(parts, p.phrases.comma())
		if width := p.face.width(text, size); width > 0 && x+width <= right {
			b.words = append(b.words, lettering{x: right - width, y: base, size: size, text: text, colour: p.hue.faded})
			return
		}
	}
}

// chipColour returns the colour of a chip: one for the turn, another one for a result.
func (p seatLayout) chipColour() color.RGBA {
	if p.seat.moves {
		return p.hue.pill
	}
	return p.hue.ink
}

// nameWidth returns the width that a name takes at least, cut if it is long.
func (p seatLayout) nameWidth() int {
	return min(p.face.width(p.phrases.name(p.seat.number), p.letter), 3*p.letter)
}

// clock returns the longest form of the clock that fits room; no text if none does, or in a small picture.
func (p seatLayout) clock(room int) (w lettering) {
	w.size, w.colour = max(smallest, p.letter*17/20), p.hue.faded
	for _, form := range p.seat.clock {
		if text := oneLine(form); !p.small && p.face.width(text, w.size) <= room {
			w.text = text
			break
		}
	}
	return w
}

// chipWidth returns the width of a chip.
func (p seatLayout) chipWidth(text string) int { return p.face.width(text, p.letter) + p.letter }

// descriptions returns descriptions of a seat, the longest first.
func (p seatLayout) descriptions() [][]string {
	if p.small || p.mute {
		return [][]string{nil}
	}
	state := filled(p.phrases.in(p.seat.panel.State))
	all := slices.Clone(state)
	for _, t := range p.seat.panel.Has {
		if inWords(t) {
			all = append(all, filled(p.phrases.in(t.Words))...)
		}
	}
	return [][]string{all, state}
}

// icons puts things in a row of this height, smaller if they do not fit room. It returns an empty layout if they never fit.
func (p seatLayout) icons(things []engine.Thing, high, room int) layout {
	draw := p.icon
	switch {
	case p.small && stacked(things):
		return layout{}
	case stacked(things):
		draw = p.named
	}
	for size := high; size >= p.letter*4/5 && size >= smallest; size-- {
		var row layout
		for _, t := range things {
			x := row.w
			if x > 0 {
				x += max(3, size/6)
			}
			if icon := draw(t, size); icon.w > 0 {
				row.add(icon, x, 0)
			}
		}
		if row.h = high; row.w <= room {
			return row
		}
	}
	return layout{}
}

// icon returns a thing with its number, in a row of this height.
func (p seatLayout) icon(t engine.Thing, high int) layout {
	switch {
	case t.Cells[0].Form == engine.Plank:
		return p.planks(t, high)
	case t.Count == 0 && t.Cells[0].Form != engine.Label:
		return layout{}
	}
	cell, size := min(high, p.letter*7/5), min(p.letter, high*9/10)
	l := p.thing(t, cell)
	l.places[0].y = (high - cell) / 2
	text := lettering{x: cell + 1, y: (high + size*7/10) / 2, size: size, text: strconv.Itoa(t.Count), colour: p.hue.ink}
	l.words = append(l.words, text)
	l.w, l.h = cell+1+p.face.width(text.text, size), high
	return l
}

// planks returns planks side by side with their number, or an empty one if none are left.
func (p seatLayout) planks(t engine.Thing, high int) layout {
	thick, colour := max(3, high/6), p.hue.colourOf(t.Cells[0].Ink)
	ground := p.hue.barGround(p.seat.moves)
	edge := p.hue.contrasting(ground, mix(colour, p.hue.ink, 6), shapeContrast)
	l := layout{h: high}
	for i := range max(1, t.Count) {
		at := rectangle{x: i * (thick + max(2, thick*2/3)), y: high / 8, w: thick, h: high * 3 / 4, round: thick / 3, colour: edge}
		inner := at
		inner.x, inner.y, inner.w, inner.h, inner.colour = at.x+1, at.y+1, at.w-2, at.h-2, colour
		if t.Count == 0 {
			inner.colour = ground
		}
		l.planks = append(l.planks, at, inner)
		l.w = at.x + thick
	}
	size := p.letter
	l.words = []lettering{{x: l.w + p.letter/2, y: (high + size*7/10) / 2, size: size, text: strconv.Itoa(t.Count), colour: p.hue.ink}}
	l.w += p.letter/2 + p.face.width(l.words[0].text, size)
	return l
}

// thing returns one of a thing with cells of this size, pale if there is none left.
func (p seatLayout) thing(t engine.Thing, cell int) layout {
	b := engine.Board{Cells: t.Cells, Strokes: t.Strokes}
	for _, c := range t.Cells {
		b.Max.X, b.Max.Y = max(b.Max.X, c.At.X), max(b.Max.Y, c.At.Y)
	}
	at := place{view: viewer{}.view(b, false), about: sign(t), pitch: cell, pale: t.Count == 0}
	return layout{w: at.width(), h: at.height(), places: []place{at}}
}

// tallest is the rows of the tallest body in a stock. All are drawn to its scale.
const tallest = 5

// named returns a thing with its number below it, and with its name if it is more than a sign.
func (p seatLayout) named(t engine.Thing, high int) layout {
	size, rows := max(smallest+1, high/3), 1
	for _, c := range t.Cells {
		if rows = max(rows, c.At.Y+1); c.Form == engine.Body {
			rows = tallest
		}
	}
	words, widest := []string{strconv.Itoa(t.Count)}, p.face.width("00", size)
	wide := p.face.width(words[0], size)
	if large(t) { // the name stays while the number changes
		words = []string{t.Name + " ", words[0]}
		wide = p.face.width(t.Name+" 0", size)
		widest = wide
	}
	l := p.thing(t, max(1, min(high-size-1, p.letter*2)/rows))
	all := layout{w: max(l.w, widest), h: high}
	all.add(l, (all.w-l.w)/2, (high-size-l.h)/2)
	at := (all.w - wide) / 2
	for _, text := range words {
		all.words = append(all.words, lettering{x: at, y: high - size/6, size: size, text: text, colour: p.hue.ink})
		at += p.face.width(text, size)
	}
	return all
}

// rectangle is a part of a bar in one colour.
type rectangle struct {
	x, y, w, h int
	round      int // the radius of its corners
	colour     color.RGBA
}

func (r rectangle) paint(pen pen) { pen.round(r.x, r.y, r.w, r.h, r.round, r.colour) }
