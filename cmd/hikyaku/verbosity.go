package main

import (
	"fmt"
	"io"
	"time"

	"github.com/urfave/cli/v2"

	"hikyaku/internal/i18n"
	"hikyaku/render"
)

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
