package searchtest

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"slices"
	"testing"

	"hikyaku/engine"
)

// Tactic is a line of testdata/tactics.jsonl: a position with one best move, which a search must find.
type Tactic struct {
	Options  engine.Options `json:"options"`
	Position string         `json:"position"`
	Best     engine.Move    `json:"best"`
	Plies    int            `json:"plies"` // in which it wins by force, and no other move does
	Nodes    int            `json:"nodes"` // within which it must be found
}

// proofs bounds the positions that are played to prove one tactic.
const proofs = 400_000

// Tactics checks that g finds the best move of each tactic in testdata. They guard its playing strength: a search that is merely
// correct may well miss some. With prove, each tactic is proved by playing all legal moves.
func Tactics(t *testing.T, g *engine.Game, prove bool) {
	t.Helper()
	data, err := os.ReadFile("testdata/tactics.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(data) {
		var c Tactic
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		p := c.start(t, g)
		var last engine.Thought
		for last = range p.(engine.Thinker).Think(context.Background(), engine.Limits{Nodes: c.Nodes, Memory: 1 << 20, Seed: 1}) {
		}
		if len(last.Line) == 0 || last.Line[0] != c.Best {
			t.Errorf("%s: the search of %d positions finds %v, not %s", c.Position, c.Nodes, last.Line, c.Best)
		}
		if !prove {
			continue
		}
		if list := wins(p, c.Plies); !slices.Equal(list, []engine.Move{c.Best}) {
			t.Errorf("%s: %v win in %d plies, not %s alone", c.Position, list, c.Plies, c.Best)
		}
	}
}

// start returns the position of c.
func (c Tactic) start(t *testing.T, g *engine.Game) engine.Position {
	t.Helper()
	options, err := g.Resolve(c.Options)
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Parse(options, c.Position)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// wins returns the moves of the seat to move that win within some plies whatever the moves of the others and the throws; none if
// that would require too many positions.
func wins(p engine.Position, plies int) (list []engine.Move) {
	left := proofs
	for m := range p.Moves() {
		if q, err := p.Apply(m); err == nil && forced(q, plies-1, &left) == p.Next().Player {
			list = append(list, m)
		}
	}
	if left <= 0 {
		return nil
	}
	return list
}
