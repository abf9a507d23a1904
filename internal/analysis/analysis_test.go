package analysis_test

import (
	"context"
	"errors"
	"math"
	"reflect"
	"slices"
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
	for seat := range r.Seats {
		if got := sum(r, seat); math.Abs(got-end[seat]) > 1e-9 || r.End[seat] != end[seat] || r.Seats[seat].Found != 0 {
			t.Errorf("seat %d: the start, luck and mistakes make %v, %v was only found, and the end is worth %v", seat+1, got, r.Seats[seat].Found, end[seat])
		}
	}
}

// sum adds up what made the result of a seat.
func sum(r analysis.Report, seat int) float64 {
	a := r.Seats[seat]
	return r.Start[seat] + a.Luck + a.Given - a.Lost + a.Found
}

// judged returns a Think that says one after another that the first seat expects these results, and that the best move is
// another one than add1.
func judged(first ...float64) analysis.Think {
	return func(context.Context, engine.Position, int) (engine.Thought, error) {
		score := first[0]
		first = first[1:]
		return engine.Thought{Scores: []float64{score, 1 - score}, Line: []engine.Move{"add2"}}, nil
	}
}

// TestPartsAddUp: what a search learns between two positions belongs to no player, and is booked apart.
func TestPartsAddUp(t *testing.T) {
	g := analysis.Game{Start: start(t), Moves: []engine.Move{"add2", "add1", "[3]", "add1", "add1"}}
	r, err := analysis.Of(context.Background(), g, judged(0.5, 0.375, 0.75, 0.25, 0.5, 0.875), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []analysis.Account{{Luck: -0.5, Lost: 0, Given: 0.75, Found: 0.125}, {Luck: 0.5, Lost: 0.75, Given: 0, Found: -0.125}}
	for seat, a := range r.Seats {
		a.Moves, a.Marks = 0, nil
		if !reflect.DeepEqual(a, want[seat]) || sum(r, seat) != r.End[seat] {
			t.Errorf("seat %d: %+v, which makes %v; want %+v and %v", seat+1, a, sum(r, seat), want[seat], r.End[seat])
		}
	}
	if found := []float64{r.Plies[0].Found, r.Plies[1].Found, r.Plies[2].Found}; !slices.Equal(found, []float64{-0.125, 0, 0.25}) {
		t.Errorf("the moves showed %v", found)
	}
}

// TestHandicap: in a game that starts as good as won, a move is marked for what it loses against the start, and the results
// compared with the start tell its positions apart.
func TestHandicap(t *testing.T) {
	g := analysis.Game{Start: start(t), Moves: []engine.Move{"add1"}}
	for _, c := range []struct {
		before, after float64
		want          analysis.Mark
	}{{0.997, 0.9969, analysis.Fine}, {0.997, 0.9955, analysis.Dubious}, {0.997, 0.993, analysis.Mistake}, {0.997, 0.98, analysis.Blunder}, {0.5, 0.45, analysis.Fine}} {
		r, err := analysis.Of(context.Background(), g, judged(c.before, c.after), nil)
		if err != nil || r.Plies[0].Mark != c.want || r.Handicap() != (c.before > 0.9) {
			t.Errorf("from %v to %v: %q, handicap %v, %v; want %q", c.before, c.after, r.Plies[0].Mark, r.Handicap(), err, c.want)
		}
		if got := r.Shown(r.Start); r.Handicap() && math.Abs(got[0]-0.5) > 1e-9 || got[0]+got[1] != 1 {
			t.Errorf("the start at %v is %v from even", c.before, got)
		}
	}
}

// TestTurning: the game turned with the last mistake that gave the lead away, or with the one that cost most.
func TestTurning(t *testing.T) {
	g := analysis.Game{Start: start(t), Moves: []engine.Move{"add1", "add1", "add1"}}
	for _, c := range []struct {
		scores []float64 // the first seat's
		want   int
	}{
		{[]float64{0.7, 0.3, 0.6, 0.4}, 3},    // given away by each, at last by the third
		{[]float64{0.6, 0.45, 0.3, 0.1}, 1},   // only the first gave it away
		{[]float64{0.4, 0.38, 0.37, 0.1}, 3},  // nobody did, and the third cost most
		{[]float64{0.5, 0.48, 0.48, 0.47}, 0}, // no mistakes
	} {
		r, err := analysis.Of(context.Background(), g, judged(c.scores...), nil)
		if err != nil {
			t.Fatal(err)
		}
		got := 0
		if turned := r.Turning(); turned != nil {
			got = turned.Number
		}
		if got != c.want {
			t.Errorf("%v turned at %d, want %d", c.scores, got, c.want)
		}
	}
}

// TestLine stops after six moves, or at one that cannot be played.
func TestLine(t *testing.T) {
	for want, moves := range map[string][]engine.Move{
		"add1 add2 [4] add1 add2 [1]": {"add1", "add2", "[4]", "add1", "add2", "[1]", "add1"},
		"add1 [4]":                    {"add1", "[4]", "add1"},
		"":                            nil,
	} {
		if got := analysis.Line(start(t), moves).En; got != want {
			t.Errorf("%s is written %s, want %s", moves, got, want)
		}
	}
}

func TestPoints(t *testing.T) {
	for score, want := range map[float64]int{0: -analysis.Won, 0.5: 0, 10. / 11: 400, 1. / 11: -400, 0.997: 1009, 1: analysis.Won} {
		if got := analysis.Points(score); got != want {
			t.Errorf("%v is %d, want %d", score, got, want)
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
