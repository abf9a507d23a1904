package slashchain

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hikyaku/engine"
)

// cornerNames are the names of the cells of a square, in the order of its corners.
var cornerNames = [corners]string{"ul", "ur", "lr", "ll"}

// String returns the square and the corner, "1,-2ul".
func (c cell) String() string { return c.square().String() + cornerNames[c.corner()] }

func (c cell) point() engine.Point { return engine.Point{X: c.c, Y: c.r} }

// Scene returns the table with a margin of one square, the lines, and both hands as tiles.
func (p *position) Scene() engine.Scene {
	return engine.Scene{Boards: []engine.Board{p.board(), p.hand(0), p.hand(1)}, Lines: p.captions()}
}

func (p *position) board() engine.Board {
	low, high := square{p.min.x - 1, p.min.y - 1}, square{p.max.x + 1, p.max.y + 1}
	b := engine.Board{Min: low.cell(lowerLeft).point(), Max: high.cell(upperRight).point(), Grid: 2}
	for x := low.x; x <= high.x; x++ {
		b.Cols = append(b.Cols, strconv.Itoa(x), "")
	}
	for y := low.y; y <= high.y; y++ {
		b.Rows = append(b.Rows, strconv.Itoa(y), "")
	}
	longest := [...][]cell{slash: p.shapesOf(slash).Longest, backslash: p.shapesOf(backslash).Longest}
	for i, s := range p.laid {
		mark := engine.NoMark
		if i == len(p.laid)-1 {
			mark = engine.Last
		}
		for corner := range corners {
			p.draw(&b, s.cell(corner), mark, longest)
		}
	}
	return b
}

// draw adds the line in c to b. It is marked if it belongs to the deciding chain or, before there is one, to the
// longest chain of its side.
func (p *position) draw(b *engine.Board, c cell, mark engine.Mark, longest [3][]cell) {
	l := p.table.at(c)
	b.Cells = append(b.Cells, glyph(l, c, mark))
	s := stroke(l, c)
	s.Name = c.String()
	switch {
	case slices.Contains(p.winning, c):
		s.Mark = engine.Deciding
	case p.winning == nil && slices.Contains(longest[l], c):
		s.Mark = engine.Joint
	}
	b.Strokes = append(b.Strokes, s)
}

func glyph(l line, c cell, mark engine.Mark) engine.Cell {
	return engine.Cell{At: c.point(), Form: engine.Drawn, Ink: engine.Ink(l), Glyph: string(" /\\"[l]), Mark: mark}
}

// stroke returns the line l from corner to corner of the cell c.
func stroke(l line, c cell) engine.Line {
	s := engine.Line{From: c.point(), To: engine.Point{X: c.c + 1, Y: c.r + 1}, Ink: engine.Ink(l)}
	if l == backslash {
		s.From.Y, s.To.Y = s.To.Y, s.From.Y
	}
	return s
}

// hand shows a tile of each kind, with its letter and the number left below it.
func (p *position) hand(seat int) engine.Board {
	b := engine.Board{Name: engine.Seat(seat+1, 2), Seat: seat + 1, Max: engine.Point{X: 3*len(letters) - 2, Y: 2}}
	for kind := range letters {
		for corner := range corners {
			at := square{0, 0}.cell(corner)
			c := cell{at.c + 3*kind, at.r + 1}
			l := readPattern(unturned[kind]).at(corner)
			b.Cells = append(b.Cells, glyph(l, c, engine.NoMark))
			b.Strokes = append(b.Strokes, stroke(l, c))
		}
		b.Cells = append(b.Cells,
			engine.Cell{At: engine.Point{X: 3 * kind}, Form: engine.Label, Glyph: letters[kind : kind+1]},
			engine.Cell{At: engine.Point{X: 3*kind + 1}, Form: engine.Label, Glyph: strconv.Itoa(p.hands[seat][kind])})
	}
	return b
}

