package main

import (
	"github.com/urfave/cli/v2"

	"hikyaku/internal/home"
)

func substituteCommand() *cli.Command {
	return &cli.Command{
		Name:      "substitute",
		ArgsUsage: "[MATCH] ADDRESS",
		UsageText: `hikyaku substitute bob 'Carol <carol@example.org>' --send
hikyaku substitute bob --withdraw --send`,
		Flags:  []cli.Flag{boolFlag("withdraw"), boolFlag("send"), boolFlag("flip"), colourFlag(), boolFlag("json")},
		Action: substitute,
	}
}

func substitute(c *cli.Context) error {
	others, step := 1, home.Doing("stay")
	if c.Bool("withdraw") {
		others = 0
	}
	if who := c.Args().Get(c.NArg() - 1); others > 0 {
		if _, err := home.ParsePerson(who); err != nil {
			return misuse(err)
		}
		step = home.Doing("substitute", who)
	}
	found, _, err := matchArgs(c, others, (*home.Desk).Named)
	if err != nil {
		return err
	}
	return changeMatch(c, found, func(d *home.Desk, m home.Copy, post bool) (home.Copy, error) { return d.Do(m, step, post) })
}
