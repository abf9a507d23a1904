package main

import (
	"errors"

	"github.com/urfave/cli/v2"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/inlet"
	"hikyaku/mailbox"
)

func receiveCommand(lang string) *cli.Command {
	return &cli.Command{Name: "receive", Usage: say(lang, "help.receive"), Action: receive}
}

// receive reads one message from standard input. A mail server keeps the message unless the exit status is 0.
func receive(c *cli.Context) error {
	err := take(c)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, mailbox.ErrTooLarge):
		return &exitError{err, statusData}
	}
	return &exitError{err, statusLater}
}

func take(c *cli.Context) error {
	if err := checkArgs(c, 0); err != nil {
		return err
	}
	conf, err := loadConfig(c)
	if err != nil {
		return err
	}
	club, err := conf.club()
	if err != nil {
		return err
	}
	if club.Base, err = conf.open(c.Context, db.Options{}); err != nil {
		return err
	}
	defer club.Base.Close()
	return inlet.Pipe(c.Context, c.App.Reader, club.Receive)
}
