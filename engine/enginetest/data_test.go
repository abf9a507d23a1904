package enginetest

import (
	"slices"
	"testing"

	"hikyaku/engine"
)

func TestFaultyData(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*engine.Game)
		want   string
	}{
		"no name":               {func(g *engine.Game) { g.Name = "Counting Game" }, `the name "Counting Game"`},
		"no title":              {func(g *engine.Game) { g.Title.Ja = "" }, "lacks a title"},
		"no default":            {func(g *engine.Game) { g.Options[0].Default = "5" }, "its default is not a value"},
		"a blank in an option":  {func(g *engine.Game) { g.Options[0].Key = "how many" }, `"how many" is not of`},
		"a value with a comma":  {func(g *engine.Game) { g.Options[1].Values = []string{"10", "1,000"} }, `"1,000" is not of`},
		"too many seats":        {func(g *engine.Game) { g.Seats = func(engine.Options) int { return 5 } }, "5 seats with players=2"},
		"a rule twice":          {func(g *engine.Game) { g.Rules = append(g.Rules, g.Rules[0]) }, `rule "move.malformed"`},
		"a rule of the engine":  {func(g *engine.Game) { g.Rules = append(g.Rules, engine.GameOver) }, `rule "game.over"`},
		"a rule half said":      {func(g *engine.Game) { g.Rules = append(g.Rules, &engine.Rule{ID: "a.b", Text: engine.Same("")}) }, "rule a.b lacks"},
		"no heading":            {func(g *engine.Game) { g.Manual = "# Counting" }, "RULES.md has no heading ### move.malformed"},
		"late with a throw":     {func(g *engine.Game) { g.OnTimeout = "[1]" }, "[1] is a throw"},
		"late without notation": {func(g *engine.Game) { g.OnTimeout = "切れ負け" }, "this word ends a record"},
		"late against the law":  {func(g *engine.Game) { g.OnTimeout = "add3" }, "add3 should be legal and is refused"},
		"no end":                {endless, "no random game of counting ended"},
	} {
		g := spoil(fault{})
		g.Rules = slices.Clone(g.Rules)
		c.change(g)
		wantFault(t, name, g, c.want)
	}
}

// endless sets a target that no random game reaches.
func endless(g *engine.Game) {
	g.Options[1].Values, g.Options[1].Default = []string{"100000"}, "100000"
}
