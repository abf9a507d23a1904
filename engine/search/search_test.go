package search_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"hikyaku/engine"
	"hikyaku/engine/search"
	"hikyaku/engine/search/searchtest"
)

// heaps is a position of Nim: whoever takes the last stone wins. The seat to move wins if the exclusive or of the heaps is not 0
// (Bouton, 1901).
type heaps [4]uint8

// take is a move: how many stones are taken from which heap.
type take struct{ heap, stones uint8 }

// nim are the rules of Nim, with a guess of values that is worth nothing.
type nim struct{}

func (nim) Key(p *heaps) uint64 {
	return search.Mix(uint64(p[0]) | uint64(p[1])<<8 | uint64(p[2])<<16 | uint64(p[3])<<24)
}
func (nim) Over(p *heaps) (search.Score, bool) { return -search.Win, *p == heaps{} }
func (nim) Value(p *heaps) search.Score        { return search.Score(p[0]%3) * 100 }
func (nim) Play(p *heaps, m take, child *heaps) {
	*child = *p
	child[m.heap] -= m.stones
}

func (nim) Moves(p *heaps, loud bool, list []search.Ranked[take]) []search.Ranked[take] {
	for heap, n := range p {
		for stones := uint8(1); stones <= n && !loud; stones++ {
			list = append(list, search.Ranked[take]{Move: take{uint8(heap), stones}, Slot: uint16(heap)})
		}
	}
	return list
}

func (p heaps) lost() bool { return p[0]^p[1]^p[2]^p[3] == 0 }

func (t take) name() engine.Move { return engine.Move(fmt.Sprintf("%d-%d", t.heap, t.stones)) }

var equal [engine.Levels]search.Level

func nimSearch(p heaps) search.AlphaBeta[heaps, take] {
	return search.AlphaBeta[heaps, take]{Rules: nim{}, Root: p, Seat: 1, Name: take.name, Levels: &equal, Scale: 100}
}

// last returns the last thought of a sequence.
func last(t *testing.T, thoughts func(func(engine.Thought) bool)) (best engine.Thought) {
	t.Helper()
	n := 0
	for thought := range thoughts {
		best = thought
		n++
	}
	if n == 0 {
		t.Fatal("there was no thought")
	}
	return best
}

func TestNimIsSolved(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for range 100 {
		p := heaps{uint8(random.IntN(5)), uint8(random.IntN(4)), uint8(random.IntN(4)), 1}
		a := nimSearch(p)
		got := last(t, a.Think(context.Background(), engine.Limits{Memory: 1 << 20}))
		want := 1.0
		if p.lost() {
			want = 0
		}
		if got.Scores[0] != want || got.Scores[1] != 1-want {
			t.Errorf("%v: the scores are %v, not %v", p, got.Scores, want)
		}
	}
}

// TestRepetitionIsTheLastResort wants a win at once rather than by repetition, and a loss by repetition rather than soon.
func TestRepetitionIsTheLastResort(t *testing.T) {
	again := heaps{0, 0, 0, 1} // a position of the match
	for _, c := range []struct {
		root  heaps
		loser int // by repetition
		want  engine.Move
		score float64
	}{
		{heaps{0, 0, 0, 2}, 2, "3-2", 1},
		{heaps{0, 0, 1, 1}, 1, "2-1", 0},
		{heaps{0, 0, 1, 1}, 2, "2-1", 1},
	} {
		a := nimSearch(c.root)
		a.Before, a.Repeats = []search.Seen{{Key: nim{}.Key(&again)}}, c.loser
		got := last(t, a.Think(context.Background(), engine.Limits{Memory: 1 << 20}))
		if got.Line[0] != c.want || got.Scores[0] != c.score {
			t.Errorf("in %v, where seat %d loses by repetition, %s is worth %v, want %s and %v", c.root, c.loser, got.Line[0], got.Scores[0], c.want, c.score)
		}
	}
}

// pairNim is Nim in which nobody thinks of more than two moves.
type pairNim struct{ nim }

func (pairNim) Moves(p *heaps, loud bool, list []search.Ranked[take]) []search.Ranked[take] {
	list = nim{}.Moves(p, loud, list)
	return list[:min(2, len(list))]
}

func TestSearchProvesNoLossBehindSomeMoves(t *testing.T) {
	for p, proved := range map[heaps]bool{
		{1, 1}:    false, // lost, but two moves may be some of many
		{3}:       false, // won by the third take
		{2, 2, 1}: false, // so
		{1}:       true,
		{2}:       true,
		{1, 1, 1}: false, // won, but only if the other side has no third move
	} {
		a := nimSearch(p)
		a.Rules, a.Most = pairNim{}, 2
		got := last(t, a.Think(context.Background(), engine.Limits{Nodes: 3000, Memory: 1 << 20})).Scores[0]
		if got == 0 || (got == 1) != proved {
			t.Errorf("%v: the score is %v, and the seat to move wins for certain: %v", p, got, proved)
		}
	}
}

