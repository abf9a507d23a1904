package all

import (
	"testing"

	"hikyaku/engine"
)

// TestTouches wants every game to be played by pointing.
func TestTouches(t *testing.T) {
	for _, g := range Games {
		options, err := g.Resolve(nil)
		if err != nil {
			t.Fatal(err)
		}
		p, err := g.Start(options)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := p.(engine.Pointer); !ok {
			t.Errorf("the moves of %s cannot be pointed out", g.Name)
		}
	}
}
