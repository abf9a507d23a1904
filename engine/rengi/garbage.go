package rengi

const rowStones = columns

// mostGroups is the largest number of groups of one link that calc=groups counts.
const mostGroups = 4

// The stock is lost by a chain of stockChain links, and by more than stockStones stones at once.
const (
	stockChain  = 4
	stockStones = 36
)

// generate returns the garbage that a chain makes, in units, and the stock after it.
func (l *ruleSet) generate(c *chain, stock int) (units, left int) {
	if l.calc != table {
		// link k gives k-1 rows, with calc=groups for each of its groups
		for k := range c.n {
			each := 1
			if l.calc == byGroups {
				each = min(c.links[k].groups, mostGroups)
			}
			units += k * each
		}
		if l.unit == 1 {
			units *= rowStones
		}
		return units, stock
	}
	stones := l.stones(c)
	if l.unit == 1 {
		return stones, stock
	}
	if !l.stock {
		return stones / rowStones, stock
	}
	stones += stock
	if c.n >= stockChain || stones > stockStones {
		return stones / rowStones, 0
	}
	return stones / rowStones, stones % rowStones
}

// stones is the calculation by the tables.
func (l *ruleSet) stones(c *chain) int {
	if c.n == 1 {
		single := &singleFull
		if l.reduced {
			single = &singleReduced
		}
		return single.of(c.links[0].stones)
	}
	n := chainTotals[c.n-1]
	for k := range c.n { // and what each link adds
		if stones := c.links[k].stones; k < len(extras) {
			n += extras[k].of(stones)
		} else {
			n += rowStones * extraRows[k-len(extras)] * (stones - 4)
		}
	}
	return n
}
