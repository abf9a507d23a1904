package render

import (
	"image"
	"math"
	"slices"

	"golang.org/x/image/vector"
)

// spot is a point of a path.
type spot struct{ x, y fix }

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

// extent returns the smallest upright rectangle that contains all spots and control points.
func (p path) extent() (lo, hi spot) {
	if len(p) == 0 {
		return
	}
	lo, hi = p[0].to[0], p[0].to[0]
	for _, c := range p {
		for _, s := range c.to[:c.n] {
			lo.x, lo.y = min(lo.x, s.x), min(lo.y, s.y)
			hi.x, hi.y = max(hi.x, s.x), max(hi.y, s.y)
		}
	}
	return lo, hi
}

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
	lo, hi := p.extent()
	mid := spot{(lo.x + hi.x) / 2, (lo.y + hi.y) / 2}
	return p.moved(func(s spot) spot {
		s = turned(spot{s.x - mid.x, s.y - mid.y}, turn)
		return spot{at.x + s.x, at.y + s.y}
	})
}

// turned returns s after quarter turns clockwise around the origin.
func turned(s spot, turn int) spot {
	for range turn {
		s.x, s.y = -s.y, s.x
	}
	return s
}

// bounds returns the pixels that p can touch.
func (p path) bounds() image.Rectangle {
	lo, hi := p.extent()
	return image.Rect(lo.x>>6, lo.y>>6, (hi.x+px-1)>>6, (hi.y+px-1)>>6)
}

// trace adds p to a rasteriser whose first pixel is at origin. It cuts curves into straight pieces in integers, because
// the rasteriser would round them differently on different machines.
func (p path) trace(z *vector.Rasterizer, origin image.Point) {
	at := func(s spot) (x, y float32) {
		return float32(s.x-origin.X*px) / float32(px), float32(s.y-origin.Y*px) / float32(px)
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
		return 1 + max(c.to[0].y-here.y, here.y-c.to[0].y)/(tile/4*px)
	}
	bend, before := 0, here
	for i := range c.n - 1 {
		dx, dy := before.x-2*c.to[i].x+c.to[i+1].x, before.y-2*c.to[i].y+c.to[i+1].y
		bend, before = max(bend, dx*dx+dy*dy), c.to[i]
	}
	return 1 + int(math.Sqrt(math.Sqrt(3*float64(bend)))/8)
}

// point returns the ith of n spots on c, which starts at here.
func (c curve) point(here spot, i, n int) spot {
	j, whole := n-i, 1
	weights := [3][4]int{{j, i}, {j * j, 2 * j * i, i * i}, {j * j * j, 3 * j * j * i, 3 * j * i * i, i * i * i}}[c.n-1]
	x, y := weights[0]*here.x, weights[0]*here.y
	for k, s := range c.to[:c.n] {
		x, y, whole = x+weights[k+1]*s.x, y+weights[k+1]*s.y, whole*n
	}
	return spot{x / whole, y / whole}
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
	p.moveTo(spot{x + r, y})
	p.lineTo(spot{x + w - r, y})
	p.cubeTo(spot{x + w - k, y}, spot{x + w, y + k}, spot{x + w, y + r})
	p.lineTo(spot{x + w, y + h - r})
	p.cubeTo(spot{x + w, y + h - k}, spot{x + w - k, y + h}, spot{x + w - r, y + h})
	p.lineTo(spot{x + r, y + h})
	p.cubeTo(spot{x + k, y + h}, spot{x, y + h - k}, spot{x, y + h - r})
	p.lineTo(spot{x, y + r})
	p.cubeTo(spot{x, y + k}, spot{x + k, y}, spot{x + r, y})
	p.close()
	return p
}

func circle(at spot, r fix) path { return rounded(at.x-r, at.y-r, 2*r, 2*r, r) }

// ring returns a circle with a hole.
func ring(at spot, outer, inner fix) path {
	k := bow(inner)
	p := circle(at, outer)
	p.moveTo(spot{at.x, at.y - inner})
	p.cubeTo(spot{at.x - k, at.y - inner}, spot{at.x - inner, at.y - k}, spot{at.x - inner, at.y})
	p.cubeTo(spot{at.x - inner, at.y + k}, spot{at.x - k, at.y + inner}, spot{at.x, at.y + inner})
	p.cubeTo(spot{at.x + k, at.y + inner}, spot{at.x + inner, at.y + k}, spot{at.x + inner, at.y})
	p.cubeTo(spot{at.x + inner, at.y - k}, spot{at.x + k, at.y - inner}, spot{at.x, at.y - inner})
	p.close()
	return p
}

// length returns the length of (dx, dy). It is the same on every machine, because a square root is rounded exactly.
func length(dx, dy fix) fix { return fix(math.Sqrt(float64(dx*dx + dy*dy))) }

// stroke returns a line of the given width with round ends.
func stroke(a, b spot, width fix) path {
	dx, dy := b.x-a.x, b.y-a.y
	long := length(dx, dy)
	if long == 0 {
		return circle(a, width/2)
	}
	// (ux, uy) is half the width along the line, (-uy, ux) across it.
	ux, uy := dx*width/2/long, dy*width/2/long
	kx, ky := bow(ux), bow(uy)
	p := make(path, 0, 8)
	p.moveTo(spot{a.x + uy, a.y - ux})
	p.lineTo(spot{b.x + uy, b.y - ux})
	p.cubeTo(spot{b.x + uy + kx, b.y - ux + ky}, spot{b.x + ux + ky, b.y + uy - kx}, spot{b.x + ux, b.y + uy})
	p.cubeTo(spot{b.x + ux - ky, b.y + uy + kx}, spot{b.x - uy + kx, b.y + ux + ky}, spot{b.x - uy, b.y + ux})
	p.lineTo(spot{a.x - uy, a.y + ux})
	p.cubeTo(spot{a.x - uy - kx, a.y + ux - ky}, spot{a.x - ux - ky, a.y - uy + kx}, spot{a.x - ux, a.y - uy})
	p.cubeTo(spot{a.x - ux + ky, a.y - uy - kx}, spot{a.x + uy - kx, a.y - ux - ky}, spot{a.x + uy, a.y - ux})
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
		in = spot{-in.x, -in.y}
		// The sum of both directions leads along the corner; a sharp one is cut.
		spread := max(unit/2, unit+(in.x*out.x+in.y*out.y)/unit)
		s.x += (in.y + out.y) * by / spread
		s.y -= (in.x + out.x) * by / spread
	}
}

// unit is the length of a direction.
const unit = 1 << 12

// towards returns the direction from the ith of spots to the next one elsewhere, or the one before it, around the ring.
func towards(ring []spot, i, step int) spot {
	from := ring[i]
	for range ring {
		i = (i + step + len(ring)) % len(ring)
		if dx, dy := ring[i].x-from.x, ring[i].y-from.y; dx != 0 || dy != 0 {
			long := max(1, length(dx*64, dy*64))
			return spot{dx * 64 * unit / long, dy * 64 * unit / long}
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
			sum += here.x*s.y - s.x*here.y
			here = s
		}
		if c.n == 0 {
			sum += here.x*first.y - first.x*here.y
			here = first
		}
	}
	return sum
}