// pile is a heap with a die of three faces: the seat to move takes 1 to the face. Whoever takes the last stone wins.
type pile struct {
	stones, face int8
	seat         int8
}

type stones int8

func (s stones) name() engine.Move { return engine.Move(fmt.Sprint(int(s))) }

type dicePile struct{}

func (dicePile) Key(p *pile) uint64                { return search.Mix(uint64(p.stones)<<8 | uint64(p.face)) }
func (dicePile) Over(p *pile) (search.Score, bool) { return -search.Win, p.stones == 0 }
func (dicePile) Value(*pile) search.Score          { return 0 }
func (dicePile) Play(p *pile, m stones, child *pile) {
	*child = pile{stones: p.stones - int8(m), seat: 1 - p.seat}
}

func (dicePile) Moves(p *pile, loud bool, list []search.Ranked[stones]) []search.Ranked[stones] {
	for n := int8(1); n <= min(p.face, p.stones) && !loud; n++ {
		list = append(list, search.Ranked[stones]{Move: stones(n), Slot: uint16(n)})
	}
	return list
}

func (dicePile) Outcomes(p *pile, list []search.Outcome[pile]) []search.Outcome[pile] {
	for face := int8(1); face <= 3 && p.face == 0; face++ {
		list = append(list, search.Outcome[pile]{At: pile{stones: p.stones, face: face, seat: p.seat}, Weight: 1})
	}
	return list
}

// chance returns the probability that the seat to move wins, by counting through.
func chance(p pile) float64 {
	switch {
	case p.stones == 0:
		return 0
	case p.face == 0:
		sum := 0.0
		for face := int8(1); face <= 3; face++ {
			sum += chance(pile{stones: p.stones, face: face})
		}
		return sum / 3
	}
	best := 0.0
	for n := int8(1); n <= min(p.face, p.stones); n++ {
		best = max(best, 1-chance(pile{stones: p.stones - n}))
	}
	return best
}

func TestDiceAreAveraged(t *testing.T) {
	for n := int8(1); n <= 11; n++ {
		for face := int8(0); face <= 3; face++ {
			p := pile{stones: n, face: face}
			a := search.AlphaBeta[pile, stones]{Rules: dicePile{}, Root: p, Seat: 2, Name: stones.name, Levels: &equal}
			var got engine.Thought
			for got = range a.Think(context.Background(), engine.Limits{Memory: 1 << 16}) {
				if got.Depth > int(n) {
					break
				}
			}
			if want := chance(p); math.Abs(got.Scores[1]-want) > 1e-4 {
				t.Errorf("%d stones, face %d: %v, not %v", n, face, got.Scores[1], want)
			}
			if face == 0 && len(got.Line) > 0 {
				t.Errorf("a line goes beyond a throw: %v", got.Line)
			}
		}
	}
}

// TestThrowsAreShortened wants that throws are kept in the table and that outcomes are probed: without either, the search looks at
// twice as many positions or more.
func TestThrowsAreShortened(t *testing.T) {
	a := search.AlphaBeta[pile, stones]{Rules: dicePile{}, Root: pile{stones: 40}, Seat: 1, Name: stones.name, Levels: &equal, Whole: true}
	for got := range a.Think(context.Background(), engine.Limits{Memory: 1 << 20}) {
		if got.Depth == 9 {
			if got.Nodes > 10_000 {
				t.Errorf("%d positions were looked at", got.Nodes)
			}
			break
		}
	}
}

// Two more methods make Nim and the pile worlds for Tree.

type nimTree struct{ nim }

type seated struct {
	heaps
	seat int
}

func (nimTree) Seat(p *seated) int { return p.seat }
func (nimTree) Over(p *seated) (s search.Shares, over bool) {
	s[1-p.seat] = 1
	return s, p.heaps == heaps{}
}
func (nimTree) Value(*seated, *rand.Rand) search.Shares { return search.Shares{0.5, 0.5} }
func (nimTree) Play(p *seated, m take, child *seated) {
	nim{}.Play(&p.heaps, m, &child.heaps)
	child.seat = 1 - p.seat
}

func (nimTree) Moves(p *seated, list []search.Ranked[take]) (moves []search.Ranked[take], all bool) {
	list = nim{}.Moves(&p.heaps, false, list)
	for i := range list {
		list[i].Rank = 1
	}
	return list, true
}

type pileTree struct{ dicePile }

