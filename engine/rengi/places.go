package rengi

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// placeWords replaces the words of a place by dots: 先手3列12段 is 1.3.12.
var placeWords = sync.OnceValue(func() *strings.Replacer {
	pairs := []string{"先手", "1.", "後手", "2.", "列", ".", "段", "", "目", "", "の", ""}
	for r := '!'; r <= '~'; r++ {
		pairs = append(pairs, string(r-'!'+'！'), string(r))
	}
	return strings.NewReplacer(pairs...)
})

// Place takes the cell of a field by seat, column and row, "1.3.12", a column of it, "1.3", and a cell of the list, "6L".
func (p *position) Place(text string) (engine.Place, bool) {
	plain := strings.TrimSuffix(placeWords().Replace(strings.TrimSpace(text)), ".")
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
