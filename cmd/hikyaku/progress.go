package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"hikyaku/internal/i18n"
	"hikyaku/render"
)

// showProgress returns a function that shows the progress of a command on a
// terminal, in a line that overwrites itself, and one that removes the line. The
// sentence may use the arguments done and all.
func showProgress(c *cli.Context, key string, args ...any) (show func(done, all int), end func()) {
	if !isTerminal(c.App.ErrWriter) || c.Bool("quiet") {
		return nil, func() {}
	}
	const clear, columns = "\r\x1b[K", 70
	show = func(done, all int) {
		text := i18n.In(language(c.App), key, append(args, "done", done, "all", all)...)
		fmt.Fprint(c.App.ErrWriter, clear+render.SafeLine(text, columns))
	}
	return show, func() { fmt.Fprint(c.App.ErrWriter, clear) }
}
