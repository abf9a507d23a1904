package rengi

import (
	"cmp"
	"context"
	"iter"
	"math"
	"slices"

	"hikyaku/engine"
	"hikyaku/engine/search"
)

// Think grows a tree of placements and throws. Where the next pairs are known it makes a plan first.
func (p *position) Think(ctx context.Context, limits engine.Limits) iter.Seq[engine.Thought] {
	tree := search.Tree[state, deed]{World: fight{}, Root: p.state, Seats: seats, Name: deed.name, Levels: &levels, Curious: 1.5}
	if p.rules.supply != chosen {
		tree.Levels = &planningLevels
		tree.Plan = func(list []search.Ranked[deed], nodes int) { p.plan(ctx, list, nodes, limits.Seed) }
	}
	return tree.Think(ctx, limits)
}

// levels search more and more positions, with less and less noise and fewer slips.
var levels = [engine.Levels]search.Level{
	{Nodes: 10, Noise: 300_000, Slip: 80}, {Nodes: 10, Noise: 300_000, Slip: 70}, {Nodes: 10, Noise: 300_000, Slip: 53},
	{Nodes: 10, Noise: 300_000, Slip: 32}, {Nodes: 10, Noise: 160_000, Slip: 13}, {Nodes: 16, Slip: 3},
	{Nodes: 38}, {Nodes: 82}, {Nodes: 150}, {Nodes: 250},
}

// planningLevels make plans, which decide more than the number of positions, and overlook less and less.
var planningLevels = [engine.Levels]search.Level{
	{Nodes: 75, Slip: 95}, {Nodes: 75, Slip: 83}, {Nodes: 75, Slip: 71}, {Nodes: 75, Slip: 58}, {Nodes: 75, Slip: 47},
	{Nodes: 75, Slip: 35}, {Nodes: 75, Slip: 26}, {Nodes: 75, Slip: 17}, {Nodes: 75, Slip: 6}, {Nodes: 250},
}

// deed is a move that can be compared, because it has no slice.
type deed struct {
	kind moveKind
	placement
	draft [2]entry // the same one twice if it is alone
}

func (c deed) move() move {
	m := move{kind: c.kind, placement: c.placement}
	switch {
	case c.kind != drafts:
	case c.draft[0] == c.draft[1]:
		m.entries = []entry{c.draft[0]}
	default:
		m.entries = []entry{c.draft[0], c.draft[1]}
	}
	return m
}

func (c deed) name() engine.Move { return engine.Move(c.move().String()) }

// fight implements search.World.
type fight struct{}

func (fight) Seat(p *state) int { return int(p.turn) }

func (fight) Over(p *state) (s search.Shares, lost bool) {
	if p.wait != over {
		return s, false
	}
	s[1-p.turn] = 1
	return s, true
}

func (fight) Play(p *state, c deed, child *state) {
	*child = *p
	child.makeMove(c.move())
}

// Throws counts the sets of columns into which a part of a row may fall, not their orders.
func (fight) Throws(p *state) int {
	switch p.wait {
	case drawing:
		return colours * colours
	case scatter:
		return len(columnSets()[p.mine().announced%rowStones])
	case opening, shuffling:
		return math.MaxInt
	}
	return 0
}

func (fight) Throw(p *state, i int, child *state) {
	*child = *p
	if p.wait == drawing {
		child.throw([]int{1 + i/colours, 1 + i%colours})
		return
	}
	child.throw(columnSets()[p.mine().announced%rowStones][i])
}

func (fight) Moves(p *state, list []search.Ranked[deed]) (moves []search.Ranked[deed], all bool) {
	if p.wait == drafting {
		return p.someDrafts(list), false
	}
	all = true
	low, most := p.rowsAsked()
	for m := range p.each {
		if m.kind == places && m.rows != low && m.rows != most && m.rows != usualRows {
			all = false
			continue
		}
		c := deed{kind: m.kind, placement: m.placement}
		list = append(list, search.Ranked[deed]{Move: c})
	}
	var room [11*colours*colours*3 + 1]float64
	values := room[:len(list)]
	for i := range list {
		_, values[i], _ = p.after(&list[i].Move)
	}
	rankBy(list, values, sharp)
	slices.SortFunc(list, func(a, b search.Ranked[deed]) int { return cmp.Compare(b.Rank, a.Rank) })
	return list[:min(mostPlacements, len(list))], all && len(list) <= mostPlacements
}

// mostPlacements is the number of moves that are looked at in a position.
const mostPlacements = 24

// sharp is the difference of two fields at which one is e times as likely to be aimed at.
const sharp = 40

// rankBy makes a move e times as likely as one whose value is less by so much.
func rankBy(list []search.Ranked[deed], values []float64, sharp float64) {
	top := slices.Max(values)
	for i, v := range values {
		list[i].Rank = 1 + int32(10_000*math.Exp((v-top)/sharp))
	}
}

// after returns the field after a placement or a pass, before garbage falls, and its value. It is quiet if no chain began and the
// game continues.
func (s *state) after(m *deed) (f field, value float64, quiet bool) {
	x := s.mine()
	f, quiet = x.field, true
	if m.kind == places {
		f.lay(m.placement)
		if chain := f.resolve(); chain.n > 0 {
			units, _ := s.rules.generate(&chain, int(x.stock))
			value, quiet = sentStone*min(s.rules.stonesOf(units), mostSent), false
		} else if f.height(fatal)+s.falls(m) >= liveRows {
			value, quiet = -lost, false
		}
		if m.rows != unsaid {
			value -= math.Abs(float64(m.rows - usualRows))
		}
	}
	return f, value + s.rules.worthOf(&f), quiet
}

// falls returns how many rows of garbage fall by a placement that clears nothing.
func (s *state) falls(m *deed) int {
	return min(s.rules.rowsOf(s.mine().announced), int(s.limit(m.placement)))
}

// worthOf returns the value of a field with its best chain.
func (l *ruleSet) worthOf(f *field) float64 {
	ready, lacks := l.power(f)
	return l.shape(f, ready, lacks)
}

// someDrafts fills the first free cells with every colour that is left.
func (s *state) someDrafts(list []search.Ranked[deed]) []search.Ranked[deed] {
	first := [2]int{-1, -1}
	n := 0
	for c := 0; c < listCells && n < s.draftSize(); c++ {
		if s.list[c] == 0 {
			first[n] = c
			n++
		}
	}
	left := s.list.piles()
	for a := range kind(colours) {
		for b := range kind(colours) {
			switch {
			case left[a] == 0 || left[b] == 0 || n == 2 && a == b && left[a] < 2 || n == 1 && a != b:
				continue
			case n == 1:
				first[1] = first[0]
			}
			c := deed{kind: drafts, draft: [2]entry{{first[0], a}, {first[1], b}}}
			list = append(list, search.Ranked[deed]{Move: c, Rank: 1})
		}
	}
	return list
}
