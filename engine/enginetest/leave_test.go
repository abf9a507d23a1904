package enginetest

import (
	"slices"
	"strings"
	"testing"

	"hikyaku/engine"
)

// staying hides that a position is a Leaver.
type staying struct{ engine.Position }

func TestFaultyLeave(t *testing.T) {
	leaves := func(change func(p engine.Leaver, seat int) engine.Position) *engine.Game {
		return spoil(fault{leave: change})
	}
	// with returns the sound position with this text in place of its own.
	with := func(p engine.Position, change func(string) string) engine.Position {
		g := spoil(fault{})
		options, _ := g.Resolve(engine.Options{"players": "3"})
		q, err := g.Parse(options, change(p.String()))
		if err != nil {
			t.Fatal(err)
		}
		return q.(spoiled).Position
	}
	unable := *spoil(fault{})
	start := unable.Start
	unable.Start = func(o engine.Options) (engine.Position, error) {
		p, err := start(o)
		return staying{p}, err
	}
	for name, c := range map[string]struct {
		g    *engine.Game
		want string
	}{
		"nobody can leave":    {&unable, "want a Leaver"},
		"nobody is out":       {leaves(func(p engine.Leaver, _ int) engine.Position { return p }), "want it last among those who are out"},
		"another seat leaves": {leaves(func(p engine.Leaver, seat int) engine.Position { return p.Leave(seat%3 + 1) }), "want it last among those who are out"},
		"the turn moves on": {leaves(func(p engine.Leaver, seat int) engine.Position {
			return with(p.Leave(seat), func(text string) string {
				sum, rest, _ := strings.Cut(text, " ")
				next := map[string]string{"1": "2", "2": "3", "3": "1"}
				for to := next[rest[:1]]; ; to = next[to] {
					if to[0] != byte('0'+seat) {
						return sum + " " + to + rest[1:]
					}
				}
			})
		}), "it is the turn of seat"},
		"a die is thrown": {leaves(func(p engine.Leaver, seat int) engine.Position {
			return with(p.Leave(seat), func(text string) string { return strings.Replace(text, " die", "", 1) })
		}), "instead of"},
	} {
		wantFault(t, name, c.g, c.want)
	}
}

// TestFaultyPlaces: who is out is not placed like those who have lost, and is not to move.
func TestFaultyPlaces(t *testing.T) {
	out := func(p engine.Position) []int { return p.(engine.Leaver).Out() }
	wantFault(t, "a shared place", spoil(fault{next: func(p engine.Position) engine.Next {
		next := p.Next()
		if next.Result != nil && len(out(p)) > 0 {
			for i, place := range next.Result.Places {
				next.Result.Places[i] = min(place, 2)
			}
		}
		return next
	}}), "are out")
	wantFault(t, "a turn of nobody", spoil(fault{next: func(p engine.Position) engine.Next {
		next := p.Next()
		if next.Player != 0 && len(out(p)) > 0 {
			next.Player = out(p)[0]
		}
		return next
	}}), "it is the turn of seat")
}

func TestBehind(t *testing.T) {
	for _, c := range []struct{ places, out, want []int }{
		{[]int{1, 2, 2, 2}, nil, []int{1, 2, 2, 2}},
		{[]int{1, 2, 2, 2}, []int{3}, []int{1, 2, 4, 2}},
		{[]int{1, 2, 2, 2}, []int{4, 2}, []int{1, 3, 2, 4}},
		{[]int{1, 1, 1, 1}, []int{2}, []int{1, 4, 1, 1}},
		{[]int{1, 1, 1, 1}, []int{1, 2, 3}, []int{4, 3, 2, 1}},
		{[]int{1, 2, 3, 4}, []int{1}, []int{4, 1, 2, 3}},
	} {
		if got := engine.Behind(c.places, c.out); !slices.Equal(got, c.want) {
			t.Errorf("Behind(%v, %v) = %v: want %v", c.places, c.out, got, c.want)
		}
	}
}
