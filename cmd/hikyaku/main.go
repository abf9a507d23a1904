// Command hikyaku plays board games by mail: it checks moves, stores them in KIF
// files, draws boards, and sends turns by mail.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/urfave/cli/v2"

	"hikyaku/engine"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/match"
	"hikyaku/render"
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
	fmt.Fprintf(app.ErrWriter, "hikyaku: %s\n", render.Safe(sentence(err, language(app))))
	var trouble interface {
		error
		Hint() i18n.Text
	}
	if errors.As(err, &trouble) {
		fmt.Fprintln(app.ErrWriter, trouble.Hint().In(language(app)))
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
	fmt.Fprintln(c.App.ErrWriter, render.Safe("hikyaku: "+text.In(language(c.App))))
}
