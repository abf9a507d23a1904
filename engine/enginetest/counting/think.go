package counting

import (
	"context"
	"iter"
	"math/rand/v2"
	"slices"

	"hikyaku/engine"
	"hikyaku/engine/search"
)

// Think grows a tree of samples.
func (p *position) Think(ctx context.Context, limits engine.Limits) iter.Seq[engine.Thought] {
	tree := search.Tree[position, int]{World: world{}, Root: *p, Seats: p.seats, Name: name, Levels: &levels, Curious: 1.5}
	return tree.Think(ctx, limits)
}

func name(m int) engine.Move { return engine.Move(notation(m)) }

// levels look at more and more positions.
var levels = [engine.Levels]search.Level{{Nodes: 1}, {Nodes: 2}, {Nodes: 4}, {Nodes: 8}, {Nodes: 16}, {Nodes: 32}, {Nodes: 64}, {Nodes: 128}, {Nodes: 256}, {Nodes: 512}}

// world is the game for the search. A move is the number that is added.
type world struct{}

func (world) Seat(p *position) int                 { return p.seat - 1 }
func (world) Play(p *position, m int, q *position) { *q = *p.play(m) }

func (world) Over(p *position) (s search.Shares, over bool) {
	if p.over() {
		s[p.seat-1] = 1
	}
	return s, p.over()
}

func (world) Value(p *position, _ *rand.Rand) (s search.Shares) {
	for seat := range p.seats {
		if !slices.Contains(p.out, seat+1) {
			s[seat] = 1 / float32(p.seats-len(p.out))
		}
	}
	return s
}

func (world) Moves(_ *position, list []search.Ranked[int]) (moves []search.Ranked[int], all bool) {
	return append(list, search.Ranked[int]{Move: 1, Rank: 1}, search.Ranked[int]{Move: 2, Rank: 1}), true
}

func (world) Throws(p *position) int {
	if p.die {
		return sides
	}
	return 0
}

func (world) Throw(p *position, i int, q *position) { *q = *p.throw(i + 1) }
