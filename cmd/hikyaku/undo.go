package main

import (
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
			if ask {
				return changeMatch(c, file, func(d *home.Desk, _ home.Copy) (home.Copy, error) {
					return d.Do(file, home.AskUndo(c.Int("to")), c.Bool("send"))
				})
			}
			return changeMatch(c, file, func(d *home.Desk, _ home.Copy) (home.Copy, error) { return d.Undo(file) })
		},
	}
}
