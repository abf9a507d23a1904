package search

import (
	"context"
	"iter"
	"math"
	"math/rand/v2"
	"unsafe"

	"hikyaku/engine"
)

// Shares are the expected results of the seats, from 0 to 1 each.
type Shares [engine.MaxSeats]float32

// World is a game as Tree sees it, for up to four seats. A position P is a value that can be copied; what it refers to never
// changes. A function that is given a child writes it whole.
type World[P any, M comparable] interface {
	// Seat returns the seat to move, from 0.
	Seat(p *P) int
	// Over returns the results if the game has ended.
	Over(p *P) (Shares, bool)
	// Value returns a guess of the results.
	Value(p *P, random *rand.Rand) Shares
	// Moves appends the legal moves worth a thought, at least one: Rank is how often each is expected to be the best.
	Moves(p *P, list []Ranked[M]) []Ranked[M]
	// Play makes child the position after m.
	Play(p *P, m M, child *P)
}

// Dice are a World with dice.
type Dice[P any] interface {
	// Throws returns the number of throws, which are equally likely; 0 if p waits for none.
	Throws(p *P) int
	// Throw makes child the position after the i-th throw.
	Throw(p *P, i int, child *P)
}

// Tree grows a tree of positions by samples: each goes down by the moves that promise most or are known least (PUCT: Rosin,
// 2011), adds a leaf, and takes its value back to the root.
type Tree[P any, M comparable] struct {
	World  World[P, M]
	Root   P
	Seats  int
	Name   func(M) engine.Move
	Levels *[engine.Levels]Level // Noise in the scale of Win

	// Curious is the weight of moves that are known little, 1 to 3 in most games.
	Curious float64
}

// Think searches within limits, as engine.Thinker says.
func (t *Tree[P, M]) Think(ctx context.Context, limits engine.Limits) iter.Seq[engine.Thought] {
	return func(yield func(engine.Thought) bool) {
		limits, noise := setting(limits, t.Levels)
		g := &grower[P, M]{Tree: t, budget: budget{ctx: ctx, limit: limits.Nodes}, noise: noise, seed: limits.Seed}
		g.dice, _ = t.World.(Dice[P])
		g.random = rand.New(rand.NewPCG(limits.Seed, 0))
		g.room = max(limits.Memory/int(unsafe.Sizeof(leaf[M]{})), 1<<15)
		if !g.plant() {
			return
		}
		for next := 64; ; next *= 2 {
			for g.nodes < next && g.allow() {
				g.sample()
			}
			if !yield(g.thought()) || g.ended || len(g.leaves) == 1 {
				return
			}
		}
	}
}

// leaf is a move in the tree, and the tree behind it.
type leaf[M comparable] struct {
	move   M
	weight float32 // its share of the weights of its sisters
	visits int32
	first  int32 // the first of its children; 0 for none yet
	count  int32
	throws bool   // its children are throws
	shares Shares // the sum of the values behind it
}

// grower is one search.
type grower[P any, M comparable] struct {
	*Tree[P, M]
	budget
	dice   Dice[P] // nil without dice
	random *rand.Rand
	noise  Score
	seed   uint64
	room   int // the number of leaves that fit
	leaves []leaf[M]
	list   []Ranked[M]
	way    []int32
	at     [2]P
}

// plant makes the root and its children. It reports whether the game goes on.
func (g *grower[P, M]) plant() bool {
	if _, over := g.World.Over(&g.Root); over {
		return false
	}
	g.leaves = append(g.leaves[:0], leaf[M]{})
	g.at[0] = g.Root
	g.sprout(0, &g.at[0])
	return true
}

// manyThrows is the number of throws from which a tree does not tell them apart.
const manyThrows = 256

