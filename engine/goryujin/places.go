package goryujin

import (
	"slices"
	"strconv"
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// Place takes cells, in any width and in lower case too.
func (p *position) Place(text string) (engine.Place, bool) {
	c, err := readCell(strings.ToUpper(engine.HalfWidth(strings.TrimSpace(text))))
	if err != nil {
		return engine.Place{}, false
	}
	return engine.Place{Name: i18n.Same(c.String()), Board: "board", Cells: []engine.Point{c.point()}}, true
}

func (c cell) point() engine.Point { return engine.Point{X: c.x, Y: c.y} }

// Target returns the cells of the piece of m.
func (p *position) Target(m engine.Move) engine.Place {
	if m == engine.Pass {
		return engine.Place{}
	}
	l, err := readLay(string(m))
	if err != nil {
		return engine.Place{}
	}
	at := engine.Place{Name: i18n.Same(string(m)), Board: "board"}
	for _, c := range l.covers() {
		at.Cells = append(at.Cells, c.point())
	}
	return at
}

// Naming gives examples of places.
func (p *position) Naming() i18n.Text {
	return i18n.Text{En: "AA12 for a cell, column first", Ja: "マスは列から書いてAA12"}
}

// Touches returns the piece in stock, or the head of a dragon for a touchdown; then the open end that it meets, or for a new
// head the lower left cell of its square of four; and which of the turns that fit there it has.
func (p *position) Touches(m engine.Move) []engine.Touch {
	if m == engine.Pass {
		return []engine.Touch{engine.PassTouch}
	}
	l, err := readLay(string(m))
	if err != nil {
		return nil
	}
	thing := engine.ThingTouch(p.turn+1, letters[l.kind:l.kind+1])
	if l.kind == head && !l.touchdown {
		at := l.anchor.plus(l.block)
		return []engine.Touch{thing, engine.CellTouch("board", at.point()), poseWay(slices.Index(pieces().poses[head], l.pose), l.pose)}
	}
	d, at := p.joined(l)
	if l.touchdown {
		start := d.head
		thing = engine.AreaTouch("board", start.anchor.plus(start.block).point(), engine.Point{X: 2, Y: 2})
	}
	return []engine.Touch{thing, engine.CellTouch("board", at.at.point()), poseWay(l.fit(at.meets()), l.pose)}
}

// fit returns the place of l among the ways in which its kind can have an end at j.
func (l lay) fit(j joint) (n int) {
	for _, f := range pieces().byFace[j.face] {
		switch {
		case f.kind != l.kind:
		case f.pose == l.pose && l.anchor.plus(f.end) == j.at:
			return n
		default:
			n++
		}
	}
	return -1
}

// poseWay returns the nth way to lay a piece.
func poseWay(n int, p *pose) engine.Touch {
	way := turnNames[p.turns]
	if p.flipped {
		way = i18n.Text{En: way.En + ", flipped", Ja: way.Ja + "・裏返し"}
	}
	return engine.TurnTouch(strconv.Itoa(n+1), way)
}

// turnNames are the names of rotations.
var turnNames = [4]i18n.Text{
	{En: "not turned", Ja: "回さない"},
	{En: "turned left", Ja: "左に90度"},
	{En: "turned round", Ja: "180度"},
	{En: "turned right", Ja: "右に90度"},
}

// Nudge returns m a cell further, turned or flipped.
func (p *position) Nudge(m engine.Move, key string) (engine.Move, bool) {
	l, err := readLay(string(m))
	if err != nil {
		return "", false
	}
	n, at := name{l.kind, l.turns, l.flipped}, l.anchor
	switch key {
	case "w":
		at.y++
	case "x":
		at.y--
	case "a":
		at.x--
	case "d":
		at.x++
	case "z":
		n.turns = (n.turns + 1) % 4
	case "c":
		n.turns = (n.turns + 3) % 4
	case "e":
		n.turns = (n.turns + 2) % 4
	case "s":
		n.turns, n.flipped = (4-n.turns)%4, !n.flipped
	default:
		return "", false
	}
	r := pieces().named[n]
	nudged := lay{pose: r.pose, anchor: at.plus(r.shift), touchdown: l.touchdown}
	return engine.Move(nudged.String()), nudged.fits()
}

// Keys returns the keys of Nudge.
func (p *position) Keys() []engine.Touch {
	return []engine.Touch{
		engine.WayTouch("w", i18n.Text{En: "up", Ja: "上へ"}), engine.WayTouch("a", i18n.Text{En: "left", Ja: "左へ"}),
		engine.WayTouch("x", i18n.Text{En: "down", Ja: "下へ"}), engine.WayTouch("d", i18n.Text{En: "right", Ja: "右へ"}),
		engine.WayTouch("z", i18n.Text{En: "turn left", Ja: "左に回す"}), engine.WayTouch("c", i18n.Text{En: "turn right", Ja: "右に回す"}),
		engine.WayTouch("e", i18n.Text{En: "half turn", Ja: "半回転"}), engine.WayTouch("s", i18n.Text{En: "flip", Ja: "裏返す"}),
	}
}
