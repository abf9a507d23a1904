package analysis

import (
	"fmt"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// Line returns the first moves of a line from p as people write them.
func Line(p engine.Position, moves []engine.Move) i18n.Text {
	const enough = 6 // of a longer line
	var list []i18n.Text
	for _, m := range moves[:min(len(moves), enough)] {
		list = append(list, engine.Spell(p, m))
		q, err := p.Apply(m)
		if err != nil {
			break
		}
		p = q
	}
	return i18n.Spaced(list...)
}

// Percent returns an expected result in percent.
func Percent(score float64) string { return fmt.Sprintf("%.0f", 100*score) }
