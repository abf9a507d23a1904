package render

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// SpokenOptions are the options of Spoken and SpokenChange.
type SpokenOptions struct {
	Lang  string   // "en" or "ja"
	Names []string // the players' names by seat; seats without one are called by their numbers
	You   int      // the seat of the reader, who is called "You"; 0 if the reader is called by name
}

// thing is something on a board or in a panel in words: its board or panel, its owner, its sign and its place.
type thing struct{ board, owner, glyph, at string }

// Spoken describes s in words for screen readers: a line for each kind of thing with the places by seat, then what each
// seat has, the dice, the lines of the scene and the turn.
func Spoken(s engine.Scene, o SpokenOptions) []string {
	s, t := forSpeech(s, o), newPhrases(s, o.Lang, o.Names, o.You)
	lines := said(t, t.things(s))
	for i, p := range s.Players {
		lines = append(lines, t.has(i+1, p)...)
	}
	lines = append(lines, filled(t.thrown(s.Throw))...)
	for _, line := range s.Lines {
		lines = append(lines, t.in(line))
	}
	return append(lines, filled(t.turn(s))...)
}

// forSpeech returns s for words, with the pieces that readers of the language know.
func forSpeech(s engine.Scene, o SpokenOptions) engine.Scene {
	s, _ = WithPieces(forText(s), o.Lang, "")
	return s
}

// has returns a line about the things and the state of a seat, or none if there is nothing to report.
func (t phrases) has(seat int, p engine.Panel) []string {
	var drawn []string
	line, where := t.panel(seat, p), ""
	for _, thing := range p.Has {
		if !inWords(thing) && thing.Count > 0 {
			drawn, where = append(drawn, t.counted(thing)), t.comma()+t.kept(thing)
		}
	}
	if drawn == nil && line == t.name(seat) {
		return nil
	}
	return []string{t.listed(line+where, drawn)}
}

// kept says what a drawn thing of a seat is: a piece in hand, or what is left of a stock.
func (t phrases) kept(thing engine.Thing) string {
	if thing.Cells[0].Form == engine.Piece {
		return t.either("in hand", "持ち駒")
	}
	return t.either("left", "残り")
}

// counted returns a drawn thing with its number: "歩 2", "# 4 rows".
func (t phrases) counted(thing engine.Thing) string {
	name := sign(thing)
	if n := t.number(thing); n != "1" {
		name += " " + n
	}
	return name
}

// sign returns the text for a drawn thing: its name in the notation, or the sign of a piece or of a thing with words.
func sign(thing engine.Thing) string {
	if thing.Words.En != "" || thing.Cells[0].Form == engine.Piece {
		return oneLine(thing.Cells[0].Glyph)
	}
	return thing.Name
}

// SpokenChange describes what was added and removed from one scene to the next.
func SpokenChange(before, after engine.Scene, o SpokenOptions) []string {
	t := newPhrases(after, o.Lang, o.Names, o.You)
	before, after = forSpeech(before, o), forSpeech(after, o)
	was, is := append(t.things(before), held(t, before)...), append(t.things(after), held(t, after)...)
	var lines []string
	for _, part := range []struct {
		word string
		list []thing
	}{
		{t.either("new", "加わったもの"), without(t, is, was)},
		{t.either("gone", "なくなったもの"), without(t, was, is)},
	} {
		for _, line := range said(t, part.list) {
			lines = append(lines, part.word+t.colon()+line)
		}
	}
	return lines
}

// held returns the drawn things that the seats have.
func held(t phrases, s engine.Scene) (list []thing) {
	for i, p := range s.Players {
		for _, has := range p.Has {
			if !inWords(has) && has.Count > 0 {
				list = append(list, thing{board: t.name(i + 1), owner: t.kept(has), at: t.counted(has)})
			}
		}
	}
	return list
}

