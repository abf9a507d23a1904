package rengi

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"hikyaku/engine/search"
)

// planned returns positions of random games in which pairs are known and a placement is to be chosen.
func planned(t *testing.T, options string) (all []*position) {
	t.Helper()
	for _, p := range walked(t, optionsOf(options), 5) {
		if p.wait == aMove && !p.single {
			all = append(all, p)
		}
	}
	if len(all) < 4 {
		t.Fatalf("%s: %d positions", options, len(all))
	}
	if options == "rules=ten" { // a column that may become too high
		all = append(all, mustParse(t, optionsOf(options), "/C/ABABABABAB/D// ///// free free 0,0 - 0,0 +1 - AB+CD+AA,AB+CD+AA 1 move v1"))
	}
	return all
}

// TestBeamTriesAll compares a beam that is wide enough for every field with trying all placements on strings.
func TestBeamTriesAll(t *testing.T) {
	for _, options := range []string{"rules=ten", "rules=ten calc=chain", "rules=kou list=shuffle"} {
		random := rand.New(rand.NewPCG(3, 4))
		fired := 0
		for _, p := range planned(t, options) {
			list, _ := fight{}.Moves(&p.state, nil)
			pairs := []pair{{kind(random.IntN(colours)), 0}, {1, kind(random.IntN(colours))}}
			for _, r := range list[:min(1, len(list))] {
				b := p.beam([]search.Ranked[deed]{r})
				if _, value, quiet := p.after(&r.Move); !quiet {
					if len(b.fields) > 0 || b.led[0] != value {
						t.Errorf("%s: %s leads to %d fields and %v: want none and %v", p, r.Move.name(), len(b.fields), b.led[0], value)
					}
					continue
				}
				g := plain{o: plainOptions(optionsOf(options))}
				for c := range columns {
					g.field[0][c] = b.fields[0].field.column(c)
				}
				want, chain := g.lead(p.rules, pairs, 0)
				if chain {
					fired++
				}
				b.width = math.MaxInt
				for _, next := range pairs {
					b.place(next)
				}
				b.end()
				if slices.ContainsFunc(b.fields, func(at branch) bool { return at.field.lost() }) {
					t.Errorf("%s: %s leads on from a lost field", p, r.Move.name())
				}
				if math.Abs(b.led[0]-want) > 1e-9 {
					t.Errorf("%s: %s leads to %v: want %v", p, r.Move.name(), b.led[0], want)
				}
			}
		}
		if fired == 0 {
			t.Errorf("%s: no chain was fired", options)
		}
	}
}

// TestBeamKeepsTheBest checks that the usual width leads to nearly the same value as all fields do.
func TestBeamKeepsTheBest(t *testing.T) {
	lead := func(p *position, width int) float64 {
		list, _ := fight{}.Moves(&p.state, nil)
		b := p.beam(list[:min(4, len(list))])
		b.width = width
		for _, next := range []pair{{0, 1}, {2, 2}, {1, 3}} {
			b.place(next)
		}
		b.end()
		return slices.Max(b.led)
	}
	few, all := 0.0, 0.0
	for _, p := range planned(t, "rules=ten")[:6] {
		few += lead(p, beamWidth)
		all += lead(p, math.MaxInt)
	}
	if few > all || few < 0.9*all {
		t.Errorf("the best of the fields that are kept lead to %.0f, all to %.0f", few, all)
	}
}

// lead returns the value to which pairs lead at best on the field of seat 1, and whether that is a chain.
func (g plain) lead(rules *ruleSet, pairs []pair, depth int) (best float64, chain bool) {
	if len(pairs) == 0 {
		var f field
		for c, stones := range g.field[0] {
			for row := range stones {
				f.put(c, kind(slices.Index([]byte(letters), stones[row])), 1)
			}
		}
		return rules.worthOf(&f), false
	}
	best = -lost
	for _, tsumo := range []pair{pairs[0], {pairs[0][1], pairs[0][0]}} {
		for at := range columns * columns {
			low, high := at/columns, at%columns
			if low-high > 1 || high-low > 1 {
				continue
			}
			v, fires := g.led(rules, [2]int{low, high}, tsumo, pairs[1:], depth)
			if v > best {
				best, chain = v, fires
			}
		}
	}
	return best, chain
}

// led is lead after a placement.
func (g plain) led(rules *ruleSet, at [2]int, tsumo pair, then []pair, depth int) (best float64, chain bool) {
	g.stock = [2]int{}
	f := &g.field[0]
	for i, k := range tsumo {
		f[at[i]] += k.String()
	}
	trim(f)
	best = math.Inf(-1)
	stones, groups := clear(f)
	if len(stones) > 0 {
		sent := float64(g.generate(stones, groups))
		if g.o["unit"] == "6" {
			sent *= rowStones
		}
		best, chain = rooted*math.Sqrt(sent)-float64(late*depth), true
	}
	if len(stones) < 2 && len(f[fatal]) < liveRows {
		if further, fires := g.lead(rules, then, depth+1); further > best {
			return further, fires
		}
	}
	return best, chain
}

// TestPlan checks that the best placement comes first, and that the list is unchanged if there is no plan.
func TestPlan(t *testing.T) {
	ended, end := context.WithCancel(context.Background())
	end()
	changed := 0
	for _, p := range planned(t, "rules=kou list=shuffle") {
		list, _ := fight{}.Moves(&p.state, nil)
		same := slices.Clone(list)
		p.plan(context.Background(), same, perFuture-1, 1)
		p.plan(ended, same, 600, 1)
		if !slices.Equal(same, list) {
			t.Errorf("%s: planned without need", p)
		}
		b := p.beam(list)
		for _, next := range p.upcoming() {
			b.place(next)
		}
		b.end()
		p.plan(context.Background(), same, 600, 1)
		first := slices.MaxFunc(same, func(x, y search.Ranked[deed]) int { return int(x.Rank - y.Rank) })
		if i := slices.IndexFunc(list, func(r search.Ranked[deed]) bool { return r.Move == first.Move }); b.led[i] < slices.Max(b.led) {
			t.Errorf("%s: %s is first, which leads to %v, not to %v", p, first.Move.name(), b.led[i], slices.Max(b.led))
		}
		if first.Move != list[0].Move {
			changed++
		}
	}
	if changed == 0 {
		t.Error("no plan changed anything")
	}
}

// TestUpcoming checks that each seat gets the predicted pair.
func TestUpcoming(t *testing.T) {
	for _, options := range []string{"rules=ten", "rules=ten seq=own", "rules=kou list=shuffle"} {
		var soon [seats][]pair
		for _, p := range walked(t, optionsOf(options), 1) {
			if p.wait != aMove {
				continue
			}
			// The tsumo stays the same while the seat passes, and a thrown pair is added behind.
			got, seat := p.upcoming(), p.turn
			now, _ := p.current()
			if due := soon[seat]; len(due) > 0 && !slices.Equal(due, got) && (due[0] != now || !slices.Equal(due[1:], got[:len(due)-1])) {
				t.Errorf("%s: %v were to come, and now %v and then %v come", p, due, now, got)
			}
			if soon[seat] = got; len(got) == 0 {
				t.Errorf("%s: nothing is to come", p)
			}
		}
	}
}
