package slashchain

import (
	"context"
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/search"
	"hikyaku/engine/search/searchtest"
)

var thoughts = flag.Int("thoughts", 12, "positions of random games on which the search is compared with plainer ones")

// rulesets are options that differ for the search.
var rulesets = []engine.Options{
	{}, {"tiles": "3", "overline": "nothing"}, {"rule": "renju", "tiles": "2"}, {"overline": "forbidden"}, {"rule": "renju", "foul": "loses"},
}

// strewn returns the i-th of some positions of random games that go on. So many tiles have been laid, or if it is negative are left.
func strewn(t testing.TB, i, tiles int) *position {
	t.Helper()
	options, err := Game.Resolve(rulesets[i%len(rulesets)])
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(uint64(i), 8))
	p := start(options)
	if tiles < 0 {
		tiles += 2 * len(letters) * int(p.hands[0][0])
	}
	for range 10 * tiles {
		moves := slices.Collect(p.Moves())
		if q := after(p, moves[r.IntN(len(moves))]); q.Next().Result == nil && p.count < tiles {
			p = q.(*position)
		}
	}
	return p
}

// TestThinkAgreesWithThePlainMethod takes positions near the end, because the plain method follows all threats.
func TestThinkAgreesWithThePlainMethod(t *testing.T) {
	var all []spot
	for i := range *thoughts {
		all = append(all, strewn(t, i, -3).spot())
	}
	for depth := 1; depth <= 2; depth++ {
		searchtest.Agree(t, search.AlphaBeta[spot, laying]{Rules: chains{stripTable()}, Name: func(m laying) engine.Move { return engine.Move(m.lay().String()) }, Levels: &levels}, all, depth)
	}
}

// won returns the moves that win p for the seat to move, at once or after any reply.
func won(p engine.Position) (wins []engine.Move) {
	seat := p.Next().Player
	for m := range p.Moves() {
		if q := after(p, m); q.Next().Result != nil && q.Next().Result.Places[seat-1] < q.Next().Result.Places[2-seat] {
			wins = append(wins, m)
		}
	}
	if wins != nil {
		return wins
	}
	for m := range p.Moves() {
		if q := after(p, m); q.Next().Result == nil && lost(q) {
			wins = append(wins, m)
		}
	}
	return wins
}

// lost reports whether the seat to move loses within two moves, whatever it does.
func lost(p engine.Position) bool {
	seat := p.Next().Player
	for m := range p.Moves() {
		q := after(p, m)
		if q.Next().Result == nil && !winsNow(q) || q.Next().Result != nil && q.Next().Result.Places[seat-1] == 1 {
			return false
		}
	}
	return true
}

func winsNow(p engine.Position) bool {
	seat := p.Next().Player
	for m := range p.Moves() {
		if r := after(p, m).Next().Result; r != nil && r.Places[2-seat] == 2 {
			return true
		}
	}
	return false
}

func after(p engine.Position, m engine.Move) engine.Position {
	q, err := p.Apply(m)
	if err != nil {
		panic(err)
	}
	return q
}

// TestForcedFives wants a win to be found and known where a naive search finds one within three moves.
func TestForcedFives(t *testing.T) {
	found := 0
	for i := range *thoughts / 2 {
		p := strewn(t, i, 4+i%5)
		wins := won(p)
		if wins == nil {
			continue
		}
		found++
		var last engine.Thought
		for last = range p.Think(context.Background(), engine.Limits{Nodes: 20_000}) {
		}
		if last.Scores[p.turn] != 1 {
			t.Errorf("%s: %v wins, and Think says %+v", p, wins, last)
		}
	}
	if found == 0 {
		t.Error("no position has a forced five")
	}
	t.Log(found, "positions with a forced five")
}

func BenchmarkThink(b *testing.B) {
	options, _ := Game.Resolve(engine.Options{"tiles": "2"})
	p, err := Game.Parse(options, "L0@0,0 S0@1,0")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	nodes := 0
	for b.Loop() {
		var last engine.Thought
		for last = range p.(*position).Think(context.Background(), engine.Limits{Nodes: 20_000}) {
		}
		nodes += last.Nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}

// FuzzThink plays moves chosen by bytes, and checks that the search finds a legal move unless the game is over.
func FuzzThink(f *testing.F) {
	f.Add([]byte{0, 1, 2, 200, 7}, uint8(1))
	f.Fuzz(func(t *testing.T, played []byte, set uint8) {
		options, _ := Game.Resolve(rulesets[int(set)%len(rulesets)])
		var p engine.Position = start(options)
		for _, b := range played {
			moves := slices.Collect(p.Moves())
			if len(moves) == 0 {
				return
			}
			p = after(p, moves[int(b)*len(moves)/256])
		}
		if p.Next().Result != nil {
			return
		}
		for thought := range p.(*position).Think(context.Background(), engine.Limits{Nodes: 100, Memory: 1 << 16}) {
			after(p, thought.Line[0])
		}
	})
}
