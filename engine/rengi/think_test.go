package rengi

import (
	"context"
	"flag"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/search/searchtest"
)

var thoughts = flag.Int("thoughts", 3, "random games on whose positions the search is tried")

func best(p *position, nodes int) (last engine.Thought) {
	for last = range p.Think(context.Background(), engine.Limits{Nodes: nodes, Memory: 1 << 20}) {
	}
	return last
}

// TestThinkIsLegal tries positions of random games with all variants and options, throws among them.
func TestThinkIsLegal(t *testing.T) {
	for n := range 4 * *thoughts {
		options := randomOptions(rand.New(rand.NewPCG(uint64(n), 3)), n)
		for _, p := range walked(t, options, 25) {
			if p.wait == over {
				continue
			}
			got := best(p, 30)
			if s := got.Scores; s[0] < 0 || s[1] < 0 || s[0]+s[1] < 0.999 || s[0]+s[1] > 1.001 {
				t.Errorf("%v: %s: the scores are %v", options, p, s)
			}
			if waits := p.Next().Player != 0; waits && !slices.Contains(slices.Collect(p.Moves()), got.Line[0]) {
				t.Errorf("%v: %s: %s is no legal move", options, p, got.Line[0])
			}
		}
	}
}

// TestThinkEnds checks that decisive moves are found: ten rows fall on the other side, which has no room for them and no answer.
func TestThinkEnds(t *testing.T) {
	for text, want := range map[string]string{
		// A fifth link is ready; the other side holds nothing.
		"/A/A/ABACA/DAADA/DD //DCDCDCDCDCD/// free free 0,0 0,0 - - - ??,?? 1 move v1": "",
		// Garbage is due that ends the game, unless the single chain at hand is fired.
		"BBB//CDCDCDCDC/// ///// free free 3,0 0,0 - - - ??,?? 1 move v1": "clears",
	} {
		p := mustParse(t, nil, text)
		got := best(p, 400)
		q, err := p.Apply(got.Line[0])
		if err != nil {
			t.Fatal(err)
		}
		if want == "clears" && !q.(*position).sides[0].chaining {
			t.Errorf("%s: %+v fires no chain", p, got)
		}
		if want == "" && got.Scores[0] < 0.8 {
			t.Errorf("%s: the scores are %v", p, got.Scores)
		}
	}
}

// TestDraftsFillTheFirstCells compares the drafts that are looked at with all those on the first free cells, while a list is filled with
// one colour after another.
func TestDraftsFillTheFirstCells(t *testing.T) {
	for p := mustStart(t, engine.Options{"rules": kou}); p.wait == drafting; {
		var first, all, some [][]entry
		for m := range p.eachDraft {
			all = append(all, m.entries)
		}
		for _, m := range all {
			if slices.EqualFunc(m, all[0], func(a, b entry) bool { return a.cell == b.cell }) {
				first = append(first, m)
			}
		}
		for _, c := range p.someDrafts(nil) {
			some = append(some, c.Move.draft[:p.draftSize()])
		}
		if !reflect.DeepEqual(some, first) {
			t.Fatalf("%s: %v, want %v", p, some, first)
		}
		for m := range p.Moves() {
			q, err := p.Apply(m)
			if err != nil {
				t.Fatal(err)
			}
			p = q.(*position)
			break
		}
	}
}

// TestColumnSets checks that the faces of a throw of columns select each set once.
func TestColumnSets(t *testing.T) {
	for n, sets := range columnSets() {
		seen := map[[columns]bool]bool{}
		for _, faces := range sets {
			var set [columns]bool
			order := [columns]int{0, 1, 2, 3, 4, 5}
			shuffle(order[:], faces)
			for _, c := range order[:len(faces)] {
				set[c] = true
			}
			seen[set] = true
		}
		if want := [rowStones]int{1, 6, 15, 20, 15, 6}[n]; len(seen) != want || len(sets) != want {
			t.Errorf("%d stones fall in %d of %d sets: want %d", n, len(seen), len(sets), want)
		}
	}
}

// FuzzThink plays moves chosen by bytes, and checks that the search finds a legal move unless the game is over.
func FuzzThink(f *testing.F) {
	f.Add([]byte{0, 255, 2, 200, 7, 255, 255}, uint8(1))
	f.Fuzz(func(t *testing.T, played []byte, set uint8) {
		var p engine.Position = mustStart(t, randomOptions(rand.New(rand.NewPCG(uint64(set), 3)), int(set)))
		for _, b := range played {
			next := p.Next()
			if next.Result != nil {
				return
			}
			m := engine.Move("")
			if next.Throw != nil {
				m = engine.Throw(faces(rand.New(rand.NewPCG(uint64(b), 1)), next.Throw)...)
			} else {
				moves := slices.Collect(p.Moves())
				m = moves[int(b)*(len(moves)-1)/255]
			}
			q, err := p.Apply(m)
			if err != nil {
				t.Fatal(err)
			}
			p = q
		}
		if p.Next().Player == 0 {
			return
		}
		if _, err := p.Apply(best(p.(*position), 10).Line[0]); err != nil {
			t.Error(err)
		}
	})
}

func BenchmarkThink(b *testing.B) {
	for set, text := range map[string]string{
		"":          midgameText,
		"rules=ten": "BDDC/DBBC/CDADCC/DACB/CBDACD/DADD DBACBC/CDCC/BBABAC/BCAB/CDDC/D free free 0,0 - 0,0 +1 - AB+CD+AA,AB+CD+AA 1 move v1",
	} {
		b.Run(set, func(b *testing.B) {
			p := mustParse(b, optionsOf(set), text)
			b.ReportAllocs()
			nodes := 0
			for b.Loop() {
				nodes += best(p, 500).Nodes
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}

// TestProofs compares what the search proves near the end of games with all legal moves.
func TestProofs(t *testing.T) {
	searchtest.Endings{
		Start: func(game int) engine.Position {
			return mustStart(t, randomOptions(rand.New(rand.NewPCG(uint64(game), 3)), game))
		}, Last: 4, Nodes: 400, Plies: 2, Positions: 5000, Sure: 0.9,
	}.Compare(t, 4**thoughts)
}
