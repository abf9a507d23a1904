package main

import (
	"github.com/urfave/cli/v2"

	"hikyaku/desk"
)

func resignCommand() *cli.Command {
	return &cli.Command{
		Name:      "resign",
		Usage:     "end the match by resignation",
		ArgsUsage: "[MATCH]",
		Description: `Resigns for your own seat; where no seat is yours alone, for --seat or the seat to move. An invitation
that not all have accepted yet is withdrawn.

   hikyaku resign match.kif --send`,
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "seat", Usage: "resign for seat `N`"},
			sendFlag(), flipFlag(), colourFlag(), jsonFlag(),
		},
		Action: func(c *cli.Context) error {
			file, _, err := matchArgs(c, 0)
			if err != nil {
				return err
			}
			return changeMatch(c, file, func(d *desk.Desk) (desk.Copy, error) {
				return d.Resign(file, c.Int("seat"), c.Bool("send"))
			})
		},
	}
}
