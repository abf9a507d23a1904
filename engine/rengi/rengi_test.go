package rengi

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

const midgameText = "BDDC/DBBC/CDADCCAA/DACB/CBDACD/DADD DBACBC/CDCC/BBABACB/BCABBADB/CDDCA/D free free 0,0 0,1 - - - ??,?? 1 move v1"

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
