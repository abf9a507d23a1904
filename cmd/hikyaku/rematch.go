package main

import (
	"github.com/urfave/cli/v2"
)

func rematchCommand() *cli.Command {
	return &cli.Command{
		Name:      "rematch",
		ArgsUsage: "[MATCH]",
		UsageText: "hikyaku rematch bob --message 'Another one?'",
		Flags:     []cli.Flag{&cli.StringFlag{Name: "message"}, traceFlag(), jsonFlag()},
		Action:    rematch,
	}
}

func rematch(c *cli.Context) error {
	if err := checkArgs(c, 0, 1); err != nil {
		return err
	}
	d, carrier, err := openCourier(c)
	if err != nil {
		return err
	}
	file, err := d.LastOver(c.Args().First())
	if err != nil {
		return err
	}
	i, err := d.Rematch(file)
	if err != nil {
		return err
	}
	i.Message = c.String("message")
	return sendInvitation(c, d, carrier, i)
}
