package slashchain

import (
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
