package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/urfave/cli/v2"

	"hikyaku/internal/i18n"
	"hikyaku/mailbox"
	"hikyaku/render"
)

// printPolled prints the answer of one of several polls, if there is anything to
// report.
func printPolled(c *cli.Context, err error) error {
	p, polled := c.App.Metadata["answer"].(*polledJSON)
	if c.Bool("json") && (err != nil || polled && len(p.Reports)+len(p.Sent) > 0) {
		return printAnswer(c.App, err)
	}
	delete(c.App.Metadata, "answer")
	return nil
}

// watchBox polls whenever mail arrives in box, until ctx is done.
func watchBox(c *cli.Context, ctx context.Context, box mailbox.Box, poll func(context.Context) error) error {
	w := &mailbox.Watch{
		Box: box,
		Poll: func(ctx context.Context) error {
			err := poll(ctx)
			err = errors.Join(err, printPolled(c, err))
			if errors.As(err, new(*quietError)) {
				return nil
			}
			return err
		},
		Trouble: func(err error, pause time.Duration) {
			fmt.Fprintln(c.App.ErrWriter, render.Safe("hikyaku: "+i18n.In(language(c.App), "watch.again", "why", err, "pause", pause)))
		},
	}
	if err := w.Run(ctx); ctx.Err() == nil {
		return err
	}
	return nil
}
