// Package counting is a small complete game, for tests and as a model for new games.
//
// Two to four seats add 1 or 2 to a common sum in turn. If a move makes the sum a multiple of three, the next seat first throws
// a die of four sides, and the face is added too. The seat that reaches the target wins; the others share the second place.
//
// A move is "add1" or "add2". The text of a position is the sum and the seat to move, "7 2", followed by "die" if that seat
// is to throw first, and by "out 3 1" if seats 3 and 1 have left, in this order. RULES.md has the rules in full.
package counting

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// Game is the game of counting.
var Game = &engine.Game{
	Name:  "counting",
	Title: i18n.Text{En: "Counting", Ja: "数え上げ"},
	Options: []engine.Option{
		{Key: "players", Values: []string{"2", "3", "4"}, Default: "2", Title: i18n.Text{En: "Number of players", Ja: "人数"}},
		{Key: "target", Values: []string{"10", "1000"}, Default: "10", Title: i18n.Text{En: "Sum that wins", Ja: "目標の合計"}},
	},
	Seats:   func(o engine.Options) int { return start(o).seats },
	Start:   func(o engine.Options) (engine.Position, error) { return start(o), nil },
	Parse:   parse,
	Rules:   rules,
	Summary: summary,
	Plies:   plies,
	Sample:  "add1 add2 [3] add2",
	Manual:  engine.Manual(manualEn, manualJa),
	Lessons: lessons,
}

// sides is the number of sides of the die.
const sides = 4

// position is the sum and whose turn it is.
type position struct {
	seats, target int
	sum           int
	seat          int   // the seat to move, or the winner
	die           bool  // seat is to throw before it moves
	out           []int // the seats that have left, in order
}

func start(o engine.Options) *position {
	p := &position{seat: 1}
	p.seats, _ = strconv.Atoi(o["players"])
	p.target, _ = strconv.Atoi(o["target"])
	return p
}

// String returns the sum, the seat, and "die" if a die is to be thrown.
func (p *position) String() string {
	text := fmt.Sprint(p.sum, " ", p.seat)
	if p.die {
		text += " die"
	}
	if p.out != nil {
		text += " out " + strings.Trim(fmt.Sprint(p.out), "[]")
	}
	return text
}

// parse is the inverse of String. It refuses positions that no game reaches.
func parse(o engine.Options, text string) (engine.Position, error) {
	p := start(o)
	sum, out, _ := strings.Cut(text, " out ")
	_, err := fmt.Sscan(sum, &p.sum, &p.seat)
	p.die = strings.HasSuffix(sum, " die")
	for _, seat := range strings.Fields(out) {
		n, _ := strconv.Atoi(seat)
		p.out = append(p.out, n)
	}
	if err != nil || p.String() != text || !p.possible() {
		return nil, i18n.Errorf(`%q is no position with target %d: want the sum and the seat, as in "7 2" or "3 2 die"`,
			"「%s」は、目標%dの局面ではありません。「7 2」や「3 2 die」のように、合計と手番の席を書いてください", text, p.target)
	}
	return p, nil
}

func (p *position) possible() bool {
	sum := p.sum >= 0 && p.sum < p.target+sides
	seat := p.seat >= 1 && p.seat <= p.seats && !slices.Contains(p.out, p.seat)
	for i, n := range p.out {
		seat = seat && n >= 1 && n <= p.seats && !slices.Contains(p.out[:i], n)
	}
	return sum && seat && (!p.die || p.sum > 0 && p.dieFollows())
}

// dieFollows reports whether a die is thrown after a move that made this sum.
func (p *position) dieFollows() bool { return p.sum%3 == 0 && !p.over() }

func (p *position) over() bool { return p.sum >= p.target }

// Next returns the result once the target is reached, else a die or the seat to move.
func (p *position) Next() engine.Next {
	switch {
	case p.over():
		places := []int{2, 2, 2, 2}[:p.seats]
		places[p.seat-1] = 1
		return engine.Next{Result: &engine.Result{Rule: endReached, Places: engine.Behind(places, p.out)}}
	case p.die:
		return engine.Next{Throw: []int{sides}}
	}
	return engine.Next{Player: p.seat}
}
