package render

import "slices"

// bold returns p with its outlines moved outwards, and those of holes inwards, by a distance.
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
