package enginetest

import (
	"context"
	"iter"
	"slices"
	"strings"
	"testing"

	"hikyaku/engine"
)

// thinking is a position with other thoughts.
type thinking struct {
	engine.Position
	thoughts []engine.Thought
}

func (p thinking) Think(context.Context, engine.Limits) iter.Seq[engine.Thought] {
	return slices.Values(p.thoughts)
}

func TestFaultyThoughts(t *testing.T) {
	g := spoil(fault{})
	options, _ := g.Resolve(nil)
	p, err := g.Start(options)
	if err != nil {
		t.Fatal(err)
	}
	even := []float64{0.5, 0.5}
	for name, c := range map[string]struct {
		thoughts []engine.Thought
		want     string
	}{
		"none":            {nil, "there are 0 thoughts"},
		"no move":         {[]engine.Thought{{Scores: even}}, "the line is []"},
		"an illegal move": {[]engine.Thought{{Scores: even, Line: []engine.Move{"add9"}}}, "illegal move add9"},
		"beyond a throw":  {[]engine.Thought{{Scores: even, Line: []engine.Move{"add1", "add2", "add1"}}}, "goes on after a throw"},
		"one score":       {[]engine.Thought{{Scores: even[:1], Line: []engine.Move{"add1"}}}, "want one for each of 2 seats"},
		"more than all":   {[]engine.Thought{{Scores: []float64{1.5, -0.5}, Line: []engine.Move{"add1"}}}, "from 0 to 1"},
		"not one in all":  {[]engine.Thought{{Scores: []float64{0.5, 0.4}, Line: []engine.Move{"add1"}}}, "want 1 in all"},
		"too many nodes":  {[]engine.Thought{{Scores: even, Line: []engine.Move{"add1"}, Nodes: 1000}}, "1000 positions"},
	} {
		err := checkThoughts(thinking{p, c.thoughts}, 2)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: the error is %v, not %q", name, err, c.want)
		}
	}
}
