package rengi

import (
	"testing"

	"hikyaku/engine/enginetest"
)

func TestSuite(t *testing.T) { enginetest.Run(t, Game) }

func TestCases(t *testing.T) { enginetest.Cases(t, Game, "testdata/cases.jsonl") }
