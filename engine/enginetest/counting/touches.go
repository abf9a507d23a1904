package counting

import "hikyaku/engine"

// Touches returns the number to add, which no place on the board shows.
func (p *position) Touches(m engine.Move) []engine.Touch {
	if m == "add1" {
		return []engine.Touch{engine.WayTouch("1", engine.Text{En: "add 1", Ja: "1を足す"})}
	}
	return []engine.Touch{engine.WayTouch("2", engine.Text{En: "add 2", Ja: "2を足す"})}
}
