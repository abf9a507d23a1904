// Package rengi is Rengi, falling stones in turns: HakuRengi, KouRengi and TenRengi with their simple rules.
//
// Each seat has a field of six columns and thirteen rows. In turn they drop two stones on their own fields.
// Four of a colour that touch disappear, what lies above falls, and where that makes four again, a chain runs
// on. Chains take time and send garbage to the other field, which an own chain cancels. Whose column 3 is
// filled to row 12 when the field is at rest loses.
// In HakuRengi players choose the colours, in KouRengi both read the same list from two ends, in
// TenRengi they are thrown.
//
// A placement is two columns and two colours, "23BC", lower stone first in one column, "33CB". The single first
// stone is "3A". How many rows of garbage may fall is written behind it where that is asked, "23BC/3".
// The list is drafted by "5L:B" and "6U:A,12U:C". Who waits for a chain may "pass".
//
// RULES.md has the rules in full, and the text of a position.
package rengi

import (
	_ "embed" // the manual

	"hikyaku/engine"
)

//go:embed RULES.md
var manual string

// Game is Rengi in all its variants.
var Game = &engine.Game{
	Name:    name,
	Title:   engine.Text{En: "Rengi", Ja: "連棋"},
	Options: choices,
	Seats:   func(engine.Options) int { return seats },
	Start:   start,
	Parse:   parse,
	Rules:   rules,
	Manual:  manual,
}

const (
	name  = "rengi"
	seats = 2
)

// start is the position before the first throw or move.
func start(options engine.Options) (engine.Position, error) {
	l, err := lawOf(options)
	if err != nil {
		return nil, err
	}
	return &position{state: l.begin()}, nil
}

// position is a state and, for the picture, what was put down last.
type position struct {
	state
	last last
}

// last is what was put down last: what is left of a placement, and on whose field, from 0; or cells of the list.
type last struct {
	cells cells
	seat  int
	list  []entry
}

// Next is the result of a game that has ended, a throw where one is due, else the seat to move.
func (p *position) Next() engine.Next {
	if p.wait == over {
		places := []int{1, 1}
		places[p.turn] = 2
		return engine.Next{Result: &engine.Result{Rule: endToppedOut, Places: places}}
	}
	if sides := p.dice(); sides != nil {
		return engine.Next{Throw: sides}
	}
	return engine.Next{Player: int(p.turn) + 1}
}

// Apply plays m: a throw goes on with what waited for it, a move is parsed, checked and played. It never
// lists moves.
func (p *position) Apply(m engine.Move) (engine.Position, error) {
	if r := engine.CheckTurn(p.Next(), m); r != nil {
		return nil, r
	}
	if faces, thrown := m.Throw(); thrown {
		q := *p
		q.throw(faces)
		return &q, nil
	}
	read, ok := readMove(string(m))
	if !ok || !p.complete(read) {
		return nil, p.malformed(string(m))
	}
	if r := p.check(read); r != nil {
		return nil, r
	}
	return p.play(read), nil
}

// play makes a move that has been checked.
func (p *position) play(m move) *position {
	q := *p
	switch m.kind {
	case places:
		for _, f := range p.frames(m.placement) {
			q.last = f.last
		}
	case drafts:
		q.last = last{list: m.entries}
	}
	q.make(m)
	return &q
}

// State tells scripts what RULES.md lists under "State".
func (p *position) State() any {
	var state struct {
		Fields    [seats][columns]string `json:"fields"`
		Announced [seats]int             `json:"announced"`
		Stock     *[seats]int            `json:"stock,omitempty"`
		Meter     int                    `json:"meter,omitempty"`
		Busy      [seats]int             `json:"busy"`
	}
	if p.law.stock {
		state.Stock = new([seats]int)
	}
	for seat := range p.sides {
		x := &p.sides[seat]
		for c := range columns {
			state.Fields[seat][c] = x.field.column(c)
		}
		state.Announced[seat], state.Busy[seat] = x.announced, int(x.left)
		if p.law.stock {
			state.Stock[seat] = int(x.stock)
		}
	}
	state.Meter = int(p.meter)
	return state
}
