package counting

import (
	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// Touches returns the number to add, which no place on the board shows.
func (p *position) Touches(m engine.Move) []engine.Touch {
	if m == "add1" {
		return []engine.Touch{engine.WayTouch("1", i18n.Text{En: "add 1", Ja: "1を足す"})}
	}
	return []engine.Touch{engine.WayTouch("2", i18n.Text{En: "add 2", Ja: "2を足す"})}
}
