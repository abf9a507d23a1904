package render

import (
	"image"
	"math"
	"slices"

	"golang.org/x/image/vector"
)

// spot is a point of a path, in 64ths of a pixel.
type spot = image.Point

// curve is a piece of a path to its last spot: a straight line, or a curve with one or two control points before that
// spot. A piece without spots closes the outline; the next outline begins with a move.
type curve struct {
	move bool
	n    int
	to   [3]spot
}

// path is a shape of closed outlines. Outlines in the opposite direction cut holes.
type path []curve

func (p *path) moveTo(a spot)       { *p = append(*p, curve{move: true, n: 1, to: [3]spot{a}}) }
func (p *path) lineTo(a spot)       { *p = append(*p, curve{n: 1, to: [3]spot{a}}) }
func (p *path) quadTo(a, b spot)    { *p = append(*p, curve{n: 2, to: [3]spot{a, b}}) }
func (p *path) cubeTo(a, b, c spot) { *p = append(*p, curve{n: 3, to: [3]spot{a, b, c}}) }
func (p *path) close()              { *p = append(*p, curve{}) }

// extent returns the smallest upright rectangle that contains all spots and control points, on its edges too.
func (p path) extent() (r image.Rectangle) {
	if len(p) == 0 {
		return r
	}
	r = image.Rectangle{Min: p[0].to[0], Max: p[0].to[0]}
	for _, c := range p {
		for _, s := range c.to[:c.n] {
			r.Min = image.Pt(min(r.Min.X, s.X), min(r.Min.Y, s.Y))
			r.Max = image.Pt(max(r.Max.X, s.X), max(r.Max.Y, s.Y))
		}
	}
	return r
}

// middle returns the spot in the middle of a rectangle.
func middle(r image.Rectangle) spot { return r.Min.Add(r.Max).Div(2) }

// moved returns p with by applied to every spot.
func (p path) moved(by func(spot) spot) path {
	q := make(path, len(p))
	for i, c := range p {
		for j := range c.n {
			c.to[j] = by(c.to[j])
		}
		q[i] = c
	}
	return q
}

// centred returns p after quarter turns clockwise, with the middle of its extent at a spot.
func (p path) centred(at spot, turn int) path {
	mid := middle(p.extent())
	return p.moved(func(s spot) spot { return turned(s.Sub(mid), turn).Add(at) })
}

// placed returns p, a shape in a square of a hundred units around the origin, in one of this size around a spot, after quarter turns
// clockwise.
func (p path) placed(at spot, size fix, turn int) path {
	return p.moved(func(s spot) spot { return turned(s.Mul(size).Div(100), turn).Add(at) })
}

// turned returns s after quarter turns clockwise around the origin.
func turned(s spot, turn int) spot {
	for range turn {
		s.X, s.Y = -s.Y, s.X
	}
	return s
}

// bounds returns the pixels that p can touch.
func (p path) bounds() image.Rectangle {
	r := p.extent()
	return image.Rect(r.Min.X>>6, r.Min.Y>>6, (r.Max.X+px-1)>>6, (r.Max.Y+px-1)>>6)
}

// trace adds p to a rasteriser whose first pixel is at origin. It cuts curves into straight pieces in integers, because
// the rasteriser would round them differently on different machines.
func (p path) trace(z *vector.Rasterizer, origin image.Point) {
	at := func(s spot) (x, y float32) {
		return float32(s.X-origin.X*px) / float32(px), float32(s.Y-origin.Y*px) / float32(px)
	}
	var here spot
	for _, c := range p {
		switch {
		case c.move:
			z.MoveTo(at(c.to[0]))
		case c.n == 0:
			z.ClosePath()
			continue
		default:
			n := c.pieces(here)
			for i := range n {
				z.LineTo(at(c.point(here, i+1, n)))
			}
		}
		here = c.to[c.n-1]
	}
}

