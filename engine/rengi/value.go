package rengi

// What a simple player looks for. Garbage counts in stones.
const (
	lost      = 100_000
	sentStone = 10 // announced to the other seat, or on its way
	mostSent  = 72 // stones beyond these change little
	touching  = 4  // two stones of a colour side by side
	busySlot  = 20 // an own slot that is lost
	missing   = 20 // a stone that a chain still needs
)

// worth is a chain that could be fired by its links: a longer one than five is not waited for.
var worth = [...]int{0, 5, 90, 190, 300, 360}

// Value weighs both fields: the best chain that is nearly ready, stones of a colour that touch, garbage
// announced or on its way, own slots lost, and how high the columns stand, the third most of all.
func (p *position) Value(seat int) int {
	own := seat - 1
	if p.wait == over {
		if int(p.turn) == own {
			return -lost
		}
		return lost
	}
	return p.strength(own) - p.strength(1-own)
}

// strength is how a seat stands, for itself.
func (s *state) strength(seat int) int {
	x, y := &s.sides[seat], &s.sides[1-seat]
	sent := (x.out + y.announced - x.announced) * rowStones / s.law.unitsOf(1)
	return sentStone*min(sent, mostSent) - busySlot*int(x.left) +
		x.field.promise() + touching*x.field.touching() - x.field.danger()
}

// promise is the best of the chains that one, two or three stones of one colour on one column would fire.
func (f *field) promise() (best int) {
	h := f.heights()
	for c := range columns {
		for k := range kind(colours) {
			g := *f
			for n := 1; n <= 3 && h[c]+n < high; n++ {
				g[k] = g[k].or(cell(c, h[c]+n-1))
				fired := g
				if chain := fired.resolve(); chain.n > 0 {
					best = max(best, worth[min(chain.n, len(worth)-1)]-missing*n)
					break
				}
			}
		}
	}
	return best
}

// touching is the number of pairs of like colours side by side.
func (f *field) touching() (n int) {
	for k := range colours {
		n += f[k].and(f[k].up()).len() + f[k].and(f[k].right()).len()
	}
	return n
}

// danger grows with the columns, most with the third.
func (f *field) danger() (n int) {
	for c, h := range f.heights() {
		n += h * h
		if c == fatal {
			n += h * h * h / 4
		}
	}
	return n
}
