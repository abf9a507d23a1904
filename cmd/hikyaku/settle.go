package main

import (
	"strings"

	"github.com/urfave/cli/v2"

	"hikyaku/desk"
)

func settleCommand() *cli.Command {
	return &cli.Command{
		Name:      "settle",
		Usage:     "take one line of a match that somebody has forked",
		ArgsUsage: "[MATCH]",
		Description: `Where somebody has signed two lines of a match that do not fit together, hikyaku keeps both: yours in FILE,
the other beside it. Those who did not fork the match agree on one of them; who did has no say. Between two
players your word is enough. The line that is put away is kept. To a line that another has proposed, and that
your record has taken, hikyaku agree gives your consent. Until all have answered you play on no other line.

A record from a backup lacks what you have sent since. Where neither your mailbox nor anybody else has that any
more, --lost goes on without it; if somebody has it after all, your next step forks the match.

   hikyaku settle match.kif --take ours --send
   hikyaku settle match.kif --take theirs --send \
      --line match.kif.line-1a2b3c4d`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "take", Usage: "the line to go on with: `ours|theirs`"},
			&cli.StringFlag{Name: "line", Usage: "the `FILE` of the other line", DefaultText: "the only one that is kept"},
			&cli.BoolFlag{Name: "lost", Usage: "go on from a record that lacks what you have sent, because nobody has that any more"},
			sendFlag(), flipFlag(), colourFlag(), jsonFlag(),
		},
		Action: settle,
	}
}

func settle(c *cli.Context) error {
	if err := checkArgs(c, 0, 1); err != nil {
		return err
	}
	if c.Bool("lost") {
		return giveUp(c)
	}
	take := c.String("take")
	if take != "ours" && take != "theirs" {
		return usagef("--take %s: write ours or theirs", take)
	}
	file, err := matchFile(c, c.Args().First())
	if err != nil {
		return err
	}
	return changeMatch(c, file, func(d *desk.Desk) (desk.Copy, error) {
		line, err := otherLine(d, file, c.String("line"))
		if err != nil {
			return desk.Copy{}, err
		}
		return d.Settle(file, line, take == "theirs", c.Bool("send"))
	})
}

// giveUp makes an old record writable; see desk.Desk.GiveUp.
func giveUp(c *cli.Context) error {
	if c.IsSet("take") || c.IsSet("line") || c.Bool("send") {
		return usagef("--lost takes no line and sends nothing: leave the rest out")
	}
	file, err := matchFile(c, c.Args().First())
	if err != nil {
		return err
	}
	return changeMatch(c, file, func(d *desk.Desk) (desk.Copy, error) { return d.GiveUp(file) })
}

// otherLine returns the named line, or else the only one beside file that a fork separates from it.
func otherLine(d *desk.Desk, file, named string) (string, error) {
	if named != "" {
		return named, nil
	}
	kept, err := desk.Disputed(d, file)
	switch {
	case err != nil:
		return "", err
	case len(kept) == 0:
		return "", usagef("no line that somebody has forked is kept beside %s: nothing is to be settled", file)
	case len(kept) > 1:
		return "", usagef("several lines are kept, name one with --line: %s", strings.Join(kept, ", "))
	}
	return kept[0], nil
}
