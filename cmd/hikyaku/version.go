package main

import (
	"runtime"
	"runtime/debug"
	"time"

	"github.com/urfave/cli/v2"

	"hikyaku/engine"
	"hikyaku/words"
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
		Name:      "version",
		UsageText: "hikyaku version",
		Flags:     []cli.Flag{jsonFlag()},
		Action: func(c *cli.Context) error {
			if err := checkArgs(c, 0, 0); err != nil {
				return err
			}
			if c.Bool("json") {
				return say(c, &versionJSON{Version: version, Revision: revision().En, Go: runtime.Version()})
			}
			return printVersion(c)
		},
	}
}

func printVersion(c *cli.Context) error {
	return printLine(c, words.In(language(c.App), "version.line", "version", version, "revision", revision(), "go", runtime.Version()))
}

// revision returns the commit that the program was built from.
func revision() engine.Text {
	if commit := buildSetting("vcs.revision"); commit != "" {
		return engine.Same(commit[:min(len(commit), 12)])
	}
	return words.Text("version.unknown")
}

// commitTime returns when that commit was made, now if it is not known.
func commitTime(now time.Time) time.Time {
	if made, err := time.Parse(time.RFC3339, buildSetting("vcs.time")); err == nil {
		return made
	}
	return now
}

// buildSetting returns what the Go tool has recorded of the build, "" for nothing.
func buildSetting(key string) string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == key {
				return s.Value
			}
		}
	}
	return ""
}
