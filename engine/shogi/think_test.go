package shogi

import (
	"context"
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/search"
	"hikyaku/engine/search/searchtest"
	"hikyaku/engine/shogiboard"
	"hikyaku/engine/shogitext"
)

var thoughts = flag.Int("thoughts", 30, "positions on which the search is compared with the plain method")

// newViewer returns what shows p to the search.
func newViewer(p *position) *viewer {
	return &viewer{terms: p.terms, tags: tagged(), places: placed()}
}

// wander plays random moves of the search from p and visits each node, up to so many, or to the end.
func wander(t *testing.T, p *position, random *rand.Rand, plies int, visit func(*viewer, *node)) {
	t.Helper()
	v := newViewer(p)
	n := v.node(&p.Position)
	for range plies {
		visit(v, &n)
		list := v.Moves(&n, false, nil)
		if _, over := v.Over(&n); over || len(list) == 0 {
			return
		}
		var child node
		v.Play(&n, list[random.IntN(len(list))].Move, &child)
		n = child
	}
}

// TestNodesAreKept compares what a node carries along with what its board says.
func TestNodesAreKept(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, text := range []string{set.Usual, "4k4/9/9/9/9/9/PPPPPPPPP/9/9 b 2Rb4p", "+R1SSK4/GGGG5/SSPPP4/9/9/9/9/9/4k4 b RB2P"} {
		wander(t, mustParse(t, nil, text), random, 200, func(v *viewer, n *node) {
			fresh := v.node(&n.Position)
			fresh.end = n.end
			if *n != fresh {
				t.Fatalf("%v carries %x, %d, %v, %v along: want %x, %d, %v, %v", n.Position, n.key, n.points, n.kings, n.checked,
					fresh.key, fresh.points, fresh.kings, fresh.checked)
			}
		})
	}
}

// TestValueHasNoSide wants a position turned round to have the same value.
func TestValueHasNoSide(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	wander(t, mustParse(t, nil, set.Usual), random, 150, func(v *viewer, n *node) {
		round := n.Position
		round.Turn = 1 - n.Turn
		round.Hands[0], round.Hands[1] = n.Hands[1], n.Hands[0]
		round.Seats[0], round.Seats[1] = turned(n.Seats[1]), turned(n.Seats[0])
		for k := range kinds {
			round.Pieces[k] = turned(n.Pieces[k])
		}
		other := v.node(&round)
		if a, b := n.judge(), other.judge(); a != b {
			t.Fatalf("%v is worth %d, and turned round %d", n.Position, a, b)
		}
	})
}

// turned returns squares as the other seat sees them.
func turned(a squares) (b squares) {
	for s := range a.Each {
		b = b.Or(shogiboard.At(cells - 1 - s))
	}
	return b
}

// TestLoudMoves wants captures, and the promotions of pawns, bishops and rooks.
func TestLoudMoves(t *testing.T) {
	s := mustParse(t, nil, "k8/6p2/9/P3B1R1S/9/9/9/9/K8 b -").Survey()
	var want []move
	for _, m := range s.List(nil, false) {
		gains := m.Kind == shogitext.Pawn || m.Kind == shogitext.Bishop || m.Kind == shogitext.Rook
		if s.Seats[1-s.Turn].Has(m.To) || gains && m.Way == shogiboard.Promotes {
			want = append(want, m)
		}
	}
	kinds := map[shogitext.Kind]bool{}
	for _, m := range want {
		kinds[m.Kind] = true
	}
	if got := s.List(nil, true); !slices.Equal(got, want) || len(kinds) != 3 {
		t.Errorf("loud are %v, want %v", got, want)
	}
}

// TestFinishMates wants what Finish finds to be legal and to be mate, and to be found often.
func TestFinishMates(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	p, mates := mustParse(t, nil, set.Usual), 0
	for range 5 {
		wander(t, p, random, 300, func(v *viewer, n *node) {
			m, ok := v.Finish(n)
			if !ok || n.checked {
				return
			}
			mates++
			s := n.Survey()
			legal := s.List(nil, false)
			child := n.After(m)
			if after := child.Survey(); !slices.Contains(legal, m) || after.Checkers.Empty() || after.Any() {
				t.Fatalf("%s is no mate in %v", m, n.Position)
			}
		})
	}
	for text, want := range map[string]bool{"4k4/9/3KG4/9/9/9/9/9/8r b -": true, "4k4/9/3KG3r/9/9/9/9/9/9 b -": false} {
		p := mustParse(t, nil, text)
		n := newViewer(p).node(&p.Position)
		if m, ok := newViewer(p).Finish(&n); ok != want {
			t.Errorf("%s is found in %s: %v", m, text, ok)
		}
	}
	if mates < 5 {
		t.Errorf("%d mates were found", mates)
	}
}

