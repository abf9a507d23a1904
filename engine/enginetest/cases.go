package enginetest

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"hikyaku/engine"
)

// Case is one line of a file of positions with known answers: a request of "try --batch" and the
// expected answer.
type Case struct {
	ID       string         `json:"id"`
	Note     string         `json:"note"` // what the case shows
	Game     string         `json:"game"`
	Options  engine.Options `json:"options"`
	Position string         `json:"position"` // a position's text in place of the start
	Moves    []string       `json:"moves"`
	Expect   Expect         `json:"expect"`
}

// Expect is the known answer of a Case: a rejection, or the position after all moves.
type Expect struct {
	Rejected *struct {
		Index int    `json:"index"`
		Rule  string `json:"rule"`
	} `json:"rejected"`
	Next     json.RawMessage            `json:"next"`
	Count    *int                       `json:"legal_count"`
	SHA256   string                     `json:"legal_sha256"` // of the legal moves, sorted, joined by newlines
	State    map[string]json.RawMessage `json:"state"`        // members of State
	Text     string                     `json:"text"`         // Position.String
	Sentence string                     `json:"sentence"`     // a part of the English sentence of the rejection
}

// Cases plays every case of the files at paths on g. Together they must meet each of g.Rules.
func Cases(t *testing.T, g *engine.Game, paths ...string) {
	met := map[string]bool{}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(data) {
			var c Case
			decoder := json.NewDecoder(bytes.NewReader(line))
			decoder.DisallowUnknownFields()
			if err := decoder.Decode(&c); err != nil {
				t.Fatalf("%s: %v in %s", path, err, line)
			}
			t.Run(c.ID, func(t *testing.T) { met[c.try(t, g)] = true })
		}
	}
	for _, r := range g.Rules {
		if !met[r.ID] {
			t.Errorf("no case meets the rule %s", r.ID)
		}
	}
}

// try plays the case and returns the identifier of the rule that rejected a move or ended the game, if any.
func (c *Case) try(t *testing.T, g *engine.Game) string {
	options, err := g.Recorded(c.Options) // cases are as old as records
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Start(options)
	if c.Position != "" {
		p, err = g.Parse(options, c.Position)
	}
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range c.Moves {
		q, err := engine.Play(p, text)
		if err != nil {
			var r *engine.Rejection
			if !errors.As(err, &r) {
				t.Fatalf("%s is refused without a rule: %v", text, err)
			}
			want := c.Expect.Rejected
			if want == nil || want.Index != i || want.Rule != r.Rule.ID {
				t.Fatalf("move %d, %s, is refused: %v; want %+v", i, text, err, want)
			}
			if !strings.Contains(r.Sentence().En, c.Expect.Sentence) {
				t.Errorf("the sentence is %q: want %q in it", r.Sentence().En, c.Expect.Sentence)
			}
			return r.Rule.ID
		}
		p = q
	}
	if c.Expect.Rejected != nil {
		t.Fatalf("%s is accepted: want %s", c.Moves[c.Expect.Rejected.Index], c.Expect.Rejected.Rule)
	}
	return c.comparePosition(t, p)
}

func (c *Case) comparePosition(t *testing.T, p engine.Position) string {
	next := p.Next()
	if c.Expect.Next != nil && !sameJSON(jsonOf(next), string(c.Expect.Next)) {
		t.Errorf("next is %s: want %s", jsonOf(next), c.Expect.Next)
	}
	legal := slices.Sorted(p.Moves())
	if c.Expect.Count != nil && len(legal) != *c.Expect.Count {
		t.Errorf("%d legal moves: want %d", len(legal), *c.Expect.Count)
	}
	text := engine.JoinMoves(legal)
	if sum := sha256.Sum256([]byte(strings.ReplaceAll(text, " ", "\n"))); c.Expect.SHA256 != "" && hex.EncodeToString(sum[:]) != c.Expect.SHA256 {
		t.Errorf("the legal moves are others than expected, or written otherwise: %s", text)
	}
	if c.Expect.Text != "" && c.Expect.Text != p.String() {
		t.Errorf("the position is %s: want %s", p, c.Expect.Text)
	}
	c.compareState(t, p)
	if next.Result != nil {
		return next.Result.Rule.ID
	}
	return ""
}

func (c *Case) compareState(t *testing.T, p engine.Position) {
	if c.Expect.State == nil {
		return
	}
	var state map[string]json.RawMessage
	if s, ok := p.(engine.Stater); ok {
		if err := json.Unmarshal([]byte(jsonOf(s.State())), &state); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range c.Expect.State {
		if !sameJSON(string(state[name]), string(want)) {
			t.Errorf("state.%s is %s: want %s", name, state[name], want)
		}
	}
}

// sameJSON compares two JSON texts without regard to the order of members.
func sameJSON(a, b string) bool {
	var x, y any
	return json.Unmarshal([]byte(a), &x) == nil && json.Unmarshal([]byte(b), &y) == nil && jsonOf(x) == jsonOf(y)
}
