package main

import (
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/urfave/cli/v2"

	"hikyaku/render"
)

// argumentName matches the name of an argument in ArgsUsage, such as MEMBER.
var argumentName = regexp.MustCompile(`[A-Z]{2,}`)

// How the library prints a flag, and a page of help.
var (
	printFlag = cli.FlagStringer
	printHelp = cli.HelpPrinter
)

// column separates a flag from what it does, until the lines are aligned: the library takes a kanji for a narrow letter.
const column = "\x1f"

// translateHelp puts the parts of the help of app that the library writes in English into lang: the headings, the names of
// arguments, defaults, and what --help does.
func translateHelp(app *cli.App, lang string) {
	title := func(key string) string { return say(lang, "help.title."+key) }
	template := strings.NewReplacer(
		"\nGLOBAL OPTIONS:", "\n"+title("global")+":", "NAME:\n", title("name")+":\n", "USAGE:\n", title("usage")+":\n",
		"DESCRIPTION:\n", title("description")+":\n", "\nCOMMANDS:", "\n"+title("commands")+":", "\nOPTIONS:", "\n"+title("options")+":",
	)
	app.CustomAppHelpTemplate = template.Replace(cli.AppHelpTemplate)
	app.UsageText = app.Name + " " + title("flags") + " " + title("command")
	cli.HelpFlag = &cli.BoolFlag{Name: "help", Aliases: []string{"h"}, Usage: title("help"), DisableDefaultText: true}
	cli.FlagStringer = func(f cli.Flag) string {
		return strings.NewReplacer("\t", column, " (default: false)", "", " (default: 0)", "", " (default: 0s)", "", "(default: ", "("+title("default")+" ").Replace(printFlag(f))
	}
	cli.HelpPrinter = func(out io.Writer, page string, data any) {
		var b strings.Builder
		printHelp(&b, page, data)
		var rows [][]string
		align := func() {
			for _, line := range render.Columns(rows) {
				fmt.Fprintln(out, line)
			}
			rows = nil
		}
		for line := range strings.Lines(b.String()) {
			if row := strings.Split(strings.TrimSuffix(line, "\n"), column); len(row) > 1 {
				rows = append(rows, row)
				continue
			}
			align()
			fmt.Fprint(out, line)
		}
		align()
	}
	var translate func(path string, commands []*cli.Command)
	translate = func(path string, commands []*cli.Command) {
		for _, c := range commands {
			c.ArgsUsage = argumentName.ReplaceAllStringFunc(c.ArgsUsage, func(name string) string {
				return say(lang, "help.argument."+strings.ToLower(name))
			})
			c.UsageText = path + " " + c.Name
			switch {
			case len(c.Subcommands) > 0:
				c.CustomHelpTemplate = template.Replace(cli.SubcommandHelpTemplate)
				c.UsageText += " " + title("command")
			default:
				c.CustomHelpTemplate = template.Replace(cli.CommandHelpTemplate)
				if len(c.Flags) > 0 {
					c.UsageText += " " + title("flags")
				}
				c.UsageText = strings.TrimSpace(c.UsageText + " " + c.ArgsUsage)
			}
			translate(path+" "+c.Name, c.Subcommands)
		}
	}
	translate(app.Name, app.Commands)
}
