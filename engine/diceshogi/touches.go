package diceshogi

import "hikyaku/engine"

// Touches returns the man, on the board or in hand, the square to which it goes, and whether it promotes if it may.
func (p *position) Touches(m engine.Move) []engine.Touch {
	read, _ := readMove(string(m))
	return set.Touches(read.text(), int(p.turn)+1, p.either(read))
}

// either reports whether the man of m may promote and need not.
func (p *position) either(m move) bool {
	switch m.way {
	case promotes:
		m.way = simple
	case simple:
		m.way = promotes
	default:
		return false
	}
	r := p.check(m)
	return r == nil || p.isLost(r.Rule)
}
