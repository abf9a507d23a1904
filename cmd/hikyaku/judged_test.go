package main

import (
	"slices"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/all"
)

// TestRecordsAreJudgedOnce counts how often commands set up the first position of a match, which judging a record begins
// with: once for the record in the folder, and once for the one in a letter, of which the invitation is judged first to find ours.
func TestRecordsAreJudgedOnce(t *testing.T) {
	s := newTable(t)
	s.run(0, "bob", "poll")
	s.run(0, "alice", "invite quoridor bob@example.org --seat 1")
	s.run(0, "bob", "poll")
	s.run(0, "bob", "accept")
	s.run(0, "alice", "poll")
	whole := all.Games
	t.Cleanup(func() { all.Games = whole })
	for _, step := range []struct {
		player, line string
		want         int
	}{
		{"alice", "move e2", 1},
		{"alice", "undo", 1},
		{"alice", "move e2 --send", 1},
		{"bob", "poll", 3},
		{"bob", "move e8 --message hello --send", 1},
		{"alice", "poll", 3},
		{"alice", "clock away 2100-01-01 --send", 1},
		{"bob", "poll", 3},
	} {
		judged := 0
		all.Games = slices.Clone(whole)
		for i, g := range whole { // a game of its own for each command, since matches of other games are judged anew
			counted := *g
			counted.Start = func(o engine.Options) (engine.Position, error) {
				judged++
				return g.Start(o)
			}
			all.Games[i] = &counted
		}
		s.run(0, step.player, step.line)
		if judged != step.want {
			t.Errorf("%s: %s judges %d times, want %d", step.player, step.line, judged, step.want)
		}
	}
}
