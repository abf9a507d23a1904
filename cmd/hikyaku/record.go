package main

import (
	"path/filepath"

	"github.com/urfave/cli/v2"
)

// matchFile returns the file of the match that a name means; see desk.Named.
func matchFile(c *cli.Context, name string) (string, error) {
	d, _, err := openDesk(c)
	if err != nil {
		return "", err
	}
	return d.Named(name)
}

// matchArgs returns the file of the match that the first argument means, and the other arguments, of which there are so
// many. Where the first is left out it is the match that waits.
func matchArgs(c *cli.Context, others int) (file string, rest []string, err error) {
	if err := checkArgs(c, others, others+1); err != nil {
		return "", nil, err
	}
	name, rest := "", c.Args().Slice()
	switch {
	case len(rest) > others:
		name, rest = rest[0], rest[1:]
	case others > 0 && filepath.Ext(rest[0]) == ".kif": // the match is named, and what was to follow is missing
		return "", nil, wrongForm(c)
	}
	file, err = matchFile(c, name)
	return file, rest, err
}
