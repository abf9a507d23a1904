package main

import (
	"errors"

	"github.com/urfave/cli/v2"

	"hikyaku/internal/courier"
	"hikyaku/internal/i18n"
	"hikyaku/mailbox"
)

// statusRedeliver asks a mail server to deliver the mail again later. It is
// EX_TEMPFAIL of sysexits.h.
const statusRedeliver = 75

func receiveCommand() *cli.Command {
	return &cli.Command{
		Name: "receive",
		UsageText: `:0 w
| hikyaku receive`,
		Flags:  []cli.Flag{textFlag("trace"), boolFlag("json")},
		Action: receive,
	}
}

// redeliverError is an error after which the mail server should deliver the mail
// again.
type redeliverError struct{ error }

func (e *redeliverError) Unwrap() error { return e.error }

func receive(c *cli.Context) error {
	mail, err := mailbox.ReadPiped(c.App.Reader)
	if err != nil {
		return &redeliverError{i18n.Err("receive.unread", "why", err)}
	}
	if mail.Err != nil {
		current(c).end().note(mail.Err)
		warn(c, i18n.T("receive.not-read", "why", mail.Err))
		return &reportedError{status: statusFailed}
	}
	conf, carrier, err := openPoll(c)
	if err != nil {
		return &redeliverError{err}
	}
	reports, sent, err := carrier.Receive(c.Context, mail)
	reportErr := reportPoll(c, conf, reports, sent)
	switch {
	case errors.Is(err, courier.ErrNotOurs):
		current(c).end().note(err)
		return &reportedError{status: statusFailed}
	case err != nil && !errors.Is(err, courier.ErrTaken):
		return &redeliverError{err}
	}
	if err = errors.Join(err, reportErr); err != nil {
		current(c).end().note(err)
		warn(c, i18n.Of(err))
	}
	return nil
}
