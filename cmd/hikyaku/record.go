package main

import (
	"path/filepath"

	"github.com/urfave/cli/v2"
)

// matchFile returns the file of the match called name; see home.Desk.Named.
func matchFile(c *cli.Context, name string) (string, error) {
	d, _, err := openDesk(c)
	if err != nil {
		return "", err
	}
	return d.Named(name)
}

// matchArgs returns the file of the match that the first argument names, and the
// other arguments, whose number is others. If the first is omitted, it returns
// the match that is waiting.
func matchArgs(c *cli.Context, others int) (file string, rest []string, err error) {
	if err := checkArgs(c, others, others+1); err != nil {
		return "", nil, err
	}
	name, rest := "", c.Args().Slice()
	switch {
	case len(rest) > others:
		name, rest = rest[0], rest[1:]
	case others > 0 && filepath.Ext(rest[0]) == ".kif": // a match is given, but another argument is missing
		return "", nil, wrongForm(c)
	}
	file, err = matchFile(c, name)
	return file, rest, err
}