func (pileTree) Seat(p *pile) int { return int(p.seat) }
func (pileTree) Over(p *pile) (s search.Shares, over bool) {
	s[1-p.seat] = 1
	return s, p.stones == 0
}
func (pileTree) Value(*pile, *rand.Rand) search.Shares { return search.Shares{0.5, 0.5} }
func (pileTree) Moves(p *pile, list []search.Ranked[stones]) (moves []search.Ranked[stones], all bool) {
	list = dicePile{}.Moves(p, false, list)
	for i := range list {
		list[i].Rank = 1
	}
	return list, true
}

func (pileTree) Throws(p *pile) int {
	if p.face == 0 {
		return 3
	}
	return 0
}

func (pileTree) Throw(p *pile, i int, child *pile) {
	*child = *p
	child.face = int8(i) + 1
}

func TestTreeFindsTheMove(t *testing.T) {
	p := seated{heaps: heaps{1, 2, 4, 0}}
	tree := search.Tree[seated, take]{World: nimTree{}, Root: p, Seats: 2, Name: take.name, Levels: &equal, Curious: 1.5}
	got := last(t, tree.Think(context.Background(), engine.Limits{Nodes: 50_000}))
	if len(got.Line) == 0 || got.Line[0] != "2-1" {
		t.Errorf("%v begins with another move than the only one that wins", got.Line)
	}
	if got.Scores[0] != 1 || got.Scores[1] != 0 || got.Nodes > 20_000 {
		t.Errorf("the scores are %v after %d positions: want a proof", got.Scores, got.Nodes)
	}
}

// TestTreeFollowsItsPlan checks that the search chooses the move with all the weight of a plan while nothing else is known.
func TestTreeFollowsItsPlan(t *testing.T) {
	for _, want := range []engine.Move{"0-1", "2-2", "3-5"} {
		tree := search.Tree[seated, take]{World: nimTree{}, Root: seated{heaps: heaps{3, 5, 7, 9}}, Seats: 2, Name: take.name, Levels: &equal, Curious: 1.5}
		tree.Plan = func(list []search.Ranked[take], nodes int) {
			if nodes != 2 {
				t.Errorf("the plan is for %d positions", nodes)
			}
			for i := range list {
				if list[i].Rank = 1; list[i].Move.name() == want {
					list[i].Rank = 1000
				}
			}
		}
		if got := last(t, tree.Think(context.Background(), engine.Limits{Nodes: 2})); got.Line[0] != want {
			t.Errorf("%v begins with another move than that of the plan, %s", got.Line, want)
		}
	}
}

// oneTaker is Nim in which the first seat thinks of one stone alone.
type oneTaker struct{ nimTree }

func (oneTaker) Moves(p *seated, list []search.Ranked[take]) (moves []search.Ranked[take], all bool) {
	list, _ = nimTree{}.Moves(p, list)
	if p.seat == 1 {
		return list, true
	}
	few := slices.DeleteFunc(list, func(r search.Ranked[take]) bool { return r.Move.stones > 1 })
	return few, false
}

// TestTreeProvesNoLossBehindSomeMoves wants moves that are left out to count: a seat that has looked at some of them may win by
// others, but a win by one of them is a win.
func TestTreeProvesNoLossBehindSomeMoves(t *testing.T) {
	for _, test := range []struct {
		heaps heaps
		seat  int
		won   bool // by the seat to move, as far as can be said
	}{
		{heaps{2}, 0, false},       // won by the other take
		{heaps{3, 1}, 0, false},    // so
		{heaps{1, 1}, 0, false},    // lost, but who knows
		{heaps{2, 1}, 0, true},     // won by one stone
		{heaps{1, 1, 1}, 0, true},  // so
		{heaps{2, 2, 1}, 1, false}, // won; only if the other side has no better move
	} {
		tree := search.Tree[seated, take]{World: oneTaker{}, Root: seated{test.heaps, test.seat}, Seats: 2, Name: take.name, Levels: &equal, Curious: 1.5}
		got := last(t, tree.Think(context.Background(), engine.Limits{Nodes: 3000})).Scores[test.seat]
		if won := got == 1; won != test.won || got == 0 {
			t.Errorf("%v, seat %d: the score is %v, and the seat wins: %v", test.heaps, test.seat+1, got, test.won)
		}
	}
}

// TestSlips checks that a level slips in the intended number of a hundred positions.
func TestSlips(t *testing.T) {
	for _, slip := range []int{0, 30, 100} {
		levels := [engine.Levels]search.Level{{Nodes: 50, Slip: slip}}
		slips := [2]int{}
		for n := range uint8(200) {
			p := heaps{1 + n%5, 2 + n%9, 3 + n%7, n % 11}
			a := nimSearch(p)
			a.Levels = &levels
			tree := search.Tree[seated, take]{World: nimTree{}, Root: seated{heaps: p}, Seats: 2, Name: take.name, Levels: &levels, Curious: 1.5}
			for i, thinker := range []engine.Thinker{&a, &tree} {
				if last(t, thinker.Think(context.Background(), engine.Limits{Memory: 1 << 16, Level: 1, Seed: uint64(n)})).Nodes == 0 {
					slips[i]++
				}
				if last(t, thinker.Think(context.Background(), engine.Limits{Memory: 1 << 16, Level: 1, Seed: uint64(n), Sure: true})).Nodes == 0 {
					t.Error("one that is sure slips")
				}
			}
		}
		for _, got := range slips {
			if want := 2 * slip; got < want-want*(100-slip)/200 || got > want+want*(100-slip)/200 {
				t.Errorf("of 200 positions %d are not looked at: want about %d", got, want)
			}
		}
	}
}