// without returns the things of list that are not in other. Walls are compared without their owner, because some games
// show only that of the last wall.
func without(t phrases, list, other []thing) (rest []thing) {
	for _, a := range list {
		if !slices.ContainsFunc(other, func(b thing) bool {
			if strings.HasSuffix(a.owner, wall(t)) && strings.HasSuffix(b.owner, wall(t)) {
				b.owner = a.owner
			}
			return a == b
		}) {
			rest = append(rest, a)
		}
	}
	return rest
}

func wall(t phrases) string { return t.either("wall", "壁") }

// said groups things of one kind on one line, in the order of their first occurrence.
func said(t phrases, list []thing) []string {
	var order []thing
	places := map[thing][]string{}
	for _, one := range list {
		kind := one
		kind.at = ""
		if _, known := places[kind]; !known {
			order = append(order, kind)
		}
		places[kind] = append(places[kind], one.at)
	}
	var lines []string
	for _, kind := range order {
		label := strings.Join(filled(kind.board, kind.owner, kind.glyph), t.comma())
		at := filled(places[kind]...)
		if n := len(places[kind]); at == nil && n > 1 {
			at = []string{fmt.Sprint("×", n)}
		}
		lines = append(lines, t.listed(label, at))
	}
	return lines
}

// things returns the things on the boards of s, without empty ground. If a cell has several, only the last counts.
func (t phrases) things(s engine.Scene) (list []thing) {
	for _, b := range s.Boards {
		v := view{cells: b.Cells}
		top := v.top(func(c engine.Cell) bool { return c.Form != engine.Ground && c.Form != engine.Drawn })
		switch at, scale := scaleMark(b); {
		case scale:
			list = append(list, thing{board: t.board(b), at: at})
		case b.Cols == nil && b.Rows == nil:
			list = append(list, inColumns(t, b, top)...)
		default:
			for y := b.Max.Y; y >= b.Min.Y && len(top) > 0; y-- {
				for x := b.Min.X; x <= b.Max.X; x++ {
					if c, ok := top[engine.Point{X: x, Y: y}]; ok {
						at := thing{t.board(b), t.owner(c), oneLine(c.Glyph), cellName(t, b, c.At)}
						if at.glyph == strconv.Itoa(int(c.Ink)) { // a pawn with the number of its seat
							at.glyph = ""
						}
						list = append(list, at)
					}
				}
			}
		}
		for _, l := range b.Walls {
			if l.Mark == engine.Legal {
				continue // only a possible wall
			}
			list = append(list, thing{t.board(b), t.join(t.ofInk(l.Ink), wall(t)), "", wallName(t, b, l)})
		}
		for _, l := range b.Strokes {
			if l.Name != "" {
				list = append(list, thing{t.board(b), t.join(t.ofInk(l.Ink), t.either("line", "線")), "", l.Name})
			}
		}
	}
	return list
}

// scaleMark returns the marked sign of a scale, which is a board of signs only, such as a meter.
func scaleMark(b engine.Board) (at string, scale bool) {
	for _, c := range b.Cells {
		if c.Form != engine.Label {
			return "", false
		}
		if c.Mark == engine.Last {
			at = oneLine(c.Glyph)
		}
	}
	return at, at != ""
}

// board returns the owner and the name of a board.
func (t phrases) board(b engine.Board) string {
	if b.Seat == 0 {
		return t.in(b.Name)
	}
	return t.join(t.name(b.Seat), t.in(b.Name))
}

// inColumns describes a board without coordinates, such as coming pieces. Things in one column are described together.
func inColumns(t phrases, b engine.Board, top map[engine.Point]engine.Cell) (list []thing) {
	for x := b.Min.X; x <= b.Max.X; x++ {
		var column []string
		whose := ""
		for y := b.Max.Y; y >= b.Min.Y; y-- {
			if c, ok := top[engine.Point{X: x, Y: y}]; ok {
				column, whose = append(column, oneLine(c.Glyph)), t.owner(c)
			}
		}
		if column != nil {
			list = append(list, thing{t.board(b), whose, "", strings.Join(column, " ")})
		}
	}
	return list
}

