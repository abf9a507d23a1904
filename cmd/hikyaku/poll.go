package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/urfave/cli/v2"

	"hikyaku/internal/courier"
	"hikyaku/internal/i18n"
	"hikyaku/render"
)

func pollCommand() *cli.Command {
	return &cli.Command{
		Name:      "poll",
		UsageText: "hikyaku poll\nhikyaku poll --watch",
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "watch"},
			&cli.BoolFlag{Name: "again"},
			&cli.BoolFlag{Name: "skipped"},
			traceFlag(), jsonFlag(),
		},
		Action: poll,
	}
}

func poll(c *cli.Context) error {
	conf, carrier, err := openPoll(c)
	if err != nil {
		return err
	}
	if c.Bool("skipped") {
		if c.Bool("watch") {
			return usage("usage.skipped")
		}
		return printSkipped(c, carrier)
	}
	ctx, stop := signal.NotifyContext(c.Context, syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	if c.Bool("again") {
		if err := carrier.Rewind(); err != nil {
			return err
		}
	}
	if c.Bool("watch") {
		return watchBox(c, ctx, carrier.Box, func(ctx context.Context) error {
			c.Context = ctx
			return pollOnce(c, conf, carrier.Poll)
		})
	}
	c.Context = ctx
	return pollOnce(c, conf, carrier.Poll)
}

func printSkipped(c *cli.Context, carrier *courier.Courier) error {
	skipped, err := carrier.Skipped()
	if c.Bool("json") {
		return errors.Join(err, setAnswer(c, newPolled(skipped, nil)))
	}
	for _, r := range skipped {
		err = errors.Join(err, printLine(c, r.Reason.In(language(c.App))))
	}
	return err
}

// openPoll opens what poll and receive need.
func openPoll(c *cli.Context) (*config, *courier.Courier, error) {
	if err := checkArgs(c, 0, 0); err != nil {
		return nil, nil, err
	}
	conf, err := loadConfig(c)
	if err != nil {
		return nil, nil, err
	}
	carrier, err := conf.courier(c, conf.desk())
	return conf, carrier, err
}

// pollOnce polls and prints the reports. A mail that contradicts a record has
// its own exit status.
func pollOnce(c *cli.Context, conf *config, poll func(context.Context) ([]courier.Report, []courier.Delivery, error)) error {
	reports, sent, err := poll(c.Context)
	if errors.Is(err, context.Canceled) {
		err = i18n.Err("poll.interrupted")
	}
	err = errors.Join(err, reportPoll(c, conf, reports, sent))
	diverged := slices.ContainsFunc(reports, func(r courier.Report) bool { return r.Verdict == courier.Diverged })
	if err == nil && diverged {
		return &quietError{statusRecord}
	}
	return err
}

// reportPoll reports the mails that were received and sent, and runs the hooks.
func reportPoll(c *cli.Context, conf *config, reports []courier.Report, sent []courier.Delivery) error {
	if !c.Bool("verbose") {
		reports = slices.DeleteFunc(reports, func(r courier.Report) bool { return r.Verdict == courier.Blocked })
	}
	errs := []error{failed(sent)}
	if c.Bool("json") {
		errs = append(errs, setAnswer(c, newPolled(reports, sent)))
	} else {
		for _, r := range reports {
			errs = append(errs, printReport(c, r))
		}
		printDeliveries(c, sent)
	}
	d := conf.desk()
	runHooks(c, conf, append(reported(d, reports), delivered(d, sent)...))
	return errors.Join(errs...)
}

// printReport prints the report on one mail: news to stdout, problems to stderr.
func printReport(c *cli.Context, r courier.Report) error {
	text := reportLine(language(c.App), r)
	if r.Verdict == courier.Taken && r.Reason != (i18n.Text{}) {
		fmt.Fprintln(c.App.ErrWriter, render.Safe("hikyaku: "+r.Reason.In(language(c.App))))
	}
	if text == "" {
		return nil
	}
	w := c.App.Writer
	if r.Verdict == courier.Refused || r.Verdict == courier.Bounced || r.Verdict == courier.Diverged || r.Verdict == courier.Skipped {
		w, text = c.App.ErrWriter, "hikyaku: "+text
	}
	for _, s := range r.Words() {
		if s.Intro != (i18n.Text{}) {
			text += "\n" + s.Intro.In(language(c.App))
		}
		text += "\n  " + strings.ReplaceAll(s.Text, "\n", "\n  ")
	}
	text = render.Safe(text) + "\n"
	if isTerminal(w) {
		text = render.Wrap(text, terminalColumns)
	}
	_, err := io.WriteString(w, text)
	return err
}

// terminalColumns is the width of text on a terminal.
const terminalColumns = 80

// reportLine describes what happened to a mail. It returns "" for one that was
// known already.
func reportLine(lang string, r courier.Report) string {
	args := []any{
		"who", r.From, "match", r.Match, "game", r.Game, "with", i18n.People(r.With...), "reason", r.Reason, "news", i18n.Join(r.News, r.Waits),
	}
	key := "report." + string(r.Verdict)
	switch {
	case r.Verdict == courier.Known && r.Reason == (i18n.Text{}):
		return ""
	case r.Verdict == courier.New && r.Reason != (i18n.Text{}):
		key = "report.new-reason"
	case r.Match == "" && (r.Verdict == courier.Refused || r.Verdict == courier.Skipped || r.Verdict == courier.Bounced):
		key += "-nameless"
	}
	text := i18n.In(lang, key, args...)
	if r.Mine {
		text += "\n" + i18n.In(lang, "report.move", args...)
	}
	return text
}
