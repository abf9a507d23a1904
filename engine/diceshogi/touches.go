package diceshogi

import "hikyaku/engine"

var (
	promoteWay = engine.WayTouch("+", engine.Text{En: "promote", Ja: "成る"})
	stayWay    = engine.WayTouch("=", engine.Text{En: "do not promote", Ja: "成らない"})
)

// Touches returns the man, on the board or in hand, the square to which it goes, and whether it promotes if it may.
func (p *position) Touches(m engine.Move) []engine.Touch {
	read, _ := readMove(string(m))
	to := engine.CellTouch("board", read.to.point())
	if read.way == drops {
		return []engine.Touch{engine.ThingTouch(int(p.turn)+1, names[read.kind]), to}
	}
	touches := []engine.Touch{engine.CellTouch("board", read.from.point()), to}
	rises := read
	rises.way = promotes
	switch r := p.check(rises); {
	case read.way == promotes:
		return append(touches, promoteWay)
	case r == nil || p.isLost(r.Rule):
		return append(touches, stayWay)
	}
	return touches
}
