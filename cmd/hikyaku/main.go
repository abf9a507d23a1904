// Command hikyaku plays board games by mail: it checks moves, stores them in KIF
// files, draws boards, and sends turns by mail.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/urfave/cli/v2"

	"hikyaku/engine"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/match"
)

// The exit statuses, as --help lists them.
const (
	statusDone = iota
	statusFailed
	statusUsage
	statusRejected
	statusNotYourTurn
	statusRecord
	statusMail
)

// An interrupt ends the program immediately, unless the command handles it, as
// poll does. That is safe, because every file is
// written atomically and an interrupted mail is sent again.
func main() {
	os.Exit(run(context.Background(), os.Args))
}

// run runs the command line args and returns the exit status.
func run(ctx context.Context, args []string) int { return runApp(ctx, newApp(), args) }

func runApp(ctx context.Context, app *cli.App, args []string) int {
	args, json := interleave(app, args)
	err := app.RunContext(ctx, args)
	if json {
		err = errors.Join(err, printAnswer(app, err))
	}
	return report(app, err)
}

// report prints err on stderr and returns the exit status for it.
func report(app *cli.App, err error) int {
	if err == nil {
		return statusDone
	}
	var quiet *reportedError
	if errors.As(err, &quiet) {
		return quiet.status
	}
	_ = tell(app.ErrWriter, "hikyaku: "+sentence(err, language(app)))
	var trouble interface {
		error
		Hint() i18n.Text
	}
	if errors.As(err, &trouble) {
		_ = tell(app.ErrWriter, trouble.Hint().In(language(app)))
	}
	return status(err)
}

// reportedError is an error that has already been reported.
type reportedError struct {
	status int
	failed []string // the names of the steps of doctor that failed
}

func (e *reportedError) Error() string { return fmt.Sprintf("status %d", e.status) }

// status returns the exit status for err.
func status(err error) int {
	var (
		misused   *usageError
		rejection *engine.Rejection
		turn      *match.NotYourTurn
		record    *kif.Error
		send      *mailbox.SendError
		trouble   *mailbox.Trouble
	)
	switch {
	case errors.As(err, new(*redeliverError)):
		return statusRedeliver
	case errors.As(err, &misused), errors.As(err, new(*home.UsageError)):
		return statusUsage
	case errors.As(err, &record):
		return statusRecord
	case errors.As(err, &turn):
		return statusNotYourTurn
	case errors.As(err, &rejection) && rejection.Rule == engine.GameOver:
		return statusNotYourTurn
	case errors.As(err, &rejection):
		return statusRejected
	case errors.As(err, &send), errors.As(err, &trouble), errors.As(err, new(*mailbox.TokenError)):
		return statusMail
	}
	return statusFailed
}

// sentence returns the text of err in lang, as far as it is translated.
func sentence(err error, lang string) string { return i18n.Of(err).In(lang) }

// warn prints a warning on standard error.
func warn(c *cli.Context, text i18n.Text) {
	_ = tell(c.App.ErrWriter, "hikyaku: "+text.In(language(c.App)))
}

// commands returns the commands in the order in which --help lists them.
func commands() []*cli.Command {
	all := slices.Concat([]*cli.Command{
		learnCommand(), rulesCommand(), newCommand(), moveCommand(), throwCommand(), undoCommand(), playCommand(), boardCommand(),
		setupCommand(), inviteCommand(), acceptCommand(), declineCommand(), sendCommand(), pollCommand(), matchesCommand(),
	}, actCommands(""), []*cli.Command{
		resignCommand(), clockCommand(), substituteCommand(), settleCommand(), blockCommand(), planCommand(),
		showCommand(), movesCommand(), tryCommand(), analyseCommand(), puzzleCommand(), noteCommand(),
		checkCommand(), convertCommand(), themesCommand(), doctorCommand(), secretCommand(), receiveCommand(), botCommand(), engineCommand(),
		demoCommand(), completeCommand(), helpCommand(), versionCommand(),
	})
	for _, command := range all {
		for _, c := range append(command.Subcommands, command) {
			if slices.Contains(reportingCommands, c.Name) {
				c.Before = discardQuiet
			}
			if c.Subcommands == nil && !c.Hidden {
				c.Action = checked(c.Action)
			}
			c.OnUsageError = usageFailure
			c.HideHelpCommand = true // allows an argument named help
		}
	}
	return all
}

func newApp() *cli.App {
	quiet, lang := false, ""
	cli.VersionPrinter = func(c *cli.Context) { _ = printVersion(c) }
	cli.HelpPrinter = func(w io.Writer, _ string, data any) {
		text := ""
		switch data := data.(type) {
		case *cli.App:
			text = overview(languageNamed(lang), data)
		case *cli.Command:
			text = commandTopic(languageNamed(lang), data.HelpName, data).String()
		}
		_ = throughPager(w, quiet, func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return err
		})
	}
	return &cli.App{
		Name:                      "hikyaku",
		Commands:                  commands(),
		Version:                   version,
		HideHelpCommand:           true,
		DisableSliceFlagSeparator: true,                         // a name may contain a comma
		ExitErrHandler:            func(*cli.Context, error) {}, // report prints the error
		OnUsageError:              usageFailure,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "config", EnvVars: []string{"HIKYAKU_CONFIG"}},
			&cli.StringFlag{Name: "lang", Destination: &lang},
			&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Destination: &quiet},
			&cli.BoolFlag{Name: "verbose"},
			cli.VersionFlag, cli.HelpFlag,
		},
		Before: setLanguage,
		Writer: os.Stdout, ErrWriter: os.Stderr,
		Metadata: map[string]any{},
		Action:   noCommand,
	}
}

// noCommand handles a command line that names no known command.
func noCommand(c *cli.Context) error {
	if c.NArg() == 0 {
		return begin(c)
	}
	return errNoCommand(c.App.Commands, c.Args().First(), "hikyaku help")
}

// noSubcommand handles a command line that names no known subcommand.
func noSubcommand(c *cli.Context) error {
	if c.NArg() == 0 {
		return cli.ShowSubcommandHelp(c)
	}
	return errNoCommand(c.Command.Subcommands, c.Args().First(), "hikyaku help "+c.Command.Name)
}

// errNoCommand returns the error for an unknown command, with the nearest known
// name if there is one, or else with the command line that lists them.
func errNoCommand(commands []*cli.Command, name, help string) error {
	var names []string
	for _, c := range commands {
		if !c.Hidden {
			names = append(names, c.Names()...)
		}
	}
	near := identity.Nearest(name, names)
	switch name {
	case "replay":
		near = "play --replay"
	case "pause", "resume":
		near = "clock " + name
	}
	if near != "" {
		return usage("usage.command-near", "name", name, "near", near)
	}
	return usage("usage.command", "name", name, "help", help)
}
