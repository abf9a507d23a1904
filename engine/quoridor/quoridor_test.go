package quoridor

import (
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/enginetest"
)

func TestSuite(t *testing.T) { enginetest.Run(t, Game) }

func TestCases(t *testing.T) {
	enginetest.Cases(t, Game, "testdata/cases.jsonl")
}

// perfts are known leaves from the start, by the number of players and by depth from 0.
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
