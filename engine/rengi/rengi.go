// Package rengi is the game of Rengi (連棋), a falling-stones game played in turns: HakuRengi, KouRengi and
// TenRengi with their simple rules.
//
// Each seat has a field of six columns and thirteen rows. The players drop two stones in turn, each on their own
// field. Four connected stones of a colour disappear, and the stones above them fall; if they make four again, the
// chain continues. A chain takes time and sends garbage to the other field, which a chain there can cancel. A player
// loses if row 12 of column 3 is filled when the field is at rest. In HakuRengi the players choose the colours, in
// KouRengi both read them from the two ends of one list, in TenRengi the colours are thrown.
//
// A placement is two columns and two colours, "23BC", or "33CB" for one column, lower stone first. The single first
// stone is "3A". If the player must choose how many rows of garbage may fall, the number follows, "23BC/3".
// Stones are drafted into the list by "5L:B" and "6U:A,12U:C". A player may "pass" while the opponent's chain runs.
//
// RULES.md has the rules in full, and the text of a position.
package rengi

import (
	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// Game is Rengi in all its variants.
var Game = &engine.Game{
	Name:    name,
	Title:   i18n.Text{En: "Rengi", Ja: "連棋"},
	Options: choices,
	Seats:   func(engine.Options) int { return seats },
	Start:   start,
	Parse:   parse,
	Rules:   rules,
	Summary: summary,
	// The average length of 200 games between players that look one move ahead, 60 to 80 moves by variant. Random games have the same
	// length; no games between people are known.
	Plies:    func(engine.Options) int { return 70 },
	Manual:   engine.Manual(manualEn, manualJa),
	Sample:   "3A 45BB 12CA 12AA 45AD 66BA 55AA 23BA 56CD 33BB 12CC 45CA 44CA 56DA 66BD 55AB 66CC 34BD 56CA 66BC",
	Lessons:  lessons,
	Diagrams: examples,
}

const (
	name  = "rengi"
	seats = 2
)

// start returns the position before the first throw or move.
func start(options engine.Options) (engine.Position, error) {
	l, err := ruleSetOf(options)
	if err != nil {
		return nil, err
	}
	return &position{state: l.begin()}, nil
}

// position is a state with the stones put down last, which the picture shows.
type position struct {
	state
	last last
}

// last is the stones put down last: the remaining stones of a placement with the seat of their field, counted from 0,
// or entries of the list.
type last struct {
	cells cells
	gone  []cells // where stones have cleared, by link
	seat  int
	list  []entry
}

// Next returns the result of a game that has ended, the dice to throw, or the seat to move.
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

// Apply plays m: a throw continues the state that waits for it; a move is parsed, checked and played. It does not list
// all moves.
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
	if !ok || read.kind == places && p.wait == aMove && read.rows == unsaid && p.asksRows() { // the player has to choose the rows that fall
		return nil, p.malformed(string(m))
	}
	if r := p.check(read); r != nil {
		return nil, r
	}
	return p.play(read), nil
}

// play returns the position after a legal move.
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
	q.makeMove(m)
	return &q
}

// State returns the values that RULES.md lists under "State".
func (p *position) State() any {
	var state struct {
		Fields    [seats][columns]string `json:"fields"`
		Announced [seats]int             `json:"announced"`
		Stock     *[seats]int            `json:"stock,omitempty"`
		Meter     int                    `json:"meter,omitempty"`
		Piles     *[colours]int          `json:"piles,omitempty"`
		Busy      [seats]int             `json:"busy"`
	}
	if p.rules.stock {
		state.Stock = new([seats]int)
	}
	for seat := range p.sides {
		x := &p.sides[seat]
		for c := range columns {
			state.Fields[seat][c] = x.field.column(c)
		}
		state.Announced[seat], state.Busy[seat] = x.announced, int(x.left)
		if p.rules.stock {
			state.Stock[seat] = int(x.stock)
		}
	}
	if p.wait == drafting {
		piles := p.list.piles()
		state.Piles = &piles
	}
	state.Meter = int(p.meter)
	return state
}
