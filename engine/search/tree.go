package search

import (
	"cmp"
	"context"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
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
	// Moves appends the legal moves worth considering, at least one. Rank is how often each is expected to be the best. It
	// reports whether these are all legal moves; if not, they can prove a win for the seat to move, but no worse result.
	Moves(p *P, list []Ranked[M]) (moves []Ranked[M], all bool)
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
// 2011), adds a leaf, and takes its value back to the root. A proved subtree is not sampled again (Winands, Björnsson
// and Saito, 2008).
type Tree[P any, M comparable] struct {
	World  World[P, M]
	Root   P
	Seats  int
	Name   func(M) engine.Move
	Levels *[engine.Levels]Level // Noise in the scale of Win

	// Plan, if there is one, ranks the moves at the root anew, for a search of so many positions at most.
	Plan func(list []Ranked[M], nodes int)

	// Curious is the weight of moves that are known little, 1 to 3 in most games.
	Curious float64
}

// Think searches within limits; see engine.Thinker.
func (t *Tree[P, M]) Think(ctx context.Context, limits engine.Limits) iter.Seq[engine.Thought] {
	return func(yield func(engine.Thought) bool) {
		limits, level := setting(limits, t.Levels)
		g := &grower[P, M]{Tree: t, budget: budget{ctx: ctx, limit: limits.Nodes}, level: level, seed: limits.Seed}
		g.dice, _ = t.World.(Dice[P])
		g.random = rand.New(rand.NewPCG(limits.Seed, 0))
		g.leaves.most = max(limits.Memory/int(unsafe.Sizeof(leaf[M]{}))/shelf, 2)
		if _, over := t.World.Over(&t.Root); over {
			return
		}
		g.leaves.add(1)
		g.at[0] = t.Root
		g.sprout(0, &g.at[0])
		first := g.leaves.children(g.leaves.at(0))
		for _, l := range first {
			g.seed = Mix(g.seed ^ uint64(math.Float32bits(l.weight)))
		}
		var played []engine.Move // passing is no slip
		if level.Slip > 0 && !g.leaves.at(0).throws {
			for _, l := range first {
				if name := t.Name(l.move); name != engine.Pass {
					played = append(played, name)
				}
			}
		}
		if n, slips := level.slips(g.seed, 0, len(played)); slips {
			thought := g.thought()
			thought.Line = played[n : n+1]
			yield(thought)
			return
		}
		for next := 64; ; next *= 2 {
			for g.nodes < next && !g.leaves.at(0).proved && g.allow() {
				g.sample()
			}
			root := g.leaves.at(0)
			if !yield(g.thought()) || g.ended || root.proved || !slices.ContainsFunc(g.leaves.children(root), func(l leaf[M]) bool { return !l.proved }) {
				return
			}
		}
	}
}

// grower is one search.
type grower[P any, M comparable] struct {
	*Tree[P, M]
	budget
	dice   Dice[P] // nil without dice
	random *rand.Rand
	level  Level
	seed   uint64 // of the errors of this position
	leaves leaves[M]
	list   []Ranked[M]
	way    []step
	at     [2]P
}

// step is a leaf on the way of a sample.
type step struct {
	leaf int32
	seat int // to move there
}

// manyThrows is the number of different throws from which a tree no longer distinguishes them.
const manyThrows = 256

// sprout adds the children of a leaf, whose position is p.
func (g *grower[P, M]) sprout(i int32, p *P) {
	n := 0
	if g.dice != nil {
		n = g.dice.Throws(p)
	}
	if n > 0 {
		if n > manyThrows {
			return
		}
		if first, children := g.leaves.add(n); children != nil {
			l := g.leaves.at(i)
			l.first, l.count, l.throws = first, int32(n), true
		}
		return
	}
	list, all := g.World.Moves(p, g.list[:0])
	if i == 0 && g.Plan != nil {
		g.Plan(list, g.limit)
	}
	slices.SortFunc(list, func(a, b Ranked[M]) int { return cmp.Compare(b.Rank, a.Rank) })
	all = all && len(list) <= shelf
	g.list = list[:min(len(list), shelf)]
	first, children := g.leaves.add(len(g.list))
	if children == nil {
		return
	}
	total := float32(0)
	for _, r := range g.list {
		total += float32(r.Rank)
	}
	for k, r := range g.list {
		children[k] = leaf[M]{move: r.Move, weight: float32(r.Rank) / total}
	}
	l := g.leaves.at(i)
	l.first, l.count, l.part = first, int32(len(g.list)), !all
}

// sample goes down the tree once, and takes the value of the leaf, and what it proves, back to the root.
func (g *grower[P, M]) sample() {
	g.at[0] = g.Root
	here, i, turn := &g.at[0], int32(0), 0
	g.way = g.way[:0]
	for {
		next, l := &g.at[1-turn], g.leaves.at(i)
		if l.count == 0 || l.proved {
			break
		}
		if l.throws {
			g.way = append(g.way, step{leaf: i})
			k := g.random.IntN(int(l.count))
			g.dice.Throw(here, k, next)
			i = l.first + int32(k)
		} else {
			seat := g.World.Seat(here)
			g.way = append(g.way, step{i, seat})
			i = g.choose(i, seat)
			g.World.Play(here, g.leaves.at(i).move, next)
		}
		here, turn = next, 1-turn
	}
	shares := g.look(i, here)
	g.leaves.at(i).add(&shares)
	proving := true
	for _, at := range slices.Backward(g.way) {
		l := g.leaves.at(at.leaf)
		l.add(&shares)
		proving = proving && g.prove(l, at.seat)
	}
}

// look returns the value of the position p of a leaf, and adds the children of the leaf when it looks a second time.
func (g *grower[P, M]) look(i int32, p *P) (shares Shares) {
	l := g.leaves.at(i)
	if l.proved {
		for seat := range g.Seats {
			shares[seat] = float32(l.value(seat))
		}
		return shares
	}
	if shares, l.proved = g.World.Over(p); l.proved {
		return shares
	}
	if l.visits > 0 || i == 0 {
		g.sprout(i, p)
	}
	return g.World.Value(p, g.random)
}

// prove reports whether the value of a leaf follows from its children: one of them is a first place, or all of them are known,
// and no move has been left out.
func (g *grower[P, M]) prove(l *leaf[M], seat int) bool {
	children := g.leaves.children(l)
	best, known := -1, 0
	var mean Shares
	for c := range children {
		child := &children[c]
		if !child.proved {
			continue
		}
		known++
		for s := range mean {
			mean[s] += child.shares[s] / float32(child.visits) / float32(len(children))
		}
		if best < 0 || child.value(seat) > children[best].value(seat) {
			best = c
		}
	}
	if all := known == len(children) && !l.part; !all && (l.throws || best < 0 || children[best].value(seat) < 1) {
		return false
	}
	l.proved = true
	for s := range l.shares {
		v := mean[s]
		if !l.throws {
			v = children[best].shares[s] / float32(children[best].visits)
		}
		l.shares[s] = v * float32(l.visits)
	}
	return true
}

// choose returns the child of a leaf that seat tries next. Untried children come after the others, the likeliest first. Their
// assumed value is a little less than the known one, the less the likelier the tried children were. A proved child has exactly
// its proved value.
func (g *grower[P, M]) choose(i int32, seat int) int32 {
	parent := g.leaves.at(i)
	curious := g.Curious * math.Sqrt(float64(parent.visits)+1)
	best, top, tried := 0, math.Inf(-1), 0.0
	for c, l := range g.leaves.children(parent) {
		if l.visits == 0 {
			if v := parent.value(seat) - doubt*math.Sqrt(tried) + curious*float64(l.weight); v > top {
				best = c
			}
			break
		}
		tried += float64(l.weight)
		v := l.value(seat)
		if !l.proved {
			if g.level.Noise != 0 { // the same error each time
				v += float64(errorOf(uint64(parent.first)+uint64(c), g.seed, g.level.Noise)) / float64(Win)
			}
			v += curious * float64(l.weight) / float64(1+l.visits)
		}
		if v > top {
			best, top = c, v
		}
	}
	return parent.first + int32(best)
}

// doubt is how much less than the known value an untried move is assumed to be worth once all others have been tried.
const doubt = 0.2

// thought returns the most visited move at each position of the tree.
func (g *grower[P, M]) thought() engine.Thought {
	root := g.leaves.at(0)
	t := engine.Thought{Nodes: g.nodes, Scores: make([]float64, g.Seats)}
	v := root.shares
	if root.visits == 0 {
		v = g.World.Value(&g.Root, g.random)
	}
	for seat := range t.Scores {
		t.Scores[seat] = float64(v[seat]) / float64(max(root.visits, 1))
	}
	g.at[0] = g.Root
	here, turn := &g.at[0], 0
	for l := root; l.count > 0 && !l.throws; {
		l = g.favourite(l, g.World.Seat(here))
		t.Line = append(t.Line, g.Name(l.move))
		g.World.Play(here, l.move, &g.at[1-turn])
		here, turn = &g.at[1-turn], 1-turn
	}
	return t
}

// favourite returns the child of a leaf that seat prefers: the one that was tried most, the likeliest of equal ones, unless a
// proved one is better.
func (g *grower[P, M]) favourite(parent *leaf[M], seat int) *leaf[M] {
	children := g.leaves.children(parent)
	var most, proved *leaf[M]
	for c := range children {
		switch l := &children[c]; {
		case l.proved:
			if proved == nil || l.value(seat) > proved.value(seat) {
				proved = l
			}
		case most == nil || l.visits > most.visits:
			most = l
		}
	}
	switch {
	case most == nil:
		return proved
	case proved == nil:
		return most
	case most.visits == 0 || proved.value(seat) >= most.value(seat):
		return proved
	}
	return most
}
