package rengi

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"hikyaku/engine/search"
)

// A plan looks ahead on the own field alone: over the pairs that are known, and over pairs that may follow, thrown several times. Of the
// fields after each placement it keeps the best ones (a beam), and ranks the first placements by what they lead to.
const (
	ahead     = 4  // the placements after the first one
	beamWidth = 24 // the fields that are kept after each
	futures   = 8  // so often pairs are thrown,
	perFuture = 75 // but at most once for so many positions of the search
	aimed     = 60 // the difference of two plans at which one is e times as likely to be followed
	late      = 10 // the reduction of a chain's value for each placement before it
)

// plan ranks the moves of list by what they lead to, for a search of so many positions, where the player does not choose the stones. It does
// nothing while the list is drafted, if so few positions do not pay for it, or once ctx has ended.
func (s *state) plan(ctx context.Context, list []search.Ranked[deed], nodes int, seed uint64) {
	if s.wait != aMove {
		return
	}
	known, times := s.upcoming(), min(futures, nodes/perFuture)
	if len(known) == ahead {
		times = min(times, 1)
	}
	if times == 0 {
		return
	}
	begun := s.beam(list)
	random := rand.New(rand.NewPCG(seed, 0))
	means := make([]float64, len(list))
	for range times {
		b := begun
		b.led = slices.Clone(begun.led)
		for i := range ahead {
			if ctx.Err() != nil {
				return
			}
			next := pair{kind(random.IntN(colours)), kind(random.IntN(colours))}
			if i < len(known) {
				next = known[i]
			}
			b.place(next)
		}
		b.end()
		for i, v := range b.led {
			means[i] += v / float64(times)
		}
	}
	rankBy(list, means, aimed)
}

// upcoming returns the known pairs that the seat to move will have after its tsumo, at most ahead.
func (s *state) upcoming() (pairs []pair) {
	after := *s
	for len(pairs) < ahead {
		after.useTsumo()
		if s.rules.supply == thrown && len(after.mine().queue) == 0 {
			break
		}
		p, _ := after.current()
		pairs = append(pairs, p)
	}
	return pairs
}

// beam is the best fields after some placements, and the best value reached from each first placement.
type beam struct {
	rules  *ruleSet
	width  int
	depth  int
	fields []branch
	led    []float64
}

// branch is a field to which a first placement leads.
type branch struct {
	field field
	first int
	value float64
}

// beam returns the fields after the moves of list. A move that fires a chain or loses leads to nothing else.
func (s *state) beam(list []search.Ranked[deed]) beam {
	b := beam{rules: s.rules, width: beamWidth, led: make([]float64, len(list))}
	for i := range list {
		m := &list[i].Move
		f, value, quiet := s.after(m)
		if !quiet {
			b.led[i] = value
			continue
		}
		if m.kind == places {
			for c := range columns {
				f.put(c, garbage, s.falls(m))
			}
		}
		b.led[i] = -lost
		b.fields = append(b.fields, branch{f, i, s.rules.worthOf(&f)})
	}
	return b
}

// place puts a pair onto each field in every way, and keeps the best fields.
func (b *beam) place(p pair) {
	var next []branch
	seen := map[field]bool{}
	for _, from := range b.fields {
		for _, at := range pairSpots {
			for _, laid := range [...]pair{p, {p[1], p[0]}} {
				f := from.field
				f.lay(placement{true, at, laid, unsaid})
				chain := f.resolve()
				if chain.n > 0 {
					units, _ := b.rules.generate(&chain, 0)
					b.led[from.first] = max(b.led[from.first], rooted*math.Sqrt(b.rules.stonesOf(units))-late*float64(b.depth))
				}
				if chain.n > 1 || f.lost() || seen[f] {
					continue
				}
				seen[f] = true
				next = append(next, branch{f, from.first, b.rules.worthOf(&f)})
			}
		}
	}
	slices.SortStableFunc(next, func(x, y branch) int { return cmp.Compare(y.value, x.value) })
	b.fields = next[:min(len(next), b.width)]
	b.depth++
}

// end notes the fields at which the first placements have arrived.
func (b *beam) end() {
	for _, at := range b.fields {
		b.led[at.first] = max(b.led[at.first], at.value)
	}
}
