package main

import (
	"github.com/urfave/cli/v2"

	"hikyaku/desk"
	"hikyaku/engine"
	"hikyaku/words"
)

func resignCommand() *cli.Command {
	return &cli.Command{
		Name:      "resign",
		ArgsUsage: "MATCH",
		UsageText: "hikyaku resign match.kif --send",
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "seat"}, &cli.BoolFlag{Name: "yes"},
			sendFlag(), boardFlag(), flipFlag(), colourFlag(), jsonFlag(),
		},
		Action: func(c *cli.Context) error {
			if err := checkArgs(c, 1, 1); err != nil { // a match is never given up by leaving out its name
				return err
			}
			file, err := matchFile(c, c.Args().First())
			if err != nil {
				return err
			}
			return changeMatch(c, file, func(d *desk.Desk) (desk.Copy, error) {
				m, err := d.Open(file)
				if err != nil {
					return desk.Copy{}, err
				}
				if m.Outcome == nil && !c.Bool("yes") {
					if err := confirm(c, resignQuestion(d, m)); err != nil {
						return desk.Copy{}, err
					}
				}
				return d.Resign(file, c.Int("seat"), c.Bool("send"))
			})
		},
	}
}

// resignQuestion asks whether m is to be given up, or an invitation withdrawn.
func resignQuestion(d *desk.Desk, m desk.Copy) engine.Text {
	others := words.People(m.Match.Summarise(m.File, d.Me.Address).Names...)
	switch {
	case m.Roster.Joining() != 0:
		return words.Text("ask.withdraw", "match", m.Short(), "who", others)
	case !m.Roster.Invited:
		return words.Text("ask.resign-local", "match", m.File)
	}
	return words.Text("ask.resign", "match", m.Short(), "who", others)
}
