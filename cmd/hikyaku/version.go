package main

import (
	"cmp"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/urfave/cli/v2"

	"hikyaku/internal/i18n"
)

// version is the version of the program, as in CHANGELOG.md.
const version = "0.1.0"

// commit is the commit of a release, and commitTime its time (RFC 3339). The
// linker sets them. Other builds use what the Go tool has recorded.
var commit, commitTime string

type versionJSON struct {
	Version  string     `json:"version"`
	Revision string     `json:"revision"`           // the commit it was built from, or "" if unknown
	Date     *time.Time `json:"date,omitempty"`     // the time of that commit
	Modified bool       `json:"modified,omitempty"` // whether the source was changed since
	Go       string     `json:"go"`
	failure
}

func versionCommand() *cli.Command {
	return &cli.Command{
		Name: "version", UsageText: "hikyaku version",
		Flags: []cli.Flag{boolFlag("json")},
		Action: func(c *cli.Context) error {
			if c.Bool("json") {
				return give(c, newVersion())
			}
			return printVersion(c)
		},
	}
}

func printVersion(c *cli.Context) error {
	v := newVersion()
	from := i18n.T("version.unknown")
	switch {
	case v.Revision != "" && v.Date != nil:
		from = i18n.T("version.commit", "commit", v.Revision, "date", v.Date.Format(time.DateOnly))
	case v.Revision != "":
		from = i18n.Same(v.Revision)
	}
	if v.Modified {
		from = i18n.T("version.modified", "commit", from)
	}
	return printLine(c, i18n.In(language(c.App), "version.line", "version", version, "revision", from, "go", v.Go))
}

// newVersion returns what the program was built from.
func newVersion() *versionJSON {
	v := &versionJSON{Version: version, Go: runtime.Version()}
	built := map[string]string{}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			built[s.Key] = s.Value
		}
	}
	from := cmp.Or(commit, built["vcs.revision"])
	v.Revision = from[:min(len(from), 12)]
	if made, err := time.Parse(time.RFC3339, cmp.Or(commitTime, built["vcs.time"])); err == nil {
		v.Date = &made
	}
	v.Modified = built["vcs.modified"] == "true"
	return v
}
