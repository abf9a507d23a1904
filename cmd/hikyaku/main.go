// Command hikyaku plays board games by mail: it checks moves, stores them in KIF
// files, draws boards, and sends turns by mail.
package main

import (
	"context"
	"errors"
	"os"

	"github.com/urfave/cli/v2"
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
