package render

import (
	"slices"
	"strconv"

	"hikyaku/engine"
)

// apart puts fields with owners beside each other, each under the bar of its seat, or only its sign and things. A list that
// belongs to none of them is between them.
func (p planner) apart(pitch int) (l layout) {
	coming := func(s seat) bool { return slices.ContainsFunc(s.boards, func(v view) bool { return len(v.cells) > 0 }) }
	paired := !p.unnamed && !p.part || slices.ContainsFunc(p.seats, coming)
	for i, v := range p.fields {
		x := l.w
		if x > 0 {
			x += p.letter
		}
		for _, small := range p.below {
			if i == 1 && small.goesBetween() {
				list := place{view: small.upright(), about: small.title(p.phrases), pitch: pitch * 9 / 10, x: x}
				field := l.places[len(l.places)-1]
				list.y = max(0, field.y+field.height()-list.height())
				l.places, l.h = append(l.places, list), max(l.h, list.y+list.height())
				size := max(smallest, p.letter)
				if over := p.face.width(list.about, size) - list.width(); !p.mute && over <= p.letter*3/2 {
					l.words = append(l.words, lettering{x: x - over/2, y: list.y - size/2, size: size, text: list.about, colour: p.hue.ink})
				}
				x += list.width() + p.letter
			}
		}
		main := p.board(v, pitch, 0, true)
		y := 0
		if v.seat <= len(p.seats) {
			seat := seatLayout{p.style, p.seats[v.seat-1]}
			if p.unnamed {
				row := seat.nameless(main.w)
				l.add(row, x, 0)
				y = row.h
			} else {
				b := seat.bar(main.w, true)
				b.x = x
				l.bars = append(l.bars, b)
				y = b.h
			}
			y += between(p.letter)
			if paired && len(seat.seat.boards) > 0 {
				pairs := seat.pairs(pitch, main.places[0].width())
				l.add(pairs, x+main.places[0].x, y)
				y += pairs.h + between(p.letter)
			}
		}
		l.add(main, x, y)
	}
	return l
}

// between is the distance of a bar from its board, by the size of letters.
func between(letter int) int { return max(2, letter/3) }

// common puts the common field with the pieces in hand between the bars of all seats. Four share two lines, clockwise.
func (p planner) common(pitch int) (l layout) {
	body := p.table(pitch)
	if p.unnamed {
		return body
	}
	gap := between(p.letter)
	wide := max(body.w, min(12*p.letter, p.most))
	along, top := wide, 0
	if len(p.seats) > 2 {
		along = (wide - gap) / 2
	}
	for _, seat := range p.seats {
		b := seatLayout{p.style, seat}.bar(along, false)
		if seat.direction.far() {
			top = b.h + gap
		}
		if len(p.seats) > 2 && (seat.direction == north || seat.direction == east) {
			b.x = wide - along
		}
		l.bars = append(l.bars, b)
	}
	l.add(body, (wide-body.w)/2, top)
	l.w = wide
	bottom := l.h + gap
	for i, seat := range p.seats {
		if b := &l.bars[i]; !seat.direction.far() {
			b.y, l.h = bottom, bottom+b.h
		}
	}
	return l
}

// table returns the common field, the pieces in hand to its right, and small boards of seats below.
func (p planner) table(pitch int) (l layout) {
	for _, v := range p.fields {
		x := l.w
		if x > 0 {
			x += p.letter
		}
		l.add(p.board(v, pitch, 0, true), x, 0)
	}
	if stands := p.standing(pitch, l.h); stands.w > 0 {
		l.add(stands, l.w+between(p.letter), 0)
	}
	for _, seat := range p.seats {
		l = p.stack(l, p.flow(seat.boards, pitch, l.w))
	}
	return l
}

// standing returns the pieces in hand of the seats above each other in a column of this height, with the dice between them.
func (p planner) standing(pitch, high int) layout {
	most, room := 0, 0
	held := 1 // the pieces in hand of either seat, which are as large as all of them can be
	for _, seat := range p.seats {
		n := 0
		for _, t := range seat.pieces {
			n += min(t.Count, 1)
		}
		most, held = max(most, len(seat.pieces)), max(held, n)
		if seat.dice != nil {
			room = max(room, seat.dice.Room)
		}
	}
	if most+room == 0 {
		return layout{}
	}
	pad, cell, large := max(2, pitch/12), min(pitch*4/5, high/8), pitch/2 // large is the size of a die
	size := max(smallest, cell/2)
	numbers := p.face.width("18", size) // beside the pieces, as many as there are pawns
	wide := max(cell+numbers, room*large) + 2*pad
	stand := (high-max(pitch/3, 2*room*(large+pad)))/2 - 2*pad // its height
	cell = max(2, min(cell, stand/held))
	var l layout
	for _, seat := range p.seats {
		up := seat.direction != south
		if most > 0 {
			y, frame := high-stand-pad, stand
			if up {
				y, frame = pad+stand-held*cell, -stand
			}
			l.add(seatLayout{p.style, seat}.stand(held, cell, max(smallest, cell/2), up), pad, y)
			at := &l.places[len(l.places)-1]
			at.stand, at.rim, at.band = frame, pad, wide-2*pad-cell
		}
		if seat.dice != nil {
			die := place{view: viewer{}.view(dice(seat.number, *seat.dice), false), about: p.phrases.thrown(*seat.dice), pitch: large, x: (wide - room*large) / 2, y: high/2 + pad/2}
			if up {
				die.y = high/2 - pad/2 - large
			}
			l.places = append(l.places, die)
		}
	}
	l.w, l.h = wide, high
	return l
}

// stand returns the pieces that a seat has in hand, with their numbers at the right in letters of this size.
func (p seatLayout) stand(rows, cell, size int, up bool) layout {
	b := engine.Board{Seat: p.seat.number, Max: engine.Point{Y: rows - 1}}
	var counts []int
	for _, t := range p.seat.pieces {
		if t.Count > 0 {
			c := t.Cells[0]
			c.At.Y = rows - 1 - len(b.Cells)
			b.Cells, counts = append(b.Cells, c), append(counts, t.Count)
		}
	}
	at := place{view: viewer{flip: p.flip}.view(b, up), about: p.phrases.panel(p.seat.number, p.seat.panel), pitch: cell}
	l := layout{w: at.width(), h: at.height()}
	for i, n := range counts {
		if n > 1 {
			x, y := at.at(at.cells[i].At)
			l.words = append(l.words, lettering{x: x + cell, y: y + cell*7/10, size: size, text: strconv.Itoa(n), colour: p.hue.ink})
		}
	}
	l.places = append(l.places, at)
	return l
}
