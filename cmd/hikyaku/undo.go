package main

import (
	"github.com/urfave/cli/v2"

	"hikyaku/match"
)

func undoCommand() *cli.Command {
	return &cli.Command{
		Name:      "undo",
		Usage:     "take back the last ply of a record that has not been sent",
		ArgsUsage: "FILE",
		Description: `Dice that were thrown for the ply stay thrown.

   hikyaku undo match.kif`,
		Flags: []cli.Flag{flipFlag(), colourFlag(), jsonFlag()},
		Action: func(c *cli.Context) error {
			if err := wantArgs(c, 1, 1); err != nil {
				return err
			}
			file := c.Args().First()
			return changeMatch(c, file, func(d *match.Desk) (*match.Match, error) { return d.Undo(file) })
		},
	}
}
