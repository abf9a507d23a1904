package enginetest

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"hikyaku/engine"
)

// checkDiagrams checks that each diagram shows its rule: it refuses the move that the rule must refuse and plays those that
// are allowed, or the game has ended by the rule.
func checkDiagrams(g *engine.Game) error {
	next := 0
	for _, d := range g.AllDiagrams() {
		at := slices.Index(g.Rules[next:], d.Rule)
		if at < 0 {
			return fmt.Errorf("the diagram of %s does not stand in the order of the rules, or not alone", d.Rule.ID)
		}
		next += at + 1
		if err := checkDiagram(g, d); err != nil {
			return fmt.Errorf("the diagram of %s: %w", d.Rule.ID, err)
		}
	}
	return nil
}

func checkDiagram(g *engine.Game, d engine.Diagram) error {
	p, err := d.SetUp(g)
	if err != nil {
		return err
	}
	if result := p.Next().Result; d.Refused == "" && (result == nil || result.Rule != d.Rule) {
		return fmt.Errorf("it refuses nothing, and the rule has not ended the game %s", p)
	}
	if d.Refused != "" {
		_, err := engine.Play(p, d.Refused)
		var r *engine.Rejection
		if !errors.As(err, &r) || r.Rule != d.Rule {
			return fmt.Errorf("%s is not refused by the rule: %v", d.Refused, err)
		}
	}
	for _, move := range strings.Fields(d.Allowed) {
		if _, err := engine.Play(p, move); err != nil {
			return fmt.Errorf("%s is not allowed: %w", move, err)
		}
	}
	return nil
}