func (t phrases) join(a, b string) string { return strings.Join(filled(a, b), t.comma()) }

// ofInk returns the name of the seat of an ink, "" for other inks.
func (t phrases) ofInk(i engine.Ink) string {
	switch {
	case i == engine.Black:
		return t.name(2)
	case i >= 1 && int(i) <= t.seats:
		return t.name(int(i))
	}
	return ""
}

// owner returns the name of the seat that owns a cell. For pieces it follows from their direction, for everything else
// from the ink.
func (t phrases) owner(c engine.Cell) string {
	if c.Form == engine.Piece {
		return t.ofInk(engine.Ink(1 + c.Turn/2%2))
	}
	return t.ofInk(c.Ink)
}

// cellName returns the name of a cell by the labels of its board, "" if it has none. A point keeps two numbers apart.
func cellName(t phrases, b engine.Board, at engine.Point) string {
	col, row := coordinate(t, b.Cols, at.X-b.Min.X), coordinate(t, b.Rows, at.Y-b.Min.Y)
	if b.Cols == nil && b.Rows == nil {
		return ""
	}
	if n := len(col); n > 0 && row != "" && isDigit(col[n-1]) && isDigit(row[0]) {
		return col + "." + row
	}
	return col + row
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// coordinate returns the ith label, or the number of a nameless cell.
func coordinate(t phrases, labels []i18n.Text, i int) string {
	if i >= 0 && i < len(labels) && labels[i] != (i18n.Text{}) {
		return t.in(labels[i])
	}
	return strconv.Itoa(i + 1)
}

// wallName returns the cells beside a wall, and its side of them: "above e3-f3", in Japanese "e3-f3の上".
func wallName(t phrases, b engine.Board, l engine.Line) string {
	from, to := l.From, l.To
	if from.X > to.X || from.Y > to.Y {
		from, to = to, from
	}
	side := i18n.Text{En: "above", Ja: "上"}
	switch level := from.Y == to.Y; {
	case level && from.Y > b.Min.Y:
		from.Y, to.X, to.Y = from.Y-1, to.X-1, to.Y-1
	case level:
		side = i18n.Text{En: "below", Ja: "下"}
		to.X--
	case from.X > b.Min.X:
		side = i18n.Text{En: "right of", Ja: "右"}
		from.X, to.X, to.Y = from.X-1, from.X-1, to.Y-1
	default:
		side = i18n.Text{En: "left of", Ja: "左"}
		to.Y--
	}
	cells := cellName(t, b, from) + "-" + cellName(t, b, to)
	return t.either(side.En+" "+cells, cells+"の"+side.Ja)
}

// SpokenTouch returns the name of a touched cell, or of a touched thing of a seat; "" if it has none.
func SpokenTouch(s engine.Scene, touch engine.Touch, lang string) string {
	s, t := forSpeech(s, SpokenOptions{Lang: lang}), newPhrases(s, lang, nil, 0)
	if touch.Seat != 0 {
		has := s.Players[touch.Seat-1].Has
		i := slices.IndexFunc(has, func(h engine.Thing) bool { return h.Name == touch.Thing })
		if i < 0 || len(has[i].Cells) == 0 {
			return ""
		}
		return sign(has[i])
	}
	if b, found := boardOf(s, touch); found {
		return cellName(t, b, touch.At)
	}
	return ""
}

// SpokenColumn returns the name of the touched column, "" if it has none.
func SpokenColumn(s engine.Scene, touch engine.Touch, lang string) string {
	b, found := boardOf(s, touch)
	if i := touch.At.X - b.Min.X; found && i >= 0 && i < len(b.Cols) {
		return b.Cols[i].In(lang)
	}
	return ""
}

// boardOf returns the touched board of s.
func boardOf(s engine.Scene, touch engine.Touch) (b engine.Board, found bool) {
	i := slices.IndexFunc(s.Boards, func(b engine.Board) bool { return b.ID == touch.Board })
	if i < 0 {
		return b, false
	}
	return s.Boards[i], true
}
