package main

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

func rulesCommand() *cli.Command {
	return &cli.Command{
		Name:      "rules",
		ArgsUsage: "[GAME [RULE]]",
		UsageText: `hikyaku rules
hikyaku rules quoridor wall.blocks-path
hikyaku rules quoridor wall.blocks-path -o diagram.png`,
		Flags: []cli.Flag{
			boolFlag("json"), outputFlag(), &cli.IntFlag{Name: "size", Value: diagramSize}, themeFlag(), textFlag("pieces"),
		},
		Action: paged(printRules),
	}
}

type rulesJSON struct {
	Game string `json:"game"`
	Rule string `json:"rule,omitempty"`
	i18n.Text
	Diagram *diagramJSON `json:"diagram,omitempty"`
	failure
}

func printRules(c *cli.Context) error {
	if c.NArg() == 0 {
		return listGames(c)
	}
	g, _, err := gameNamed(c.Args().First())
	if err != nil {
		return err
	}
	id := c.Args().Get(1)
	if c.IsSet("output") {
		if c.Bool("json") {
			return usage("usage.rules-json")
		}
		return drawDiagram(c, g, id)
	}
	text := engine.WithoutPictures(g.Manual)
	if id != "" {
		if text, err = section(g, id); err != nil {
			return err
		}
	}
	d, err := openDiagram(g, id)
	if err != nil {
		return err
	}
	text = i18n.Text{En: strings.TrimSpace(text.En), Ja: strings.TrimSpace(text.Ja)}
	if c.Bool("json") {
		rules := &rulesJSON{Game: g.Name, Rule: id, Text: text}
		if d != nil {
			rules.Diagram = &diagramJSON{File: d.file(), Options: d.Options, Position: d.position.String(), Refused: d.Refused, Allowed: strings.Fields(d.Allowed)}
		}
		return setAnswer(c, rules)
	}
	paragraphs := []i18n.Text{text}
	if d != nil {
		command := fmt.Sprintf("hikyaku rules %s %s -o %[2]s.png", g.Name, id)
		paragraphs = append(paragraphs, i18n.T("diagram.file", "command", command))
	}
	_, err = fmt.Fprintln(c.App.Writer, i18n.Paragraphs(paragraphs...).In(language(c.App)))
	return err
}

// section returns the section of the manual on rule id.
func section(g *engine.Game, id string) (i18n.Text, error) {
	if text, ok := engine.Section(g, id); ok {
		return text, nil
	}
	var ids []string
	for _, r := range g.Rules {
		ids = append(ids, r.ID)
	}
	return i18n.Text{}, usage("usage.rule", "game", g.Name, "id", id, "list", i18n.Names(ids...))
}
