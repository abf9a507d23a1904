package standings

import (
	"math/big"
	"slices"
)

// matching searches for the heaviest matching of a graph by Edmonds' method of primal and dual values (Maximum matching and a
// polyhedron with 0,1-vertices, 1965), with the bookkeeping that makes it cubic (Galil, Efficient algorithms for finding maximum
// matching in graphs, 1986). Nodes below n are those of the graph, the others are blossoms: odd cycles that count as one node.
type matching struct {
	n       int
	nodes   int          // the nodes and blossoms in use are those below
	twice   [][]*big.Int // the doubled weight of each edge, nil where there is none
	dual    []*big.Int
	edge    [][]edge // between two nodes, the edge with the least slack
	within  [][]int  // the child of a blossom that contains a node of the graph, or -1
	cycle   [][]int  // the children of a blossom, its base first
	top     []int    // the outermost blossom that contains a node, or -1 for a blossom that isn't in use
	mate    []int    // the node of the graph to which an outermost node is matched, or -1
	parent  []int    // the node of the graph from which an inner node was reached, or -1
	label   []label
	nearest []int // the outer node of the graph with the least slack to an outermost node, or -1
	seen    []int // the search for a common ancestor that has visited a node
	search  int
	queue   []int
	sum     big.Int // scratch
}

// edge joins two nodes of the graph. Both ends are -1 if there is no edge.
type edge struct{ from, to int }

var noEdge = edge{-1, -1}

// label says whether a node is in an alternating tree, and at an even (outer) or odd (inner) depth.
type label int8

const (
	outside label = iota
	outer
	inner
)

// heaviest returns the mate of each node in the heaviest matching, -1 for none. Weights are positive, nil if there is no edge.
func heaviest(weight [][]*big.Int) []int {
	n := len(weight)
	all := 2*n + 1
	m := &matching{n: n, nodes: n, twice: make([][]*big.Int, n), dual: make([]*big.Int, all), edge: make([][]edge, all), within: make([][]int, all), cycle: make([][]int, all)}
	for _, list := range []*[]int{&m.top, &m.mate, &m.parent, &m.nearest, &m.seen} {
		*list = slices.Repeat([]int{-1}, all)
	}
	m.label = make([]label, all)
	most := new(big.Int)
	for u := range n {
		m.twice[u] = make([]*big.Int, n)
		for v, w := range weight[u] {
			if w != nil {
				m.twice[u][v] = new(big.Int).Lsh(w, 1)
				if w.Cmp(most) > 0 {
					most = w
				}
			}
		}
	}
	for x := range all {
		m.edge[x], m.within[x], m.dual[x] = slices.Repeat([]edge{noEdge}, all), slices.Repeat([]int{-1}, n), new(big.Int)
	}
	for u := range n {
		m.top[u], m.within[u][u] = u, u
		m.dual[u].Set(most)
		for v, w := range m.twice[u] {
			if w != nil {
				m.edge[u][v] = edge{u, v}
			}
		}
	}
	for m.grow() {
	}
	return m.mate[:n]
}

// slack returns how far an edge is from being tight. The next call overwrites the result.
func (m *matching) slack(e edge) *big.Int {
	return m.sum.Sub(m.sum.Add(m.dual[e.from], m.dual[e.to]), m.twice[e.from][e.to])
}

// slacker reports whether an edge has more slack than another.
func (m *matching) slacker(e, than edge) bool {
	var least big.Int
	least.Set(m.slack(than))
	return m.slack(e).Cmp(&least) > 0
}

// offer records u as the nearest outer node of the graph to x if it is nearer than the current one.
func (m *matching) offer(u, x int) {
	if m.nearest[x] < 0 || m.slacker(m.edge[m.nearest[x]][x], m.edge[u][x]) {
		m.nearest[x] = u
	}
}

// findNearest finds the outer node that is nearest to x.
func (m *matching) findNearest(x int) {
	m.nearest[x] = -1
	for u := range m.n {
		if m.edge[u][x] != noEdge && m.top[u] != x && m.label[m.top[u]] == outer {
			m.offer(u, x)
		}
	}
}

