package diceshogi

import (
	"hikyaku/engine"
	"hikyaku/engine/shogitext"
)

// Touches returns the man, on the board or in hand, the square to which it goes, and whether it promotes if it may.
func (p *position) Touches(m engine.Move) []engine.Touch {
	read, _ := readMove(string(m))
	return set.Touches(read.text(), int(p.turn)+1, p.listed)
}

// listed reports whether a move breaks no rule, or is played and loses.
func (p *position) listed(m shogitext.Move) bool {
	r := p.check(moveOf(m))
	return r == nil || p.isLost(r.Rule)
}
