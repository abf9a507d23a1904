package puzzle_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/enginetest/counting"
	"hikyaku/internal/computer"
	"hikyaku/internal/puzzle"
)

// search is enough for counting to ten.
var search = puzzle.Search{Nodes: 400, Seed: 1}

// from returns the game of counting that goes from a position through moves.
func from(t *testing.T, position string, moves ...engine.Move) *computer.Game {
	t.Helper()
	g, err := computer.Begin(counting.Game, nil)
	if err != nil {
		t.Fatal(err)
	}
	if g.Start, err = counting.Game.Parse(g.Options, position); err != nil {
		t.Fatal(err)
	}
	g.Now = g.Start
	for _, m := range moves {
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

func find(t *testing.T, g *computer.Game) []puzzle.Puzzle {
	t.Helper()
	told := 0
	list, err := search.Find(context.Background(), g, func(done, all int) {
		if done != told || all != len(g.Moves) {
			t.Errorf("after %d moves it tells %d of %d", told, done, all)
		}
		told++
	})
	if err != nil || told != len(g.Moves) {
		t.Fatalf("%d moves were told: %v", told, err)
	}
	return list
}

// TestFind: with five, adding two leaves the other seven, from which everything loses; adding one lets a die decide.
func TestFind(t *testing.T) {
	list := find(t, from(t, "4 1", "add1", "add1", "[1]", "add1", "add2"))
	if len(list) != 1 {
		t.Fatalf("found %+v, want the position in which five is the sum", list)
	}
	p := list[0]
	if p.Position != "5 2" || p.Seat != 2 || p.Ply != 1 || p.Best[0] != "add2" || p.Game != "counting" || p.Options["target"] != "10" {
		t.Errorf("found %+v", p)
	}
	if math.Abs(p.Score-1) > 0.1 || math.Abs(p.Other-0.25) > 0.1 {
		t.Errorf("the moves are worth %v and %v, want about 1 and 1/4", p.Score, p.Other)
	}
	g, q, err := p.SetUp([]*engine.Game{counting.Game})
	if err != nil || g != counting.Game || q.String() != p.Position {
		t.Errorf("set up it is %v, %v", q, err)
	}
	if again := find(t, from(t, "4 1", "add1", "add2")); len(again) != 1 || again[0].ID() != p.ID() || again[0].Score != p.Score {
		t.Errorf("in another game it is %+v, want %+v", again, p)
	}
}

// TestBestMove: with three, adding one keeps three wins of four, which wins nothing yet, and adding two loses.
func TestBestMove(t *testing.T) {
	list := find(t, from(t, "3 1", "add1"))
	if len(list) != 1 || list[0].Kind != puzzle.Best || list[0].Best[0] != "add1" || list[0].Score != 0.75 || list[0].Other != 0 {
		t.Errorf("found %+v", list)
	}
	if list := find(t, from(t, "5 1", "add1")); len(list) != 1 || list[0].Kind != puzzle.Winning {
		t.Errorf("where a move wins, %+v is found", list)
	}
}

// TestNoPuzzle: where two moves are as good, everything loses, or everybody sees the best move.
func TestNoPuzzle(t *testing.T) {
	for _, position := range []string{"9 1", "7 1", "8 1", "4 1"} {
		if list := find(t, from(t, position, "add1")); len(list) > 0 {
			t.Errorf("%s is found: %+v", position, list)
		}
	}
}

func TestJudge(t *testing.T) {
	g := from(t, "5 1", "add1")
	p := find(t, g)[0]
	for m, want := range map[engine.Move]puzzle.Answer{"add2": {Right: true, Score: p.Score, Line: p.Best[1:]}, "add1": {Score: 0.25}} {
		got, err := search.Judge(context.Background(), p, g.Start, m)
		if err != nil || got.Right != want.Right || math.Abs(got.Score-want.Score) > 0.1 || !slices.Equal(got.Line, want.Line) {
			t.Errorf("%s is judged %+v, %v, want %+v", m, got, err, want)
		}
	}
	if _, err := search.Judge(context.Background(), p, g.Start, "add3"); !errors.As(err, new(*engine.Rejection)) {
		t.Errorf("a move that breaks the rules has %v", err)
	}
	ended, end := context.WithCancel(context.Background())
	end()
	if _, err := search.Find(ended, g, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("an interrupted search has %v", err)
	}
}
