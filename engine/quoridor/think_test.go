package quoridor

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

// think returns the last thought on p with a number of nodes.
func think(t testing.TB, p engine.Position, nodes int) engine.Thought {
	t.Helper()
	limits := engine.Limits{Nodes: nodes, Memory: 1 << 20, Seed: 1}
	thoughts := slices.Collect(p.(engine.Thinker).Think(context.Background(), limits))
	if len(thoughts) == 0 {
		t.Fatalf("there is no thought on %s", p)
	}
	return thoughts[len(thoughts)-1]
}

// TestThinkFindsTheMove gives positions with one good move.
func TestThinkFindsTheMove(t *testing.T) {
	for _, test := range []struct {
		about, players, text string
		want                 engine.Move
	}{
		{"a win at once", "2", "/ / e8 a2 / 3 3 / 1", "e9"},
		{"a win at once for the fourth", "4", "/ / e5 c3 g4 b7 / 2 2 2 2 / 4", "a7"},
		{"a jump into the goal", "2", "/ / c7 c8 / 0 4 / 1", "c9"},
		{"the only wall that stops the other pawn", "2", "b2 / d1a2 / e2 a2 / 1 0 / 1", "a1h"},
		{"a forced pass", "4", "/ d1e1 / e1 e2 e3 i5 / 0 0 1 1 / 1", "pass"},
	} {
		p := mustParse(t, engine.Options{"players": test.players}, test.text)
		if got := think(t, p, 2000); got.Line[0] != test.want {
			t.Errorf("%s: the line on %s is %v, not %s", test.about, p, got.Line, test.want)
		}
	}
}

// TestLevelsAreOfTheSeats wants as many positions searched as the levels say for two seats and for four.
func TestLevelsAreOfTheSeats(t *testing.T) {
	for players, list := range map[string][engine.Levels]search.Level{"2": levels, "4": fourLevels} {
		p, err := start(engine.Options{"players": players})
		if err != nil {
			t.Fatal(err)
		}
		for _, level := range []int{7, engine.Levels} {
			var last engine.Thought
			for last = range p.(engine.Thinker).Think(context.Background(), engine.Limits{Level: level, Sure: true, Memory: 1 << 20}) {
			}
			if want := list[level-1].Nodes; last.Nodes != want+1 { // the start
				t.Errorf("%s players, level %d: %d positions, want %d", players, level, last.Nodes, want)
			}
		}
	}
}

// TestOpenWaysCost: a way of the same length is worth more if fewer walls can be placed across it, as long as the rival has walls.
func TestOpenWaysCost(t *testing.T) {
	value := func(text string) float32 {
		var judge thinker
		return judge.Value(judge.survey(&mustParse(t, nil, text).board), nil)[0]
	}
	if beside, away := value("/ e3 / e1 a9 / 5 5 / 1"), value("/ h3 / e1 a9 / 5 5 / 1"); beside <= away {
		t.Errorf("with a wall that keeps another off the way a position is worth %v, without it %v", beside, away)
	}
	if beside, away := value("/ e3 / e1 a9 / 5 0 / 2"), value("/ h3 / e1 a9 / 5 0 / 2"); beside != away {
		t.Errorf("to a rival without walls a position is worth %v with a wall beside the way, and %v without it", beside, away)
	}
}

// TestRaceIsExact compares the solved race with every pair of squares looked at again and again until nothing changes.
func TestRaceIsExact(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	for range 2 {
		b := mustParse(t, nil, randomPlain(random, engine.Options{"players": "2", "third-pawn": "none"}).String()).board
		r, want := b.solve(), plainRace(b)
		for own := range square(size * size) {
			for other := range square(size * size) {
				for seat := range 2 {
					if got, want := int(r.plies[seat][own][other]), want[seat][own][other]; got != want && !b.goal(seat).has(own) {
						t.Fatalf("%v: seat %d on %s, the other on %s: %d, not %d", b.walls, seat+1, own, other, got, want)
					}
				}
			}
		}
	}
}

