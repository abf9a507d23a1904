package analysis_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/enginetest/counting"
	"hikyaku/internal/analysis"
)

// exact returns the exact chances in the counting game, by going through it.
func exact(p engine.Position) (scores []float64, best engine.Move) {
	next := p.Next()
	switch {
	case next.Result != nil:
		scores = make([]float64, len(next.Result.Places))
		for i, place := range next.Result.Places {
			if place == 1 {
				scores[i] = 1
			}
		}
		return scores, ""
	case next.Throw != nil:
		scores = []float64{0, 0}
		for m := range engine.Outcomes(next.Throw) {
			q, _ := p.Apply(m)
			of, _ := exact(q)
			for i := range scores {
				scores[i] += of[i] / float64(next.Throw[0])
			}
		}
		return scores, ""
	}
	for m := range p.Moves() {
		q, _ := p.Apply(m)
		if of, _ := exact(q); scores == nil || of[next.Player-1] > scores[next.Player-1] {
			scores, best = of, m
		}
	}
	return scores, best
}

func think(_ context.Context, p engine.Position, _ int) (engine.Thought, error) {
	scores, best := exact(p)
	if best == "" {
		return engine.Thought{Scores: scores}, nil
	}
	return engine.Thought{Scores: scores, Line: []engine.Move{best}}, nil
}

func start(t *testing.T) engine.Position {
	t.Helper()
	options, err := counting.Game.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := counting.Game.Start(options)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestLuckAndSkillAreTheWholeResult(t *testing.T) {
	moves := []engine.Move{"add1", "add2", "[4]", "add1", "add1", "[1]"}
	p := start(t)
	var played []engine.Move
	for _, m := range moves {
		q, err := p.Apply(m)
		if err != nil {
			break
		}
		p, played = q, append(played, m)
	}
	told := 0
	r, err := analysis.Of(context.Background(), analysis.Game{Start: start(t), Moves: played}, think, func(_, all int) { told = all })
	if err != nil {
		t.Fatal(err)
	}
	if told != len(played) {
		t.Errorf("%d of %d moves were told", told, len(played))
	}
	end, _ := exact(p)
	for seat, account := range r.Seats {
		lost := account.Lost
		for i, other := range r.Seats {
			if i != seat {
				lost -= other.Lost // what the others lose is won
			}
		}
		if got := r.Start[seat] + account.Luck - lost; math.Abs(got-end[seat]) > 1e-9 {
			t.Errorf("seat %d: the start, luck and skill make %v, and the end is worth %v", seat+1, got, end[seat])
		}
	}
}

func TestMarks(t *testing.T) {
	options, _ := counting.Game.Resolve(nil)
	p, err := counting.Game.Parse(options, "8 1")
	if err != nil {
		t.Fatal(err)
	}
	r, err := analysis.Of(context.Background(), analysis.Game{Start: p, Moves: []engine.Move{"add1"}}, think, nil)
	if err != nil || len(r.Plies) != 1 {
		t.Fatal(r, err)
	}
	if ply := r.Plies[0]; ply.Mark != analysis.Blunder || ply.Best[0] != "add2" || ply.Loss < 0.3 || r.Seats[0].Marks[analysis.Blunder] != 1 {
		t.Errorf("a move that gives a win away is %+v", ply)
	}
	r, err = analysis.Of(context.Background(), analysis.Game{Start: p, Moves: []engine.Move{"add2"}}, think, nil)
	if err != nil || r.Plies[0].Mark != analysis.Fine || r.Plies[0].Loss != 0 || r.Plies[0].After[0] != 1 {
		t.Errorf("the best move is %+v, %v", r.Plies, err)
	}
}

func TestAnalysisStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := analysis.Of(ctx, analysis.Game{Start: start(t)}, think, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	if _, err := analysis.Of(context.Background(), analysis.Game{Start: start(t), Moves: []engine.Move{"add7"}}, think, nil); err == nil {
		t.Error("an illegal move was thought about")
	}
}

// TestLeaving: who has left has no further moves, and the others are judged without him.
func TestLeaving(t *testing.T) {
	options, _ := counting.Game.Resolve(engine.Options{"players": "3"})
	p, err := counting.Game.Start(options)
	if err != nil {
		t.Fatal(err)
	}
	var seen []string
	look := func(_ context.Context, p engine.Position, _ int) (engine.Thought, error) {
		seen = append(seen, p.String())
		return engine.Thought{Scores: []float64{0.5, 0, 0.5}}, nil
	}
	r, err := analysis.Of(context.Background(), analysis.Game{Start: p, Moves: []engine.Move{"add1", "add1"}, Left: map[int][]int{1: {2}}}, look, nil)
	if err != nil || len(r.Plies) != 2 || r.Plies[1].Seat != 3 {
		t.Fatalf("%+v, %v", r.Plies, err)
	}
	if got := strings.Join(seen, ", "); got != "0 1, 1 2, 1 3 out 2, 2 1 out 2" {
		t.Errorf("looked at %s", got)
	}
}