// TestTreeErrs checks that a level misjudges positions however long it thinks.
func TestTreeErrs(t *testing.T) {
	levels := [engine.Levels]search.Level{{Nodes: 20_000, Noise: 4 * search.Win}}
	wrong := 0
	for seed := range uint64(10) {
		tree := search.Tree[seated, take]{World: nimTree{}, Root: seated{heaps: heaps{3, 5, 7, 9}}, Seats: 2, Name: take.name, Levels: &levels, Curious: 1.5}
		if got := last(t, tree.Think(context.Background(), engine.Limits{Level: 1, Seed: seed})); got.Line[0] != "3-8" {
			wrong++
		}
	}
	if wrong < 5 {
		t.Errorf("a beginner finds the only move that wins in %d of 10 games", 10-wrong)
	}
}

func TestTreeAveragesDice(t *testing.T) {
	p := pile{stones: 5}
	tree := search.Tree[pile, stones]{World: pileTree{}, Root: p, Seats: 2, Name: stones.name, Levels: &equal, Curious: 1}
	got := last(t, tree.Think(context.Background(), engine.Limits{Nodes: 50_000}))
	if want := chance(p); math.Abs(got.Scores[0]-want) > 0.03 {
		t.Errorf("%v, not %v", got.Scores, want)
	}
}

func TestSearchAgreesWithThePlainMethod(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	var all []heaps
	for range 60 {
		all = append(all, heaps{uint8(random.IntN(4)), uint8(random.IntN(4)), uint8(random.IntN(4)), 2})
	}
	for depth := 1; depth <= 4; depth++ {
		searchtest.Agree(t, nimSearch(heaps{}), all, depth)
	}
	var piles []pile
	for n := int8(1); n < 14; n++ {
		piles = append(piles, pile{stones: n}, pile{stones: n, face: 2})
	}
	for depth := 1; depth <= 5; depth++ {
		searchtest.Agree(t, search.AlphaBeta[pile, stones]{Rules: dicePile{}, Name: stones.name, Levels: &equal}, piles, depth)
	}
}

func TestThoughtsAreTheSameAgain(t *testing.T) {
	a := nimSearch(heaps{5, 6, 7, 3})
	tree := search.Tree[seated, take]{World: nimTree{}, Root: seated{heaps: heaps{5, 6, 7, 3}}, Seats: 2, Name: take.name, Levels: &equal, Curious: 1.5}
	for _, think := range []func(context.Context, engine.Limits) func(func(engine.Thought) bool){
		func(ctx context.Context, l engine.Limits) func(func(engine.Thought) bool) { return a.Think(ctx, l) },
		func(ctx context.Context, l engine.Limits) func(func(engine.Thought) bool) { return tree.Think(ctx, l) },
	} {
		limits := engine.Limits{Nodes: 5000, Seed: 3, Memory: 1 << 20}
		x, y := last(t, think(context.Background(), limits)), last(t, think(context.Background(), limits))
		if fmt.Sprint(x) != fmt.Sprint(y) {
			t.Errorf("two searches differ:\n%v\n%v", x, y)
		}
		if x.Nodes > limits.Nodes+1 {
			t.Errorf("%d nodes were looked at, not %d", x.Nodes, limits.Nodes)
		}
	}
}

func TestSearchEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	a := nimSearch(heaps{9, 9, 9, 8})
	if got := last(t, a.Think(ctx, engine.Limits{})); len(got.Line) == 0 {
		t.Error("a search that must end at once names no move")
	}
	tree := search.Tree[seated, take]{World: nimTree{}, Root: seated{heaps: heaps{9, 9, 9, 8}}, Seats: 2, Name: take.name, Levels: &equal, Curious: 1.5}
	if got := last(t, tree.Think(ctx, engine.Limits{})); len(got.Line) == 0 {
		t.Error("a tree that must end at once names no move")
	}
}

func BenchmarkStop(b *testing.B) {
	for b.Loop() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Millisecond)
		a := nimSearch(heaps{9, 9, 9, 8})
		for range a.Think(ctx, engine.Limits{}) {
		}
		cancel()
	}
}
