package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/urfave/cli/v2"
)

// version is the version of the program, as in CHANGELOG.md.
const version = "0.1.0"

// versionJSON is the JSON of the version.
type versionJSON struct {
	Version  string `json:"version"`
	Revision string `json:"revision"` // the commit that it was built from
	Go       string `json:"go"`
	failure
}

func versionCommand() *cli.Command {
	return &cli.Command{
		Name:        "version",
		Usage:       "print the version",
		Description: "   hikyaku version",
		Flags:       []cli.Flag{jsonFlag()},
		Action: func(c *cli.Context) error {
			if err := checkArgs(c, 0, 0); err != nil {
				return err
			}
			revision := revision()
			if c.Bool("json") {
				return say(c, &versionJSON{Version: version, Revision: revision, Go: runtime.Version()})
			}
			_, err := fmt.Fprintf(c.App.Writer, "hikyaku %s (%s, %s)\n", version, revision, runtime.Version())
			return err
		},
	}
}

// revision returns the commit that the program was built from.
func revision() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				return s.Value[:min(len(s.Value), 12)]
			}
		}
	}
	return "unknown revision"
}
