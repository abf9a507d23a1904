package main

import (
	"github.com/urfave/cli/v2"

	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
)

func settleCommand() *cli.Command {
	return &cli.Command{
		Name:      "settle",
		ArgsUsage: "[MATCH]",
		UsageText: `hikyaku settle match.kif --take ours --send
hikyaku settle match.kif --take theirs --send \
   --line match.kif.line-1a2b3c4d`,
		Flags:  changeFlags(textFlag("take"), textFlag("line"), boolFlag("lost")),
		Action: settle,
	}
}

func settle(c *cli.Context) error {
	if c.Bool("lost") {
		return giveUp(c)
	}
	take := c.String("take")
	if take != "ours" && take != "theirs" {
		return usage("usage.choice", "given", "--take "+take, "list", i18n.Either("ours", "theirs"))
	}
	found, err := matchNamed(c, c.Args().First())
	if err != nil {
		return err
	}
	return changeMatch(c, found, func(d *home.Desk, m home.Copy, post bool) (home.Copy, error) {
		line, err := otherLine(d, m, c.String("line"))
		if err != nil {
			return home.Copy{}, err
		}
		return d.Settle(m, line, take == "theirs", post)
	})
}

// giveUp makes an old record writable; see home.Desk.GiveUp.
func giveUp(c *cli.Context) error {
	if c.IsSet("take") || c.IsSet("line") || c.Bool("send") {
		return usage("usage.lost")
	}
	found, err := matchNamed(c, c.Args().First())
	if err != nil {
		return err
	}
	return changeHere(c, found, (*home.Desk).GiveUp)
}

// otherLine returns named, or if it is "" the only other version of the match
// stored beside that of m.
func otherLine(d *home.Desk, m home.Copy, named string) (string, error) {
	if named != "" {
		return named, nil
	}
	kept, err := d.Disputed(m)
	switch {
	case err != nil:
		return "", err
	case len(kept) == 0:
		return "", usage("usage.no-line", "file", m.File)
	case len(kept) > 1:
		return "", usage("usage.lines", "list", i18n.Names(kept...))
	}
	return kept[0], nil
}