// captions returns the shapes of each side, then the turn or the result.
func (p *position) captions() (captions []engine.Text) {
	for seat := range 2 {
		s := p.shapesOf(slash + line(seat))
		who := engine.Seat(seat+1, 2)
		en, ja := who.En+":", who.Ja+"："
		for _, shape := range s.byName() {
			if n := len(shape.lines); n > 0 {
				where := endsText(shape.lines)
				en += fmt.Sprintf(" %s %d (%s)", shape.En, n, where.En)
				ja += fmt.Sprintf(" %s %d（%s）", shape.Ja, n, where.Ja)
			}
		}
		longest := engine.Text{En: fmt.Sprintf(" longest chain %d", len(s.Longest)), Ja: fmt.Sprintf(" 最長 %d", len(s.Longest))}
		captions = append(captions, engine.Text{En: en + longest.En, Ja: ja + longest.Ja})
	}
	return append(captions, p.turnCaption())
}

// namedShape is the name of a kind of shape, with the shapes of that kind.
type namedShape struct {
	engine.Text
	lines [][]cell
}

func (s shapes) byName() []namedShape {
	return []namedShape{
		{engine.Text{En: "fives", Ja: "五"}, s.Fives}, {engine.Text{En: "overlines", Ja: "長連"}, s.Overlines},
		{engine.Text{En: "straight fours", Ja: "達四"}, s.StraightFours}, {engine.Text{En: "fours", Ja: "四"}, s.Fours},
		{engine.Text{En: "threes", Ja: "三"}, s.Threes},
	}
}

// endsText returns shapes by their first and last cells.
func endsText(lines [][]cell) engine.Text {
	var en, ja []string
	for _, l := range lines {
		first, last := l[0].String(), l[len(l)-1].String()
		en, ja = append(en, first+" to "+last), append(ja, first+"から"+last)
	}
	return engine.Text{En: strings.Join(en, ", "), Ja: strings.Join(ja, "、")}
}

func (p *position) turnCaption() engine.Text {
	if p.result == nil {
		who := engine.Seat(p.turn+1, 2)
		return engine.Text{En: who.En + " to move", Ja: who.Ja + "の番"}
	}
	if p.result.Places[0] == p.result.Places[1] {
		return engine.Text{En: "a draw: all tiles are on the table", Ja: "引き分け。すべてのタイルを置き終えた"}
	}
	winner := slices.Index(p.result.Places, 1)
	who, loser := engine.Seat(winner+1, 2), engine.Seat(2-winner, 2)
	why := p.result.Rule.Text
	if !strings.HasPrefix(p.result.Rule.ID, "end.") { // the text of a rule speaks of a move that was refused
		why = engine.Text{En: "the move of " + loser.En + " is forbidden", Ja: loser.Ja + "の禁じ手"}
	}
	return engine.Text{En: who.En + " wins: " + why.En, Ja: who.Ja + "の勝ち。" + why.Ja}
}

// State returns the values that RULES.md lists under "State".
func (p *position) State() any {
	type side struct {
		Hand          map[string]int `json:"hand"`
		Fives         [][]string     `json:"fives"`
		Overlines     [][]string     `json:"overlines"`
		Fours         [][]string     `json:"fours"`
		StraightFours [][]string     `json:"straight_fours"`
		Threes        [][]string     `json:"threes"`
		Longest       int            `json:"longest"`
	}
	var state struct {
		Sides   [2]side  `json:"sides"`
		Winning []string `json:"winning"`
	}
	for seat := range 2 {
		s, hand := p.shapesOf(slash+line(seat)), map[string]int{}
		for kind, n := range p.hands[seat] {
			hand[letters[kind:kind+1]] = n
		}
		state.Sides[seat] = side{hand, cellNames(s.Fives), cellNames(s.Overlines), cellNames(s.Fours),
			cellNames(s.StraightFours), cellNames(s.Threes), len(s.Longest)}
	}
	state.Winning = names(p.winning)
	return state
}

func cellNames(lines [][]cell) [][]string {
	list := [][]string{}
	for _, l := range lines {
		list = append(list, names(l))
	}
	return list
}

func names(cells []cell) []string {
	list := []string{}
	for _, c := range cells {
		list = append(list, c.String())
	}
	return list
}

// Guide marks the squares to which the next tile may go.
func (p *position) Guide() (cells []engine.Cell) {
	if p.result != nil {
		return nil
	}
	for s := range p.openSquares {
		for corner := range corners {
			cells = append(cells, engine.Cell{At: s.cell(corner).point(), Form: engine.Ground, Mark: engine.Legal})
		}
	}
	return cells
}
