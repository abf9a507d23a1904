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
		Name:      "block",
		ArgsUsage: "[ADDRESS]",
		UsageText: "hikyaku block mallory@example.org",
		Flags:     []cli.Flag{jsonFlag()},
		Action:    block,
	}
}

func unblockCommand() *cli.Command {
	return &cli.Command{
		Name:      "unblock",
		ArgsUsage: "ADDRESS",
		UsageText: "hikyaku unblock mallory@example.org",
		Flags:     []cli.Flag{jsonFlag()},
		Action:    unblock,
	}
}

func block(c *cli.Context) error {
	if err := checkArgs(c, 0, 1); err != nil {
		return err
	}
	d, address, err := blockArgs(c)
	if err != nil {
		return err
	}
	if address == "" {
		list, err := d.BlockedSenders()
		if err != nil || len(list) == 0 && !c.Bool("json") {
			return err
		}
		return sayBlocked(c, d, strings.Join(list, "\n"))
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
	return sayBlocked(c, d, text.In(language(c.App)))
}

func unblock(c *cli.Context) error {
	if err := checkArgs(c, 1, 1); err != nil {
		return err
	}
	d, address, err := blockArgs(c)
	if err != nil {
		return err
	}
	if err := d.Unblock(address); err != nil {
		return err
	}
	return sayBlocked(c, d, i18n.In(language(c.App), "block.undone", "address", address))
}

// blockedJSON is the answer of block and unblock.
type blockedJSON struct {
	Blocked []string `json:"blocked"` // the addresses of all who are blocked now
	failure
}

// sayBlocked prints who is blocked as JSON if --json is set, else text.
func sayBlocked(c *cli.Context, d *home.Desk, text string) error {
	if !c.Bool("json") {
		return printLine(c, text)
	}
	list, err := d.BlockedSenders()
	if err != nil {
		return err
	}
	return say(c, &blockedJSON{Blocked: append([]string{}, list...)})
}

// blockArgs returns the desk and the address of the command line, "" for none.
func blockArgs(c *cli.Context) (*home.Desk, string, error) {
	d, _, err := openDesk(c)
	if err != nil || c.NArg() == 0 {
		return d, "", err
	}
	people, err := parsePeople(c.Args().Slice())
	if err != nil {
		return nil, "", err
	}
	return d, people[0].Address, nil
}
