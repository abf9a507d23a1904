// Command hikyaku plays board games by letter: it checks moves and keeps them in KIF files, draws
// boards, and carries turns by mail.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	status := run(ctx, os.Args)
	stop()
	os.Exit(status)
}

// run runs the command line args and returns the exit status.
func run(ctx context.Context, args []string) int {
	app := newApp()
	return report(app, app.RunContext(ctx, interleave(app, args)))
}
