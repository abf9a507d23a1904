package slashchain

import (
	"slices"
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/enginetest"
	_ "hikyaku/internal/gctest"
)

func TestLaws(t *testing.T) { enginetest.Run(t, Game) }

func TestCases(t *testing.T) {
	enginetest.Cases(t, Game, "testdata/cases.jsonl", "testdata/rules.jsonl")
}

func TestPerft(t *testing.T) {
	for tiles, want := range map[string][]uint64{"1": {1, 16, 1024, 77568}, "2": {1, 16, 1024, 98304}, "3": {1, 16, 1024, 98304}} {
		options, err := Game.Resolve(engine.Options{"tiles": tiles})
		if err != nil {
			t.Fatal(err)
		}
		for depth, n := range want {
			if got := start(options).Perft(depth, 0); got != n {
				t.Errorf("tiles=%s: perft %d is %d, want %d", tiles, depth, got, n)
			}
		}
	}
}

// TestFives compares what a line completes with the longest run of ones through all contents of the cells beside it.
func TestFives(t *testing.T) {
	beside := make([]uint8, 2*side)
	for code := range 6561 {
		for i, rest := 0, code; i < len(beside); i, rest = i+1, rest/3 {
			beside[i] = uint8(rest % 3)
		}
		run := 1
		for i := side - 1; i >= 0 && beside[i] == 1; i-- {
			run++
		}
		for i := side; i < len(beside) && beside[i] == 1; i++ {
			run++
		}
		if got := changeOf(beside, 1, 1); got.five != (run >= 5) {
			t.Fatalf("beside %v: five is %v, with %d in a row", beside, got.five, run)
		}
	}
}

// TestBoardHasARingOfSquares wants the board to reach one square beyond the tiles on each side.
func TestBoardHasARingOfSquares(t *testing.T) {
	p, err := engine.ParseMoves(start(engine.Options{"tiles": "1"}), "L1@0,0 S0@1,0")
	if err != nil {
		t.Fatal(err)
	}
	b := p.Scene().Boards[0]
	var cols, rows []string
	for i := 0; i < len(b.Cols); i += 2 {
		cols = append(cols, b.Cols[i].En)
	}
	for i := 0; i < len(b.Rows); i += 2 {
		rows = append(rows, b.Rows[i].En)
	}
	if !slices.Equal(cols, []string{"-1", "0", "1", "2"}) || !slices.Equal(rows, []string{"-1", "0", "1"}) {
		t.Errorf("the columns are %v, the rows %v", cols, rows)
	}
}

// TestBarsCompare wants the shapes of one kind in the states of both seats, in each position of a game.
func TestBarsCompare(t *testing.T) {
	var p engine.Position = start(engine.Options{"tiles": "2"})
	named := 0
	for ply := 0; p.Next().Player != 0; ply++ {
		players := p.Scene().Players
		first, _, shaped := strings.Cut(players[0].State.En, " ")
		if second, _, _ := strings.Cut(players[1].State.En, " "); first != second {
			t.Fatalf("in %s the states are %q and %q", p, players[0].State.En, players[1].State.En)
		}
		if shaped {
			named++
		}
		moves := slices.Collect(p.Moves())
		next, err := p.Apply(moves[(31*ply*ply+17)%len(moves)])
		if err != nil {
			t.Fatal(err)
		}
		p = next
	}
	if named == 0 {
		t.Error("no position has a shape")
	}
}