// TestPositionsMayReturn wants a search to know the positions of the match where they count.
func TestPositionsMayReturn(t *testing.T) {
	p := mustParse(t, nil, "4R4/5k3/9/9/9/9/9/9/8K b - moves 5a5b 4b3a 5b5a 3a4b")
	v := newViewer(p)
	seen := v.before(&p.Line)
	if len(seen) != 4 || seen[0].Key != v.tags.keyOf(&p.Position) || seen[0].Checked || !seen[1].Checked {
		t.Errorf("the positions before are %v", seen)
	}
	p = mustParse(t, engine.Options{"repetition": "none"}, p.Board().SFEN())
	if seen := v.before(&mustApply(t, p, "５二飛(51)").(*position).Line); seen != nil {
		t.Errorf("where positions are not counted, %v stand before", seen)
	}
}

// brief shows one loud move of a position, so that the plain method comes to an end.
type brief struct{ *viewer }

func (v brief) Moves(n *node, loud bool, list []search.Ranked[move]) []search.Ranked[move] {
	list = v.viewer.Moves(n, loud, list)
	if loud {
		list = list[:min(len(list), 1)]
	}
	return list
}

// TestSearchAgreesWithThePlainMethod compares them in positions of random games.
func TestSearchAgreesWithThePlainMethod(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	for _, from := range []struct {
		text         string
		depth, share int
	}{
		{set.Usual, 1, 2},
		{"4k4/4p4/9/1rl2s3/9/3S3L1/9/4P4/3BK4 b -", 2, 3},
		{"4k4/9/4p4/9/9/9/4P4/9/4K4 b -", 4, 6},
	} {
		p := mustParse(t, nil, from.text)
		var all []node
		for len(all) < *thoughts/from.share {
			wander(t, p, random, 50, func(_ *viewer, n *node) {
				if random.IntN(10) == 0 {
					all = append(all, *n)
				}
			})
		}
		of := search.AlphaBeta[node, move]{Rules: brief{newViewer(p)}, Name: func(m move) engine.Move { return engine.Move(m.String()) }, Levels: &levels}
		searchtest.Agree(t, of, all[:*thoughts/from.share], from.depth)
	}
}

// best returns the last thought on a position.
func best(t *testing.T, options engine.Options, text string, limits engine.Limits) engine.Thought {
	t.Helper()
	all := slices.Collect(mustParse(t, options, text).Think(context.Background(), limits))
	if len(all) == 0 {
		t.Fatalf("there is no thought on %s", text)
	}
	return all[len(all)-1]
}

// TestWinsAreFound looks for mates, a declaration, and the way out of a repetition that loses.
func TestWinsAreFound(t *testing.T) {
	for _, c := range []struct {
		name, text string
		move       engine.Move
		score      float64
	}{
		{"mate in one", "4k4/9/4P4/9/9/9/9/9/4K4 b G", "５二金打", 1},
		{"mate in three", "7nk/9/6G1P/9/9/9/9/9/K8 b GS", "", 1},
		{"a declaration", "+R1SSK4/GGGG5/SSPPP4/9/9/9/9/9/4k4 b RB10P", shogitext.Declaration, 1},
		{"a declaration that is not possible", "+R3K4/GGGG5/SS7/9/9/9/4r4/9/4k4 b -", "", 0.5},
		{"nothing but a king", "4k4/9/9/9/9/9/9/9/9 w -", "", 0.5},
	} {
		got := best(t, nil, c.text, engine.Limits{Nodes: 20_000, Memory: 1 << 20})
		if c.move != "" && got.Line[0] != c.move || c.score == 1 && got.Scores[0] < 1 {
			t.Errorf("%s: %v with the scores %v: want %s", c.name, got.Line, got.Scores, c.move)
		}
	}
}

// FuzzThink plays moves by random bytes, and wants a legal move of a short search in the position that they lead to.
func FuzzThink(f *testing.F) {
	f.Add("", []byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
	f.Add("4k4/9/9/9/9/9/PPPPPPPPP/9/9 b 2Rb4p", []byte{200, 100, 50})
	f.Add("+R1SSK4/GGGG5/SSPPP4/9/9/9/9/9/4k4 b RB2P", []byte{7})
	f.Fuzz(func(t *testing.T, text string, picks []byte) {
		if text == "" {
			text = set.Usual
		}
		p, err := parse(engine.Options{"foul": "loses"}, text)
		if err != nil {
			return
		}
		for _, pick := range picks[:min(len(picks), 200)] {
			moves := slices.Collect(p.Moves())
			if len(moves) == 0 {
				break
			}
			p = mustApply(t, p, moves[int(pick)%len(moves)])
		}
		n := 0
		for thought := range p.(*position).Think(context.Background(), engine.Limits{Nodes: 300, Memory: 1 << 16}) {
			n++
			q := p
			for _, m := range thought.Line {
				q = mustApply(t, q, m)
			}
		}
		if (n == 0) != (p.Next().Result != nil) {
			t.Errorf("there are %d thoughts on %s", n, p)
		}
	})
}

// BenchmarkThink searches the start and a position in the middle of a game.
func BenchmarkThink(b *testing.B) {
	for name, text := range map[string]string{"start": set.Usual, "middle": middle} {
		p := mustParse(b, nil, text)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			const nodes = 100_000
			for b.Loop() {
				for range p.Think(context.Background(), engine.Limits{Nodes: nodes}) {
				}
			}
			b.ReportMetric(float64(nodes*b.N)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}
