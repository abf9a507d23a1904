package main

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"hikyaku/internal/courier"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/mailbox"
	"hikyaku/match"
	"hikyaku/render"
)

func sendCommand() *cli.Command {
	return &cli.Command{
		Name: "send", ArgsUsage: "[MATCH]", UsageText: "hikyaku send 7c1f29ab",
		Flags: []cli.Flag{textFlag("trace"), boolFlag("json")},
		Action: func(c *cli.Context) error {
			d, carrier, err := openCourier(c)
			if err != nil {
				return err
			}
			found, err := d.Named(c.Args().First())
			if err != nil {
				return err
			}
			m, err := d.Opened(found)
			if err != nil {
				return err
			}
			if err := canSend(d, carrier, m); err != nil {
				return err
			}
			if c.Bool("json") {
				setAnswer(c, &sentJSON{Sent: []deliveryJSON{}})
			}
			return send(c, carrier, m)
		},
	}
}

// send sends the last step of m, reports the result, within the command's answer if it has one, and runs the hooks.
func send(c *cli.Context, carrier *courier.Courier, m home.Copy) error {
	conf := configOf(c)
	sent, err := carrier.Send(c.Context, m)
	switch a := c.App.Metadata["answer"].(type) {
	case *matchJSON:
		a.Sent = append(a.Sent, newDeliveries(sent)...)
	case *sentJSON:
		a.Sent = append(a.Sent, newDeliveries(sent)...)
	default:
		printDeliveries(c, sent)
	}
	err = errors.Join(failed("unsent.poll", sent), err)
	runHooks(c, conf, func() []hookEvent { return delivered(conf.desk(), sent) })
	return err
}

type sentJSON struct {
	Sent []deliveryJSON `json:"sent"`
	failure
}

type deliveryJSON struct {
	To    string       `json:"to"`
	File  string       `json:"file,omitempty"` // "" for a mail about several matches
	Match string       `json:"match,omitempty"`
	OK    bool         `json:"ok"`
	Error *problemJSON `json:"error,omitempty"`
}

// failures are the errors of deliveries. The first determines the exit status.
type failures []error

func (f failures) Error() string { return f.Sentence().En }

// Sentence returns the text of all errors.
func (f failures) Sentence() i18n.Text { return i18n.Of(errors.Join(f...)) }

func (f failures) Unwrap() error { return f[0] }

// failed returns the errors of deliveries as failures, or nil. waits is the key
// of the sentence on messages that wait.
func failed(waits string, sent []courier.Delivery) error {
	var failed failures
	var advice error // on invitations that were refused, once for all of a match
	for _, d := range sent {
		if d.Err != nil {
			key, refused := waits, new(mailbox.SendError)
			switch {
			case d.Aside:
				key = "unsent.aside"
			case !errors.As(d.Err, &refused) || refused.Kind != mailbox.Refused:
			case d.Match != nil && d.Match.WaitsFor() == match.ForAnswer:
				key, advice = "unsent.aside", i18n.Err("unsent.invitation", "match", d.Match.Short())
			default:
				key = "unsent.again"
			}
			what, details := mailbox.Plain(d.Err)
			err := i18n.Err(key, "to", d.To.Addr, "what", what, "why", d.Err, "file", i18n.Command(d.File))
			if key == "unsent.kept" && details != (i18n.Text{}) {
				err = i18n.Err("plain.details", "what", err, "details", details)
			}
			failed = append(failed, err)
		}
	}
	if advice != nil {
		failed = append(failed, advice)
	}
	if len(failed) == 0 {
		return nil
	}
	return failed
}

func newDeliveries(sent []courier.Delivery) []deliveryJSON {
	list := []deliveryJSON{}
	for _, d := range sent {
		line := deliveryJSON{To: d.To.Addr, File: d.File, OK: d.Err == nil}
		if d.Match != nil {
			line.Match = d.Match.Short()
		}
		if d.Err != nil {
			line.Error = newProblem(d.Err)
		}
		list = append(list, line)
	}
	return list
}

// printDeliveries prints the mails that were sent.
func printDeliveries(c *cli.Context, sent []courier.Delivery) {
	for _, d := range sent {
		if d.Err != nil {
			continue
		}
		key, name := "sent.step", ""
		switch {
		case d.Puzzle:
			key = "sent.puzzle"
		case d.Match == nil:
			key = "sent.digest"
		case d.Aside:
			key = "sent.aside"
		}
		if d.Match != nil {
			name = d.Match.Short()
		}
		fmt.Fprintln(c.App.Writer, render.Safe(i18n.In(language(c.App), key, "to", d.To.Addr, "match", name)))
	}
}
