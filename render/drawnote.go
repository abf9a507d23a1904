package render

import (
	"image"
	"image/color"
	"slices"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// noteColour is a colour of notes. It is the same in every theme, because people name it, and a rim in black or white sets it
// off from whatever lies below.
type noteColour struct {
	color.RGBA
	name i18n.Text
}

var noteColours = map[string]noteColour{
	"red":    {rgb(0xD02A1E), i18n.Text{En: "red", Ja: "赤"}},
	"green":  {rgb(0x187433), i18n.Text{En: "green", Ja: "緑"}},
	"blue":   {rgb(0x1F62C8), i18n.Text{En: "blue", Ja: "青"}},
	"yellow": {rgb(0xF2B705), i18n.Text{En: "yellow", Ja: "黄"}},
	"purple": {rgb(0x7E3CA8), i18n.Text{En: "purple", Ja: "紫"}},
	"black":  {rgb(0x1C1C1E), i18n.Text{En: "black", Ja: "黒"}},
	"white":  {rgb(0xFFFFFF), i18n.Text{En: "white", Ja: "白"}},
}

// noted returns the colour of n.
func (p painter) noted(n note) color.RGBA {
	if c, ok := noteColours[n.Colour]; ok {
		return c.RGBA
	}
	switch n.Form {
	case SignNote:
		return p.hue.edge
	case PathNote:
		return p.hue.colourOf(engine.Ink(n.Seat))
	}
	return p.hue.accent
}

// paths draws the paths of the board, below its pieces. Those of several seats are drawn side by side.
func (p painter) paths() {
	n := p.in.cell() * px
	thick := max(2*px, n*8/100)
	for _, seen := range p.in.notes {
		if seen.Form != PathNote {
			continue
		}
		aside := [...]fix{-1, 1, 3, -3}[(seen.Seat-1)%4] * thick * 3 / 4
		colour := p.noted(seen)
		rim := p.hue.rimOf(colour)
		pass := func(width fix, colour color.RGBA) {
			for i, c := range seen.at.cells[1:] {
				a, b := p.in.middle(seen.at.cells[i]), p.in.middle(c)
				p.fill(stroke(image.Pt(a.X+aside, a.Y+aside), image.Pt(b.X+aside, b.Y+aside), width), colour, 16)
			}
			end := p.in.middle(seen.at.cells[len(seen.at.cells)-1])
			p.fill(circle(image.Pt(end.X+aside, end.Y+aside), width*3/2), colour, 16)
		}
		pass(thick+max(px, thick/2), rim)
		pass(thick, colour)
	}
}

// notes draws the other annotations of the board: frames first, then arrows, then letters and labels.
func (p painter) notes() {
	each := func(form NoteForm, draw func(note)) {
		for _, n := range p.in.notes {
			if n.Form == form {
				draw(n)
			}
		}
	}
	each(MarkNote, p.frame)
	each(ArrowNote, p.arrow)
	each(SignNote, func(n note) {
		spots, size := p.signSpots(n)
		for _, at := range spots {
			p.badge(n.Text, at, size, p.noted(n))
		}
	})
	each(ArrowNote, p.label)
}

// border returns the edges of a: above, on the right, below and on the left.
func border(a image.Rectangle) [][2]spot {
	right, left := image.Pt(a.Max.X, a.Min.Y), image.Pt(a.Min.X, a.Max.Y)
	return [][2]spot{{a.Min, right}, {right, a.Max}, {a.Max, left}, {left, a.Min}}
}

// cellArea returns the area of a cell.
func (p painter) cellArea(at engine.Point) image.Rectangle {
	x, y := p.in.at(at)
	n := p.in.cell() * px
	return image.Rect(x*px, y*px, x*px+n, y*px+n)
}

// areaOf returns the area of a part of the board.
func (p painter) areaOf(in patch) (all image.Rectangle) {
	for _, c := range in.cells {
		all = all.Union(p.cellArea(c))
	}
	for _, l := range in.walls {
		half := max(p.in.gap*px/2, p.in.pitch*px/12)
		a, b := p.in.corner(l.From), p.in.corner(l.To)
		all = all.Union(image.Rectangle{Min: a, Max: b}.Inset(-half))
	}
	return all
}

// thin is the width of the lines of notes. They do not become thinner with small cells.
func (p painter) thin() fix { return max(p.in.cell()*px*7/100, p.in.label*px*11/100) }

// frame draws a frame around the place of n: around its cells as one body, which need not be a rectangle.
func (p painter) frame(n note) {
	p.ghost(n)
	if n.at.ragged() {
		p.lines(p.outline(n.at.cells), p.noted(n))
		return
	}
	inside := p.thin() / 2
	if n.at.walls != nil || p.in.cell() < p.in.label {
		inside = -p.thin() / 2
	}
	p.lines(border(p.areaOf(n.at).Inset(inside)), p.noted(n))
}

// ghost tints the free cells of a place for a piece, and that of a wall.
func (p painter) ghost(n note) {
	tint := func(b image.Rectangle) {
		p.fill(bar(b.Min.X, b.Min.Y, b.Dx(), b.Dy()), p.noted(n), 5)
	}
	free := slices.DeleteFunc(slices.Clone(n.at.cells), func(at engine.Point) bool {
		return slices.ContainsFunc(p.in.cells, func(c engine.Cell) bool {
			return c.At == at && (hasSign(c) || c.Form == engine.Drawn || c.Form == engine.Body)
		})
	})
	if len(free) == len(n.at.cells) && len(free) > 1 || n.at.ragged() {
		for _, c := range free {
			tint(p.cellArea(c))
		}
	}
	if n.at.walls != nil {
		tint(p.areaOf(n.at))
	}
}

// outline returns the edges of cells that they share with no other of them.
func (p painter) outline(cells []engine.Point) (edges [][2]spot) {
	for _, c := range cells {
		for i, beside := range [4]engine.Point{{X: c.X, Y: c.Y - 1}, {X: c.X + 1, Y: c.Y}, {X: c.X, Y: c.Y + 1}, {X: c.X - 1, Y: c.Y}} {
			if !slices.Contains(cells, beside) {
				edges = append(edges, border(p.cellArea(c))[i])
			}
		}
	}
	return edges
}

// lines draws thin lines with a rim around all of them.
func (p painter) lines(edges [][2]spot, colour color.RGBA) {
	for _, pass := range []struct {
		width  fix
		colour color.RGBA
	}{{p.thin() + max(px, p.thin()/2), p.hue.rimOf(colour)}, {p.thin(), colour}} {
		for _, edge := range edges {
			p.fill(stroke(edge[0], edge[1], pass.width), pass.colour, 16)
		}
	}
}

// hasSign reports whether c is something with a sign, which notes leave readable. A dot is a free cell.
func hasSign(c engine.Cell) bool {
	return c.Glyph != "" && c.Glyph != "." && (c.Form == engine.Disc || c.Form == engine.Piece || c.Form == engine.Die || c.Form == engine.Label)
}

// signed reports whether the thing on the cell at s has a sign.
func (p painter) signed(s engine.Point) bool {
	return slices.ContainsFunc(p.in.cells, func(c engine.Cell) bool { return c.At == s && hasSign(c) })
}

// pointed reports whether an arrow begins or ends on the cell at s.
func (p painter) pointed(s engine.Point) bool {
	return slices.ContainsFunc(p.in.notes, func(n note) bool {
		return n.Form == ArrowNote && (slices.Contains(n.at.cells, s) || slices.Contains(n.to.cells, s))
	})
}

// drawn reports whether the cell at s has strokes.
func (p painter) drawn(s engine.Point) bool {
	return slices.ContainsFunc(p.in.cells, func(c engine.Cell) bool { return c.At == s && c.Form == engine.Drawn })
}

// clear returns the distance of an arrow from the middle of a patch, so that it does not cover a sign.
func (p painter) clear(of patch) fix {
	if len(of.cells) == 1 && p.signed(of.cells[0]) {
		return p.in.cell() * px * 36 / 100
	}
	return 0
}

// arrow draws an arrow, which does not cover the signs at its ends unless they are so near that it would not be seen.
func (p painter) arrow(n note) {
	a, b := middle(p.areaOf(n.at)), middle(p.areaOf(n.to))
	dx, dy := b.X-a.X, b.Y-a.Y
	long := length(dx, dy)
	if long == 0 {
		return
	}
	cell, from, to := p.in.cell()*px, p.clear(n.at), p.clear(n.to)
	half, head := max(cell*6/100, p.in.label*px*9/100), max(cell*17/100, p.in.label*px*28/100)
	if seen := min(long, max(cell*64/100, 4*head)); long-from-to < seen && from+to > 0 {
		from, to = from*(long-seen)/(from+to), to*(long-seen)/(from+to)
	}
	if long-from-to < 2*head {
		head = max(px, (long-from-to)/2)
	}
	colour := p.noted(n)
	along := func(d, side fix) spot { // so far before the middle of the end, and so far beside the line
		return image.Pt(b.X-(dx*d+dy*side)/long, b.Y-(dy*d-dx*side)/long)
	}
	shape := func(grow fix) path {
		h, w, wide := half+grow, head+2*grow, to+7*head/4+grow/2
		return polygon(along(to-2*grow, 0), along(wide, w), along(wide, h), along(long-from+grow, h), along(long-from+grow, -h), along(wide, -h), along(wide, -w))
	}
	p.fill(shape(max(px/2, cell/50)), p.hue.rimOf(colour), 16)
	p.fill(shape(0), colour, 16)
}

// letterSize is the size of the letters of notes. It is at least that of the labels on boards with small cells.
func (p painter) letterSize() fix { return max(p.in.cell()*px*26/100, p.in.label*px*65/100) }

// signSpots returns the places of a sign and the size of its letters: the corners of cells that contain a thing with a sign of
// its own or the end of an arrow, the space between the strokes of a tile, and else the middle.
func (p painter) signSpots(n note) (spots []spot, size fix) {
	all := p.areaOf(n.at)
	size, cell := p.letterSize(), p.in.cell()*px
	switch {
	case slices.ContainsFunc(n.at.cells, p.signed), len(n.at.cells) == 1 && !p.drawn(n.at.cells[0]) && p.pointed(n.at.cells[0]):
		for _, c := range n.at.cells {
			of := p.cellArea(c)
			spots = append(spots, image.Pt(of.Max.X-cell*10/100, of.Min.Y+cell*10/100))
		}
		return spots, size
	case len(n.at.cells) == 1 && p.drawn(n.at.cells[0]):
		return []spot{image.Pt(middle(all).X, all.Min.Y)}, max(cell*40/100, smallest*px)
	case len(n.at.cells) > 1 && p.drawn(n.at.cells[0]):
		return []spot{image.Pt(middle(all).X+cell/2, middle(all).Y)}, max(cell*40/100, smallest*px)
	case n.at.walls != nil:
		size = max(size, cell*36/100)
	case n.at.ragged():
		return []spot{p.in.middle(n.at.centre())}, max(size, cell*50/100)
	case len(n.at.cells) > 1:
		size = max(size, cell*50/100)
	}
	return []spot{middle(all)}, size
}

// badge writes text on a round ground in colour around a spot.
func (p painter) badge(text string, at spot, size fix, colour color.RGBA) {
	b := p.badgeArea(text, at, size)
	rimmed := b.Inset(-max(px/2, size/14))
	p.fill(rounded(rimmed.Min.X, rimmed.Min.Y, rimmed.Dx(), rimmed.Dy(), rimmed.Dy()/2), p.hue.rimOf(colour), 16)
	p.fill(rounded(b.Min.X, b.Min.Y, b.Dx(), b.Dy(), b.Dy()/2), colour, 16)
	p.fill(p.face.captions.text(spot{}, size, text).centred(at, 0), p.hue.rimOf(colour), 16)
}

// badgeArea returns the area of a badge without its rim.
func (p painter) badgeArea(text string, at spot, size fix) image.Rectangle {
	half := size * 68 / 100
	wide := max(half, p.face.width(text, em)*size/em/2+size*30/100)
	return image.Rect(-wide, -half, wide, half).Add(at)
}

// label writes the label of an arrow on its shaft or beside it, where it covers least. A short shaft is not covered either.
func (p painter) label(n note) {
	if n.Text == "" {
		return
	}
	a, b := middle(p.areaOf(n.at)), middle(p.areaOf(n.to))
	size := max(p.letterSize()*8/10, p.in.label*px*8/10)
	whole := p.badgeArea(n.Text, spot{}, size)
	dx, dy := b.X-a.X, b.Y-a.Y
	long, aside := max(1, length(dx, dy)), p.in.cell()*px*20/100
	var best spot
	least := -1
	for _, side := range [...]fix{0, 1, -1} {
		for _, of16 := range [...]fix{8, 10, 6, 11, 5, 12, 4, 16, 0} {
			at := image.Pt(a.X+dx*of16/16+side*dy*(whole.Max.X+aside)/long, a.Y+dy*of16/16-side*dx*(whole.Max.Y+aside)/long)
			at = p.inside(at, whole)
			hidden := p.covers(p.badgeArea(n.Text, at, size))
			if covered := (max(dx, -dx)*whole.Max.X + max(dy, -dy)*whole.Max.Y) / long; side == 0 && (of16 == 0 || of16 == 16 || long < 8*covered) {
				hidden += 2
			}
			if least < 0 || hidden < least {
				best, least = at, hidden
			}
		}
	}
	p.badge(n.Text, best, size, p.noted(n))
}

// inside moves the middle of an area so that it does not leave the board at its sides.
func (p painter) inside(at spot, whole image.Rectangle) spot {
	low, high := (p.in.x-p.in.rim)*px-whole.Min.X, (p.in.x+p.in.width()+p.in.rim)*px-whole.Max.X
	return image.Pt(min(max(at.X, low), max(low, high)), at.Y)
}

// covers returns how much b lies over: the signs of pieces, and those of other notes, which matter more.
func (p painter) covers(b image.Rectangle) (n int) {
	for _, c := range p.in.cells {
		if inner := p.cellArea(c.At).Inset(p.in.cell() * px / 5); hasSign(c) && b.Overlaps(inner) {
			n++
		}
	}
	for _, other := range p.in.notes {
		if other.Form == SignNote {
			spots, size := p.signSpots(other)
			for _, at := range spots {
				if b.Overlaps(p.badgeArea(other.Text, at, size)) {
					n += 9
				}
			}
		}
	}
	return n
}

// legal marks an occupied cell as a destination: by its corners, so that the sign stays readable.
func (p painter) legal(c engine.Cell) {
	covered := c.Form == engine.Piece || c.Form == engine.Ground && p.signed(c.At)
	if c.Mark != engine.Legal || !covered {
		return
	}
	b, n := p.cellArea(c.At), p.in.cell()*px*24/100
	colour := mix(p.hue.square, p.hue.edge, 10)
	corner := func(x, y, n, m fix) {
		p.fill(polygon(image.Pt(x, y), image.Pt(x+n, y), image.Pt(x, y+m)), colour, 16)
	}
	corner(b.Min.X, b.Min.Y, n, n)
	corner(b.Max.X, b.Min.Y, -n, n)
	corner(b.Min.X, b.Max.Y, n, -n)
	corner(b.Max.X, b.Max.Y, -n, -n)
}

// wallPlace marks a place for a wall by a short bar in its middle.
func (p painter) wallPlace(l engine.Line) {
	a, b := p.in.corner(l.From), p.in.corner(l.To)
	mid := image.Pt((a.X+b.X)/2, (a.Y+b.Y)/2)
	long, thick := max(3*px, p.in.pitch*px*7/100), max(px, p.in.pitch*px*4/100)
	if l.From.X == l.To.X {
		a, b = image.Pt(mid.X, mid.Y-long), image.Pt(mid.X, mid.Y+long)
	} else {
		a, b = image.Pt(mid.X-long, mid.Y), image.Pt(mid.X+long, mid.Y)
	}
	p.fill(stroke(a, b, thick), mix(p.hue.groove, p.hue.signOn(p.hue.groove), 10), 16)
}