// sprout adds the children of a leaf, whose position is p.
func (g *grower[P, M]) sprout(i int32, p *P) {
	first, n := int32(len(g.leaves)), 0
	if g.dice != nil {
		n = g.dice.Throws(p)
	}
	if n > 0 {
		if n <= manyThrows && len(g.leaves)+n <= g.room {
			for range n {
				g.leaves = append(g.leaves, leaf[M]{})
			}
			g.leaves[i].first, g.leaves[i].count, g.leaves[i].throws = first, int32(n), true
		}
		return
	}
	g.list = g.World.Moves(p, g.list[:0])
	if len(g.leaves)+len(g.list) > g.room {
		return
	}
	total := float32(0)
	for _, r := range g.list {
		total += float32(r.Rank)
	}
	for _, r := range g.list {
		g.leaves = append(g.leaves, leaf[M]{move: r.Move, weight: float32(r.Rank) / total})
	}
	g.leaves[i].first, g.leaves[i].count = first, int32(len(g.list))
}

// sample goes down the tree once.
func (g *grower[P, M]) sample() {
	g.at[0] = g.Root
	here, i, turn := &g.at[0], int32(0), 0
	g.way = append(g.way[:0], 0)
	for g.leaves[i].count > 0 {
		next := &g.at[1-turn]
		if g.leaves[i].throws {
			k := g.random.IntN(int(g.leaves[i].count))
			g.dice.Throw(here, k, next)
			i = g.leaves[i].first + int32(k)
		} else {
			i = g.choose(i, g.World.Seat(here))
			g.World.Play(here, g.leaves[i].move, next)
		}
		here, turn = next, 1-turn
		g.way = append(g.way, i)
	}
	shares, over := g.World.Over(here)
	if !over {
		shares = g.guess(here)
		if g.leaves[i].visits > 0 || i == 0 {
			g.sprout(i, here)
		}
	}
	for _, i := range g.way {
		l := &g.leaves[i]
		l.visits++
		for seat := range g.Seats {
			l.shares[seat] += shares[seat]
		}
	}
}

// guess returns the value of p with the error of the level.
func (g *grower[P, M]) guess(p *P) Shares {
	v := g.World.Value(p, g.random)
	if g.noise == 0 {
		return v
	}
	for seat := range g.Seats {
		wrong := float32(g.noise) / float32(Win) * float32(g.random.NormFloat64())
		v[seat] = min(max(v[seat]+wrong, 0), 1)
	}
	return v
}

// choose returns the child of a leaf that seat tries next.
func (g *grower[P, M]) choose(i int32, seat int) int32 {
	parent := &g.leaves[i]
	curious := g.Curious * math.Sqrt(float64(parent.visits)+1)
	unknown := 0.5 // what is expected of a move that has not been tried
	if parent.visits > 0 {
		unknown = float64(parent.shares[seat])/float64(parent.visits) - 0.1
	}
	best, top := parent.first, math.Inf(-1)
	for c := parent.first; c < parent.first+parent.count; c++ {
		l := &g.leaves[c]
		v := unknown
		if l.visits > 0 {
			v = float64(l.shares[seat]) / float64(l.visits)
		}
		v += curious * float64(l.weight) / float64(1+l.visits)
		if v > top {
			best, top = c, v
		}
	}
	return best
}

// thought returns what the tree says: at each position the move that was tried most.
func (g *grower[P, M]) thought() engine.Thought {
	root := &g.leaves[0]
	t := engine.Thought{Nodes: g.nodes, Scores: make([]float64, g.Seats)}
	v := root.shares
	if root.visits == 0 {
		v = g.guess(&g.Root)
	}
	for seat := range t.Scores {
		t.Scores[seat] = float64(v[seat]) / float64(max(root.visits, 1))
	}
	for i := int32(0); g.leaves[i].count > 0 && !g.leaves[i].throws; {
		c := g.favourite(i)
		t.Line = append(t.Line, g.Name(g.leaves[c].move))
		i = c
		if g.leaves[i].visits < 2 {
			break
		}
	}
	return t
}

// favourite returns the child of a leaf that was tried most, the likeliest of equal ones.
func (g *grower[P, M]) favourite(i int32) int32 {
	parent := &g.leaves[i]
	best := parent.first
	for c := parent.first; c < parent.first+parent.count; c++ {
		a, b := &g.leaves[c], &g.leaves[best]
		if a.visits > b.visits || a.visits == b.visits && a.weight > b.weight {
			best = c
		}
	}
	return best
}
