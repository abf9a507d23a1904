package render

import (
	"slices"
	"strconv"

	"hikyaku/engine"
)

// trail draws a thin line from the cell that the last move left to the one that it came to.
func (p painter) trail() {
	var from, to []spot
	for _, c := range p.in.cells {
		switch {
		case c.Mark == engine.From:
			from = append(from, p.in.middle(c.At))
		case c.Form != engine.Ground && (c.Mark == engine.Last || c.Mark == engine.Deciding):
			to = append(to, p.in.middle(c.At))
		}
	}
	if len(from) != 1 || len(to) != 1 {
		return
	}
	n := p.in.cell() * px
	colour := mix(p.hue.accent, p.hue.edge, 6)
	p.fill(circle(from[0], n*9/100), colour, 16)
	p.fill(stroke(from[0], to[0], max(px, n*5/100)), colour, 16)
}

// coming draws the garbage that is announced to the owner of a field over it: a large stone for each row, as far as there
// is room, and small ones for the rest.
func (p painter) coming() {
	t := p.in.coming
	if len(t.Cells) == 0 || t.Count == 0 || p.in.rim < 8 {
		return
	}
	rows, rest := t.Count, 0
	if t.Cells[0].Shape != engine.Row {
		rows, rest = t.Count/p.in.cols, t.Count%p.in.cols
	}
	big := min(p.in.rim*px*86/100, p.in.width()*px/8)
	x, y := p.in.x*px, p.in.y*px-p.in.rim*px/2
	put := func(size fix) {
		p.garbage(t.Cells[0], spot{x + size/2, y}, size*46/100)
		x += size * 108 / 100
	}
	many := rows > 4
	for range min(rows, 4) {
		if !many {
			put(big)
		}
	}
	if many {
		put(big)
		sign := p.face.sign(spot{}, big*8/10, 0, "×"+strconv.Itoa(rows))
		lo, hi := sign.extent()
		x += (hi.x - lo.x) / 2
		p.fill(sign.centred(spot{x, y}, 0), p.hue.cream, 16)
		x += (hi.x-lo.x)/2 + big/5
	}
	for range rest {
		put(big * 5 / 8)
	}
}

// whereabouts names the columns and rows of the last move on the rim of a board with small cells.
func (p painter) whereabouts() {
	if !p.in.has(engine.Body) || p.in.colNames == nil || p.in.rowNames == nil {
		return
	}
	var xs, ys []int
	for _, c := range p.in.cells {
		if c.Mark == engine.Last {
			xs, ys = append(xs, c.At.X), append(ys, c.At.Y)
		}
	}
	if xs == nil {
		return
	}
	left, right, top, bottom := slices.Min(xs), slices.Max(xs), slices.Min(ys), slices.Max(ys)
	mid := p.in.rim / 2
	cols, rows := span(p.in.colNames[left], p.in.colNames[right]), span(p.in.rowNames[bottom], p.in.rowNames[top])
	x := p.in.x + (left+right+1)*p.in.pitch/2
	y := p.in.y + (top+bottom+1)*p.in.pitch/2
	for _, at := range [2]int{p.in.y - mid, p.in.y + p.in.height() + mid} {
		p.plate(x, at, cols)
	}
	for _, at := range [2]int{p.in.x - mid, p.in.x + p.in.width() + mid} {
		p.plate(at, y, rows)
	}
}

// span returns "B–D", or "B" alone.
func span(first, last string) string {
	if first == last {
		return oneLine(first)
	}
	return oneLine(first + "–" + last)
}

// plate writes text on a plate in the colour of the last move, within the picture.
func (p painter) plate(x, y int, text string) {
	size := p.in.label
	w, h := p.face.width(text, size)+size/2, size*5/4
	if room := 2 * p.in.rim; w > room && x < p.in.x+p.in.width()/2 && x < p.in.x {
		x = p.in.x - p.in.rim + w/2
	} else if w > p.in.rim && x > p.in.x+p.in.width() {
		x = p.in.x + p.in.width() + p.in.rim - w/2
	} else if w > p.in.rim && x < p.in.x {
		x = p.in.x - p.in.rim + w/2
	}
	p.round(x-w/2, y-h/2, w, h, size/4, p.hue.accent)
	p.fill(p.face.text(spot{(x - w/2 + size/4) * px, y*px + size*px*36/100}, size*px, text), p.hue.onto(p.hue.accent), 16)
}
