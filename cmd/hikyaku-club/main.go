// Command hikyaku-club runs a club that plays by mail: the matches, ratings and events of many people behind one mail address.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"hikyaku/cmd/hikyaku-club/internal/dev/load"
	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/internal/commandline"
	"hikyaku/internal/i18n"
	"hikyaku/mailbox"
	"hikyaku/render"
)

func main() {
	if works, err := load.Works(os.Stdout); works { // a process started by the command load
		fmt.Fprintln(os.Stderr, "hikyaku-club:", err)
		os.Exit(statusFailed)
	}
	os.Exit(run(context.Background(), os.Args, os.Stdin, os.Stdout, os.Stderr))
}

// version is the version of the program in CHANGELOG.md.
const version = "0.1.0"

// The exit statuses. Those of receive are defined by sysexits.h, which mail servers understand.
const (
	statusDone   = 0
	statusFailed = 1
	statusUsage  = 2
	statusData   = 65
	statusLater  = 75
)

// run runs the command line args and returns the exit status.
func run(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	app := newApp(languageOf(args))
	app.Reader, app.Writer, app.ErrWriter = in, out, errs
	err := app.RunContext(ctx, slices.Concat(args[:1], commandline.Parse(app, args[1:]).Words()))
	if err == nil {
		return statusDone
	}
	fmt.Fprintf(errs, "hikyaku-club: %s\n", render.Safe(i18n.Of(err).In(language(app))))
	var trouble *mailbox.Trouble
	if errors.As(err, &trouble) {
		fmt.Fprintln(errs, trouble.Hint().In(language(app)))
	}
	var exit *exitError
	if errors.As(err, &exit) {
		return exit.status
	}
	return statusFailed
}

// exitError is an error with an exit status of its own.
type exitError struct {
	error
	status int
}

func (e *exitError) Unwrap() error { return e.error }

// usage returns the error for an invalid command line.
func usage(key string, args ...any) error { return &exitError{words.Err(key, args...), statusUsage} }

// newApp returns the command, with texts in lang.
func newApp(lang string) *cli.App {
	app := &cli.App{
		Name: "hikyaku-club", Usage: say(lang, "help.club"),
		HideHelpCommand: true, HideVersion: true,
		ExitErrHandler: func(*cli.Context, error) {}, // run prints the error
		Metadata:       map[string]any{"lang": lang},
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "config", EnvVars: []string{"HIKYAKU_CLUB"}, Usage: say(lang, "help.config")},
			&cli.StringFlag{Name: "lang", Usage: say(lang, "help.lang")},
			&cli.BoolFlag{Name: "version", Aliases: []string{"v"}, Usage: say(lang, "help.version")},
		},
		Before: func(c *cli.Context) error {
			if value := c.String("lang"); c.IsSet("lang") && !slices.Contains(i18n.Languages, value) {
				return usage("usage.choice", "given", "--lang "+value, "list", i18n.Either(i18n.Languages...))
			}
			return nil
		},
		Action: func(c *cli.Context) error {
			switch {
			case c.NArg() > 0:
				return usage("usage.command", "name", c.Args().First())
			case c.Bool("version"):
				_, err := fmt.Fprintln(c.App.Writer, c.App.Name, version)
				return err
			}
			return cli.ShowAppHelp(c)
		},
		Commands: commands(lang),
	}
	wrong := func(c *cli.Context, err error, _ bool) error {
		return &exitError{i18n.Err("usage.see", "what", commandline.Explain(c.Command.Flags, err), "command", cmp.Or(c.Command.HelpName, app.Name)), statusUsage}
	}
	app.OnUsageError = wrong
	for _, c := range app.Commands {
		c.OnUsageError, c.HideHelpCommand = wrong, true
		for _, s := range c.Subcommands {
			s.OnUsageError, s.HideHelpCommand = wrong, true
		}
	}
	translateHelp(app, lang)
	return app
}

