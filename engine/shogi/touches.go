package shogi

import (
	"hikyaku/engine"
	"hikyaku/engine/shogitext"
	"hikyaku/internal/i18n"
)

var declareWay = engine.WayTouch("k", i18n.Text{En: "declare the entered king", Ja: "入玉を宣言する"})

// Touches returns the man, on the board or in hand, the square to which it goes, and whether it promotes if it may. The
// declaration is a way.
func (p *position) Touches(m engine.Move) []engine.Touch {
	read, _ := readMove(string(m))
	if read.way == declares {
		return []engine.Touch{declareWay}
	}
	return set.Touches(read.text(), int(p.turn)+1, p.listed)
}

// listed reports whether a move breaks no rule, or is played and loses.
func (p *position) listed(m shogitext.Move) bool {
	r := p.check(moveOf(m))
	return r == nil || p.isLost(r.Rule)
}
