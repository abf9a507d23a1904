package main

import (
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"hikyaku/internal/commandline"
	"hikyaku/internal/computer"
	"hikyaku/internal/i18n"
	"hikyaku/render"
)

// The flags by the kind of their value. Their texts are in the catalogue.

func boolFlag(name string) cli.Flag { return &cli.BoolFlag{Name: name} }

func textFlag(name string) cli.Flag { return &cli.StringFlag{Name: name} }

func numberFlag(name string) cli.Flag { return &cli.IntFlag{Name: name} }

// listFlag returns a flag that may be repeated.
func listFlag(name string) cli.Flag { return &cli.StringSliceFlag{Name: name} }

// Flags that several commands share.

func atFlag() cli.Flag { return &cli.IntFlag{Name: "at", Value: -1} }

func outputFlag() cli.Flag { return &cli.StringFlag{Name: "output", Aliases: []string{"o"}} }

func messageFlag() cli.Flag { return &cli.StringFlag{Name: "message", Aliases: []string{"m"}} }

func memoryFlag() cli.Flag { return &cli.IntFlag{Name: "memory", Value: 64} }

func themeFlag() cli.Flag { return &cli.StringFlag{Name: "theme", DefaultText: "wood"} }

func colourFlag() cli.Flag {
	return &cli.StringFlag{Name: "colour", Aliases: []string{"color"}, Value: "auto"}
}

// changeFlags returns own and the flags of every command that changes a match.
func changeFlags(own ...cli.Flag) []cli.Flag {
	return append(own, boolFlag("send"), boolFlag("board"), boolFlag("flip"), colourFlag(), boolFlag("json"))
}

// conflict returns the usage error of key if one of the named flags is set.
func conflict(c *cli.Context, key string, flags ...string) error {
	if i := slices.IndexFunc(flags, c.IsSet); i >= 0 {
		return usage(key, "flag", "--"+flags[i])
	}
	return nil
}

// choices returns the values of a flag that has only a few, else nil.
func choices(flag string) []string {
	switch flag {
	case "colour":
		return []string{"auto", "always", "never"}
	case "completion":
		return []string{"bash", "zsh", "fish"}
	case "encoding": // it may be spelt in other ways
		return []string{"utf-8", "shift_jis", "euc-jp"}
	case "pieces":
		return render.Pieces()
	case "protocol":
		return []string{string(computer.USI), string(computer.Text)}
	case "take":
		return []string{"ours", "theirs"}
	case "zoom":
		return []string{"auto", "off"}
	}
	return nil
}

// notAChoice returns the usage error for a value of a flag that is none of its choices.
func notAChoice(flag, value string, list []string) error {
	return usage("usage.choice", "given", "--"+flag+" "+value, "list", i18n.Either(list...))
}

// The effects of --quiet and --verbose.

// reportingCommands print only what they have done, so that --quiet silences
// them except for errors. So do those of acts.
var reportingCommands = []string{
	"move", "undo", "resign", "substitute", "settle", "invite", "accept", "decline", "send", "poll", "receive", "bot",
}

// discardQuiet discards standard output if --quiet is set, unless another flag
// asks for output.
func discardQuiet(c *cli.Context) error {
	asked := c.Bool("json") || c.Bool("dry-run") || c.Bool("skipped")
	if c.Bool("quiet") && !asked {
		c.App.Writer = io.Discard
	}
	return nil
}

// zone returns the time zone of times in the output: UTC with --verbose, else
// that of this computer.
func zone(c *cli.Context) *time.Location {
	if c.Bool("verbose") {
		return time.UTC
	}
	return time.Local
}

// showProgress returns a function that shows the progress of a command on a
// terminal, in a line that overwrites itself, with the arguments of the sentence
// of key, and one that removes the line.
func showProgress(c *cli.Context, key string) (show func(args ...any), end func()) {
	if !isTerminal(c.App.ErrWriter) || c.Bool("quiet") {
		return func(...any) {}, func() {}
	}
	const clear, columns = "\r\x1b[K", 70
	show = func(args ...any) {
		fmt.Fprint(c.App.ErrWriter, clear+render.SafeLine(i18n.In(language(c.App), key, args...), columns))
	}
	return show, func() { fmt.Fprint(c.App.ErrWriter, clear) }
}

type usageError struct{ text i18n.Text }

func (e *usageError) Error() string { return e.text.En }

func (e *usageError) Sentence() i18n.Text { return e.text }

func usage(key string, args ...any) error { return &usageError{i18n.T(key, args...)} }

// misuse returns err as a usageError.
func misuse(err error) error { return &usageError{i18n.Of(err)} }

// usageFailure replaces the library's error about flags, which would print the
// whole help.
func usageFailure(c *cli.Context, err error, _ bool) error {
	if c.App.Metadata["lang"] == nil {
		_ = setLanguage(c) // for a global flag, Before has not run yet
	}
	if near := flagNear(c, err); near != nil {
		return near
	}
	err = &usageError{commandline.Explain(c.Command.Flags, err)}
	if c.Command.HelpName == "" || c.Command.Name == c.App.Name {
		return err
	}
	return usage("usage.see", "what", err, "command", c.Command.HelpName)
}

// flagNear returns the error for an option that the command does not have, if it is clear what was meant: a command of that
// name, the only command with such an option, or --send where everything is sent anyway.
func flagNear(c *cli.Context, err error) error {
	name := commandline.Unknown(err)
	if name == "" || c.Command.Name == c.App.Name {
		return nil
	}
	flag := "--"[:min(len(name), 2)] + name
	if name == "send" && slices.Contains([]string{"invite", "accept", "decline", "send"}, c.Command.Name) {
		return usage("usage.flag-send", "command", c.Command.Name)
	}
	if commandline.CommandNamed(c.Command.Subcommands, name) != nil {
		return usage("usage.flag-near", "flag", flag, "near", c.Command.HelpName+" "+name)
	}
	var near []string
	for _, command := range c.App.Commands {
		switch {
		case command.Hidden:
		case command.HasName(name):
			return usage("usage.flag-near", "flag", flag, "near", command.HelpName)
		case commandline.FlagNamed(command.Flags, name) != nil:
			near = append(near, command.HelpName+" "+flag)
		}
	}
	if len(near) != 1 {
		return nil
	}
	return usage("usage.flag-near", "flag", flag, "near", near[0])
}
