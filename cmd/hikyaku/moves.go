package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"hikyaku/engine"
	"hikyaku/match"
	"hikyaku/words"
)

func movesCommand() *cli.Command {
	return &cli.Command{
		Name:      "moves",
		ArgsUsage: "[MATCH]",
		UsageText: "hikyaku moves match.kif --at 12",
		Flags:     []cli.Flag{atFlag(), jsonFlag()},
		Action: paged(func(c *cli.Context) error {
			if err := checkArgs(c, 0, 1); err != nil {
				return err
			}
			m, err := openAt(c, c.Args().First())
			if err != nil {
				return err
			}
			if c.Bool("json") {
				return sayMatch(c, m, true)
			}
			if m.Outcome != nil || m.Next().Throw != nil {
				fmt.Fprintln(c.App.ErrWriter, "hikyaku: "+words.In(language(c.App), "warn.no-moves", "status", match.Status(m.Match)))
				return nil
			}
			for move := range m.Last().Moves() {
				if _, err := fmt.Fprintln(c.App.Writer, engine.Spell(m.Last(), move).In(language(c.App))); err != nil {
					return err
				}
			}
			return nil
		}),
	}
}
