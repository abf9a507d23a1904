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
	for k := range c.n {
		n += extra(k+1, c.links[k].stones)
	}
	return n
}

// extra returns the garbage for n stones in one link beyond the garbage for the length of the chain. Links count from
// 1.
func extra(link, n int) int {
	if link <= len(extras) {
		return extras[link-1].of(n)
	}
	return rowStones * extraRows[link-len(extras)-1] * (n - 4)
}
