package main

import (
	"github.com/urfave/cli/v2"

	"hikyaku/desk"
)

func resignCommand() *cli.Command {
	return &cli.Command{
		Name:      "resign",
		ArgsUsage: "[MATCH]",
		UsageText: "hikyaku resign match.kif --send",
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "seat"},
			sendFlag(), boardFlag(), flipFlag(), colourFlag(), jsonFlag(),
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
