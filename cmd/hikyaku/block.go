package main

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
)

func blockCommand() *cli.Command {
	return &cli.Command{
		Name: "block", ArgsUsage: "[ADDRESS]",
		UsageText: "hikyaku block mallory@example.org\nhikyaku block --remove mallory@example.org",
		Flags:     []cli.Flag{boolFlag("remove"), boolFlag("json")},
		Action:    block,
	}
}

func block(c *cli.Context) error {
	d := deskOf(c)
	people, err := parsePeople(d, c.Args().Slice())
	if err != nil {
		return err
	}
	if len(people) == 0 {
		list, err := d.BlockedSenders()
		if err != nil || len(list) == 0 && !c.Bool("json") {
			return err
		}
		return printBlocked(c, d, strings.Join(list, "\n"))
	}
	address := people[0].Address
	if c.Bool("remove") {
		if err := d.Unblock(address); err != nil {
			return err
		}
		return printBlocked(c, d, i18n.In(language(c.App), "block.undone", "address", address))
	}
	if err := os.MkdirAll(filepath.Dir(d.Blocked), 0o700); err != nil {
		return err
	}
	open, err := d.Block(address)
	if err != nil {
		return err
	}
	text := i18n.T("block.done", "address", address)
	if open > 0 {
		text = i18n.Join(text, i18n.T("block.open", "n", open))
	}
	return printBlocked(c, d, text.In(language(c.App)))
}

type blockedJSON struct {
	Blocked []string `json:"blocked"` // the addresses of all blocked senders
	failure
}

// printBlocked prints the blocked addresses as JSON if --json is set, else text.
func printBlocked(c *cli.Context, d *home.Desk, text string) error {
	if !c.Bool("json") {
		return printLine(c, text)
	}
	list, err := d.BlockedSenders()
	if err != nil {
		return err
	}
	return give(c, &blockedJSON{Blocked: append([]string{}, list...)})
}