// enqueue queues the nodes of the graph in x.
func (m *matching) enqueue(x int) {
	if x < m.n {
		m.queue = append(m.queue, x)
		return
	}
	for _, child := range m.cycle[x] {
		m.enqueue(child)
	}
}

// setTop makes a blossom the outermost of all in x.
func (m *matching) setTop(x, top int) {
	if m.top[x] = top; x >= m.n {
		for _, child := range m.cycle[x] {
			m.setTop(child, top)
		}
	}
}

// turn turns the cycle of a blossom so that a child comes after an even number of others, and returns their number.
func (m *matching) turn(b, child int) int {
	at := slices.Index(m.cycle[b], child)
	if at%2 == 0 {
		return at
	}
	slices.Reverse(m.cycle[b][1:])
	return len(m.cycle[b]) - at
}

// match matches u along its edge to v, and what is inside u accordingly.
func (m *matching) match(u, v int) {
	e := m.edge[u][v]
	if m.mate[u] = e.to; u < m.n {
		return
	}
	child := m.within[u][e.from]
	at := m.turn(u, child)
	for i := range at {
		m.match(m.cycle[u][i], m.cycle[u][i^1])
	}
	m.match(child, v)
	m.cycle[u] = slices.Concat(m.cycle[u][at:], m.cycle[u][:at])
}

// flip matches u to v, and exchanges matched and unmatched edges from there to the root of the tree of u.
func (m *matching) flip(u, v int) {
	for {
		was := m.mate[u]
		m.match(u, v)
		if was < 0 {
			return
		}
		next := m.top[was]
		up := m.top[m.parent[next]]
		m.match(next, up)
		u, v = up, next
	}
}

// ancestor returns the first common ancestor of two outer nodes, or -1 if they are in different trees.
func (m *matching) ancestor(u, v int) int {
	m.search++
	for u >= 0 || v >= 0 {
		if u >= 0 {
			if m.seen[u] == m.search {
				return u
			}
			m.seen[u] = m.search
			if u = m.mate[u]; u >= 0 {
				u = m.top[m.parent[m.top[u]]]
			}
		}
		u, v = v, u
	}
	return -1
}

// shrink makes a blossom of the cycle that is closed by an edge between the outer nodes u and v.
func (m *matching) shrink(u, v, base int) {
	b := m.n
	for m.top[b] >= 0 {
		b++
	}
	m.nodes = max(m.nodes, b+1)
	m.cycle[b] = []int{base}
	climb := func(x int) {
		for x != base {
			mate := m.top[m.mate[x]]
			m.cycle[b] = append(m.cycle[b], x, mate)
			m.enqueue(mate)
			x = m.top[m.parent[mate]]
		}
	}
	climb(u)
	slices.Reverse(m.cycle[b][1:])
	climb(v)
	m.dual[b].SetInt64(0)
	m.label[b], m.mate[b], m.parent[b] = outer, m.mate[base], m.parent[base]
	m.setTop(b, b)
	for x := range m.edge {
		m.edge[b][x], m.edge[x][b] = noEdge, noEdge
	}
	for v := range m.n {
		m.within[b][v] = -1
	}
	for _, child := range m.cycle[b] {
		for x := range m.nodes {
			if e := m.edge[child][x]; e != noEdge && (m.edge[b][x] == noEdge || m.slacker(m.edge[b][x], e)) {
				m.edge[b][x], m.edge[x][b] = e, m.edge[x][child]
			}
		}
		for v := range m.n {
			if m.within[child][v] >= 0 {
				m.within[b][v] = child
			}
		}
	}
	m.findNearest(b)
}

