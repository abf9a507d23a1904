package diceshogi

import (
	"flag"
	"testing"

	"hikyaku/engine/search/searchtest"
)

var prove = flag.Bool("prove", false, "prove the tactics by playing all legal moves")

// TestTactics guards how strongly the search plays.
func TestTactics(t *testing.T) { searchtest.Tactics(t, Game, *prove) }
