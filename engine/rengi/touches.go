package rengi

import (
	"fmt"
	"strconv"
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// Touches returns, of a placement, the column of the axis and where the child goes, or each column with the colour of its
// stone if the player chooses the colours; then the rows that may fall, if they are asked. Of a draft it returns each cell
// of the list with its colour.
func (p *position) Touches(m engine.Move) (touches []engine.Touch) {
	read, _ := readMove(string(m))
	switch read.kind {
	case passes:
		return []engine.Touch{engine.PassTouch}
	case drafts:
		for _, e := range read.entries {
			at := engine.Point{X: e.cell / 2, Y: e.cell % 2}
			touches = append(touches, engine.CellTouch("list", at), colourWay(e.colour))
		}
		return touches
	}
	if tsumo, known := p.current(); known {
		touches = p.turned(read.placement, tsumo)
	} else {
		for i := range stoneCount(read.two) {
			touches = append(touches, p.columnTouch(read.columns[i]), colourWay(read.colours[i]))
		}
	}
	if read.rows != unsaid {
		touches = append(touches, engine.WayTouch(strconv.Itoa(int(read.rows)%10), i18n.Text{
			En: fmt.Sprintf("at most %d rows of garbage", read.rows), Ja: fmt.Sprintf("邪魔石は%d段まで", read.rows)})) // the key of ten is 0
	}
	return touches
}

// turned returns the column of the axis and the side of it to which the child goes. Of two stones of one colour the left or
// lower one is taken for the axis.
func (p *position) turned(m placement, tsumo pair) []engine.Touch {
	if !m.two {
		return []engine.Touch{p.columnTouch(m.columns[0])}
	}
	axis, child := m.columns[0], m.columns[1]
	first := m.colours[0] == tsumo[0]
	if !first {
		axis, child = child, axis
	}
	axisName, childName := tsumo[0].String(), tsumo[1].String()
	way := engine.WayTouch("w", i18n.Text{En: childName + " on " + axisName, Ja: childName + "を" + axisName + "の上に"})
	switch {
	case child > axis:
		way = engine.WayTouch("d", i18n.Text{En: childName + " to the right", Ja: childName + "を右に"})
	case child < axis:
		way = engine.WayTouch("a", i18n.Text{En: childName + " to the left", Ja: childName + "を左に"})
	case !first:
		way = engine.WayTouch("x", i18n.Text{En: childName + " below " + axisName, Ja: childName + "を" + axisName + "の下に"})
	}
	return []engine.Touch{p.columnTouch(axis), way}
}

// columnTouch returns the touch of a column of the mover's field.
func (p *position) columnTouch(column int8) engine.Touch {
	return engine.AreaTouch("field"+strconv.Itoa(int(p.turn)+1), point(int(column), 0), engine.Point{X: 1, Y: fieldRows})
}

func colourWay(k kind) engine.Touch {
	return engine.WayTouch(strings.ToLower(k.String()), i18n.Same(k.String()))
}
