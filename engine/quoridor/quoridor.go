// Package quoridor is the game of Quoridor for two or four players.
//
// Each player leads one pawn over a board of 9x9 squares to the line opposite its start.
// In a turn a player moves the pawn one step or places a wall, two squares long, which stays.
// Pawns do not pass walls. Walls neither overlap nor cross, and always leave each pawn a way to its goal.
// A pawn jumps over an adjacent pawn: straight on or, if a wall or the edge is right after that pawn, aside.
// A player with no legal move passes (possible with four players only).
// The first pawn on its own goal line wins; the other players share the second place.
// The pawn and the walls of a player who is out stay, and the others play on.
//
// A pawn move is written as its destination, "e2". A wall is written as the square nearest to a1 of
// the four that it touches, and its direction: "e3h" lies above e3 and f3, "e3v" to the right of e3
// and e4. A forced pass is "pass".
//
// The text of a position is horizontal walls / vertical walls / pawns / walls left / seat to move:
// "d4f4e7 / a2a8 / e4 e6 / 7 8 / 2". RULES.md has the rules in full.
package quoridor

import (
	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// Game is Quoridor with two or four players.
var Game = &engine.Game{
	Name:     name,
	Title:    i18n.Text{En: "Quoridor", Ja: "コリドール"},
	Also:     []string{"クオリドール"},
	Options:  choices,
	Seats:    seats,
	Start:    start,
	Parse:    parse,
	Rules:    rules,
	Summary:  summary,
	Plies:    plies,
	Manual:   engine.Manual(manualEn, manualJa),
	Sample:   "d1 c4h d2 f9 e2 f8 e5h g8 g7h h8 e3 d3h e6v f6h f3h b3v h3h g8 b6h c2v a1h f8 g3v b2h",
	Lessons:  lessons,
	Diagrams: examples,
}

const name = "quoridor"

var choices = []engine.Option{
	{Key: "players", Values: []string{"2", "4"}, Default: "2", Variants: true,
		Title: i18n.Text{En: "Number of players", Ja: "人数"},
		Games: map[string]i18n.Text{"4": {En: "Four-player Quoridor", Ja: "4人コリドール"}}},
	{Key: "third-pawn", Values: []string{"none", "diagonal"}, Default: "none", Least: 3,
		Title: i18n.Text{En: "Jump aside if a third pawn is right behind", Ja: "すぐ後ろに別の駒があるときの斜めの飛び越し"},
		Names: map[string]i18n.Text{"none": {En: "not allowed", Ja: "できない"}, "diagonal": {En: "allowed", Ja: "できる"}}},
}

func seats(options engine.Options) int {
	if options["players"] == "4" {
		return 4
	}
	return 2
}

// start returns the position before the first move.
func start(options engine.Options) (engine.Position, error) {
	b, err := emptyBoard(options)
	if err != nil {
		return nil, err
	}
	b.setPawns(starts[b.seats])
	for seat := range int(b.seats) {
		b.left[seat] = stock[b.seats]
	}
	return &position{board: b}, nil
}

// The first squares of the pawns and the stock of walls of each seat, by the number of seats.
var (
	starts = [5][]square{2: {4, 76}, 4: {4, 36, 76, 44}}
	stock  = [5]int8{2: 10, 4: 5}
)

// position is a board with the last move, which the picture shows.
type position struct {
	board
	last last
}

// last is the last move. Its kind is 0 if there is none.
type last struct {
	move
	from square // the square of the pawn before the move
	seat int    // the seat that moved, from 0
}

// Next returns the result once a pawn is on its goal line, else the seat to move.
func (p *position) Next() engine.Next {
	winner := p.winner()
	if winner < 0 {
		return engine.Next{Player: int(p.turn) + 1}
	}
	places := make([]int, p.seats)
	for seat := range places {
		places[seat] = 2
	}
	places[winner] = 1
	return engine.Next{Result: &engine.Result{Rule: endGoal, Places: engine.Behind(places, p.Out())}}
}

// Apply plays m. It checks m without listing all moves.
func (p *position) Apply(m engine.Move) (engine.Position, error) {
	if r := engine.CheckTurn(p.Next(), m); r != nil {
		return nil, r
	}
	read, ok := readMove(string(m))
	if !ok {
		return nil, moveMalformed.Reject(engine.Quote("move", string(m)))
	}
	if r := p.check(read); r != nil {
		return nil, r
	}
	q := &position{p.board, last{read, p.pawns[p.turn], int(p.turn)}}
	switch read.kind {
	case step:
		q.move(read.at)
	case horizontal, vertical:
		q.place(read.wall())
		q.left[p.turn]--
	}
	q.pass()
	return q, nil
}

// Leave returns the position in which a seat plays no more. Its pawn stays where it is, and the walls that it has left are gone.
func (p *position) Leave(seat int) engine.Position {
	q := *p
	q.left[seat-1] = int8(p.in() - int(p.seats) - 1)
	if int(p.turn) == seat-1 {
		q.pass()
	}
	return &q
}

// Out returns the seats that are out, in the order in which they left.
func (p *position) Out() []int {
	out := make([]int, int(p.seats)-p.in())
	for seat := range int(p.seats) {
		if p.out(seat) {
			out[-p.left[seat]-1] = seat + 1
		}
	}
	return out
}

// State returns the values that RULES.md lists under "State".
func (p *position) State() any {
	var s scout
	var state struct {
		Pawns    []string `json:"pawns"`
		Walls    []string `json:"walls"`
		Stock    []int    `json:"stock"`
		Distance []int    `json:"distance"`
		Out      []int    `json:"out,omitempty"`
	}
	state.Walls, state.Out = []string{}, p.Out()
	for seat := range int(p.seats) {
		state.Pawns = append(state.Pawns, p.pawns[seat].String())
		state.Stock = append(state.Stock, max(0, int(p.left[seat])))
		state.Distance = append(state.Distance, s.distance(p.pawns[seat], p.goal(seat), p.north, p.east))
	}
	for wall := range p.walls.each {
		state.Walls = append(state.Walls, wall.String())
	}
	return state
}
