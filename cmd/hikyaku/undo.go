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
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "ask"},
			&cli.IntFlag{Name: "to"},
			sendFlag(), boardFlag(), flipFlag(), colourFlag(), jsonFlag(),
		},
		Action: func(c *cli.Context) error {
			file, _, err := matchArgs(c, 0)
			if err != nil {
				return err
			}
			ask := c.Bool("ask") || c.IsSet("to")
			if c.Bool("send") && !ask {
				return usage("usage.undo-send")
			}
			from := ""
			if n := c.Int("to"); n != 0 {
				from = strconv.Itoa(n)
			}
			return changeMatch(c, file, func(d *home.Desk, m home.Copy) (home.Copy, error) {
				if ask {
					return d.Do(m, home.Doing("ask-undo", from), c.Bool("send"))
				}
				return d.Undo(m)
			})
		},
	}
}