// expand dissolves an inner blossom. Its children between its parent and its base stay in the tree.
func (m *matching) expand(b int) {
	for _, child := range m.cycle[b] {
		m.setTop(child, child)
	}
	first := m.within[b][m.edge[b][m.parent[b]].from]
	at := m.turn(b, first)
	cycle := m.cycle[b]
	for i := 0; i < at; i += 2 {
		x, next := cycle[i], cycle[i+1]
		m.parent[x] = m.edge[next][x].from
		m.label[x], m.label[next] = inner, outer
		m.findNearest(next)
		m.enqueue(next)
	}
	m.label[first], m.parent[first] = inner, m.parent[b]
	for _, x := range cycle[at+1:] {
		m.findNearest(x)
	}
	m.top[b] = -1
}

// take uses a tight edge from an outer node. It reports whether the matching has grown.
func (m *matching) take(e edge) bool {
	u, v := m.top[e.from], m.top[e.to]
	switch m.label[v] {
	case outside:
		m.label[v], m.parent[v] = inner, e.from
		next := m.top[m.mate[v]]
		m.label[next], m.nearest[next] = outer, -1
		m.enqueue(next)
	case outer:
		base := m.ancestor(u, v)
		if base < 0 {
			m.flip(u, v)
			m.flip(v, u)
			return true
		}
		m.shrink(u, v, base)
	}
	return false
}

// grow adds an edge to the matching, and reports whether that was possible.
func (m *matching) grow() bool {
	m.queue = m.queue[:0]
	for x := range m.nodes {
		m.label[x], m.nearest[x] = outside, -1
	}
	for x := range m.nodes {
		if m.top[x] == x && m.mate[x] < 0 {
			m.label[x], m.parent[x] = outer, -1
			m.enqueue(x)
		}
	}
	if len(m.queue) == 0 {
		return false
	}
	for {
		if m.spread() {
			return true
		}
		step, more := m.step()
		if !more {
			return false
		}
		m.adjust(step)
		m.queue = m.queue[:0]
		for x := range m.nodes {
			if u := m.nearest[x]; m.top[x] == x && u >= 0 && m.top[u] != x && m.slack(m.edge[u][x]).Sign() == 0 && m.take(m.edge[u][x]) {
				return true
			}
		}
		for b := m.n; b < m.nodes; b++ {
			if m.top[b] == b && m.label[b] == inner && m.dual[b].Sign() == 0 {
				m.expand(b)
			}
		}
	}
}

// spread takes the tight edges from the nodes of the queue. It reports whether the matching has grown.
func (m *matching) spread() bool {
	for len(m.queue) > 0 {
		u := m.queue[0]
		m.queue = m.queue[1:]
		for v, w := range m.twice[u] {
			switch {
			case w == nil || m.top[u] == m.top[v]:
			case m.slack(edge{u, v}).Sign() != 0:
				m.offer(u, m.top[v])
			case m.take(edge{u, v}):
				return true
			}
		}
	}
	return false
}

// step returns by how much the dual values can change. It isn't ok if no larger matching is heavier.
func (m *matching) step() (least *big.Int, ok bool) {
	try := func(d *big.Int, halve bool) {
		d = new(big.Int).Set(d)
		if halve {
			d.Rsh(d, 1)
		}
		if least == nil || d.Cmp(least) < 0 {
			least = d
		}
	}
	for x := range m.nodes {
		if m.top[x] != x {
			continue
		}
		if x >= m.n && m.label[x] == inner {
			try(m.dual[x], true)
		}
		if m.nearest[x] >= 0 && m.label[x] != inner {
			try(m.slack(m.edge[m.nearest[x]][x]), m.label[x] == outer)
		}
	}
	for u := range m.n {
		if m.label[m.top[u]] == outer && (least == nil || m.dual[u].Cmp(least) <= 0) {
			return nil, false
		}
	}
	return least, true
}

// adjust changes the dual values by a step.
func (m *matching) adjust(step *big.Int) {
	twice := new(big.Int).Lsh(step, 1)
	for x := range m.nodes {
		by := step
		if x >= m.n {
			if by = twice; m.top[x] != x {
				continue
			}
		}
		switch l := m.label[m.top[x]]; {
		case l == outer && x < m.n, l == inner && x >= m.n:
			m.dual[x].Sub(m.dual[x], by)
		case l != outside:
			m.dual[x].Add(m.dual[x], by)
		}
	}
}
