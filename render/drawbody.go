package render

import (
	"image"
	"image/color"
	"slices"

	"hikyaku/engine"
)

// drawBodies draws the bodies of a board, each as one skin that flows through its cells.
func (p painter) drawBodies() {
	var order []int
	groups := map[int][]engine.Cell{}
	seen, joints := map[engine.Point]bool{}, []engine.Cell(nil)
	for _, c := range p.in.cells {
		if c.Form != engine.Body {
			continue
		}
		if c.Mark == engine.Joint {
			joints = append(joints, c)
		}
		if seen[c.At] {
			continue
		}
		seen[c.At] = true
		key := c.Group
		if key == 0 {
			key = -len(seen) // alone
		}
		if groups[key] == nil {
			order = append(order, key)
		}
		groups[key] = append(groups[key], c)
	}
	for _, key := range order {
		p.again('s', groups[key], func() { p.drawSkin(groups[key]) })
	}
	for _, c := range joints {
		p.joint(p.in.middle(c.At), p.in.pitch*px)
	}
}

// drawSkin draws one body. The last piece glows, and so does a whole body that decided the game.
func (p painter) drawSkin(cells []engine.Cell) {
	fill := p.hue.colourOf(cells[0].Ink)
	rim := p.hue.edgeAround(fill)
	n := p.in.pitch * px
	thin := max(px*3/4, n/10)
	if p.in.pitch < 5 { // no room for an outline
		thin = 0
		if !p.in.main && contrast(fill, p.hue.bar) < 2 {
			fill = rim
		}
	}
	lit := func(mark engine.Mark) []engine.Cell {
		return slices.DeleteFunc(slices.Clone(cells), func(c engine.Cell) bool { return c.Mark != mark })
	}
	last := lit(engine.Last)
	p.drawGlow(lit(engine.Deciding), n/2, p.hue.trace)
	p.drawGlow(last, n/2, p.hue.accent)
	p.fill(tube(p.in, cells, 0), rim, 16)
	p.fill(tube(p.in, cells, thin), fill, 16)
	if last != nil && thin > 0 {
		p.fill(tube(p.in, last, thin), mix(fill, p.hue.accent, 5), 16)
	}
	if p.in.pitch >= 7 {
		scales := mix(fill, p.hue.white, 6)
		if contrast(fill, p.hue.white) < 2 {
			scales = mix(fill, p.hue.black, 6)
		}
		// a dot on each cell that is not of a head; those in a row are one shape
		var row path
		var last, way engine.Point
		for _, c := range cells {
			if c.Shape == engine.Head {
				continue
			}
			step := c.At.Sub(last)
			if way != step {
				if way != (engine.Point{}) || step.X*step.X+step.Y*step.Y != 1 {
					p.fill(row, scales, 16)
					row, step = nil, engine.Point{}
				}
				way = step
			}
			row, last = append(row, circle(p.in.middle(c.At), p.in.pitch*px*15/100)...), c.At
		}
		p.fill(row, scales, 16)
	}
	p.drawHeads(cells, fill, rim)
}

// drawGlow draws a light around cells, with an edge so that it shows on any ground.
func (p painter) drawGlow(cells []engine.Cell, wide fix, colour color.RGBA) {
	if len(cells) > 0 && !p.hue.plain {
		p.fill(tube(p.in, cells, -wide-max(px, wide/4)), p.hue.edge, 16)
	}
	p.fill(tube(p.in, cells, -wide), colour, 16)
}

// drawHeads draws a face on the two by two cells of each head, with a rim if the head is larger than they are.
func (p painter) drawHeads(cells []engine.Cell, fill, rim color.RGBA) {
	cells = slices.DeleteFunc(slices.Clone(cells), func(c engine.Cell) bool { return c.Shape != engine.Head })
	for ; len(cells) >= 4; cells = cells[4:] {
		lo := cells[0].At
		for _, c := range cells[:4] {
			lo.X, lo.Y = min(lo.X, c.At.X), min(lo.Y, c.At.Y)
		}
		mid := p.in.corner(lo.Add(image.Pt(1, 1)))
		turn := cells[0].Turn
		n := p.in.pitch * px
		if p.in.main && p.in.pitch < 12 { // larger than its cells, so that it can be seen
			thin := max(px*3/4, n/10)
			n = n * 3 / 2
			p.fill(rounded(mid.X-n, mid.Y-n, 2*n, 2*n, n*3/5), rim, 16)
			p.fill(rounded(mid.X-n+thin, mid.Y-n+thin, 2*(n-thin), 2*(n-thin), n*3/5-thin), fill, 16)
		}
		at := func(x, y fix) spot { // in hundredths of a cell
			s := turned(image.Pt(x*n/100, y*n/100), turn)
			return mid.Add(s)
		}
		bone, pupil := mix(p.hue.wood, p.hue.white, 8), p.hue.black
		if contrast(bone, fill) < 2 {
			bone, pupil = mix(fill, p.hue.black, 12), p.hue.white
		}
		for _, side := range []fix{-1, 1} {
			p.fill(polygon(at(side*18, 30), at(side*60, 14), at(side*88, 98)), bone, 16)
			p.fill(circle(at(side*44, -22), n*30/100), bone, 16)
			p.fill(circle(at(side*44, -32), n*16/100), pupil, 16)
			if n >= 8*px {
				p.fill(circle(at(side*18, -80), n*8/100), mix(fill, p.hue.black, 10), 16)
			}
		}
	}
}

// tube returns the shape of cells that flow into each other, drawn in by so much from their edges.
func tube(in place, cells []engine.Cell, by fix) path {
	there := make(map[engine.Point]bool, len(cells))
	for _, c := range cells {
		there[c.At] = true
	}
	drawn := map[[3]int]bool{}
	run := func(at engine.Point, dx, dy int) (first engine.Point, n int) { // the cells in a row with at; 0 if it is drawn
		for there[engine.Point{X: at.X - dx, Y: at.Y - dy}] {
			at.X, at.Y = at.X-dx, at.Y-dy
		}
		key := [3]int{at.X, at.Y, dx}
		for !drawn[key] && there[engine.Point{X: at.X + n*dx, Y: at.Y + n*dy}] {
			n++
		}
		drawn[key] = true
		return at, n
	}
	n, wide := in.pitch*px, in.pitch*px-2*by
	corner := func(at engine.Point) (x, y fix) {
		left, top := in.at(at)
		return left*px + by, top*px + by
	}
	var all, inside path      // the insides of squares come last
	for _, c := range cells { // in the same order from either side
		left, across := run(c.At, 1, 0)
		upper, down := run(c.At, 0, 1)
		if across > 1 || across == 1 && down == 1 {
			x, y := corner(left)
			all = append(all, rounded(x, y, wide+(across-1)*n, wide, wide*2/5)...)
		}
		if down > 1 {
			x, y := corner(upper)
			all = append(all, rounded(x, y, wide, wide+(down-1)*n, wide*2/5)...)
		}
		x, y := corner(c.At)
		if there[c.At.Add(image.Pt(1, 0))] && there[c.At.Add(image.Pt(0, 1))] && there[c.At.Add(image.Pt(1, 1))] {
			inside = append(inside, bar(x-by+n/2, y-by+n/2, n, n)...)
		}
	}
	return append(all, inside...)
}
