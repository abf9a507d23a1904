package render

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hikyaku/engine"
)

// thing is something on a board in words: its owner, its name and its place.
type thing struct {
	board engine.Text
	owner engine.Text
	glyph string
	at    engine.Text
}

// Spoken describes s in words for screen readers: a line for each kind of thing with the places by seat, then the lines
// of the scene. lang is "en" or "ja".
func Spoken(s engine.Scene, lang string) []string {
	lines := said(things(s), lang)
	for _, line := range s.Lines {
		lines = append(lines, oneLine(line.In(lang)))
	}
	return lines
}

// SpokenChange describes what was added and removed from one scene to the next.
func SpokenChange(before, after engine.Scene, lang string) []string {
	was, is := things(before), things(after)
	var lines []string
	for _, part := range []struct {
		word engine.Text
		list []thing
	}{
		{engine.Text{En: "new", Ja: "現れたもの"}, without(is, was)},
		{engine.Text{En: "gone", Ja: "消えたもの"}, without(was, is)},
	} {
		for _, line := range said(part.list, lang) {
			lines = append(lines, part.word.In(lang)+colon(lang)+line)
		}
	}
	return lines
}

func comma(lang string) string {
	if lang == "ja" {
		return "、"
	}
	return ", "
}

func colon(lang string) string {
	if lang == "ja" {
		return "："
	}
	return ": "
}

func without(list, other []thing) (rest []thing) {
	for _, t := range list {
		if !slices.ContainsFunc(other, t.is) {
			rest = append(rest, t)
		}
	}
	return rest
}

// is reports whether t and u are the same. Walls are compared without their owner, because some games show only that of
// the last wall.
func (t thing) is(u thing) bool {
	if strings.HasSuffix(t.owner.En, wallText.En) && strings.HasSuffix(u.owner.En, wallText.En) {
		t.owner = u.owner
	}
	return t == u
}

var wallText = engine.Text{En: "wall", Ja: "壁"}

// said groups things of one kind on one line, in the order of their first occurrence.
func said(list []thing, lang string) []string {
	var order []thing
	places := map[thing][]string{}
	for _, t := range list {
		kind := t
		kind.at = engine.Text{}
		if _, known := places[kind]; !known {
			order = append(order, kind)
		}
		places[kind] = append(places[kind], t.at.In(lang))
	}
	var lines []string
	for _, kind := range order {
		var words []string
		for _, w := range []string{oneLine(kind.board.In(lang)), kind.owner.In(lang), kind.glyph} {
			if w != "" {
				words = append(words, w)
			}
		}
		at := strings.Join(slices.DeleteFunc(places[kind], func(p string) bool { return p == "" }), comma(lang))
		line := strings.Join(words, comma(lang))
		if n := len(places[kind]); at == "" && n > 1 {
			at = fmt.Sprint("×", n)
		}
		if at != "" {
			line += colon(lang) + at
		}
		lines = append(lines, line)
	}
	return lines
}

// things returns the things on the boards of s, without empty ground. If a cell has several, only the last counts.
func things(s engine.Scene) (list []thing) {
	seats := seatsOf(s)
	for _, b := range s.Boards {
		v := view{cells: b.Cells}
		top := v.top(func(c engine.Cell) bool { return c.Form != engine.Ground && c.Form != engine.Drawn })
		if b.Cols == nil && b.Rows == nil {
			list = append(list, inColumns(b, top, seats)...)
		} else {
			list = append(list, inRows(b, top, seats)...)
		}
		for _, l := range b.Walls {
			list = append(list, thing{b.Name, join(seatOf(l.Ink, seats), wallText), "", wallName(b, l)})
		}
		for _, l := range b.Strokes {
			if l.Name != "" {
				list = append(list, thing{b.Name, join(seatOf(l.Ink, seats), engine.Text{En: "line", Ja: "線"}), "", engine.Same(l.Name)})
			}
		}
	}
	return list
}

func inRows(b engine.Board, top map[engine.Point]engine.Cell, seats int) (list []thing) {
	for y := b.Max.Y; y >= b.Min.Y && len(top) > 0; y-- {
		for x := b.Min.X; x <= b.Max.X; x++ {
			if c, ok := top[engine.Point{X: x, Y: y}]; ok {
				list = append(list, standing(b, c, seats))
			}
		}
	}
	return list
}

