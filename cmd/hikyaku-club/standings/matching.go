package standings

// matching looks for a perfect matching of a graph by Edmonds' algorithm (Paths, trees, and flowers, 1965).
type matching struct {
	edge    [][]bool
	mate    []int  // the partner of each node, -1 for none
	parent  []int  // in the alternating tree, for nodes at an odd depth and those of flowers; -1 for none
	base    []int  // of the flower in which a node is
	reached []bool // the nodes at an even depth
	queue   []int
}

// canMatch reports whether all nodes of a graph can be paired along its edges.
func canMatch(edge [][]bool) bool {
	n := len(edge)
	m := &matching{edge: edge, mate: make([]int, n), parent: make([]int, n), base: make([]int, n), reached: make([]bool, n)}
	for i := range n {
		m.mate[i] = -1
	}
	for i := range n { // most pairs are found without a search
		for j := 0; j < n && m.mate[i] < 0; j++ {
			if edge[i][j] && m.mate[j] < 0 {
				m.mate[i], m.mate[j] = j, i
			}
		}
	}
	for i := range n {
		if m.mate[i] < 0 && !m.augment(i) {
			return false
		}
	}
	return true
}

// augment looks for an alternating path from a free node to another, and changes the pairs along it. If there is none, no
// larger matching has the node.
func (m *matching) augment(root int) bool {
	for i := range m.mate {
		m.parent[i], m.base[i], m.reached[i] = -1, i, false
	}
	m.reached[root], m.queue = true, append(m.queue[:0], root)
	for len(m.queue) > 0 {
		v := m.queue[0]
		m.queue = m.queue[1:]
		for w := range m.mate {
			switch {
			case !m.edge[v][w] || m.base[v] == m.base[w] || m.mate[v] == w:
			case m.reached[w]:
				m.shrink(v, w)
			case m.parent[w] >= 0:
			case m.mate[w] < 0:
				m.parent[w] = v
				m.flip(w)
				return true
			default:
				m.parent[w] = v
				m.reached[m.mate[w]] = true
				m.queue = append(m.queue, m.mate[w])
			}
		}
	}
	return false
}

// flip changes the pairs along the path from a free node to the root.
func (m *matching) flip(w int) {
	for w >= 0 {
		v := m.parent[w]
		next := m.mate[v]
		m.mate[v], m.mate[w] = w, v
		w = next
	}
}

// shrink makes a flower of the cycle that an edge closes between two nodes at an even depth.
func (m *matching) shrink(v, w int) {
	base := m.meeting(v, w)
	inside := make([]bool, len(m.mate))
	m.mark(inside, v, base, w)
	m.mark(inside, w, base, v)
	for i := range m.mate {
		if inside[m.base[i]] {
			m.base[i] = base
			if !m.reached[i] {
				m.reached[i] = true
				m.queue = append(m.queue, i)
			}
		}
	}
}

// meeting returns the base at which the paths of two nodes to the root meet.
func (m *matching) meeting(v, w int) int {
	onPath := make([]bool, len(m.mate))
	for {
		v = m.base[v]
		onPath[v] = true
		if m.mate[v] < 0 {
			break
		}
		v = m.parent[m.mate[v]]
	}
	for {
		if w = m.base[w]; onPath[w] {
			return w
		}
		w = m.parent[m.mate[w]]
	}
}

// mark notes the flowers on the path from v to the base, whose nodes can now also be reached from child.
func (m *matching) mark(inside []bool, v, base, child int) {
	for m.base[v] != base {
		inside[m.base[v]], inside[m.base[m.mate[v]]] = true, true
		m.parent[v] = child
		child = m.mate[v]
		v = m.parent[child]
	}
}
