package match_test

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// counting is a game for tests: seats add 1 or 2 to a common sum, who reaches the target wins. At a multiple of three a die
// adds its face, after which the next seat moves, or with dice=again the same.
var counting = &engine.Game{
	Name:  "counting",
	Title: i18n.Same("counting"),
	Options: []engine.Option{
		{Key: "target", Values: []string{"10", "1000"}, Default: "10"},
		{Key: "players", Values: []string{"2", "3", "4"}, Default: "2"},
		{Key: "dice", Values: []string{"some", "none", "again"}, Default: "some"},
	},
	Seats: func(o engine.Options) int { return int(o["players"][0] - '0') },
	Start: func(o engine.Options) (engine.Position, error) {
		p := count{seat: 1, dice: o["dice"]}
		_, err := fmt.Sscan(o["target"]+" "+o["players"], &p.target, &p.seats)
		return p, err
	},
	Parse: func(o engine.Options, text string) (engine.Position, error) {
		p := count{dice: o["dice"]}
		_, err := fmt.Sscan(text+" "+o["target"]+" "+o["players"], &p.sum, &p.seat, &p.target, &p.seats)
		return p, err
	},
}

// passing is counting where a missed limit is a pass.
var passing = func() *engine.Game {
	g := *counting
	g.Name, g.OnTimeout = "passing", "pass"
	return &g
}()

var (
	tooBig  = &engine.Rule{ID: "add.too-big", Text: i18n.Text{En: "{move} adds more than 2", Ja: "{move}は2より大きい"}}
	reached = &engine.Rule{ID: "end.reached", Text: i18n.Text{En: "the sum is reached", Ja: "合計に達した"}}
)

type count struct {
	sum, seat, seats, target int
	by                       int // who moved last, 0 after a throw
	dice                     string
	out                      string // the seats that have left, "31"
}

func (c count) String() string {
	if c.out != "" {
		return fmt.Sprint(c.sum, c.seat, " out ", c.out)
	}
	return fmt.Sprint(c.sum, c.seat)
}

func (c count) Leave(seat int) engine.Position {
	if c.out += fmt.Sprint(seat); c.seat == seat {
		c.seat = c.after(seat)
	}
	return c
}

func (c count) Out() (out []int) {
	for _, digit := range c.out {
		out = append(out, int(digit-'0'))
	}
	return out
}

// after returns the seat that moves after another.
func (c count) after(seat int) int {
	if seat = seat%c.seats + 1; slices.Contains(c.Out(), seat) {
		return c.after(seat)
	}
	return seat
}

func (c count) Next() engine.Next {
	switch {
	case c.sum >= c.target:
		places := make([]int, c.seats)
		for i := range places {
			places[i] = 2
		}
		places[max(0, c.by-1)] = 1
		return engine.Next{Result: &engine.Result{Rule: reached, Places: engine.Behind(places, c.Out())}}
	case c.sum%3 == 0 && c.sum > 0 && c.by != 0 && c.dice != "none":
		return engine.Next{Throw: []int{4}}
	}
	return engine.Next{Player: c.seat}
}

func (c count) Parse(text string) (engine.Move, error) {
	return engine.Move(strings.ToLower(text)), nil
}

func (c count) Moves() iter.Seq[engine.Move] {
	return func(yield func(engine.Move) bool) {
		if c.Next().Player != 0 && yield("add1") && yield("add2") {
			yield("pass")
		}
	}
}

func (c count) Apply(m engine.Move) (engine.Position, error) {
	if err := engine.CheckTurn(c.Next(), m); err != nil {
		return nil, err
	}
	if faces, ok := m.Throw(); ok {
		if c.dice == "again" && !slices.Contains(c.Out(), c.by) {
			c.seat = c.by
		}
		c.sum, c.by = c.sum+faces[0], 0
		return c, nil
	}
	switch m {
	case "add1", "add2":
		c.sum, c.by = c.sum+int(m[3]-'0'), c.seat
	case "pass":
		c.by = 0
	default:
		return nil, tooBig.Reject(engine.Word("move", string(m)))
	}
	c.seat = c.after(c.seat)
	return c, nil
}

func (c count) Scene() engine.Scene {
	if c.Next().Result != nil {
		return engine.Scene{Result: &engine.Ending{Result: *c.Next().Result}}
	}
	return engine.Scene{Turn: engine.Turn{Seat: c.seat, For: i18n.Same("to move")}}
}
