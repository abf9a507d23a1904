// Package slashchain is the game of slashchain (四倍速五目並べ).
//
// A tile has four lines, / or \. Seat 1 plays / and begins, seat 2 plays \. Each seat has one to three
// tiles of each of six kinds, in open hands. The first tile lies at 0,0, every later one beside another; the
// table has no edge. A chain is a straight run of equal lines through the corners of cells. A player wins by
// making a chain of five of the own lines, and loses by making one of the opponent's. Under renju rules seat 1
// must make exactly five and must not make two fours at once two apart; if seat 2 makes them, seat 1 loses.
//
// A move is written as a kind, its quarter turns clockwise and its square: "A2@1,-2".
//
// The text of a position is the moves that led to it, "L1@0,0 S0@1,0"; "start" before the first.
package slashchain

import (
	"slices"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// Game is slashchain with both rule sets.
var Game = &engine.Game{
	Name:  "slashchain",
	Title: i18n.Text{En: "slashchain", Ja: "四倍速五目並べ"},
	Options: []engine.Option{
		{Key: "rule", Values: []string{"gomoku", "renju"}, Default: "gomoku", Variants: true, Title: i18n.Text{En: "Set of rules", Ja: "ルール"},
			About: i18n.Text{En: "Renju forbids the player who begins chains of six or more, and some double fours.", Ja: "連珠ルールでは、先手に長連と一部の四四の禁じ手があります。"},
			Names: map[string]i18n.Text{"gomoku": {En: "gomoku", Ja: "五目"}, "renju": {En: "renju", Ja: "連珠"}}},
		{Key: "tiles", Values: []string{"1", "2", "3"}, Default: "1", Title: i18n.Text{En: "Tiles of each kind per player", Ja: "各種のタイルの枚数"},
			About: i18n.Text{En: "There are six kinds of tiles. With more of them the game can last longer.", Ja: "タイルは6種類です。枚数が多いほど、長く続けられます。"}},
		{Key: "overline", Values: []string{"win", "forbidden", "nothing"}, Default: "win", Only: map[string][]string{"rule": {"gomoku"}},
			Title: i18n.Text{En: "A chain of six or more in gomoku", Ja: "五目ルールでの長連（六つ以上）の扱い"},
			Names: map[string]i18n.Text{"win": {En: "wins", Ja: "勝ち"}, "forbidden": {En: "is forbidden", Ja: "禁じ手"}, "nothing": {En: "doesn't win", Ja: "勝ちにならない"}}},
		{Key: "foul", Values: []string{"reject", "loses"}, Default: "reject",
			Title: i18n.Text{En: "A forbidden move", Ja: "禁じ手の扱い"},
			Names: map[string]i18n.Text{"reject": {En: "is rejected", Ja: "受け付けない"}, "loses": {En: "loses the game", Ja: "打てば負け"}}},
	},
	Seats:    func(engine.Options) int { return 2 },
	Start:    func(o engine.Options) (engine.Position, error) { return start(o), nil },
	Parse:    func(o engine.Options, text string) (engine.Position, error) { return engine.ParseMoves(start(o), text) },
	Rules:    rules,
	Summary:  summary,
	Plies:    plies,
	Manual:   engine.Manual(manualEn, manualJa),
	Sample:   "W2@0,0 W1@1,0 X0@0,1 P3@-1,1 L0@-1,2 L1@-1,0 A3@2,0 A2@1,-1",
	Lessons:  lessons,
	Diagrams: examples,
}

// position is a state with the moves that led to it.
type position struct {
	state
	moves   []engine.Move
	laid    []square
	result  *engine.Result
	winning []cell // the chain that decided, if one did
}

func start(o engine.Options) *position {
	p := &position{state: state{renju: o["rule"] == "renju", overline: o["overline"], refuses: o["foul"] == "reject"}}
	for seat := range p.hands {
		for kind := range p.hands[seat] {
			p.hands[seat][kind] = int8(o["tiles"][0] - '0')
		}
	}
	return p
}

// String returns the moves from the start.
func (p *position) String() string { return engine.MovesText(p.moves) }

// Next returns the seat to move, or the result.
func (p *position) Next() engine.Next {
	if p.result != nil {
		return engine.Next{Result: p.result}
	}
	return engine.Next{Player: p.turn + 1}
}

// Apply plays m, which must be canonical.
func (p *position) Apply(m engine.Move) (engine.Position, error) {
	if r := engine.CheckTurn(p.Next(), m); r != nil {
		return nil, r
	}
	l, err := readLay(string(m))
	if err != nil {
		return nil, moveMalformed.Reject(engine.Quote("move", string(m)), whyArg(err.(reason)))
	}
	if l.String() != string(m) {
		return nil, moveMalformed.Reject(engine.Quote("move", string(m)), whyArg(notCanonical))
	}
	if r := p.check(l); r != nil {
		return nil, r
	}
	q := &position{state: p.state, moves: append(slices.Clip(p.moves), m), laid: append(slices.Clip(p.laid), l.at)}
	q.put(l.at, l.pattern)
	q.hands[q.turn][l.kind]--
	if foul := q.foul(l); foul != nil && p.refuses {
		return nil, foul
	}
	rule, winner := q.outcome(l.at)
	switch {
	case rule == endTilesUsed:
		q.result = &engine.Result{Rule: rule, Places: []int{1, 1}}
	case rule != nil:
		q.result = &engine.Result{Rule: rule, Places: []int{2, 2}}
		q.result.Places[winner] = 1
	}
	switch rule {
	case endChain, endChainGiven:
		q.decide(l.at, slash+line(winner))
	case overlineForbidden:
		q.decide(l.at, p.own())
	}
	q.turn = 1 - p.turn
	return q, nil
}

// decide notes the chain of a line with the tile at a square that has ended the game.
func (p *position) decide(at square, of line) {
	first, length := p.chainMade(at, of, p.exact(of))
	for i := range length {
		p.winning = append(p.winning, first.step(of, i))
	}
}
