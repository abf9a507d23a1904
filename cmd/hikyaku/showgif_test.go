package main

import (
	"testing"

	"hikyaku/engine"
)

// falling is a position whose moves have as many steps as letters.
type falling struct{ engine.Position }

func (falling) Steps(m engine.Move) (scenes []engine.Scene) {
	for i := range m {
		scenes = append(scenes, engine.Scene{Lines: []engine.Text{engine.Same(string(m[:i+1]))}})
	}
	return scenes
}

func TestStepsOfAMoveComeBeforeThePositionAfterIt(t *testing.T) {
	steps := intermediate(falling{}, "abc")
	if len(steps) != 2 || steps[0].Lines[0].En != "a" || steps[1].Lines[0].En != "ab" {
		t.Errorf("steps %v", steps)
	}
	if steps := intermediate(falling{}, ""); len(steps) != 0 {
		t.Errorf("a refused move has steps %v", steps)
	}
	if steps := intermediate(nil, "abc"); len(steps) != 0 {
		t.Errorf("a position without steps has %v", steps)
	}
}
