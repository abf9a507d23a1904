package main

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"hikyaku/internal/bot"
	"hikyaku/internal/courier"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/match"
)

func pollCommand() *cli.Command {
	return &cli.Command{
		Name: "poll", UsageText: "hikyaku poll\nhikyaku poll --watch",
		Flags:  []cli.Flag{boolFlag("watch"), boolFlag("again"), boolFlag("skipped"), textFlag("trace"), boolFlag("json")},
		Action: poll,
	}
}

func poll(c *cli.Context) error {
	defer collectRarely()()
	_, carrier, err := openCourier(c)
	if err != nil {
		return err
	}
	conf := configOf(c)
	if c.Bool("skipped") {
		if c.Bool("watch") {
			return usage("usage.skipped")
		}
		return printSkipped(c, carrier)
	}
	defer interruptible(c)()
	if c.Bool("again") {
		if err := carrier.Rewind(); err != nil {
			return err
		}
	}
	if c.Bool("watch") {
		return watchBox(c, conf, carrier.Box, carrier.Poll)
	}
	return pollOnce(c, conf, carrier.Poll, i18n.T("play.nothing-came"))
}

func printSkipped(c *cli.Context, carrier *courier.Courier) error {
	skipped, err := carrier.Skipped()
	if c.Bool("json") {
		setAnswer(c, newPolled(skipped, nil))
		return err
	}
	for _, r := range skipped {
		err = errors.Join(err, printLine(c, r.Reason.In(language(c.App))))
	}
	return err
}

// A pollFunc polls once, such as courier.Courier.Poll.
type pollFunc func(context.Context) ([]courier.Report, []courier.Delivery, error)

// pollOnce polls and prints the reports or, at a terminal, the text nothing if
// there are none. A mail that contradicts a record has its own exit status.
func pollOnce(c *cli.Context, conf *config, poll pollFunc, nothing i18n.Text) error {
	reports, sent, err := poll(c.Context)
	if errors.Is(err, context.Canceled) {
		err = i18n.Err("poll.interrupted")
	}
	if err != nil {
		nothing = i18n.Text{}
	}
	err = errors.Join(err, reportPoll(c, conf, reports, sent, "unsent.poll", nothing))
	diverged := slices.ContainsFunc(reports, func(r courier.Report) bool { return r.Verdict == courier.Diverged })
	if err == nil && diverged {
		return &reportedError{status: statusRecord}
	}
	return err
}

// reportPoll reports the mails that were received and sent, and runs the hooks.
// waits is the key of failed. The text nothing, which may be empty, is printed at
// a terminal if there are no news.
func reportPoll(c *cli.Context, conf *config, reports []courier.Report, sent []courier.Delivery, waits string, nothing i18n.Text) error {
	if !c.Bool("verbose") {
		reports = slices.DeleteFunc(reports, func(r courier.Report) bool { return r.Verdict == courier.Blocked })
	}
	errs := []error{failed(waits, sent)}
	if c.Bool("json") {
		setAnswer(c, newPolled(reports, sent))
	} else {
		news := len(sent) > 0
		for i, r := range reports {
			if slices.ContainsFunc(reports[i+1:], func(later courier.Report) bool { return later.Match == r.Match && later.Waits != (i18n.Text{}) }) {
				r.Waits, r.Mine = i18n.Text{}, false // a later mail says what the match waits for now
			}
			if r.Verdict == courier.Taken && r.Reason != (i18n.Text{}) {
				warn(c, r.Reason)
			}
			text, w := reportLine(language(c.App), r), c.App.Writer // news to stdout, problems to stderr
			news = news || text != "" || r.Reason != (i18n.Text{})
			if text == "" {
				continue
			}
			if r.Verdict == courier.Refused || r.Verdict == courier.Bounced || r.Verdict == courier.Diverged || r.Verdict == courier.Skipped {
				w, text = c.App.ErrWriter, "hikyaku: "+text
			}
			for _, s := range r.Words {
				if s.Intro != (i18n.Text{}) {
					text += "\n" + s.Intro.In(language(c.App))
				}
				text += "\n  " + strings.ReplaceAll(s.Text, "\n", "\n  ")
			}
			errs = append(errs, tell(w, text))
		}
		printDeliveries(c, sent)
		if nothing != (i18n.Text{}) && !news && isTerminal(c.App.Writer) {
			errs = append(errs, printLine(c, nothing.In(language(c.App))))
		}
	}
	runHooks(c, conf, func() []hookEvent {
		d := conf.desk()
		return append(reported(d, reports), delivered(d, sent)...)
	})
	return errors.Join(errs...)
}

