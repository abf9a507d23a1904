package render

import (
	"image"
	"slices"

	"hikyaku/engine"
)

// drawTrail draws a thin line from the cell that the last move left to the one that it came to.
func (p painter) drawTrail() {
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

// plates are the names of the columns and rows of the last move, and their middles.
type plates struct {
	cols, rows string // "" without a last move
	x, y       int
}

// covers reports whether a label at x or y would touch a plate.
func (l plates) covers(p painter, x, y int, name string) bool {
	switch {
	case l.cols == "":
		return false
	case name == "":
		return max(y-l.y, l.y-y) < p.in.label*5/4
	}
	return max(x-l.x, l.x-x) < (p.face.width(l.cols+oneLine(name), p.in.label)+p.in.label)/2
}

// drawLastNames names the columns and rows of the last move on the rim of a board with bodies, whose cells are small.
func (p painter) drawLastNames() (l plates) {
	if p.hue.plain || p.in.colNames == nil || p.in.rowNames == nil {
		return l
	}
	var xs, ys []int
	for _, c := range p.in.cells {
		if c.Form == engine.Body && c.Mark == engine.Last {
			xs, ys = append(xs, c.At.X), append(ys, c.At.Y)
		}
	}
	if xs == nil {
		return l
	}
	left, right, top, bottom := slices.Min(xs), slices.Max(xs), slices.Min(ys), slices.Max(ys)
	firstCol, lastCol, firstRow, lastRow := left, right, bottom, top
	if p.in.turned { // the names count up from either side
		firstCol, lastCol, firstRow, lastRow = right, left, top, bottom
	}
	l = plates{
		cols: span(p.in.colNames[firstCol], p.in.colNames[lastCol]), rows: span(p.in.rowNames[firstRow], p.in.rowNames[lastRow]),
		x: p.in.x + (left+right+1)*p.in.pitch/2, y: p.in.y + (top+bottom+1)*p.in.pitch/2,
	}
	mid := (p.in.rim + p.in.band) / 2
	p.drawPlate(l.x, p.in.y+p.in.height()+mid, l.cols, p.in.width())
	x, room := p.in.x-mid, p.in.band
	if need, edge := p.face.width(l.rows, p.in.label)+p.in.label/3, p.in.x-p.in.rim-p.in.band+1; need > room && edge+need < p.in.x+left*p.in.pitch {
		x, room = edge+need/2, need // over the board, where the piece is not
	}
	p.drawPlate(x, l.y, l.rows, room)
	return l
}

// span returns "B–D", or "B" alone.
func span(first, last string) string {
	if first == last {
		return oneLine(first)
	}
	return oneLine(first + "–" + last)
}

// drawPlate writes text of at most room pixels on a plate in the colour of the last move.
func (p painter) drawPlate(x, y int, text string, room int) {
	size := p.in.label
	for size > smallest && p.face.width(text, size)+size/3 > room {
		size--
	}
	w, h := p.face.width(text, size)+size/3, size*5/4
	p.round(x-w/2, y-h/2, w, h, size/4, p.hue.accent)
	p.fill(p.face.text(image.Pt((x-w/2)*px+size*px/6, y*px+size*px*36/100), size*px, text), p.hue.signOn(p.hue.accent), 16)
}

// drawThreat draws a light band over a chain in the colour of its side, with its class at its end.
func (p painter) drawThreat(l engine.Line) {
	a, b := p.in.corner(l.From), p.in.corner(l.To)
	n := p.in.pitch * px
	colour := p.hue.colourOf(l.Ink)
	p.fill(stroke(a, b, n*60/100), colour, 5)
	p.fill(circle(b, n*40/100), p.hue.white, 16)
	p.fill(circle(b, n*36/100), colour, 16)
	p.fill(p.face.sign(b, n*50/100, 0, printable(l.Name)), p.hue.signOn(colour), 16)
}
