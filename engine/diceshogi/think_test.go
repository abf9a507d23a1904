package diceshogi

import (
	"context"
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/search"
	"hikyaku/engine/search/searchtest"
	"hikyaku/engine/shogitext"
)

var thoughts = flag.Int("thoughts", 30, "positions of each rule set whose search is compared with the plain method")

// quiet is minishogi without exchanges at the end of a search, of which the plain method would go through all.
type quiet struct {
	game
	checks
}

func (q quiet) Moves(n *node, loud bool, list []search.Ranked[move]) []search.Ranked[move] {
	if loud {
		return list
	}
	return q.game.Moves(n, false, list)
}

// TestThinkAgreesWithPlain compares the search with the plain method.
func TestThinkAgreesWithPlain(t *testing.T) {
	for _, c := range []struct {
		options     engine.Options
		long, depth int
	}{
		{engine.Options{"rules": dice}, 40, 2}, {engine.Options{"rules": dice, "drop": "free"}, 40, 1},
		{engine.Options{"rules": hyper}, 60, 1}, {engine.Options{"rules": minishogi}, 60, 2},
	} {
		random := rand.New(rand.NewPCG(5, 6))
		var a search.AlphaBeta[node, move]
		var all []node
		for len(all) < *thoughts {
			start, err := parse(c.options, startText)
			if err != nil {
				t.Fatal(err)
			}
			p := start
			for i := 0; i < c.long && p.Next().Result == nil; i++ {
				if i%3 == 2 {
					a = p.(*position).search()
					all = append(all, a.Root)
				}
				p = randomStep(t, random, p)
			}
		}
		if c.options["rules"] == minishogi {
			a.Rules = quiet{game: game{weights: &miniWeights}}
		}
		for depth := 1; depth <= c.depth; depth++ {
			searchtest.Agree(t, a, all[:*thoughts], depth)
		}
	}
}

// TestNodesAreWhole compares what Play changes step by step with what is found anew.
func TestNodesAreWhole(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for _, rules := range []string{dice, hyper, minishogi} {
		p := engine.Position(mustStart(t, rules))
		for p.Next().Result == nil {
			q := p.(*position)
			p = randomStep(t, random, p)
			if r := p.(*position); r.Played != nil && r.die == 0 {
				before, after := q.search(), r.search()
				var child node
				before.Rules.Play(&before.Root, *r.Played, &child)
				if child != after.Root {
					t.Fatalf("%s: playing %s gives %+v, not %+v", q, r.Played, child, after.Root)
				}
			}
		}
	}
}

// score returns the score of the seat to move in the last thought on p.
func score(p *position, nodes int) (float64, engine.Thought) {
	var last engine.Thought
	for last = range p.Think(context.Background(), engine.Limits{Nodes: nodes, Memory: 1 << 20}) {
	}
	return last.Scores[p.Turn], last
}

// TestThinkFindsMates checks that forced mates are found, with variations that end in mate, and seen by the side that is mated.
func TestThinkFindsMates(t *testing.T) {
	for _, c := range []struct {
		text string
		long int
	}{
		{"2k2/5/2P2/5/K4 b GR", 1},
		{"4k/s2s1/1P3/P1K1b/Gr1B1 w RG", 3},
		{"4k/s4/1PK2/P+r2b/G2B1 b RGS", 5},
		{"1b1gk/2s1p/1G3/2K2/+r1SBR w p", 5},
		{"GG1b+R/5/P2+p1/+BK1kS/2+s2 b R", 7},
	} {
		p := mustParse(t, minishogi, c.text)
		v, best := score(p, 20_000)
		if v != 1 || len(best.Line) != c.long {
			t.Errorf("%s: the score is %v and the line %v: want 1 and %d moves", p, v, best.Line, c.long)
			continue
		}
		q := mustApply(t, p, best.Line[0])
		if q.Next().Result == nil {
			if v, _ := score(q.(*position), 20_000); v != 0 {
				t.Errorf("%s: the score after %s is %v", p, best.Line[0], v)
			}
		}
		for _, m := range best.Line[1:] {
			q = mustApply(t, q, m)
		}
		if r := q.Next().Result; r == nil || r.Rule != shogitext.EndCheckmate {
			t.Errorf("%s: the line %v does not end in mate", p, best.Line)
		}
	}
}

