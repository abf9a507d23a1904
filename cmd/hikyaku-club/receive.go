package main

import (
	"errors"

	"github.com/urfave/cli/v2"

	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/inlet"
	"hikyaku/mailbox"
)

// receive reads one message from standard input. A mail server keeps the message unless the exit status is 0.
func receive(c *cli.Context) error {
	err := withClub(0, func(c *cli.Context, _ *config, own *game.Club) error {
		return inlet.Pipe(c.Context, c.App.Reader, own.Receive)
	})(c)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, mailbox.ErrTooLarge):
		return &exitError{err, statusData}
	}
	return &exitError{err, statusLater}
}
