package slashchain

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// cornerNames are the names of the cells of a square, in the order of its corners.
var cornerNames = [corners]string{"ul", "ur", "lr", "ll"}

// String returns the square and the corner, "1,-2ul".
func (c cell) String() string { return c.square().String() + cornerNames[c.corner()] }

// words says which corner of which square c is.
func (c cell) words() i18n.Text {
	name := [corners]i18n.Text{{En: "upper left", Ja: "左上"}, {En: "upper right", Ja: "右上"}, {En: "lower right", Ja: "右下"}, {En: "lower left", Ja: "左下"}}[c.corner()]
	return i18n.Text{En: name.En + " of " + c.square().String(), Ja: c.square().String() + "の" + name.Ja}
}

func (c cell) point() engine.Point { return engine.Point{X: c.c, Y: c.r} }

// Scene returns the table with a margin of one square, the lines, and both hands as tiles.
func (p *position) Scene() engine.Scene {
	scene := engine.Scene{Boards: []engine.Board{p.board()}}
	shapes := [2]shapes{p.shapesOf(slash), p.shapesOf(backslash)}
	named := [2][]namedShape{shapes[0].byName(), shapes[1].byName()}
	strongest := 0 // kind of shape of either seat, so that both are compared
	for strongest < len(named[0]) && len(named[0][strongest].lines)+len(named[1][strongest].lines) == 0 {
		strongest++
	}
	for seat, s := range shapes {
		panel := p.panel(seat, len(s.Longest))
		if strongest < len(named[seat]) {
			shape := named[seat][strongest]
			panel.State = i18n.Text{En: fmt.Sprintf("%s %d", shape.En, len(shape.lines)), Ja: fmt.Sprintf("%s%d", shape.Ja, len(shape.lines))}
		}
		scene.Players = append(scene.Players, panel)
		sign := signs[seat]
		var places []i18n.Text
		for _, shape := range named[seat] {
			if len(shape.lines) > 0 {
				where := endsText(shape.lines)
				places = append(places, i18n.Text{En: shape.En + " of " + sign + ": " + where.En, Ja: sign + "の" + shape.Ja + "：" + where.Ja})
			}
		}
		scene.Lines = append(scene.Lines, places...)
		// a straight four is an open 4
		l := slash + line(seat)
		var lines []engine.Line
		for _, class := range []struct {
			name  string
			lines [][]cell
		}{{"4!", s.StraightFours}, {"4", s.Fours}, {"3", s.Threes}} {
			for _, cells := range class.lines {
				first, last := stroke(l, cells[0]), stroke(l, cells[len(cells)-1])
				lines = append(lines, engine.Line{From: first.From, To: last.To, Ink: engine.Ink(l), Name: class.name})
			}
		}
		scene.Boards[0].Threats = append(scene.Boards[0].Threats, lines...)
	}
	if p.result != nil {
		scene.Result = p.ending()
	} else {
		scene.Turn = engine.Turn{Seat: p.turn + 1, For: i18n.Text{En: "to move", Ja: "の番"}}
	}
	return scene
}

func (p *position) board() engine.Board {
	low, high := square{p.min.x - 1, p.min.y - 1}, square{p.max.x + 1, p.max.y + 1}
	b := engine.Board{ID: "table", Open: true, Min: low.cell(lowerLeft).point(), Max: high.cell(upperRight).point(), Grid: 2}
	for x := low.x; x <= high.x; x++ {
		b.Cols = append(b.Cols, i18n.Same(strconv.Itoa(x)), i18n.Text{})
	}
	for y := low.y; y <= high.y; y++ {
		b.Rows = append(b.Rows, i18n.Same(strconv.Itoa(y)), i18n.Text{})
	}
	longest := [...][]cell{slash: p.shapesOf(slash).Longest, backslash: p.shapesOf(backslash).Longest}
	for i, s := range p.laid {
		mark := engine.NoMark
		if i == len(p.laid)-1 {
			mark = engine.Last
		}
		for corner := range corners {
			c := s.cell(corner)
			l := p.table.at(c)
			b.Cells = append(b.Cells, glyph(l, c, mark))
			line := stroke(l, c)
			line.Name = c.String()
			switch {
			case slices.Contains(p.winning, c):
				line.Mark = engine.Deciding
			case p.winning == nil && slices.Contains(longest[l], c):
				line.Mark = engine.Joint
			}
			b.Strokes = append(b.Strokes, line)
		}
	}
	return b
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

// signs are the lines of the seats.
var signs = [2]string{"/", `\`}

// panel returns the tiles that a seat has left of each kind, and the length of its longest chain.
func (p *position) panel(seat, longest int) engine.Panel {
	panel := engine.Panel{Goal: i18n.Text{En: "plays " + signs[seat], Ja: signs[seat] + "を並べる"}}
	for kind := range letters {
		tile := engine.Thing{Name: letters[kind : kind+1], Count: int(p.hands[seat][kind])}
		for corner := range corners {
			c, l := square{0, 0}.cell(corner), readPattern(unturned[kind]).at(corner)
			tile.Cells = append(tile.Cells, glyph(l, c, engine.NoMark))
			tile.Strokes = append(tile.Strokes, stroke(l, c))
		}
		panel.Has = append(panel.Has, tile)
	}
	panel.Has = append(panel.Has, engine.Thing{Name: "longest", Count: longest, Words: i18n.Text{
		En: fmt.Sprintf("chain of %d", longest), Ja: fmt.Sprintf("最長 %d", longest)}})
	return panel
}

// namedShape is the name of a kind of shape, with the shapes of that kind.
type namedShape struct {
	i18n.Text
	lines [][]cell
}

func (s shapes) byName() []namedShape {
	return []namedShape{
		{i18n.Text{En: "fives", Ja: "五"}, s.Fives}, {i18n.Text{En: "overlines", Ja: "長連"}, s.Overlines},
		{i18n.Text{En: "straight fours", Ja: "達四"}, s.StraightFours}, {i18n.Text{En: "fours", Ja: "四"}, s.Fours},
		{i18n.Text{En: "threes", Ja: "三"}, s.Threes},
	}
}

// endsText returns shapes by their first and last cells.
func endsText(lines [][]cell) i18n.Text {
	var en, ja []string
	for _, l := range lines {
		first, last := l[0].words(), l[len(l)-1].words()
		en, ja = append(en, first.En+" to "+last.En), append(ja, first.Ja+"から"+last.Ja)
	}
	return i18n.Text{En: strings.Join(en, ", "), Ja: strings.Join(ja, "、")}
}

func (p *position) ending() *engine.Ending {
	end := &engine.Ending{Result: *p.result}
	loser := 2 - slices.Index(p.result.Places, 1)
	switch p.result.Rule {
	case endTilesUsed:
		end.How = i18n.Text{En: "a draw: all tiles are on the table", Ja: "引き分け。すべてのタイルを置き終えました"}
	case endChain:
		end.How = i18n.Text{En: "a chain of five or more", Ja: "五つ以上の線"}
	case endChainGiven:
		end.Seat, end.How = loser, i18n.Text{En: "completed a chain for the other side", Ja: "が相手の線を五つ以上つなげました"}
	case endForcedFourFour:
		end.Seat, end.How = loser, i18n.Text{En: "was forced to play a four-four", Ja: "が禁じ手の四四を打たされました"}
	default:
		end.Seat, end.How = loser, i18n.Text{En: "made a forbidden move", Ja: "の禁じ手"}
	}
	return end
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
			hand[letters[kind:kind+1]] = int(n)
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