// commands returns the commands, with texts in lang.
func commands(lang string) []*cli.Command {
	return []*cli.Command{
		{
			Name: "demo", Usage: say(lang, "help.demo"), Description: say(lang, "help.demo.about"),
			Flags: []cli.Flag{
				&cli.StringFlag{Name: "folder", Value: "hikyaku-club-demo", Usage: say(lang, "help.demo.folder")},
				&cli.Uint64Flag{Name: "seed", Usage: say(lang, "help.demo.seed")},
			},
			Action: takes(0, demo),
		},
		{
			Name: "init", Usage: say(lang, "help.init"),
			Flags: []cli.Flag{
				&cli.StringFlag{Name: "name", Usage: say(lang, "help.init.name")},
				&cli.StringFlag{Name: "address", Usage: say(lang, "help.init.address")},
				&cli.StringFlag{Name: "language", Usage: say(lang, "help.init.language")},
				&cli.StringFlag{Name: "database", Usage: say(lang, "help.init.database")},
			},
			Action: takes(0, initClub),
		},
		{
			Name: "serve", Usage: say(lang, "help.serve"),
			Flags: []cli.Flag{
				&cli.StringSliceFlag{Name: "only", Usage: say(lang, "help.serve.only")},
				&cli.StringFlag{Name: "as", Usage: say(lang, "help.serve.as")},
			},
			Action: takes(0, serve),
		},
		{Name: "receive", Usage: say(lang, "help.receive"), Action: receive},
		{Name: "doctor", Usage: say(lang, "help.doctor"), Action: takes(0, doctor)},
		{Name: "backup", Usage: say(lang, "help.backup"), ArgsUsage: "FILE", Action: takes(1, backup)},
		memberCommand(lang), eventCommand(lang), matchCommand(lang),
		{Name: "export", Usage: say(lang, "help.export"), ArgsUsage: "FOLDER", Action: withClub(1, export), Flags: []cli.Flag{
			&cli.BoolFlag{Name: "public", Usage: say(lang, "help.export.public")},
		}},
		{Name: "import", Usage: say(lang, "help.import"), ArgsUsage: "FOLDER", Action: withClub(1, importClub)},
		{
			Name: "site", Usage: say(lang, "help.site"), Action: withClub(0, writeSite),
			Flags: []cli.Flag{&cli.StringFlag{Name: "o", Usage: say(lang, "help.site.o")}},
		},
		{
			Name: "verify", Usage: say(lang, "help.verify"), ArgsUsage: "FOLDER", Action: takes(1, verifyClub),
			Flags: []cli.Flag{
				&cli.StringFlag{Name: "site", Usage: say(lang, "help.verify.site")},
				&cli.StringFlag{Name: "root", Usage: say(lang, "help.verify.root")},
			},
		},
		{
			Name: "log", Usage: say(lang, "help.log"), Action: withKey(0, showLog),
			Flags: []cli.Flag{&cli.BoolFlag{Name: "continue", Usage: say(lang, "help.log.continue")}},
		},
		{
			Name: "load", Usage: say(lang, "help.load"), Description: say(lang, "help.load.about"),
			Flags: []cli.Flag{
				&cli.StringFlag{Name: "folder", Usage: say(lang, "help.load.folder")},
				&cli.StringFlag{Name: "database", Usage: say(lang, "help.load.database")},
				&cli.StringFlag{Name: "game", Value: "quoridor", Usage: say(lang, "help.load.game")},
				&cli.IntFlag{Name: "matches", Value: 1000, Usage: say(lang, "help.load.matches")},
				&cli.IntFlag{Name: "letters", Value: 1000, Usage: say(lang, "help.load.letters")},
				&cli.Float64Flag{Name: "rate", Usage: say(lang, "help.load.rate")},
				&cli.IntFlag{Name: "processes", Value: 1, Usage: say(lang, "help.load.processes")},
				&cli.DurationFlag{Name: "idle", Usage: say(lang, "help.load.idle")},
				&cli.BoolFlag{Name: "pictures", Usage: say(lang, "help.load.pictures")},
			},
			Action: takes(0, measure),
		},
	}
}

// say returns a sentence in one language.
func say(lang, key string, args ...any) string { return words.Text(key, args...).In(lang) }

// printLine prints the sentence of a key.
func printLine(c *cli.Context, key string, args ...any) error {
	return printText(c, words.Text(key, args...))
}

func printText(c *cli.Context, text i18n.Text) error {
	_, err := fmt.Fprintln(c.App.Writer, render.Safe(text.In(language(c.App))))
	return err
}

// printColumns prints rows with aligned columns.
func printColumns(c *cli.Context, rows [][]i18n.Text) error {
	var cells [][]string
	for _, row := range rows {
		var line []string
		for _, cell := range row {
			line = append(line, render.SafeLine(cell.In(language(c.App)), 200))
		}
		cells = append(cells, line)
	}
	for _, line := range render.Columns(cells) {
		if _, err := fmt.Fprintln(c.App.Writer, line); err != nil {
			return err
		}
	}
	return nil
}

// takes returns the action of a command with n arguments.
func takes(n int, work cli.ActionFunc) cli.ActionFunc {
	return func(c *cli.Context) error {
		if c.NArg() != n {
			return wrongForm(c)
		}
		return work(c)
	}
}

// wrongForm returns a usage error that shows how to type the command.
func wrongForm(c *cli.Context) error {
	return usage("usage.form", "command", c.Command.HelpName, "form", c.Command.ArgsUsage)
}

// languageOf returns the language set on a command line, or else that of the locale. Help is printed before flags are parsed.
func languageOf(args []string) string {
	lang := "en"
	if strings.HasPrefix(cmp.Or(os.Getenv("LC_ALL"), os.Getenv("LC_MESSAGES"), os.Getenv("LANG")), "ja") {
		lang = "ja"
	}
	for i, arg := range args {
		value, found := strings.CutPrefix(arg, "--lang=")
		if arg == "--lang" && i+1 < len(args) {
			value, found = args[i+1], true
		}
		if found && slices.Contains(i18n.Languages, value) {
			lang = value
		}
	}
	return lang
}

// language returns the language of output.
func language(app *cli.App) string { return app.Metadata["lang"].(string) }
