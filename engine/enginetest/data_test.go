package enginetest

import (
	"slices"
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
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
		"a value without name":  {func(g *engine.Game) { g.Options[1].Values = []string{"10", "many"} }, "the value many has no name"},
		"too many seats":        {func(g *engine.Game) { g.Seats = func(engine.Options) int { return 5 } }, "5 seats with players=2"},
		"a rule twice":          {func(g *engine.Game) { g.Rules = append(g.Rules, g.Rules[0]) }, `rule "move.malformed"`},
		"a rule of the engine":  {func(g *engine.Game) { g.Rules = append(g.Rules, engine.GameOver) }, `rule "game.over"`},
		"a rule half said":      {func(g *engine.Game) { g.Rules = append(g.Rules, &engine.Rule{ID: "a.b", Text: i18n.Same("")}) }, "rule a.b lacks"},
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

// inEnglish replaces the first old in the English manual, inJapanese in the Japanese one.
func inEnglish(old, new string) func(*engine.Game) {
	return func(g *engine.Game) { g.Manual.En = strings.Replace(g.Manual.En, old, new, 1) }
}

func inJapanese(old, new string) func(*engine.Game) {
	return func(g *engine.Game) { g.Manual.Ja = strings.Replace(g.Manual.Ja, old, new, 1) }
}

// summary replaces the summary.
func summary(en, ja string) func(*engine.Game) {
	return func(g *engine.Game) {
		g.Summary = func(engine.Options) i18n.Text { return i18n.Text{En: en, Ja: ja} }
	}
}

func TestFaultyManual(t *testing.T) {
	const row, block = "\n| a |\n|---|\n", "\n```\nadd1\n```\n"
	for name, c := range map[string]struct {
		change func(*engine.Game)
		want   string
	}{
		"no title":           {inJapanese("# 数え上げ\n\n", ""), "does not begin with a line that names the other"},
		"no heading":         {inEnglish("### add.too-much\n", ""), "RULES.md has the headings"},
		"a heading lost":     {inJapanese("### add.too-much\n", ""), "RULES.ja.md has the headings"},
		"in another order":   {inJapanese("### add.too-little", "### add.too-much"), "RULES.ja.md has the headings"},
		"a section more":     {inEnglish("## Play", "## Setup\n\n## Play"), "RULES.md has 7 sections and RULES.ja.md 6"},
		"a table more":       {inJapanese("\n## 進行", row+"\n## 進行"), "RULES.md has 0 tables and RULES.ja.md 1"},
		"a drawing more":     {inEnglish("\n## Play", block+"\n## Play"), "RULES.md has 2 blocks of code and RULES.ja.md 1"},
		"an example less":    {inJapanese("    7 2\n    3 2 die\n    5 1 out 3 2\n", ""), "RULES.md has 1 blocks of code and RULES.ja.md 0"},
		"a point less":       {inJapanese("* `target", "`target"), "RULES.md has 2 points in its lists and RULES.ja.md 1"},
		"kana in English":    {inEnglish("the sum that wins", "目標の合計"), `RULES.md has "の"`},
		"kana in a title":    {inEnglish("# Counting", "# Counting / 数え上げ"), `RULES.md has "え"`},
		"English":            {inJapanese("## 進行", "## 進行\n\nA seat adds at most 2."), `RULES.ja.md has "A seat adds"`},
		"no summary":         {summary("Counting is a game.", ""), "the summary with players=2 target=10 lacks"},
		"a long summary":     {summary(strings.Repeat("e", 601), "数え上げ"), "has 601 characters"},
		"as long in letters": {summary("Counting", strings.Repeat("え", 601)), "has 601 characters"},
		"no length":          {func(g *engine.Game) { g.Plies = func(engine.Options) int { return 0 } }, "usually has 0 moves"},
	} {
		g := spoil(fault{})
		c.change(g)
		wantFault(t, name, g, c.want)
	}
	code := spoil(fault{})
	inEnglish("the sum that wins", "the sum that wins (`目標の合計`)")(code)
	inJapanese("勝ちになる合計", "勝ちになる合計（`a sum that wins`）")(code)
	inJapanese("# 数え上げ", "# Counting to Ten")(code)
	if err := checkManual(code); err != nil {
		t.Errorf("names of the other language in code and in a title are found to be %v", err)
	}
}

func TestFaultyDiagram(t *testing.T) {
	rule := func(g *engine.Game, id string) *engine.Rule {
		return g.Rules[slices.IndexFunc(g.Rules, func(r *engine.Rule) bool { return r.ID == id })]
	}
	good := func(g *engine.Game) engine.Diagram {
		return engine.Diagram{Rule: rule(g, "add.too-much"), Moves: "add1", Refused: "add3", Allowed: "add1 add2"}
	}
	for name, c := range map[string]struct {
		change func(*engine.Game, *engine.Diagram)
		want   string
	}{
		"allowed":        {func(_ *engine.Game, d *engine.Diagram) { d.Refused = "add2" }, "add2 is not refused by the rule"},
		"another rule":   {func(_ *engine.Game, d *engine.Diagram) { d.Refused = "add0" }, "add0 is not refused by the rule"},
		"not allowed":    {func(_ *engine.Game, d *engine.Diagram) { d.Allowed = "add1 add3" }, "add3 is not allowed"},
		"no end":         {func(_ *engine.Game, d *engine.Diagram) { d.Refused = "" }, "the rule has not ended the game"},
		"no position":    {func(_ *engine.Game, d *engine.Diagram) { d.Moves = "add5" }, "the diagram of add.too-much: add"},
		"a foreign rule": {func(_ *engine.Game, d *engine.Diagram) { d.Rule = engine.GameOver }, "does not stand in the order"},
	} {
		g := spoil(fault{})
		d := good(g)
		c.change(g, &d)
		g.Diagrams = func() []engine.Diagram { return []engine.Diagram{d} }
		wantFault(t, name, g, c.want)
	}
	g := spoil(fault{})
	g.Diagrams = func() []engine.Diagram { return []engine.Diagram{good(g)} }
	if err := checkDiagrams(g); err != nil {
		t.Errorf("a right diagram is refused: %v", err)
	}
	g.Diagrams = func() []engine.Diagram { return []engine.Diagram{good(g), good(g)} }
	wantFault(t, "twice", g, "does not stand in the order")
}

// endless sets a target that no random game reaches.
func endless(g *engine.Game) {
	g.Options[1].Values, g.Options[1].Default = []string{"100000"}, "100000"
}