// TestEveryFaceWins checks that the score is 1 if every throw allows an immediate mate, and that the mate is found.
func TestEveryFaceWins(t *testing.T) {
	p := mustParse(t, hyper, "2+B1p/4k/1R3/G1p2/1K2+s b RBGS hyper -")
	if v, _ := score(p, 1000); v != 1 {
		t.Errorf("%s: the score is %v", p, v)
	}
	for face := 1; face <= sides; face++ {
		thrown := mustApply(t, p, engine.Throw(face))
		_, best := score(thrown.(*position), 1000)
		if r := mustApply(t, thrown, best.Line[0]).Next().Result; r == nil || r.Places[0] != 1 {
			t.Errorf("with %d the move is %s, which does not win", face, best.Line[0])
		}
	}
}

// TestKingIsTaken checks that the chance of taking the king counts. The rook takes it with a 1 and a 6.
func TestKingIsTaken(t *testing.T) {
	for text, least := range map[string]float64{
		"4k/4R/5/5/K4 b - dice 1": 1, "4k/4R/5/5/K4 b - dice 6": 1, "4k/4R/5/5/K4 b - dice -": 0.5,
	} {
		if v, best := score(mustParse(t, dice, text), 5000); v < least {
			t.Errorf("%s: the score is %v, with the line %v", text, v, best.Line)
		}
	}
}

// FuzzThink thinks in positions that random moves reach.
func FuzzThink(f *testing.F) {
	f.Add([]byte{0, 3, 1, 4, 1, 5, 9, 2, 6})
	f.Add([]byte{5, 1, 1, 1, 1, 200, 100, 50, 25, 12, 6, 3, 1})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) == 0 {
			return
		}
		all := variants()
		p, err := parse(all[int(data[0])%len(all)], startText)
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range data[1:] {
			switch next := p.Next(); {
			case next.Result != nil:
				return
			case next.Throw != nil:
				p = mustApply(t, p, engine.Throw(1+int(b)%sides))
			default:
				moves := slices.Collect(p.Moves())
				p = mustApply(t, p, moves[int(b)%len(moves)])
			}
		}
		for thought := range p.(*position).Think(context.Background(), engine.Limits{Nodes: 100, Memory: 1 << 16}) {
			q := p
			for _, m := range thought.Line {
				q = mustApply(t, q, m)
			}
		}
	})
}

// variants are all rule sets with all options.
func variants() (all []engine.Options) {
	for _, foul := range []string{"reject", "loses"} {
		for _, rules := range []string{dice, hyper} {
			for _, drop := range []string{"binds", "free"} {
				all = append(all, engine.Options{"rules": rules, "drop": drop, "foul": foul})
			}
		}
		for _, repetition := range []string{"loses", "none"} {
			all = append(all, engine.Options{"rules": minishogi, "repetition": repetition, "foul": foul})
		}
	}
	return all
}

// BenchmarkThink counts the positions that a search looks at, early and late in a game.
func BenchmarkThink(b *testing.B) {
	for _, c := range []struct{ rules, text string }{
		{dice, startText}, {hyper, startText}, {minishogi, startText},
		{minishogi, "2sk1/1b1gp/P4/1G1S1/K2BR b r"},
	} {
		b.Run(c.rules, func(b *testing.B) {
			b.ReportAllocs()
			p, nodes := mustParse(b, c.rules, c.text), 0
			for b.Loop() {
				_, t := score(p, 100_000)
				nodes += t.Nodes
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}
