package quoridor

import (
	"slices"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/enginetest"
	_ "hikyaku/internal/gctest"
)

func TestSuite(t *testing.T) { enginetest.Run(t, Game) }

func TestCases(t *testing.T) {
	enginetest.Cases(t, Game, "testdata/cases.jsonl", "testdata/rules.jsonl")
}

// perfts are known numbers of leaves from the start, by the number of players and by depth from 0.
var perfts = map[string][]uint64{
	"2": {1, 131, 16_677, 2_062_264, 247_569_030},
	"4": {1, 131, 16_677, 2_062_065, 247_500_945},
}

func TestPerft(t *testing.T) {
	for players, counts := range perfts {
		p := mustStart(t, engine.Options{"players": players})
		for depth, want := range counts[:4] {
			if got := engine.Count(p, depth, 0); got != want {
				t.Errorf("%s players: perft %d = %d: want %d", players, depth, got, want)
			}
		}
	}
}

func mustStart(t testing.TB, options engine.Options) *position {
	t.Helper()
	p, err := start(options)
	if err != nil {
		t.Fatal(err)
	}
	return p.(*position)
}

func mustParse(t testing.TB, options engine.Options, text string) *position {
	t.Helper()
	p, err := parse(options, text)
	if err != nil {
		t.Fatalf("Parse(%q) = %v", text, err)
	}
	return p.(*position)
}

// TestPerftCountsMoves compares Perft with listing and playing the moves.
func TestPerftCountsMoves(t *testing.T) {
	for i, p := range midgame(t) {
		depth := 2
		if i%5 == 4 {
			depth = 3
		}
		if fast, listed := p.Perft(depth, 0), engine.CountListed(p, depth, 0); fast != listed {
			t.Errorf("%s: perft %d = %d, but %d by listing", p, depth, fast, listed)
		}
	}
}

// TestPerftAtTheEdges counts a forced pass, games that end before the depth, and a finished game.
func TestPerftAtTheEdges(t *testing.T) {
	hall := mustParse(t, engine.Options{"players": "4"}, "/ d1e1 / e1 e2 e3 i5 / 0 0 1 1 / 1")
	ending := mustParse(t, nil, "/ / e8 d2 / 1 1 / 1")
	for _, p := range []*position{hall, ending} {
		if fast, listed := p.Perft(3, 0), engine.CountListed(p, 3, 0); fast != listed {
			t.Errorf("%s: perft 3 = %d, but %d by listing", p, fast, listed)
		}
	}
	if n := hall.Perft(1, 0); n != 1 {
		t.Errorf("%s: perft 1 = %d: want the forced pass alone", hall, n)
	}
	over := mustParse(t, nil, "/ / e9 a5 / 10 10 / 2")
	if over.Perft(0, 0) != 1 || over.Perft(1, 0) != 0 {
		t.Errorf("a finished game counts %d, %d leaves: want 1, 0", over.Perft(0, 0), over.Perft(1, 0))
	}
}

// TestLeaving: seats that are out are passed over, and those who left first are last.
func TestLeaving(t *testing.T) {
	p := engine.Leaver(mustStart(t, engine.Options{"players": "4"}))
	for _, step := range []struct {
		leave int
		move  engine.Move
		want  string
	}{
		{0, "e2", "/ / e2 a5 e9 i5 / 5 5 5 5 / 2"},
		{2, "", "/ / e2 a5 e9 i5 / 5 -1 5 5 / 3"},
		{0, "e8", "/ / e2 a5 e8 i5 / 5 -1 5 5 / 4"},
		{1, "", "/ / e2 a5 e8 i5 / -2 -1 5 5 / 4"},
		{0, "h5", "/ / e2 a5 e8 h5 / -2 -1 5 5 / 3"},
	} {
		if step.leave > 0 {
			p = p.Leave(step.leave).(engine.Leaver)
		} else {
			q, err := p.Apply(step.move)
			if err != nil {
				t.Fatal(err)
			}
			p = q.(engine.Leaver)
		}
		if p.String() != step.want {
			t.Fatalf("it is %s: want %s", p, step.want)
		}
	}
	end, err := mustParse(t, engine.Options{"players": "4"}, "/ / e4 a5 e2 h5 / -2 -1 5 5 / 3").Apply("e1")
	if err != nil {
		t.Fatal(err)
	}
	if got := end.Next().Result.Places; !slices.Equal(got, []int{3, 4, 1, 2}) {
		t.Errorf("the places are %v", got)
	}
}

// TestWallsAroundAPawnThatIsOut: a pawn that is out needs no way, and can be jumped as before.
func TestWallsAroundAPawnThatIsOut(t *testing.T) {
	hall := mustParse(t, engine.Options{"players": "4"}, "/ d1e1 / e1 a5 e3 i5 / 4 4 5 5 / 3")
	if _, err := hall.Apply("e2h"); err == nil {
		t.Error("e2h cuts off pawn 1")
	}
	if _, err := hall.Leave(1).Apply("e2h"); err != nil {
		t.Errorf("e2h is refused although pawn 1 is out: %v", err)
	}
	beside := mustParse(t, engine.Options{"players": "4"}, "/ / e4 a5 e5 i5 / 5 5 5 5 / 3").Leave(1)
	if _, err := beside.Apply("e3"); err != nil {
		t.Errorf("the jump over a pawn that is out is refused: %v", err)
	}
	if _, err := beside.Apply("e4"); err == nil {
		t.Error("a pawn goes where one that is out stands")
	}
}

// TestPerftWithSeatsOut compares Perft with listing where seats are out.
func TestPerftWithSeatsOut(t *testing.T) {
	for _, text := range []string{"/ d1e1 / e1 a5 e3 i5 / -1 2 2 2 / 3", "e3 / / e4 a5 e5 i5 / 1 -1 1 -2 / 1", "/ d1e1 / e1 e2 e3 i5 / 0 -1 -2 1 / 1"} {
		p := mustParse(t, engine.Options{"players": "4"}, text)
		if fast, listed := p.Perft(2, 0), engine.CountListed(p, 2, 0); fast != listed {
			t.Errorf("%s: perft 2 = %d, but %d by listing", p, fast, listed)
		}
	}
}