// inColumns describes a board without coordinates, such as a hand. Things in one column are described together, and so
// is a number after a thing, which is its count.
func inColumns(b engine.Board, top map[engine.Point]engine.Cell, seats int) (list []thing) {
	last := b.Min.X - 2 // the last column with something in it
	for x := b.Min.X; x <= b.Max.X; x++ {
		var column []string
		var whose engine.Text
		for y := b.Max.Y; y >= b.Min.Y; y-- {
			if c, ok := top[engine.Point{X: x, Y: y}]; ok {
				column, whose = append(column, oneLine(c.Glyph)), owner(c, seats)
			}
		}
		if whose == b.Name {
			whose = engine.Text{}
		}
		if column == nil {
			continue
		}
		told := strings.Join(column, " ")
		if _, err := strconv.ParseUint(told, 10, 8); err == nil && last == x-1 {
			list[len(list)-1].at = engine.Same(list[len(list)-1].at.En + " " + told)
		} else {
			list = append(list, thing{b.Name, whose, "", engine.Same(told)})
		}
		last = x
	}
	return list
}

// seatsOf returns the number of seats of the game of s as far as it matters for their names: 2 or 4.
func seatsOf(s engine.Scene) int {
	for _, b := range s.Boards {
		for _, c := range b.Cells {
			if c.Ink == 3 || c.Ink == 4 {
				return 4
			}
		}
	}
	return 2
}

// standing returns the thing in a cell of a board with coordinates.
func standing(b engine.Board, c engine.Cell, seats int) thing {
	t := thing{b.Name, owner(c, seats), oneLine(c.Glyph), engine.Same(cellName(b, c.At))}
	if t.glyph == strconv.Itoa(int(c.Ink)) { // a pawn with the number of its seat
		t.glyph = ""
	}
	if t.owner == t.board {
		t.owner = engine.Text{}
	}
	return t
}

func join(a, b engine.Text) engine.Text {
	if a == (engine.Text{}) {
		return b
	}
	return engine.Text{En: a.En + ", " + b.En, Ja: a.Ja + "、" + b.Ja}
}

// seatOf returns the name of the seat of an ink, nothing for other inks.
func seatOf(i engine.Ink, seats int) engine.Text {
	switch {
	case i == engine.Black:
		return engine.Seat(2, seats)
	case i >= 1 && i <= 4:
		return engine.Seat(int(i), seats)
	}
	return engine.Text{}
}

// owner returns the name of the seat that owns a cell. For men it follows from their direction, for everything else
// from the ink.
func owner(c engine.Cell, seats int) engine.Text {
	if c.Form == engine.Man {
		return seatOf(engine.Ink(1+c.Turn/2%2), seats)
	}
	return seatOf(c.Ink, seats)
}

// cellName returns the name of a cell by the labels of its board, "" if it has none.
func cellName(b engine.Board, at engine.Point) string {
	col, row := label(b.Cols, at.X-b.Min.X), label(b.Rows, at.Y-b.Min.Y)
	if b.Cols == nil && b.Rows == nil {
		return ""
	}
	return col + row
}

// label returns the ith label, or the number of a nameless cell.
func label(names []string, i int) string {
	if i >= 0 && i < len(names) && names[i] != "" {
		return oneLine(names[i])
	}
	return strconv.Itoa(i + 1)
}

// wallName returns the cells along which a wall stands, and its side of them.
func wallName(b engine.Board, l engine.Line) engine.Text {
	from, to := l.From, l.To
	if from.X > to.X || from.Y > to.Y {
		from, to = to, from
	}
	if from.Y == to.Y {
		y, side := from.Y-1, engine.Text{En: "above", Ja: "上"}
		if y < b.Min.Y {
			y, side = from.Y, engine.Text{En: "below", Ja: "下"}
		}
		return beside(side, cellName(b, engine.Point{X: from.X, Y: y}), cellName(b, engine.Point{X: to.X - 1, Y: y}))
	}
	x, side := from.X-1, engine.Text{En: "right of", Ja: "右"}
	if x < b.Min.X {
		x, side = from.X, engine.Text{En: "left of", Ja: "左"}
	}
	return beside(side, cellName(b, engine.Point{X: x, Y: from.Y}), cellName(b, engine.Point{X: x, Y: to.Y - 1}))
}

// beside returns "above e3-f3", in Japanese "e3-f3の上".
func beside(side engine.Text, from, to string) engine.Text {
	return engine.Text{En: side.En + " " + from + "-" + to, Ja: from + "-" + to + "の" + side.Ja}
}
