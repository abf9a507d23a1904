package main

import (
	"github.com/urfave/cli/v2"

	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
)

func resignCommand() *cli.Command {
	return &cli.Command{
		Name:      "resign",
		ArgsUsage: "MATCH",
		UsageText: "hikyaku resign match.kif --send",
		Flags:     changeFlags(numberFlag("seat"), boolFlag("yes")),
		Action: func(c *cli.Context) error {
			found, err := matchNamed(c, c.Args().First())
			if err != nil {
				return err
			}
			return changeMatch(c, found, func(d *home.Desk, m home.Copy, post bool) (home.Copy, error) {
				if m.Outcome == nil && !c.Bool("yes") {
					if err := confirm(c, resignQuestion(d, m)); err != nil {
						return home.Copy{}, err
					}
				}
				return d.Resign(m, c.Int("seat"), post)
			})
		},
	}
}

// resignQuestion asks whether to resign m, or to withdraw the invitation.
func resignQuestion(d *home.Desk, m home.Copy) i18n.Text {
	others := i18n.People(m.Match.Summarise(m.File, d.Me.Address).Names...)
	switch {
	case m.Roster.Joining() != 0:
		return i18n.T("ask.withdraw", "match", m.Short(), "who", others)
	case !m.Roster.Invited:
		return i18n.T("ask.resign-local", "match", m.File)
	}
	return i18n.T("ask.resign", "match", m.Short(), "who", others)
}
