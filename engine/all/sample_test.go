package all

import (
	"testing"

	"hikyaku/engine"
)

// TestSamples sets up the sample of each game, which is to be a game under way.
func TestSamples(t *testing.T) {
	for _, g := range Games {
		p, err := engine.Diagram{Rule: &engine.Rule{ID: g.Name}, Moves: g.Sample}.SetUp(g)
		if err != nil || g.Sample == "" || p.Next().Result != nil {
			t.Errorf("Game.Sample of %s is %q, want moves to a position that is not the end: %v", g.Name, g.Sample, err)
		}
	}
}
