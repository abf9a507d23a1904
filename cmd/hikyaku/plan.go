package main

import (
	"github.com/urfave/cli/v2"

	"hikyaku/engine"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
)

func planCommand() *cli.Command {
	return &cli.Command{
		Name: "plan", ArgsUsage: "[MATCH [LINES]]",
		UsageText: `hikyaku plan match.kif 'e8 e3; e7 e4 e6 e5'
hikyaku plan match.kif --clear`,
		Flags:  []cli.Flag{boolFlag("clear"), boolFlag("json")},
		Action: plan,
	}
}

type planJSON struct {
	File  string          `json:"file"`
	Lines [][]engine.Move `json:"lines"` // their move, the player's answer, their next move …
	failure
}

func plan(c *cli.Context) error {
	d := deskOf(c)
	found, err := d.NamedBegun(c.Args().First())
	if err != nil {
		return err
	}
	m, err := d.Opened(found)
	if err != nil {
		return err
	}
	var p *home.Plan
	said := i18n.T("plan.nothing")
	switch {
	case c.Bool("clear") && c.NArg() == 2:
		return usage("usage.clear")
	case c.Bool("clear"):
		if p, err = home.PlanOf(d.System, m.File); err == nil && len(p.Lines) > 0 {
			said = i18n.T("plan.dropped")
		}
		p, err = &home.Plan{}, home.DropPlan(d.System, m.File)
	case c.NArg() == 2:
		p, err = d.Prepare(m, c.Args().Get(1))
	default:
		p, err = home.PlanOf(d.System, m.File)
	}
	if err != nil {
		return err
	}
	lines := []string{said.In(language(c.App))}
	if len(p.Lines) > 0 {
		lines = []string{p.String(), i18n.In(language(c.App), "plan.cancel", "match", m.Short())}
	}
	return give(c, &planJSON{File: m.File, Lines: append([][]engine.Move{}, p.Lines...)}, lines...)
}
