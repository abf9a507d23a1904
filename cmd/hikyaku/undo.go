package main

import (
	"strconv"

	"github.com/urfave/cli/v2"

	"hikyaku/internal/home"
)

func undoCommand() *cli.Command {
	return &cli.Command{
		Name:      "undo",
		ArgsUsage: "[MATCH]",
		UsageText: `hikyaku undo match.kif
hikyaku undo match.kif --ask --send`,
		Flags: changeFlags(boolFlag("ask"), numberFlag("to")),
		Action: func(c *cli.Context) error {
			ask, named := c.Bool("ask") || c.IsSet("to"), (*home.Desk).Named
			if !ask {
				named = (*home.Desk).NamedToUndo
			}
			found, _, err := matchArgs(c, 0, named)
			if err != nil {
				return err
			}
			if c.Bool("send") && !ask {
				return usage("usage.undo-send")
			}
			from := ""
			if n := c.Int("to"); n != 0 {
				from = strconv.Itoa(n)
			}
			if !ask {
				return changeHere(c, found, (*home.Desk).Undo)
			}
			return changeMatch(c, found, func(d *home.Desk, m home.Copy, post bool) (home.Copy, error) {
				return d.Do(m, home.Doing("ask-undo", from), post)
			})
		},
	}
}
