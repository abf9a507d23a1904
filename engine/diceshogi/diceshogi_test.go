package diceshogi

import (
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/enginetest"
	_ "hikyaku/internal/gctest"
)

func TestSuite(t *testing.T) { enginetest.Run(t, Game) }

func TestCases(t *testing.T) {
	enginetest.Cases(t, Game, "testdata/cases.jsonl", "testdata/rules.jsonl")
}

// perfts are known numbers of leaves of minishogi from the start, by depth from 0.
var perfts = []uint64{1, 14, 181, 2_512, 35_401, 533_203, 8_276_188}

func TestPerft(t *testing.T) {
	for _, rules := range []string{minishogi, hyper} {
		p := mustStart(t, rules)
		for depth, want := range perfts[:6] {
			if got := engine.Count(p, depth, 6); got != want {
				t.Errorf("%s: perft %d = %d: want %d", rules, depth, got, want)
			}
		}
	}
}

func mustStart(t testing.TB, rules string) *position { return mustParse(t, rules, startText) }

func mustParse(t testing.TB, rules, text string) *position {
	t.Helper()
	p, err := parse(engine.Options{"rules": rules}, text)
	if err != nil {
		t.Fatalf("Parse(%q) = %v", text, err)
	}
	return p.(*position)
}
