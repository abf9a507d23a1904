package main

import (
	"fmt"

	"github.com/urfave/cli/v2"
)

func movesCommand() *cli.Command {
	return &cli.Command{
		Name:      "moves",
		Usage:     "list the legal moves",
		ArgsUsage: "[MATCH]",
		Description: `One move a line, in a fixed order; none where dice are due or the game is over.

   hikyaku moves match.kif --at 12`,
		Flags: []cli.Flag{atFlag(), jsonFlag()},
		Action: func(c *cli.Context) error {
			if err := checkArgs(c, 0, 1); err != nil {
				return err
			}
			m, err := openAt(c, c.Args().First())
			if err != nil {
				return err
			}
			described := describeMatch(m, true)
			if c.Bool("json") {
				return printJSON(c.App.Writer, described)
			}
			for _, move := range spelled(m.Last(), language(c.App), described.Legal) {
				if _, err := fmt.Fprintln(c.App.Writer, move); err != nil {
					return err
				}
			}
			return nil
		},
	}
}
