package main

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"hikyaku/courier"
	"hikyaku/desk"
	"hikyaku/mailbox"
	"hikyaku/render"
	"hikyaku/words"
)

func sendCommand() *cli.Command {
	return &cli.Command{
		Name:      "send",
		Usage:     "send your last move to the other players",
		ArgsUsage: "MATCH",
		Description: `Sends the whole record to every other player's address, but for those who have replied stop, and to
observers whatever they have not got yet. Sending again sends the same letter again, which the other side
recognises. Of a record without a move it sends the opening.

   hikyaku send 7c1f29ab`,
		Flags: []cli.Flag{traceFlag(), jsonFlag()},
		Action: func(c *cli.Context) error {
			if err := checkArgs(c, 0, 1); err != nil {
				return err
			}
			d, carrier, err := openCourier(c)
			if err != nil {
				return err
			}
			file, err := desk.Named(d, c.Args().First())
			if err != nil {
				return err
			}
			if err := canSend(d, carrier, file); err != nil {
				return err
			}
			return send(c, carrier, file)
		},
	}
}

// send sends the last step of the match in file, prints the result and runs the hooks.
func send(c *cli.Context, carrier *courier.Courier, file string) error {
	conf, err := loadConfig(c)
	if err != nil {
		return err
	}
	sent, err := carrier.Send(c.Context, file)
	err = errors.Join(printDeliveries(c, sent), err)
	runHooks(c, conf, delivered(sent))
	return err
}

// deliveryJSON is the JSON of the result of one letter.
type deliveryJSON struct {
	Sent  string `json:"sent"` // the recipient
	File  string `json:"file"`
	OK    bool   `json:"ok"`
	Error string `json:"error,omitempty"`
}

// failures are the errors of deliveries. The first determines the exit status.
type failures []error

func (f failures) Error() string { return errors.Join(f...).Error() }

func (f failures) Unwrap() error { return f[0] }

// printDeliveries prints the result of each letter. Its error is of type failures.
func printDeliveries(c *cli.Context, sent []courier.Delivery) error {
	var failed failures
	for _, d := range sent {
		if d.Err != nil {
			failed = append(failed, fmt.Errorf("send to %s: %w%s", d.To.Addr, d.Err, afterFailure(d)))
		}
		if c.Bool("json") {
			line := deliveryJSON{Sent: d.To.Addr, File: d.File, OK: d.Err == nil}
			if d.Err != nil {
				line.Error = render.SafeLine(d.Err.Error(), 400)
			}
			if err := printJSON(c.App.Writer, line); err != nil {
				return err
			}
		} else if d.Err == nil {
			fmt.Fprintln(c.App.Writer, render.Safe(sentLine(language(c.App), d)))
		}
	}
	if len(failed) == 0 {
		return nil
	}
	return failed
}

// afterFailure describes what happens to a letter that was not sent.
func afterFailure(d courier.Delivery) string {
	var refused *mailbox.SendError
	switch {
	case d.Aside:
		return ""
	case d.Match.Ply() == 0 || errors.As(d.Err, &refused) && refused.Kind == mailbox.Refused:
		return "\nwhen that is mended, send it again: hikyaku send " + d.File
	}
	return "\nthe turn is recorded; the next hikyaku poll sends it"
}

func sentLine(lang string, d courier.Delivery) string {
	switch {
	case d.Match == nil:
		return words.In(lang, "sent.digest", "to", d.To.Addr)
	case d.Aside:
		return words.In(lang, "sent.aside", "to", d.To.Addr, "match", d.Match.Short())
	}
	return words.In(lang, "sent.step", "to", d.To.Addr, "match", d.Match.Short())
}
