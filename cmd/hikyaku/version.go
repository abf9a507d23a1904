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

// commit is the commit that a release is built from, and commitTime when it was made (RFC 3339). The linker sets them; other
// builds have what the Go tool has recorded.
var commit, commitTime string

// versionJSON is the JSON of the version.
type versionJSON struct {
	Version  string     `json:"version"`
	Revision string     `json:"revision"`           // the commit that it was built from, "" if it is not known
	Date     *time.Time `json:"date,omitempty"`     // when that commit was made
	Modified bool       `json:"modified,omitempty"` // something was changed since
	Go       string     `json:"go"`
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
				return say(c, answerVersion())
			}
			return printVersion(c)
		},
	}
}

func printVersion(c *cli.Context) error {
	v := answerVersion()
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

// answerVersion tells what the program was built from.
func answerVersion() *versionJSON {
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
