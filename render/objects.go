package render

import (
	"image"
	"strconv"

	"hikyaku/engine"
)

// The forms of signs that only bars have, and the arrow over a field.
const (
	linkedRings engine.Form = 100 + iota
	dashedRing
	plainRing
	arrow // to the right without Turn
)

// inWords reports whether t is said in words or in the state of its seat, and drawn only where words have no room.
func inWords(t engine.Thing) bool { return len(t.Cells) == 0 || t.Role > engine.Coming }

// coming returns what will fall on the field of a seat.
func coming(p engine.Panel) *engine.Thing {
	for _, t := range p.Has {
		if t.Role == engine.Coming && t.Count > 0 {
			return &t
		}
	}
	return nil
}

// mostDrawn is the number of objects of a kind that are drawn one by one. More are one with a number.
const mostDrawn = 4

// few is a number of objects that always fits: every kind is one with its number.
const few = 1

// objects returns the things of a seat in one row that is at most high and room wide, as objects with numbers. If they do
// not fit, more of them become numbers, and then all become smaller: none is left out.
func (p seatLayout) objects(high, room int) (row layout) {
	for _, most := range []int{mostDrawn, few} {
		for size := high; size >= high*3/4 || most == few && size >= smallest*2/3; size-- {
			row = layout{}
			for _, t := range p.seat.things {
				if part := p.object(t, size, most); part.w > 0 {
					if row.w > 0 {
						row.w += size*min(most, 3)/6 + 1
					}
					row.add(part, row.w, (high-size)/2)
				}
			}
			if row.h = high; row.w <= room {
				return row
			}
		}
	}
	return row
}

// object returns a thing in a row of this height. Up to most of a kind are drawn one by one.
func (p seatLayout) object(t engine.Thing, high, most int) (l layout) {
	if t.Role == engine.Coming || t.Count == 0 && t.Role != engine.Kept {
		return l
	}
	stone, gap := high*4/5, max(1, high/8)
	put := func(c engine.Cell, cols int) {
		if l.w > 0 {
			l.w += gap
		}
		at := place{view: view{cols: 1, rows: 1, cells: []engine.Cell{c}}, x: l.w + (cols-1)*stone/2, y: (high - stone) / 2, pitch: stone}
		l.places, l.w = append(l.places, at), l.w+cols*stone
	}
	write := func(text string) {
		size := min(p.letter, high*9/10)
		l.words = append(l.words, lettering{x: l.w + gap, y: (high + size*7/10) / 2, size: size, text: text, colour: p.hue.ink})
		l.w += gap + p.face.width(text, size)
	}
	count := func(c engine.Cell, n int) {
		if n > most {
			put(c, 1)
			write("×" + strconv.Itoa(n))
			return
		}
		for range n {
			put(c, 1)
		}
	}
	switch t.Role {
	case engine.Links:
		rim := max(1, high/14)
		l.w = high / 4
		put(engine.Cell{Form: linkedRings}, 1)
		l.w += stone / 2
		l.places[0].x += stone / 4
		write(strconv.Itoa(t.Count))
		l.w += high / 3
		l.planks = []rectangle{
			{w: l.w, h: high, round: high / 4, colour: p.hue.ink},
			{x: rim, y: rim, w: l.w - 2*rim, h: high - 2*rim, round: high/4 - rim, colour: p.hue.barGround(p.seat.moves)},
		}
	case engine.Slots:
		count(engine.Cell{Form: dashedRing}, t.Count)
	case engine.Leaving:
		put(engine.Cell{Form: arrow}, 1)
		count(t.Cells[0], t.Count)
	case engine.Steps:
		if most == few {
			put(engine.Cell{Form: plainRing}, 1)
			write(strconv.Itoa(t.Count) + "/" + strconv.Itoa(t.Most))
			break
		}
		for i := range t.Most {
			c := engine.Cell{Form: plainRing}
			if i < t.Count {
				c.Mark = engine.Last
			}
			put(c, 1)
		}
	default:
		put(t.Cells[0], 1)
		write(strconv.Itoa(t.Count))
	}
	l.h = high
	return l
}

// pairs lays out the coming stones of a seat over its field: those in hand large and framed, the others small after a word.
func (p seatLayout) pairs(pitch, wide int) (l layout) {
	pad, cell := max(2, pitch/8), pitch*7/8
	for _, v := range p.seat.boards {
		hand := place{view: v.columns(0, v.hand), about: v.title(p.phrases), x: pitch/2 + pad, y: pad, pitch: cell, rim: pad, hold: dashed}
		if p.seat.moves {
			hand.hold = solid
		}
		later := place{view: v.columns(v.hand, v.cols), about: hand.about, pitch: pitch * 7 / 10}
		later.id = ""
		l.places = append(l.places, hand)
		l.h = max(l.h, hand.height()+2*pad)
		size, word := max(smallest, p.letter), p.phrases.either("next", "次")
		x := hand.x + hand.width() + 4*pad
		if !p.mute && len(v.cells) > 0 && x+p.face.width(word, size)+pad/2+later.width() <= wide {
			l.words = append(l.words, lettering{x: x, y: l.h - pad - later.height()/2 + size*7/20, size: size, text: word, colour: p.hue.ink})
			x += p.face.width(word, size)
		}
		later.x, later.y = x+pad/2, l.h-pad-later.height()
		l.places = append(l.places, later)
	}
	l.w = wide
	return l
}

