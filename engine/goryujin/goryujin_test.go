package goryujin

import (
	"testing"

	"hikyaku/engine/enginetest"
	_ "hikyaku/internal/gctest"
)

func TestLaws(t *testing.T) { enginetest.Run(t, Game) }

func TestCases(t *testing.T) {
	enginetest.Cases(t, Game, "testdata/cases.jsonl", "testdata/rules.jsonl")
}