// pieces returns the number of straight pieces for c, which starts at here. Long lines are cut too, because the
// rasteriser drifts a little with each row.
func (c curve) pieces(here spot) int {
	if c.n == 1 {
		return 1 + max(c.to[0].Y-here.Y, here.Y-c.to[0].Y)/(tile/4*px)
	}
	bend, before := 0, here
	for i := range c.n - 1 {
		dx, dy := before.X-2*c.to[i].X+c.to[i+1].X, before.Y-2*c.to[i].Y+c.to[i+1].Y
		bend, before = max(bend, dx*dx+dy*dy), c.to[i]
	}
	return 1 + int(math.Sqrt(math.Sqrt(3*float64(bend)))/8)
}

// point returns the ith of n spots on c, which starts at here.
func (c curve) point(here spot, i, n int) spot {
	j, whole := n-i, 1
	weights := [3][4]int{{j, i}, {j * j, 2 * j * i, i * i}, {j * j * j, 3 * j * j * i, 3 * j * i * i, i * i * i}}[c.n-1]
	x, y := weights[0]*here.X, weights[0]*here.Y
	for k, s := range c.to[:c.n] {
		x, y, whole = x+weights[k+1]*s.X, y+weights[k+1]*s.Y, whole*n
	}
	return image.Pt(x/whole, y/whole)
}

// polygon returns the shape with these corners.
func polygon(corners ...spot) path {
	p := make(path, 0, len(corners)+1)
	p.moveTo(corners[0])
	for _, s := range corners[1:] {
		p.lineTo(s)
	}
	p.close()
	return p
}

// bow returns the distance of the control points of a quarter circle of radius r from its ends.
func bow(r fix) fix { return r * 5523 / 10000 }

// rounded returns a rectangle with corners of radius r.
func rounded(x, y, w, h, r fix) path {
	r = min(r, w/2, h/2)
	k := r - bow(r)
	p := make(path, 0, 10)
	p.moveTo(image.Pt(x+r, y))
	p.lineTo(image.Pt(x+w-r, y))
	p.cubeTo(image.Pt(x+w-k, y), image.Pt(x+w, y+k), image.Pt(x+w, y+r))
	p.lineTo(image.Pt(x+w, y+h-r))
	p.cubeTo(image.Pt(x+w, y+h-k), image.Pt(x+w-k, y+h), image.Pt(x+w-r, y+h))
	p.lineTo(image.Pt(x+r, y+h))
	p.cubeTo(image.Pt(x+k, y+h), image.Pt(x, y+h-k), image.Pt(x, y+h-r))
	p.lineTo(image.Pt(x, y+r))
	p.cubeTo(image.Pt(x, y+k), image.Pt(x+k, y), image.Pt(x+r, y))
	p.close()
	return p
}

func circle(at spot, r fix) path { return rounded(at.X-r, at.Y-r, 2*r, 2*r, r) }

// ring returns a circle with a hole.
func ring(at spot, outer, inner fix) path {
	k := bow(inner)
	p := circle(at, outer)
	p.moveTo(image.Pt(at.X, at.Y-inner))
	p.cubeTo(image.Pt(at.X-k, at.Y-inner), image.Pt(at.X-inner, at.Y-k), image.Pt(at.X-inner, at.Y))
	p.cubeTo(image.Pt(at.X-inner, at.Y+k), image.Pt(at.X-k, at.Y+inner), image.Pt(at.X, at.Y+inner))
	p.cubeTo(image.Pt(at.X+k, at.Y+inner), image.Pt(at.X+inner, at.Y+k), image.Pt(at.X+inner, at.Y))
	p.cubeTo(image.Pt(at.X+inner, at.Y-k), image.Pt(at.X+k, at.Y-inner), image.Pt(at.X, at.Y-inner))
	p.close()
	return p
}

// length returns the length of (dx, dy). It is the same on every machine, because a square root is rounded exactly.
func length(dx, dy fix) fix { return fix(math.Sqrt(float64(dx*dx + dy*dy))) }

