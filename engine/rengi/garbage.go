package rengi

const rowStones = columns

// mostGroups is how many groups of one link count under calc=groups.
const mostGroups = 4

// Stock is lost by a long chain, and by much garbage at once.
const (
	stockChain  = 4
	stockStones = 36
)

// generate is what a chain gives, in units, and the stock after it.
func (l *law) generate(c *chain, stock int) (units, left int) {
	if l.calc != table {
		units = l.rows(c)
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

// rows is the simple calculation: link k gives k-1 rows, under groups for each of its groups.
func (l *law) rows(c *chain) (n int) {
	for k := range c.n {
		each := 1
		if l.calc == byGroups {
			each = min(c.links[k].groups, mostGroups)
		}
		n += k * each
	}
	return n
}

// stones is the calculation by the tables.
func (l *law) stones(c *chain) int {
	if c.n == 1 {
		single := &singleFull
		if l.reduced {
			single = &singleReduced
		}
		return single.of(c.links[0].stones)
	}
	n := chainTotals[c.n-1]
	for k := range c.n {
		n += extra(k+1, c.links[k].stones)
	}
	return n
}