// reportLine describes what happened to a mail. It returns "" for one that was
// known already.
func reportLine(lang string, r courier.Report) string {
	args := []any{
		"who", i18n.Person(cmp.Or(r.Name, r.From)), "match", r.Match, "game", r.Game, "with", i18n.People(r.With...), "reason", r.Reason, "news", i18n.Join(r.News, r.Waits),
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

// watchBox polls whenever mail arrives in box, until the context of the command
// is done.
func watchBox(c *cli.Context, conf *config, box mailbox.Box, poll pollFunc) error {
	whole := c.Context
	w := &mailbox.Watch{
		Box: box,
		Poll: func(ctx context.Context) error {
			c.Context = ctx
			err := pollOnce(c, conf, poll, i18n.Text{})
			err = errors.Join(err, printPolled(c, err))
			if errors.As(err, new(*reportedError)) {
				return nil
			}
			return err
		},
		Trouble: func(err error, pause time.Duration) {
			warn(c, i18n.T("watch.again", "why", err, "pause", pause))
		},
	}
	if err := w.Run(whole); whole.Err() == nil {
		return err
	}
	return nil
}

// polledJSON is the JSON of a poll: the mails that were received and sent.
type polledJSON struct {
	Reports []reportJSON   `json:"reports"`
	Sent    []deliveryJSON `json:"sent"`
	failure
}

// reportJSON is the JSON of the report on one mail, or on something that
// happened without one.
type reportJSON struct {
	Verdict courier.Verdict `json:"verdict"`
	From    string          `json:"from,omitempty"`
	Match   string          `json:"match,omitempty"`
	File    string          `json:"file,omitempty"`
	Steps   []stepJSON      `json:"steps,omitempty"`
	Said    string          `json:"said,omitempty"`
	Reason  string          `json:"reason,omitempty"` // a sentence
	Status  match.Waiting   `json:"status,omitempty"` // what the match waits for now
	Mine    bool            `json:"mine,omitempty"`   // whether it is the player's turn
	Ended   bool            `json:"ended,omitempty"`  // whether this mail ended it
}

type stepJSON struct {
	Do      string       `json:"do"`
	Move    string       `json:"move,omitempty"`
	Throw   []int        `json:"throw,omitempty"`
	Act     string       `json:"act,omitempty"`     // an act that only a newer hikyaku knows
	Number  int          `json:"number,omitempty"`  // the first move to be taken back
	Address string       `json:"address,omitempty"` // the new address, or that of a substitute
	Name    string       `json:"name,omitempty"`    // of a substitute
	Asks    kif.Question `json:"asks,omitempty"`    // the question that is agreed to
	From    string       `json:"from,omitempty"`
	To      string       `json:"to,omitempty"` // the last day of an absence
}

func newPolled(reports []courier.Report, sent []courier.Delivery) *polledJSON {
	polled := &polledJSON{Reports: []reportJSON{}, Sent: newDeliveries(sent)}
	for _, r := range reports {
		line := reportJSON{
			Verdict: r.Verdict, From: r.From, Match: r.Match, File: r.File, Said: r.Said(), Reason: r.Reason.En, Status: r.Status, Mine: r.Mine, Ended: r.Ended,
		}
		for _, s := range r.Steps {
			line.Steps = append(line.Steps, newStep(s))
		}
		polled.Reports = append(polled.Reports, line)
	}
	return polled
}

// newStep returns the JSON of a step, which consists of identifiers.
func newStep(s kif.Step) stepJSON {
	word, _, _ := strings.Cut(s.String(), " ")
	step := stepJSON{Do: word}
	switch s := s.(type) {
	case kif.Throw:
		step = stepJSON{Do: "throw", Throw: s.Faces()}
	case kif.Move:
		step = stepJSON{Do: "move", Move: string(s)}
	case kif.Ending:
		step.Do = s.ID()
	case kif.UndoOffer:
		step.Number = s.Number
	case kif.Agree:
		step.Asks = s.To
	case kif.Away:
		step.From, step.To = s.First.Format(time.DateOnly), s.Last.Format(time.DateOnly)
	case kif.NewAddress:
		step.Address = s.Address
	case kif.Substitute:
		step.Address, step.Name = s.Who.Address, s.Who.Name
	case kif.Unknown:
		step = stepJSON{Do: "unknown", Act: s.Text}
	}
	return step
}

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
	_, carrier, err := openCourier(c)
	if err != nil {
		return &redeliverError{err}
	}
	reports, sent, err := carrier.Receive(c.Context, mail, nil)
	reportErr := reportPoll(c, configOf(c), reports, sent, "unsent.poll", i18n.Text{})
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

func botCommand() *cli.Command {
	return &cli.Command{
		Name: "bot", UsageText: "hikyaku bot\nhikyaku bot --once",
		Flags:  []cli.Flag{boolFlag("once"), textFlag("trace"), boolFlag("json")},
		Action: runBot,
	}
}

// runBot lets the bot play one round, or one round whenever mail arrives.
func runBot(c *cli.Context) error {
	conf := configOf(c)
	conf.strangers = true
	d := conf.desk()
	carrier, err := conf.courier(c, d)
	if err != nil {
		return err
	}
	memory := conf.memory()
	memory.File = strings.TrimSuffix(memory.File, ".json") + ".bot"
	b := &bot.Bot{Desk: d, Courier: carrier, Limits: conf.Limits, Memory: memory}
	defer interruptible(c)()
	if c.Bool("once") {
		return pollOnce(c, conf, b.Round, i18n.Text{})
	}
	return watchBox(c, conf, carrier.Box, b.Round)
}
