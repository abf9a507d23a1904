package render

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hikyaku/engine"
)

// thing is something on a board as it is said: whose, what and where.
type thing struct {
	board engine.Text
	owner engine.Text
	glyph string
	at    string
}

// Spoken says s in words, a line for each kind of thing, for ears and for screens that read aloud: what stands where by
// seat, then the lines of the scene. lang is "en" or "ja".
func Spoken(s engine.Scene, lang string) []string {
	lines := said(things(s), lang)
	for _, line := range s.Lines {
		lines = append(lines, oneLine(line.In(lang)))
	}
	return lines
}

// SpokenChange says what came and what went from one scene to the next.
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

func colon(lang string) string {
	if lang == "ja" {
		return "："
	}
	return ": "
}

func without(list, other []thing) (rest []thing) {
	for _, t := range list {
		if !slices.Contains(other, t) {
			rest = append(rest, t)
		}
	}
	return rest
}

// said gathers things of one kind on one line, in the order in which they first come.
func said(list []thing, lang string) []string {
	var order []thing
	places := map[thing][]string{}
	for _, t := range list {
		kind := t
		kind.at = ""
		if _, known := places[kind]; !known {
			order = append(order, kind)
		}
		places[kind] = append(places[kind], t.at)
	}
	var lines []string
	for _, kind := range order {
		var words []string
		for _, w := range []string{oneLine(kind.board.In(lang)), kind.owner.In(lang), oneLine(kind.glyph)} {
			if w != "" {
				words = append(words, w)
			}
		}
		at := strings.Join(slices.DeleteFunc(places[kind], func(p string) bool { return p == "" }), " ")
		line := strings.Join(words, ", ")
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

// things lists what lies on the boards of s: not bare ground, and of several things in one cell the last.
func things(s engine.Scene) (list []thing) {
	for _, b := range s.Boards {
		v := view{cells: b.Cells}
		top := v.top(func(c engine.Cell) bool { return c.Form != engine.Ground && c.Form != engine.Drawn })
		for y := b.Max.Y; y >= b.Min.Y && len(top) > 0; y-- {
			for x := b.Min.X; x <= b.Max.X; x++ {
				if c, ok := top[engine.Point{X: x, Y: y}]; ok {
					list = append(list, standing(b, c))
				}
			}
		}
		for _, l := range b.Walls {
			list = append(list, thing{b.Name, wallOwner(l.Ink), "", wallName(b, l)})
		}
		for _, l := range b.Strokes {
			list = append(list, thing{b.Name, join(seatOf(l.Ink), engine.Text{En: "line", Ja: "線"}), "", lineName(b, l)})
		}
	}
	return list
}

// standing is what stands in a cell. On boards without coordinates what lies there is told in a row.
func standing(b engine.Board, c engine.Cell) thing {
	t := thing{b.Name, owner(c), c.Glyph, cellName(b, c.At)}
	if t.at == "" {
		t.glyph, t.at = "", oneLine(c.Glyph)
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

// seatOf names the seat of an ink, nothing for other inks.
func seatOf(i engine.Ink) engine.Text {
	if i >= 1 && i <= 4 {
		return engine.Text{En: fmt.Sprintf("seat %d", i), Ja: fmt.Sprintf("席%d", i)}
	}
	return engine.Text{}
}

// owner says whose a cell is: men tell it by how they stand, everything else by its ink.
func owner(c engine.Cell) engine.Text {
	if c.Form == engine.Man {
		return seatOf(engine.Ink(1 + c.Turn/2%2))
	}
	return seatOf(c.Ink)
}

func wallOwner(i engine.Ink) engine.Text {
	return join(seatOf(i), engine.Text{En: "wall", Ja: "壁"})
}

// cellName is a cell by the labels of its board, "" where it has none.
func cellName(b engine.Board, at engine.Point) string {
	col, row := label(b.Cols, at.X-b.Min.X), label(b.Rows, at.Y-b.Min.Y)
	if b.Cols == nil && b.Rows == nil {
		return ""
	}
	return col + row
}

// label is the ith label; a nameless cell is told by its number.
func label(names []string, i int) string {
	if i >= 0 && i < len(names) && names[i] != "" {
		return oneLine(names[i])
	}
	return strconv.Itoa(i + 1)
}

// wallName says along which cells a wall stands, and on which side of them.
func wallName(b engine.Board, l engine.Line) string {
	from, to := l.From, l.To
	if from.X > to.X || from.Y > to.Y {
		from, to = to, from
	}
	if from.Y == to.Y {
		y, side := from.Y-1, "↑"
		if y < b.Min.Y {
			y, side = from.Y, "↓"
		}
		return cellName(b, engine.Point{X: from.X, Y: y}) + "-" + cellName(b, engine.Point{X: to.X - 1, Y: y}) + side
	}
	x, side := from.X-1, "→"
	if x < b.Min.X {
		x, side = from.X, "←"
	}
	return cellName(b, engine.Point{X: x, Y: from.Y}) + "-" + cellName(b, engine.Point{X: x, Y: to.Y - 1}) + side
}

// lineName says from which cell to which a stroke goes.
func lineName(b engine.Board, l engine.Line) string {
	dx, dy := l.To.X-l.From.X, l.To.Y-l.From.Y
	from, to := l.From, l.To
	if dx < 0 {
		from.X--
	} else {
		to.X--
	}
	if dy < 0 {
		from.Y--
	} else {
		to.Y--
	}
	return cellName(b, from) + "-" + cellName(b, to)
}
