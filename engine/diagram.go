package engine

import (
	"fmt"
	"hikyaku/internal/i18n"
	"slices"
	"strings"
)

// Diagram is the example of a rule on a board. The rule either refuses a move in the position or has ended the game there.
// Annotations have the syntax of the show command, which render.ReadNotes parses.
type Diagram struct {
	Rule     *Rule
	Options  Options   // those that are not the defaults
	Position string    // where Moves begin; empty for the start
	Moves    string    // moves and throws with blanks between
	Refused  string    // the move that the rule refuses
	Allowed  string    // moves that are legal in the same place, with blanks between
	Marks    string    // frames with blanks between, "e4,c3:red"
	Arrows   string    // "e2-e4:green"
	Signs    i18n.Text // "A@e4", by language
	Threats  bool      // mark threats
	Part     [2]string // the lower left and the upper right cell of the part of the boards to draw; empty for all of them
}

// AllDiagrams returns the diagrams of g.
func (g *Game) AllDiagrams() []Diagram {
	if g.Diagrams == nil {
		return nil
	}
	return g.Diagrams()
}

// Diagram returns the diagram of the rule with an identifier; ok is false if there is none.
func (g *Game) Diagram(id string) (d Diagram, ok bool) {
	all := g.AllDiagrams()
	i := slices.IndexFunc(all, func(d Diagram) bool { return d.Rule.ID == id })
	if i < 0 {
		return d, false
	}
	return all[i], true
}

// SetUp returns the position of d, a diagram of g.
func (d Diagram) SetUp(g *Game) (Position, error) {
	options, err := g.Resolve(d.Options)
	if err != nil {
		return nil, err
	}
	var p Position
	if d.Position == "" {
		p, err = g.Start(options)
	} else {
		p, err = g.Parse(options, d.Position)
	}
	for _, text := range strings.Fields(d.Moves) {
		if err != nil {
			break
		}
		p, err = Play(p, text)
	}
	if err != nil {
		return nil, fmt.Errorf("the diagram of %s: %w", d.Rule.ID, err)
	}
	return p, nil
}
