package main

import (
	"context"
	"errors"
	"fmt"
	"os/signal"
	"syscall"
	"time"

	"github.com/urfave/cli/v2"

	"hikyaku/mailbox"
	"hikyaku/render"
	"hikyaku/words"
)

func watchCommand() *cli.Command {
	return &cli.Command{
		Name:      "watch",
		UsageText: "hikyaku watch",
		Flags:     []cli.Flag{traceFlag(), jsonFlag()},
		Action:    watch,
	}
}

// printPolled prints the answer of one poll of several, where it says anything.
func printPolled(c *cli.Context, err error) error {
	p, polled := c.App.Metadata["answer"].(*polledJSON)
	if c.Bool("json") && (err != nil || polled && len(p.Reports)+len(p.Sent) > 0) {
		return printAnswer(c.App, err)
	}
	delete(c.App.Metadata, "answer")
	return nil
}

func watch(c *cli.Context) error {
	conf, carrier, err := openPoll(c)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(c.Context, syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	w := &mailbox.Watch{
		Box: carrier.Box,
		Poll: func(ctx context.Context) error {
			c.Context = ctx
			err := pollOnce(c, conf, carrier)
			err = errors.Join(err, printPolled(c, err))
			if errors.As(err, new(*quietError)) {
				return nil
			}
			return err
		},
		Trouble: func(err error, pause time.Duration) {
			fmt.Fprintln(c.App.ErrWriter, render.Safe("hikyaku: "+words.In(language(c.App), "watch.again", "why", err, "pause", pause)))
		},
	}
	if err := w.Run(ctx); ctx.Err() == nil {
		return err
	}
	return nil
}
