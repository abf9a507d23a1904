package main

import (
	"github.com/urfave/cli/v2"

	"hikyaku/internal/home"
)

func throwCommand() *cli.Command {
	return &cli.Command{
		Name:      "throw",
		ArgsUsage: "[MATCH [FACES]]",
		UsageText: `hikyaku throw match.kif
hikyaku throw match.kif 4`,
		Flags: []cli.Flag{boolFlag("board"), boolFlag("flip"), colourFlag(), boolFlag("json")},
		Action: func(c *cli.Context) error {
			d, _, err := openDesk(c)
			if err != nil {
				return err
			}
			found, err := d.NamedToMove(c.Args().First())
			if err != nil {
				return err
			}
			return changeHere(c, found, func(d *home.Desk, m home.Copy) (home.Copy, error) { return d.Throw(m, c.Args().Get(1)) })
		},
	}
}
