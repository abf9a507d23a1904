package counting

import (
	"testing"

	"hikyaku/engine/enginetest"
)

func TestLaws(t *testing.T) { enginetest.Run(t, Game) }

func TestCases(t *testing.T) { enginetest.Cases(t, Game, "testdata/cases.jsonl") }

func TestPositionsThatCannotBe(t *testing.T) {
	options, err := Game.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"", "7", "7 3", "7 0", "-1 1", "14 1", "7 2 die", "0 1 die", "12 1 die", " 7 2", "7 2 dice", "07 2"} {
		if p, err := Game.Parse(options, text); err == nil {
			t.Errorf("Parse(%q) = %s", text, p)
		}
	}
}
