package slashchain

import (
	"testing"

	"hikyaku/engine"
)

// TestValueOrders compares positions of seat 1, each better than the next.
func TestValueOrders(t *testing.T) {
	before := 0
	for i, text := range []string{
		"L0@0,0 L0@1,0 L0@2,0 L0@1,-1 L0@2,-1", // fours and threes
		"L0@0,0",
		"L0@0,0 L1@1,0",
		"L1@0,0",
		"L1@0,0 L1@1,0 L1@2,0 L1@1,1 L1@2,1",
	} {
		options, err := Game.Resolve(engine.Options{"tiles": "3"})
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := Game.Parse(options, text)
		if err != nil {
			t.Fatal(err)
		}
		p := parsed.(*position)
		value := p.Value(1)
		if i > 0 && value >= before {
			t.Errorf("%s is worth %d, no less than %d", text, value, before)
		}
		if p.Value(2) != -value {
			t.Errorf("%s is worth %d to one seat and %d to the other", text, value, p.Value(2))
		}
		before = value
	}
}
