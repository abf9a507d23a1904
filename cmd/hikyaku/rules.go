package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"hikyaku/engine"
)

func rulesCommand() *cli.Command {
	return &cli.Command{
		Name:      "rules",
		Usage:     "print the rules of a game, or one rule",
		ArgsUsage: "GAME [RULE]",
		Description: `RULE is what a rejected move names:

   hikyaku rules quoridor wall.blocks-path`,
		Flags:  []cli.Flag{jsonFlag()},
		Action: printRules,
	}
}

// rulesJSON is the JSON of the rules of a game, or of one rule.
type rulesJSON struct {
	Game string `json:"game"`
	Rule string `json:"rule,omitempty"`
	engine.Text
	failure
}

func printRules(c *cli.Context) error {
	if err := checkArgs(c, 1, 2); err != nil {
		return err
	}
	g, _, err := gameNamed(c.Args().First())
	if err != nil {
		return err
	}
	text, id := g.Manual, c.Args().Get(1)
	if id != "" {
		if text, err = section(g, id); err != nil {
			return err
		}
	}
	if c.Bool("json") {
		return say(c, &rulesJSON{Game: g.Name, Rule: id, Text: engine.Text{En: strings.TrimSpace(text.En), Ja: strings.TrimSpace(text.Ja)}})
	}
	_, err = fmt.Fprintln(c.App.Writer, strings.TrimSpace(text.In(language(c.App))))
	return err
}

// section returns the section of the manual under the heading of rule id. Rules shared by all games are described by their own
// sentence.
func section(g *engine.Game, id string) (engine.Text, error) {
	for _, r := range engine.Rules {
		if r.ID == id {
			return engine.Text{En: under(id, r.Text.En), Ja: under(id, r.Text.Ja)}, nil
		}
	}
	if !slices.ContainsFunc(g.Rules, func(r *engine.Rule) bool { return r.ID == id }) {
		var ids []string
		for _, r := range g.Rules {
			ids = append(ids, r.ID)
		}
		return engine.Text{}, usagef("%s has no rule %q: it has %s", g.Name, id, strings.Join(ids, ", "))
	}
	return engine.Text{En: cutSection(g.Manual.En, id), Ja: cutSection(g.Manual.Ja, id)}, nil
}

func under(id, text string) string { return fmt.Sprintf("### %s\n\n%s\n", id, text) }

// cutSection returns the section of a manual under the heading of rule id.
func cutSection(manual, id string) string {
	_, after, _ := strings.Cut(manual, "\n### "+id+"\n")
	heading := regexp.MustCompile(`(?m)^#{1,3} `)
	if end := heading.FindStringIndex(after); end != nil {
		after = after[:end[0]]
	}
	return "### " + id + "\n" + after
}
