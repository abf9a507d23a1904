package rengi

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// placeWords replaces the words of a place by dots: 先手3列12段 is 1.3.12.
var placeWords = sync.OnceValue(func() *strings.Replacer {
	return strings.NewReplacer("先手", "1.", "後手", "2.", "列", ".", "段", "", "目", "", "の", "")
})

// Place takes the cell of a field by seat, column and row, "1.3.12", a column of it, "1.3", and a cell of the list, "6L".
func (p *position) Place(text string) (engine.Place, bool) {
	plain := strings.TrimSuffix(placeWords().Replace(engine.HalfWidth(strings.TrimSpace(text))), ".")
	if i := slices.Index(cellNames(), strings.ToUpper(plain)); i >= 0 && p.rules.supply == listed {
		return listPlace(cellNames()[i], i), true
	}
	commas := strings.ReplaceAll(plain, ".", ",")
	if numbers, err := readNumbers(commas, [][2]int{{1, seats}, {1, columns}, {1, fieldRows}}); err == nil {
		return fieldPlace(numbers[0]-1, [][2]int{{numbers[1] - 1, numbers[2] - 1}}), true
	}
	numbers, err := readNumbers(commas, [][2]int{{1, seats}, {1, columns}})
	if err != nil {
		return engine.Place{}, false
	}
	var cells [][2]int
	for row := range fieldRows {
		cells = append(cells, [2]int{numbers[1] - 1, row})
	}
	at := fieldPlace(numbers[0]-1, cells)
	at.Name = i18n.Same(plain)
	return at, true
}

// Target returns the cells into which the stones of m fall, before anything is cleared.
func (p *position) Target(m engine.Move) engine.Place {
	read, _ := readMove(string(m))
	switch read.kind {
	case passes:
		return engine.Place{}
	case drafts:
		at := listPlace(string(m), read.entries[0].cell)
		for _, e := range read.entries[1:] {
			at.Cells = append(at.Cells, listPlace("", e.cell).Cells...)
		}
		return at
	}
	h := p.mine().field.heights()
	var cells [][2]int
	for _, c := range read.columns[:stoneCount(read.two)] {
		if int(c) >= columns {
			continue // there is no such column
		}
		if h[c] < fieldRows {
			cells = append(cells, [2]int{int(c), h[c]})
		}
		h[c]++
	}
	return fieldPlace(int(p.turn), cells)
}

// fieldPlace returns cells of a field, given by columns and rows from 0.
func fieldPlace(seat int, cells [][2]int) engine.Place {
	number := strconv.Itoa(seat + 1)
	at := engine.Place{Board: "field" + number}
	var names []string
	for _, c := range cells {
		at.Cells = append(at.Cells, point(c[0], c[1]))
		names = append(names, number+"."+strconv.Itoa(c[0]+1)+"."+strconv.Itoa(c[1]+1))
	}
	at.Name = i18n.Same(strings.Join(names, " "))
	return at
}

// listPlace returns a cell of the list.
func listPlace(name string, cell int) engine.Place {
	return engine.Place{Name: i18n.Same(name), Board: "list", Cells: []engine.Point{{X: cell / 2, Y: cell % 2}}}
}

// Naming gives examples of places.
func (p *position) Naming() i18n.Text {
	return i18n.Text{
		En: "1.3.12 for row 12 of column 3 in the field of seat 1, 1.3 for the whole column",
		Ja: "先手の3列12段は1.3.12、列全体は1.3"}
}

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
	for i, k := range m.colours[:2] {
		way.Inks[i] = disc(k).Ink
	}
	return []engine.Touch{p.columnTouch(axis), way}
}

// columnTouch returns the touch of a column of the mover's field.
func (p *position) columnTouch(column int8) engine.Touch {
	return engine.AreaTouch("field"+strconv.Itoa(int(p.turn)+1), point(int(column), 0), engine.Point{X: 1, Y: fieldRows})
}

func colourWay(k kind) engine.Touch {
	way := engine.WayTouch(strings.ToLower(k.String()), i18n.Same(k.String()))
	way.Inks[0] = disc(k).Ink
	return way
}
