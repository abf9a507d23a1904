package computer

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"hikyaku/engine"
)

// Simple is a player that looks one move ahead.
type Simple struct {
	Rand   *rand.Rand
	Steady bool // it never plays any move for a change
}

// lookAt is the largest number of moves that a simple player considers.
const lookAt = 300

// Choose returns a move for the seat to move.
func (s Simple) Choose(_ context.Context, g *Game) (engine.Move, error) {
	return s.Pick(g.Now, g.Now.Next().Player), nil
}

// Close does nothing.
func (Simple) Close() error { return nil }

// Pick returns a move for seat, which is to move in p. It is the move with the best value, a random one among equals,
// or in one case of eight any move, so that no two matches are alike.
func (s Simple) Pick(p engine.Position, seat int) engine.Move {
	var moves []engine.Move
	for m := range p.Moves() {
		moves = append(moves, m)
	}
	s.Rand.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	best, value := moves[0], -1<<62
	if !s.Steady && s.Rand.IntN(8) == 0 {
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

// Ranked returns the legal moves of p, in which seat is to move, as a simple player ranks them, and whether the first is better
// than all others.
func Ranked(p engine.Position, seat int) (moves []engine.Move, only bool) {
	values := map[engine.Move]int{}
	for m := range p.Moves() {
		if q, err := p.Apply(m); err == nil {
			moves, values[m] = append(moves, m), worth(q, seat)
		}
	}
	slices.SortStableFunc(moves, func(a, b engine.Move) int { return cmp.Compare(values[b], values[a]) })
	return moves, len(moves) == 1 || values[moves[0]] > values[moves[1]]
}

// worth returns the value of p for seat. A won or lost game counts more than any other value.
func worth(p engine.Position, seat int) int {
	if r := p.Next().Result; r != nil {
		return (2 - r.Places[seat-1]) << 40
	}
	if v, ok := p.(engine.Valuer); ok {
		return v.Value(seat)
	}
	return 0
}
