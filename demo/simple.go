package demo

import (
	"math/rand/v2"

	"hikyaku/engine"
)

// Simple is a player that looks one move ahead. It is there to be watched, not to be beaten.
type Simple struct{ Rand *rand.Rand }

// lookAt is how many moves a simple player considers where there are more.
const lookAt = 300

// Choose picks a move of seat in p, which is to move: the one after which it stands best, by chance
// among equals, or any move one time in eight so that no two matches are alike.
func (s Simple) Choose(p engine.Position, seat int) engine.Move {
	var moves []engine.Move
	for m := range p.Moves() {
		moves = append(moves, m)
	}
	s.Rand.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	best, value := moves[0], -1<<62
	if s.Rand.IntN(8) == 0 {
		return best
	}
	for _, m := range moves[:min(len(moves), lookAt)] {
		q, err := p.Apply(m)
		if err != nil {
			continue
		}
		if v := worth(q, seat); v > value {
			best, value = m, v
		}
	}
	return best
}

// worth is how seat stands in p: winning and losing count more than anything.
func worth(p engine.Position, seat int) int {
	if r := p.Next().Result; r != nil {
		return (2 - r.Places[seat-1]) << 40
	}
	if v, ok := p.(engine.Valuer); ok {
		return v.Value(seat)
	}
	return 0
}
