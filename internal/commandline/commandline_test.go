package commandline_test

import (
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"hikyaku/internal/commandline"
	_ "hikyaku/internal/gctest"
)

// TestWords checks the order of words from command lines with flags in all places.
func TestWords(t *testing.T) {
	app := &cli.App{
		Flags: []cli.Flag{&cli.StringFlag{Name: "lang"}, &cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}}},
		Commands: []*cli.Command{
			{Name: "show", Aliases: []string{"s"}, Flags: []cli.Flag{&cli.IntFlag{Name: "at"}, &cli.BoolFlag{Name: "flip"}}},
			{Name: "clock", Subcommands: []*cli.Command{{Name: "away", Flags: []cli.Flag{&cli.BoolFlag{Name: "json"}}}}},
		},
	}
	for line, want := range map[string]string{
		"show a --at 3 --lang ja -q":    "--lang ja -q show --at 3 a",
		"s a --at=3 b":                  "show --at=3 a b",
		"show a -- --at 3":              "show -- a --at 3",
		"show --at -3 -":                "show --at -3 -",
		"show --at -- a":                "show --at -- a",
		"show show --flip":              "show --flip show",
		"clock x away":                  "clock x away",
		"clock --lang en away d --json": "--lang en clock away --json d",
		"show a --nonsense b":           "show --nonsense a b",
		"shwo a --flip --help":          "shwo a",
		"-q shwo":                       "-q shwo",
		"show a b --help":               "show --help",
		"--help":                        "--help",
		"show a --at":                   "show --at",
		"show --flip a --lang":          "--lang",
		"":                              "",
	} {
		if got := strings.Join(commandline.Parse(app, strings.Fields(line)).Words(), " "); got != want {
			t.Errorf("%q becomes %q, want %q", line, got, want)
		}
	}
}