// columns returns the part of v in the columns from one to before another.
func (v view) columns(from, to int) view {
	part := v
	part.cols, part.cells = to-from, nil
	for _, c := range v.cells {
		if c.At.X >= from && c.At.X < to {
			c.At.X -= from
			part.cells = append(part.cells, c)
		}
	}
	return part
}

// hold is the frame around stones in hand.
type hold uint8

const (
	unheld hold = iota
	dashed      // while the other seat moves
	solid
)

// drawHold draws the frame around stones in hand.
func (p painter) drawHold() {
	r, thick := p.in.rim, max(2, p.in.pitch/14)
	x, y, w, h := p.in.x-r, p.in.y-r, p.in.width()+2*r, p.in.height()+2*r
	if p.in.hold == solid {
		p.round(x, y, w, h, w/2, p.hue.pill)
		p.round(x+thick, y+thick, w-2*thick, h-2*thick, w/2-thick, p.hue.paper)
		return
	}
	line := func(a, b spot) { p.fill(stroke(a, b, max(px, px*thick/2)), p.hue.faded, 16) }
	left, top, right, bottom := x*px, y*px, (x+w)*px, (y+h)*px
	cut, dash := w*px/4, p.in.pitch*px/4
	for at := top + cut; at+dash <= bottom-cut+dash/2; at += 2 * dash {
		line(image.Pt(left, at), image.Pt(left, at+dash))
		line(image.Pt(right, at), image.Pt(right, at+dash))
	}
	for _, end := range [2][2]fix{{top, top + cut}, {bottom, bottom - cut}} {
		line(image.Pt(left+cut/3, end[1]+(end[0]-end[1])*2/3), image.Pt(left+cut, end[0]+(end[1]-end[0])/6))
		line(image.Pt(right-cut/3, end[1]+(end[0]-end[1])*2/3), image.Pt(right-cut, end[0]+(end[1]-end[0])/6))
		line(image.Pt(left+2*cut-dash/2, end[0]), image.Pt(left+2*cut+dash/2, end[0]))
	}
}

// drawComing draws what will fall on a field, in its row out of play: a stone for each, or one with the number, and an arrow.
func (p painter) drawComing() {
	t := p.in.coming
	n, size := t.Count, p.in.pitch*px
	if n > mostDrawn {
		n = 1
	}
	stone := func(column int) spot { return p.in.middle(engine.Point{X: column}) }
	for i := range n {
		p.fill(circle(stone(i), size*41/100), p.hue.well, 16)
		p.fill(circle(stone(i), size*39/100), p.hue.cream, 16)
		p.fill(circle(stone(i), size*39/100-max(px, size/16)), p.hue.colourOf(engine.Dull), 16)
	}
	if n < t.Count {
		mid := stone(1)
		mid.X += size / 2
		text := p.face.text(spot{}, size*62/100, "×"+strconv.Itoa(t.Count)).centred(mid, 0)
		p.fill(text.bold(size/14), p.hue.well, 16)
		p.fill(text, p.hue.signOn(p.hue.well), 16)
		n += 2
	}
	shape := arrowShape(stone(n), size, 1)
	p.fill(shape.bold(size/14), p.hue.well, 16)
	p.fill(shape, p.hue.signOn(p.hue.well), 16)
}

// arrowShape returns an arrow in a square of this size, to the right or turned clockwise.
func arrowShape(mid spot, size fix, turn int) path {
	return outlined(-42, -10, 0, -10, 0, -30, 40, 0, 0, 30, 0, 10, -42, 10).placed(mid, size, turn)
}

// eighths are the directions of the ends of the dashes of a ring, in thousandths.
var eighths = [16][2]fix{
	{1000, 0}, {924, 383}, {707, 707}, {383, 924}, {0, 1000}, {-383, 924}, {-707, 707}, {-924, 383},
	{-1000, 0}, {-924, -383}, {-707, -707}, {-383, -924}, {0, -1000}, {383, -924}, {707, -707}, {924, -383},
}

// object draws a sign of a bar.
func (p painter) object(c engine.Cell, mid spot, n fix) {
	r, thick := n*42/100, max(px*5/4, n/11)
	switch c.Form {
	case linkedRings:
		for _, x := range []fix{-r * 5 / 9, r * 5 / 9} {
			p.fill(ring(image.Pt(mid.X+x, mid.Y), r*4/5, r*4/5-thick), p.hue.ink, 16)
		}
	case dashedRing:
		for i := 0; i < len(eighths); i += 2 {
			a, b := eighths[i], eighths[i+1]
			p.fill(stroke(image.Pt(mid.X+a[0]*r/1000, mid.Y+a[1]*r/1000), image.Pt(mid.X+b[0]*r/1000, mid.Y+b[1]*r/1000), thick), p.hue.ink, 16)
		}
	case plainRing:
		p.fill(ring(mid, r*4/5, r*4/5-thick), p.hue.ink, 16)
		if c.Mark == engine.Last {
			p.fill(circle(mid, r/2), p.hue.ink, 16)
		}
	case arrow:
		p.fill(arrowShape(mid, n, c.Turn), p.hue.ink, 16)
	}
}
