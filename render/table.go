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
	for i, f := range p.fields {
		x := l.w
		if x > 0 {
			x += p.letter
		}
		for _, v := range p.below {
			if i == 1 && v.goesBetween() {
				list := place{view: v.upright(), about: v.title(p.phrases), pitch: pitch * 9 / 10, x: x}
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
		main := p.board(f.main, pitch, 0, true)
		y := 0
		if f.main.seat <= len(p.seats) {
			seat := seatLayout{p.style, p.seats[f.main.seat-1]}
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
	for _, f := range p.fields {
		x := l.w
		if x > 0 {
			x += p.letter
		}
		l.add(p.board(f.main, pitch, 0, true), x, 0)
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
	for _, seat := range p.seats {
		most = max(most, len(seat.pieces))
		if seat.dice != nil {
			room = max(room, seat.dice.Room)
		}
	}
	if most+room == 0 {
		return layout{}
	}
	across := max(1, room)
	if most > 5 && p.tight { // pieces in one column would be too small
		across = max(2, room)
	}
	rows, pad := (most+across-1)/across, max(2, pitch/12)
	cell := pitch * 4 / 5
	for cell > 2 && 2*(rows*cell+2*pad)+max(cell/2, 2*room*(cell*4/3+pad)) > high {
		cell--
	}
	large := cell * 4 / 3 // of a die
	wide := max(across*cell, room*large) + 2*pad
	var l layout
	for _, seat := range p.seats {
		up := seat.direction != south
		if most > 0 {
			y := high - rows*cell - pad
			if up {
				y = pad
			}
			l.add(seatLayout{p.style, seat}.stand(across, rows, cell, up), (wide-across*cell)/2, y)
			l.places[len(l.places)-1].rim = pad
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

// stand returns the pieces that a seat has in hand, with their numbers.
func (p seatLayout) stand(across, rows, cell int, up bool) layout {
	b := engine.Board{Seat: p.seat.number, Max: engine.Point{X: across - 1, Y: rows - 1}}
	var counts []int
	for _, t := range p.seat.pieces {
		if t.Count > 0 {
			c := t.Cells[0]
			c.At = engine.Point{X: len(b.Cells) % across, Y: rows - 1 - len(b.Cells)/across}
			b.Cells, counts = append(b.Cells, c), append(counts, t.Count)
		}
	}
	at := place{view: viewer{flip: p.flip}.view(b, up), about: p.phrases.panel(p.seat.number, p.seat.panel), pitch: cell, stand: true}
	l := layout{w: at.width(), h: at.height()}
	size := max(smallest, cell*3/10)
	for i, n := range counts {
		if n > 1 {
			x, y := at.at(at.cells[i].At)
			text := strconv.Itoa(n)
			l.words = append(l.words, lettering{x: x + cell - size/4 - p.face.width(text, size), y: y + cell - size/3, size: size, text: text, colour: p.hue.onto(p.hue.red), pill: p.hue.red})
		}
	}
	l.places = append(l.places, at)
	return l
}
