// Package goryujin is the game of Goryujin (五竜陣), by the network rules.
//
// On 60x30 cells two players, fire below and water above, lay pentominoes, five of each kind a
// side. A dragon begins with a head (P) on the player's own edge and grows piece by piece: an end of
// the new piece meets an open end of the dragon, and the piece touches own pieces nowhere else. A
// touchdown moves the head to an open end of its dragon and finishes it; a touchdown on the goal line wins.
// The game also ends after five passes in a row, or if neither player can lay a piece. Then the
// distances of the heads from the goal lines decide.
//
// A move is written as a piece, its quarter turns counter-clockwise, an apostrophe if it is flipped, and
// its anchor cell: "W3@AB5", "F1'@C7". "TD2@AB20" is a touchdown, "pass" a pass.
//
// The text of a position is the moves that led to it, "P3@F2 P3'@J29 pass"; "start" before the first.
package goryujin

import (
	"slices"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// Game is Goryujin.
var Game = &engine.Game{
	Name:      "goryujin",
	Title:     i18n.Text{En: "Goryujin", Ja: "五竜陣"},
	Seats:     func(engine.Options) int { return 2 },
	Start:     func(engine.Options) (engine.Position, error) { return start(), nil },
	Parse:     func(_ engine.Options, text string) (engine.Position, error) { return engine.ParseMoves(start(), text) },
	Rules:     rules,
	OnTimeout: "pass",
	Summary:   summary,
	Plies:     plies,
	Manual:    engine.Manual(manualEn, manualJa),
	Sample:    "P1@U1 P0'@U29 P1@Q1 P0'@Y29 P1'@Y2 N2'@Z26 Y2'@AB2 Z1@T26 L3@AC6 F2'@Z22 Y1@AG6 L3@V21 Z0'@AK7 P0'@AM29 P2'@BB2 N0@U17 Y3'@AO8 L3'@U14 Y2@BB5 P1@BC29 N0'@BA9 N0@S22",
	Lessons:   lessons,
	Diagrams:  examples,
}

// position is a board with the moves that led to it, and the pieces that they laid.
type position struct {
	board
	pieces []piece // in the order in which they were laid
	moves  []engine.Move
	result *engine.Result
}

func start() *position {
	p := &position{}
	for seat := range p.stock {
		for kind := range p.stock[seat] {
			p.stock[seat][kind] = perKind
		}
	}
	return p
}

// String returns the moves from the start, because the open ends depend on the order in which pieces were laid.
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
	if m == engine.Pass {
		return p.pass(), nil
	}
	l, err := readLay(string(m))
	if err != nil || l.String() != string(m) {
		if _, err := p.Parse(string(m)); err != nil {
			return nil, err
		}
		return nil, moveMalformed.Reject(engine.Quote("move", string(m)), whyArg(notCanonical))
	}
	if r := p.check(l); r != nil {
		return nil, r
	}
	return p.play(m, l), nil
}

// pass returns the position after a pass.
func (p *position) pass() *position {
	q := &position{board: p.board, pieces: p.pieces, moves: append(slices.Clip(p.moves), engine.Pass)}
	q.passes++
	q.turn = 1 - q.turn
	if q.passes == passesToEnd {
		q.result = q.resultByDistance(endPasses)
	}
	return q
}

// play returns the position after a legal lay.
func (p *position) play(m engine.Move, l lay) *position {
	q := &position{board: p.board, pieces: append(slices.Clip(p.pieces), piece{lay: l, seat: p.turn}), moves: append(slices.Clip(p.moves), m)}
	q.passes = 0
	if l.touchdown {
		d, _ := p.joined(l)
		q.pieces = slices.Clone(q.pieces)
		q.pieces[slices.Index(q.pieces, piece{lay: d.head, seat: p.turn})].gone = true
	}
	switch {
	case q.put(l):
		q.result = &engine.Result{Rule: endGoal, Places: winner(p.turn)}
	case !q.canLay(0) && !q.canLay(1):
		q.result = q.resultByDistance(endStuck)
	}
	q.turn = 1 - q.turn
	return q
}

func winner(seat int) []int {
	places := []int{2, 2}
	places[seat] = 1
	return places
}

// resultByDistance returns the result of a game that ends without a touchdown on a goal line.
func (b *board) resultByDistance(rule *engine.Rule) *engine.Result {
	return &engine.Result{Rule: rule, Places: winner(b.nearer())}
}

// nearer returns the seat that wins by the distances of the finished dragons, nearest first. If all are the same, water wins.
func (b *board) nearer() int {
	fire, water := b.distances(0), b.distances(1)
	for i := range min(len(fire), len(water)) {
		if fire[i] < water[i] {
			return 0
		}
		if fire[i] > water[i] {
			return 1
		}
	}
	if len(fire) > len(water) {
		return 0
	}
	return 1
}

// State returns the values that RULES.md lists under "State".
func (p *position) State() any {
	var state struct {
		Stock     [2]map[string]int `json:"stock"`
		Distances [2][]int          `json:"distances"`
		Open      [2][]string       `json:"open"`
		Passes    int               `json:"passes"`
	}
	for seat := range 2 {
		state.Stock[seat] = map[string]int{}
		for kind, n := range p.stock[seat] {
			state.Stock[seat][letters[kind:kind+1]] = int(n)
		}
		state.Distances[seat] = p.distances(seat)
		state.Open[seat] = []string{}
		for _, d := range p.dragons() {
			for _, j := range d.openEnds() {
				if d.seat == seat {
					state.Open[seat] = append(state.Open[seat], j.at.String())
				}
			}
		}
	}
	state.Passes = p.passes
	return state
}
