package render

import (
	"math/rand/v2"
	"slices"
	"testing"

	"hikyaku/engine"
)

// longest are options with which games are long enough.
var longest = map[string]engine.Options{"slashchain": {"tiles": "3"}}

// film returns the scenes of a random game of g of at most plies plies, with the throws and steps in between, and the marks
// of earlier moves where they fade.
func film(tb testing.TB, g *engine.Game, set engine.Options, plies int) (scenes []engine.Scene, quick []bool) {
	tb.Helper()
	options, err := g.Resolve(set)
	if err != nil {
		tb.Fatal(err)
	}
	p, err := g.Start(options)
	if err != nil {
		tb.Fatal(err)
	}
	random := rand.New(rand.NewPCG(3, 3))
	scenes, quick = []engine.Scene{p.Scene()}, []bool{false}
	var earlier []engine.Scene
	for n := 0; n < plies && p.Next().Result == nil; {
		m, throw := move(p, random)
		q, err := p.Apply(m)
		if err != nil {
			tb.Fatal(err)
		}
		if !throw {
			n++
		}
		next := []engine.Scene{q.Scene()}
		if s, ok := p.(engine.Stepper); ok && len(s.Steps(m)) > 0 {
			next = s.Steps(m)
		}
		if earlier = append([]engine.Scene{p.Scene()}, earlier...); len(earlier) > 2 {
			earlier = earlier[:2]
		}
		for i, s := range next {
			if s.Fades() {
				s = s.After(earlier...)
			}
			scenes, quick = append(scenes, s), append(quick, throw || i < len(next)-1)
		}
		p = q
	}
	return scenes, quick
}

// move returns a random move, preferably one that does not end the game, or a random throw if one is due.
func move(p engine.Position, random *rand.Rand) (m engine.Move, throw bool) {
	if dice := p.Next().Throw; dice != nil {
		var faces []int
		for _, sides := range dice {
			faces = append(faces, 1+random.IntN(sides))
		}
		return engine.Throw(faces...), true
	}
	moves := slices.Collect(p.Moves())
	for range 30 {
		m = moves[random.IntN(len(moves))]
		if q, err := p.Apply(m); err == nil && q.Next().Result == nil {
			break
		}
	}
	return m, false
}
