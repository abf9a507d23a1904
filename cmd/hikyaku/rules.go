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

func printRules(c *cli.Context) error {
	if err := checkArgs(c, 1, 2); err != nil {
		return err
	}
	g, err := gameNamed(c.Args().First())
	if err != nil {
		return err
	}
	lang := language(c.App)
	text := g.Manual.In(lang)
	if id := c.Args().Get(1); id != "" {
		if text, err = section(g, id, lang); err != nil {
			return err
		}
	}
	if c.Bool("json") {
		return printJSON(c.App.Writer, map[string]string{"game": g.Name, "rule": c.Args().Get(1), "text": text})
	}
	_, err = fmt.Fprintln(c.App.Writer, strings.TrimSpace(text))
	return err
}

// section returns the section of the manual in lang under the heading of rule id. Rules shared by all games are described by
// their own sentence.
func section(g *engine.Game, id, lang string) (string, error) {
	for _, r := range engine.Rules {
		if r.ID == id {
			return fmt.Sprintf("### %s\n\n%s\n", id, r.Text.In(lang)), nil
		}
	}
	if !slices.ContainsFunc(g.Rules, func(r *engine.Rule) bool { return r.ID == id }) {
		var ids []string
		for _, r := range g.Rules {
			ids = append(ids, r.ID)
		}
		return "", usagef("%s has no rule %q: it has %s", g.Name, id, strings.Join(ids, ", "))
	}
	_, after, _ := strings.Cut(g.Manual.In(lang), "\n### "+id+"\n")
	heading := regexp.MustCompile(`(?m)^#{1,3} `)
	if end := heading.FindStringIndex(after); end != nil {
		after = after[:end[0]]
	}
	return "### " + id + "\n" + after, nil
}