// plainRace returns what race.plies holds, by going through all positions for each number of plies.
func plainRace(b board) (plies [2][size * size][size * size]int) {
	for n, idle := 1, 0; idle < 2; n++ {
		idle++
		for seat := range 2 {
			for own := range square(size * size) {
				for other := range square(size * size) {
					if own == other || plies[seat][own][other] != 0 || b.goal(seat).has(own) {
						continue
					}
					b.turn, b.pawns[seat], b.pawns[1-seat], b.taken = int8(seat), own, other, at(own).or(at(other))
					wins, loses := false, true
					for to := range b.reach().each {
						next := plies[1-seat][other][to]
						arrives := b.goal(seat).has(to)
						wins = wins || arrives && n == 2 || next != 0 && next < n && next%2 == 1
						loses = loses && next != 0 && next < n && next%2 == 0
					}
					if n == 1 && b.goal(1-seat).has(other) || n > 1 && (n%2 == 0 && wins || n%2 == 1 && loses) {
						plies[seat][own][other], idle = n, 0
					}
				}
			}
		}
	}
	return plies
}

// TestEscapeKeepsClear compares what is known of a race at a glance with the solved race.
func TestEscapeKeepsClear(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	known := 0
	for range 200 {
		p := mustParse(t, nil, randomPlain(random, engine.Options{"players": "2", "third-pawn": "none"}).String())
		p.left = [4]int8{}
		var glance thinker
		v := glance.survey(&p.board)
		winner, plies := glance.outcome(v)
		if winner < 0 {
			continue
		}
		known++
		exact := thinker{race: p.board.solve()}
		if sure, n := exact.outcome(v); sure != winner || n > plies {
			t.Errorf("%s: seat %d wins in %d plies, not %d in %d", p, sure+1, n, winner+1, plies)
		}
	}
	if known < 50 {
		t.Errorf("only %d of 200 races were decided at a glance", known)
	}
}

// TestRaceIsRunShortest plays races out: nobody gains by the longer way.
func TestRaceIsRunShortest(t *testing.T) {
	var p engine.Position = mustParse(t, nil, "c4e4 / e5 / e4 e6 / 0 0 / 1")
	root := p.(*position)
	left := int(root.board.solve().plies[0][root.pawns[0]][root.pawns[1]]) - 1
	for ; p.Next().Result == nil; left-- {
		q, err := p.Apply(think(t, p, 100).Line[0])
		if err != nil {
			t.Fatal(err)
		}
		p = q
	}
	if left != 0 {
		t.Errorf("the race ended %d plies before its time", left)
	}
}

func FuzzThink(f *testing.F) {
	f.Add([]byte{1, 200, 3, 77, 5, 160, 9}, true)
	f.Add([]byte{0, 0, 255, 254, 100, 101, 102}, false)
	f.Fuzz(func(t *testing.T, choices []byte, four bool) {
		options := engine.Options{"players": "2"}
		if four {
			options = engine.Options{"players": "4", "third-pawn": "diagonal"}
		}
		var p engine.Position = mustStart(t, options)
		for _, c := range choices[:min(len(choices), 60)] {
			moves := slices.Collect(p.Moves())
			if len(moves) == 0 {
				return
			}
			p, _ = p.Apply(moves[int(c)*len(moves)/256])
		}
		if p.Next().Result != nil {
			return
		}
		if _, err := p.Apply(think(t, p, 30).Line[0]); err != nil {
			t.Error(err)
		}
	})
}

func BenchmarkThink(b *testing.B) {
	for _, players := range []string{"2", "4"} {
		b.Run(players, func(b *testing.B) {
			p, nodes := mustStart(b, engine.Options{"players": players}), 0
			b.ReportAllocs()
			for b.Loop() {
				nodes += think(b, p, 20_000).Nodes
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}

var thoughts = flag.Int("thoughts", 20, "positions near the end of games on which the search is tried")

// TestProofs compares what the search proves near the end of games with all legal moves.
func TestProofs(t *testing.T) {
	searchtest.Endings{
		Start: func(game int) engine.Position {
			return mustStart(t, engine.Options{"players": []string{"2", "4"}[game%2]})
		}, Last: 10, Nodes: 2000, Plies: 6, Positions: 200_000, Sure: 0.9,
	}.Compare(t, *thoughts)
}
