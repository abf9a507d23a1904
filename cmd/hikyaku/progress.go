package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"hikyaku/internal/i18n"
	"hikyaku/render"
)

// tellProgress returns what tells at a terminal how far a command has come, on a line that is written over, and what removes the line.
// The sentence has done and all among its arguments.
func tellProgress(c *cli.Context, key string, args ...any) (told func(done, all int), end func()) {
	if !isTerminal(c.App.ErrWriter) || c.Bool("quiet") {
		return nil, func() {}
	}
	const clear, columns = "\r\x1b[K", 70
	told = func(done, all int) {
		text := i18n.In(language(c.App), key, append(args, "done", done, "all", all)...)
		fmt.Fprint(c.App.ErrWriter, clear+render.SafeLine(text, columns))
	}
	return told, func() { fmt.Fprint(c.App.ErrWriter, clear) }
}