// stroke returns a line of the given width with round ends.
func stroke(a, b spot, width fix) path {
	dx, dy := b.X-a.X, b.Y-a.Y
	long := length(dx, dy)
	if long == 0 {
		return circle(a, width/2)
	}
	// (ux, uy) is half the width along the line, (-uy, ux) across it.
	ux, uy := dx*width/2/long, dy*width/2/long
	kx, ky := bow(ux), bow(uy)
	p := make(path, 0, 8)
	p.moveTo(image.Pt(a.X+uy, a.Y-ux))
	p.lineTo(image.Pt(b.X+uy, b.Y-ux))
	p.cubeTo(image.Pt(b.X+uy+kx, b.Y-ux+ky), image.Pt(b.X+ux+ky, b.Y+uy-kx), image.Pt(b.X+ux, b.Y+uy))
	p.cubeTo(image.Pt(b.X+ux-ky, b.Y+uy+kx), image.Pt(b.X-uy+kx, b.Y+ux+ky), image.Pt(b.X-uy, b.Y+ux))
	p.lineTo(image.Pt(a.X-uy, a.Y+ux))
	p.cubeTo(image.Pt(a.X-uy-kx, a.Y+ux-ky), image.Pt(a.X-ux-ky, a.Y-uy+kx), image.Pt(a.X-ux, a.Y-uy))
	p.cubeTo(image.Pt(a.X-ux+ky, a.Y-uy-kx), image.Pt(a.X+uy-kx, a.Y-ux-ky), image.Pt(a.X+uy, a.Y-ux))
	p.close()
	return p
}

// bold returns p with its outlines moved outwards, and the outlines of holes inwards, by a distance.
func (p path) bold(by fix) path {
	if p.area() < 0 {
		by = -by
	}
	q := slices.Clone(p)
	for from := 0; from < len(q); {
		end := from + 1
		for end < len(q) && !q[end].move {
			end++
		}
		q[from:end].swell(by)
		from = end
	}
	return q
}

// swell moves all spots of one outline to the left of its direction, which is outwards if it runs clockwise.
func (p path) swell(by fix) {
	var ring []*spot
	for i := range p {
		for j := range p[i].n {
			ring = append(ring, &p[i].to[j])
		}
	}
	var old []spot
	for _, s := range ring {
		old = append(old, *s)
	}
	for i, s := range ring {
		in, out := towards(old, i, -1), towards(old, i, 1)
		in = image.Pt(-in.X, -in.Y)
		// The sum of both directions leads along the corner; a sharp one is cut.
		spread := max(unit/2, unit+(in.X*out.X+in.Y*out.Y)/unit)
		s.X += (in.Y + out.Y) * by / spread
		s.Y -= (in.X + out.X) * by / spread
	}
}

// unit is the length of a direction.
const unit = 1 << 12

// towards returns the direction from the ith of spots to the next one elsewhere, or the one before it, around the ring.
func towards(ring []spot, i, step int) spot {
	from := ring[i]
	for range ring {
		i = (i + step + len(ring)) % len(ring)
		if dx, dy := ring[i].X-from.X, ring[i].Y-from.Y; dx != 0 || dy != 0 {
			long := max(1, length(dx*64, dy*64))
			return image.Pt(dx*64*unit/long, dy*64*unit/long)
		}
	}
	return spot{}
}

// area returns twice the area inside p. It is negative if most of its outlines run anticlockwise.
func (p path) area() (sum int) {
	var first, here spot
	for _, c := range p {
		for j, s := range c.to[:c.n] {
			if c.move && j == 0 {
				first, here = s, s
				continue
			}
			sum += here.X*s.Y - s.X*here.Y
			here = s
		}
		if c.n == 0 {
			sum += here.X*first.Y - first.X*here.Y
			here = first
		}
	}
	return sum
}
