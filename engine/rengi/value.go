package rengi

// The weights of Value. Garbage counts in stones.
const (
	lost      = 100_000
	sentStone = 10 // announced to the other seat, or on its way
	mostSent  = 72 // more stones do not count, because they change little
	touching  = 4  // two stones of a colour side by side
	busySlot  = 20 // a lost slot
	missing   = 20 // a stone that a chain still lacks
)

// worth is the value of a chain that could be fired, by its number of links. Longer chains than five are worth no more.
var worth = [...]int{0, 5, 90, 190, 300, 360}

// Value compares the strength of seat with that of the other seat: the best chain that is nearly ready, adjacent stones
// of one colour, garbage announced or on its way, lost slots, and the heights of the columns, above all of the third.
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

// strength returns the value of a seat's side.
func (s *state) strength(seat int) int {
	x, y := &s.sides[seat], &s.sides[1-seat]
	sent := (x.out + y.announced - x.announced) * rowStones / s.rules.unitsOf(1)
	// the best chain that one, two or three stones of one colour on one column would fire
	var best int
	h := x.field.heights()
	for c := range columns {
		for k := range kind(colours) {
			near := x.field
			for n := 1; n <= 3 && h[c]+n < fieldRows; n++ {
				near[k] = near[k].or(cell(c, h[c]+n-1))
				fired := near
				if chain := fired.resolve(); chain.n > 0 {
					best = max(best, worth[min(chain.n, len(worth)-1)]-missing*n)
					break
				}
			}
		}
	}
	return sentStone*min(sent, mostSent) - busySlot*int(x.left) +
		best + touching*x.field.touching() - x.field.danger()
}

// touching returns the number of adjacent pairs of one colour.
func (f *field) touching() (n int) {
	for k := range colours {
		n += f[k].and(f[k].up()).len() + f[k].and(f[k].right()).len()
	}
	return n
}

// danger grows with the heights of the columns, most with the third.
func (f *field) danger() (n int) {
	for c, h := range f.heights() {
		n += h * h
		if c == fatal {
			n += h * h * h / 4
		}
	}
	return n
}
