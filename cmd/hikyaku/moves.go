package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"hikyaku/engine"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
)

func movesCommand() *cli.Command {
	return &cli.Command{
		Name:      "moves",
		ArgsUsage: "[MATCH]",
		UsageText: `hikyaku moves match.kif --at 12
hikyaku moves match.kif --json --touches`,
		Flags: []cli.Flag{atFlag(), &cli.BoolFlag{Name: "touches"}, jsonFlag()},
		Action: paged(func(c *cli.Context) error {
			if err := checkArgs(c, 0, 1); err != nil {
				return err
			}
			if c.Bool("touches") && !c.Bool("json") {
				return usage("usage.touches")
			}
			m, err := openAt(c, c.Args().First())
			if err != nil {
				return err
			}
			if c.Bool("json") {
				return answerMoves(c, m)
			}
			if m.Outcome != nil || m.Next().Throw != nil {
				warn(c, i18n.T("warn.no-moves", "status", m.Match.Status()))
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

// answerMoves answers with the JSON of m and its legal moves. With --touches, it
// includes the scene with the places to touch for them.
func answerMoves(c *cli.Context, m home.Copy) error {
	d, _, err := openDesk(c)
	if err != nil {
		return err
	}
	j := describeMatch(d, m, true)
	if c.Bool("touches") {
		j.Scene = describeScene(m.Match.Scene(), m.Last())
	}
	return setAnswer(c, j)
}
