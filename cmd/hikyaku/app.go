package main

import (
	"io"
	"os"
	"slices"

	"github.com/urfave/cli/v2"

	"hikyaku/internal/configfile"
)

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
	return errNoCommand(c.App.Commands, c.Args().First())
}

// noSubcommand handles a command line that names no known subcommand.
func noSubcommand(c *cli.Context) error {
	if c.NArg() == 0 {
		return cli.ShowSubcommandHelp(c)
	}
	return errNoCommand(c.Command.Subcommands, c.Args().First())
}

// errNoCommand returns the error for an unknown command, with the nearest known
// name if there is one.
func errNoCommand(commands []*cli.Command, name string) error {
	var names []string
	for _, c := range commands {
		if !c.Hidden {
			names = append(names, c.Names()...)
		}
	}
	if near := configfile.Nearest(name, names); near != "" {
		return usage("usage.command-near", "name", name, "near", near)
	}
	return usage("usage.command", "name", name)
}
