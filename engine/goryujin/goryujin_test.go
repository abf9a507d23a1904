package goryujin

import (
	"testing"

	"hikyaku/engine/enginetest"
)

func TestLaws(t *testing.T) { enginetest.Run(t, Game) }

func TestCases(t *testing.T) {
	enginetest.Cases(t, Game, "testdata/cases.jsonl", "testdata/rules.jsonl")
}
