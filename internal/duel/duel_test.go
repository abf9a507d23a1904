package duel_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/enginetest/counting"
	"hikyaku/internal/computer"
	"hikyaku/internal/duel"
)

// first plays the first legal move.
type first struct{}

func (first) Choose(_ context.Context, g *computer.Game) (engine.Move, error) {
	for m := range g.Now.Moves() {
		return m, nil
	}
	return "", nil
}
func (first) Close() error { return nil }

// quits gives up.
type quits struct{ first }

func (quits) Choose(context.Context, *computer.Game) (engine.Move, error) {
	return "", computer.ErrResigned
}

func TestPairsHaveTheSameDice(t *testing.T) {
	d := duel.Duel{Game: counting.Game, Options: engine.Options{"target": "1000"}, A: first{}, B: first{}, Pairs: 3, Opening: 5, Seed: 1}
	var begins []string
	err := d.Run(context.Background(), func(p duel.Pair, games [2]duel.Played) bool {
		if !slices.Equal(games[0].Moves, games[1].Moves) || !games[0].First || games[1].First {
			t.Error("the games of a pair differ, or nobody has changed seats")
		}
		if p[0]+p[1] != 1 {
			t.Errorf("equal players have the points %v", p)
		}
		begins = append(begins, string(games[0].Moves[0]+games[0].Moves[1]+games[0].Moves[2]+games[0].Moves[3]))
		return true
	})
	if err != nil || len(begins) != 3 || begins[0] == begins[1] && begins[1] == begins[2] {
		t.Errorf("the openings are %v, %v", begins, err)
	}
}

func TestDuelOfFour(t *testing.T) {
	strong := computer.Simple{Rand: rand.New(rand.NewPCG(1, 1)), Steady: true}
	d := duel.Duel{Game: counting.Game, Options: engine.Options{"players": "4"}, A: strong, B: quits{}, Pairs: 4}
	var tally duel.Tally
	if err := d.Run(context.Background(), func(p duel.Pair, _ [2]duel.Played) bool { tally.Add(p); return true }); err != nil || tally != (duel.Tally{4: 4}) {
		t.Errorf("against somebody who gives up the pairs are %v, %v", tally, err)
	}
	d.B, tally = first{}, duel.Tally{}
	if err := d.Run(context.Background(), func(p duel.Pair, _ [2]duel.Played) bool { tally.Add(p); return tally.Pairs() < 2 }); err != nil || tally.Pairs() != 2 {
		t.Errorf("%v pairs, %v", tally, err)
	}
}

func TestLongGamesAreDrawn(t *testing.T) {
	d := duel.Duel{Game: counting.Game, Options: engine.Options{"target": "1000"}, A: first{}, B: first{}, Pairs: 1, Most: 7}
	_ = d.Run(context.Background(), func(p duel.Pair, games [2]duel.Played) bool {
		if p != (duel.Pair{0.5, 0.5}) {
			t.Errorf("the points are %v", p)
		}
		return true
	})
}

// The numbers of this test are computed by hand: 60 of 100 points are 70 Elo; with pairs of 1 and 1.5 points as below the
// deviation of a pair's points a game is 0.125.
func TestElo(t *testing.T) {
	even := duel.Tally{10, 0, 20, 0, 10}
	if low, best, high := even.Elo(); math.Abs(best) > 1e-9 || math.Abs(low+high) > 1e-9 || low > -50 {
		t.Errorf("an even score is %v to %v, %v", low, high, best)
	}
	better := duel.Tally{0, 0, 30, 20, 0}
	mean, deviation := better.Score()
	if math.Abs(mean-0.6) > 1e-9 || math.Abs(deviation-math.Sqrt(0.4*0.6)/4/math.Sqrt(50)) > 1e-9 {
		t.Errorf("the score is %v ± %v", mean, deviation)
	}
	if _, best, _ := better.Elo(); math.Abs(best-70.4) > 0.1 {
		t.Errorf("60 %% are %v Elo", best)
	}
	if l := better.Likelihood(0, 10); l < 1 {
		t.Errorf("the likelihood is %v", l)
	}
	if l := even.Likelihood(0, 10); l > 0 {
		t.Errorf("the likelihood of an even score is %v", l)
	}
	all := duel.Tally{0, 0, 0, 0, 10}
	if low, best, _ := all.Elo(); !math.IsInf(best, 1) || math.IsInf(low, 0) || duel.Points(best) != "+∞" {
		t.Errorf("all wins are %v from %v", best, low)
	}
}
