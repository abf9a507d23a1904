package goryujin

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

var thoughts = flag.Int("thoughts", 4, "games of greedy players in which wins are looked for")

func best(p *position, nodes int) (last engine.Thought) {
	for last = range p.Think(context.Background(), engine.Limits{Nodes: nodes, Memory: 1 << 20}) {
	}
	return last
}

func after(t *testing.T, p *position, m engine.Move) *position {
	t.Helper()
	q, err := p.Apply(m)
	if err != nil {
		t.Fatal(err)
	}
	return q.(*position)
}

// greedy returns the move with the best value after it, or now and then any move.
func greedy(p *position, r *rand.Rand) (best engine.Move) {
	moves, top := slices.Collect(p.Moves()), -1<<30
	best = engine.Pass
	if r.IntN(3) == 0 {
		return moves[r.IntN(len(moves))]
	}
	for _, m := range moves {
		l, err := readLay(string(m))
		if err != nil {
			continue
		}
		q := p.board
		q.put(l)
		if v := 4*q.progress(p.turn) - 3*q.progress(1-p.turn) + r.IntN(3); v > top {
			best, top = m, v
		}
	}
	return best
}

// touchdowns returns the touchdowns on the goal line.
func touchdowns(p *position) (wins []engine.Move) {
	for l := range p.lays(p.turn) {
		if l.touchdown && l.distance(p.turn) < 0 {
			wins = append(wins, l.name())
		}
	}
	return wins
}

// TestSlipsAreLays checks that no level passes by mistake while a lay is possible: nobody learns from an opponent that does not play.
func TestSlipsAreLays(t *testing.T) {
	opening := after(t, start(), "P3@F2")
	for _, level := range []int{1, 3, 6, engine.Levels} {
		for seed := uint64(36); seed < 46; seed++ {
			for _, p := range []*position{start(), opening} {
				var last engine.Thought
				for last = range p.Think(context.Background(), engine.Limits{Level: level, Seed: seed, Memory: 1 << 20}) {
				}
				if last.Line[0] == engine.Pass {
					t.Errorf("level %d, seed %d passes in move %d", level, seed, 1+len(p.moves))
				}
			}
		}
	}
}

// TestThinkWins checks that touchdowns on the goal line are played, and that those of the other side are prevented if possible.
func TestThinkWins(t *testing.T) {
	won, stopped := 0, 0
	for n := range *thoughts {
		r := rand.New(rand.NewPCG(uint64(n), 5))
		for p := start(); p.result == nil && len(p.moves) < 60; p = after(t, p, greedy(p, r)) {
			if wins := touchdowns(p); wins != nil {
				won++
				if got := best(p, 300); got.Scores[p.turn] != 1 || !slices.Contains(wins, got.Line[0]) {
					t.Errorf("%s: %v wins, and Think says %+v", p, wins, got)
				}
				continue
			}
			if passed := p.pass(); passed.result == nil && touchdowns(passed) != nil && stops(p) {
				stopped++
				if m := best(p, 300).Line[0]; touchdowns(after(t, p, m)) != nil {
					t.Errorf("%s: %s does not stop the touchdown", p, m)
				}
			}
		}
	}
	if won == 0 || stopped == 0 {
		t.Errorf("%d touchdowns were near, and %d could be stopped", won, stopped)
	}
	t.Log(won, stopped)
}

// stops reports whether some lay stops the touchdowns of the other side.
func stops(p *position) bool {
	for l := range p.lays(p.turn) {
		if touchdowns(p.play("", l)) == nil {
			return true
		}
	}
	return false
}

// TestValueFromBothSides checks that the value of a position is the same from both sides.
func TestValueFromBothSides(t *testing.T) {
	for seed := range uint64(5) {
		p := midgame(t, seed)
		s := (&race{}).Value(&lair{board: p.board}, nil)
		if s[0]+s[1] != 1 || s[0] <= 0 || s[1] <= 0 {
			t.Errorf("%s: the values are %v", p, s)
		}
	}
}

// TestValueWithoutWays checks that the side whose dragon came down nearer to its goal line is ahead if neither side can lay anything
// more, and water if there is nothing to choose between them. A side that still has a head is ahead of one that has nothing.
func TestValueWithoutWays(t *testing.T) {
	down := func(seat, distance int) dragon { return dragon{seat: seat, finished: true, distance: distance} }
	for _, c := range []struct {
		dragons      []dragon
		heads, ahead int // the heads that seat 0 has left
	}{
		{nil, 0, 1},
		{[]dragon{down(1, 3)}, 0, 1},
		{[]dragon{down(0, 3), down(1, 3)}, 0, 1},
		{[]dragon{down(0, 3), down(1, 4)}, 0, 0},
		{[]dragon{down(1, 3)}, 1, 0},
	} {
		b := start().board
		b.stock = [2][12]int8{}
		b.stock[0][head] = int8(c.heads)
		b.heads = copy(b.lair[:], c.dragons)
		for b.turn = range 2 {
			if s := (&race{}).Value(&lair{board: b}, nil); s[c.ahead] <= 0.5 || s[0]+s[1] != 1 {
				t.Errorf("%+v, seat %d to move: the values are %v", c, b.turn, s)
			}
		}
	}
}

// FuzzThink plays moves chosen by bytes, and checks that the search finds a legal move unless the game is over.
func FuzzThink(f *testing.F) {
	f.Add([]byte{0, 255, 2, 200, 7, 255, 255})
	f.Fuzz(func(t *testing.T, played []byte) {
		p := start()
		for _, b := range played {
			if p.result != nil {
				return
			}
			moves := slices.Collect(p.Moves())
			p = after(t, p, moves[int(b)*(len(moves)-1)/255])
		}
		if p.result == nil {
			after(t, p, best(p, 20).Line[0])
		}
	})
}

func BenchmarkThink(b *testing.B) {
	p := midgame(b, 1)
	b.ReportAllocs()
	nodes := 0
	for b.Loop() {
		nodes += best(p, 5000).Nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}

// BenchmarkRace judges a position and ranks its lays.
func BenchmarkRace(b *testing.B) {
	p, r := lair{board: midgame(b, 1).board, winner: -1}, &race{}
	var list []search.Ranked[lay]
	b.ReportAllocs()
	for b.Loop() {
		r.Value(&p, nil)
		list, _ = r.Moves(&p, list[:0])
	}
}

// TestProofs compares what the search proves near the end of games with all legal moves.
func TestProofs(t *testing.T) {
	searchtest.Endings{
		Start: func(int) engine.Position { return start() }, Last: 4, Nodes: 400, Plies: 2, Positions: 20_000, Sure: 0.9,
	}.Compare(t, *thoughts)
}
