package search_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/all"
)

var update = flag.Bool("update", false, "write testdata/thoughts.txt anew")

// TestThoughts wants searches of a few positions to think what testdata/thoughts.txt says: after how many positions, how deep and
// in which line. Most mistakes in what a search leaves out make it weaker without making it wrong, and change this file. A change
// that is meant rewrites it with -update, after a match between the two versions.
func TestThoughts(t *testing.T) {
	var text strings.Builder
	for _, c := range []struct {
		game, moves string
		engine.Options
		engine.Limits
	}{
		{"shogi", "７六歩(77) ３四歩(33) ２六歩(27)", nil, engine.Limits{Nodes: 12_000}},
		{"shogi", "７六歩(77) ３四歩(33) ２二角成(88) ２二銀(31) ５五角打 ３三銀(22)", nil, engine.Limits{Nodes: 12_000}},
		{"shogi", "７六歩(77) ３四歩(33) ２二角成(88)", nil, engine.Limits{Level: 3}},
		{"diceshogi", "", engine.Options{"rules": "minishogi"}, engine.Limits{Nodes: 12_000}},
		{"diceshogi", "[3]", engine.Options{"rules": "hyper"}, engine.Limits{Nodes: 12_000}},
		{"slashchain", "", nil, engine.Limits{Nodes: 4_000}},
	} {
		g := all.Game(c.game)
		options, err := g.Resolve(c.Options)
		if err != nil {
			t.Fatal(err)
		}
		p, err := g.Start(options)
		for move := range strings.FieldsSeq(c.moves) {
			if err == nil {
				p, err = p.Apply(engine.Move(move))
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&text, "%s %s %s\n", c.game, g.OptionText(options), c.moves)
		c.Memory, c.Seed = 1<<20, 1
		for thought := range p.(engine.Thinker).Think(context.Background(), c.Limits) {
			fmt.Fprintf(&text, "  %d positions, depth %d: %s\n", thought.Nodes, thought.Depth, engine.JoinMoves(thought.Line))
		}
	}
	const file = "testdata/thoughts.txt"
	if *update {
		if err := os.WriteFile(file, []byte(text.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Split(text.String(), "\n")
	for i, line := range strings.Split(string(want), "\n") {
		if i >= len(got) || got[i] != line {
			t.Fatalf("line %d of %s is %q, and the search thinks %q", i+1, file, line, strings.Join(got[min(i, len(got)):min(i+1, len(got))], ""))
		}
	}
}
