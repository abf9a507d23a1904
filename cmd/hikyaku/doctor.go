package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"hikyaku/internal/atomicfile"
	cfg "hikyaku/internal/config"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/mailbox"
)

func doctorCommand() *cli.Command {
	return &cli.Command{
		Name: "doctor", UsageText: "hikyaku doctor --send-test",
		Flags:  []cli.Flag{boolFlag("send-test"), boolFlag("create"), textFlag("trace"), boolFlag("json")},
		Action: doctor,
	}
}

type doctorJSON struct {
	Steps []checkedJSON `json:"steps"`
	failure
}

type checkedJSON struct {
	Step   string       `json:"step"`
	OK     bool         `json:"ok"`
	Detail string       `json:"detail,omitempty"`
	Error  *problemJSON `json:"error,omitempty"`
	Hint   string       `json:"hint,omitempty"` // only with an error
}

func doctor(c *cli.Context) error {
	conf := configOf(c)
	if conf.path == "" {
		return i18n.Err("doctor.not-set-up")
	}
	if c.Bool("create") {
		if err := conf.makeFolders(true); err != nil {
			return err
		}
	}
	return examine(c, conf, c.Bool("send-test"))
}

// examine checks a configuration and prints the results. If sendTest is set, it
// also sends a mail and waits for it to arrive.
func examine(c *cli.Context, conf *config, sendTest bool) error {
	worst, answer := statusDone, &doctorJSON{}
	var failed []string
	var hints i18n.Text // those that were shown; none is repeated
	if c.Bool("json") {
		setAnswer(c, answer)
	}
	add := func(s mailbox.Step, status int) error {
		if s.Err != nil {
			worst, failed = max(worst, status), append(failed, failedStep(s))
		}
		checked := checkedJSON{Step: s.Name, OK: s.Err == nil, Detail: s.Detail.In(language(c.App))}
		if s.Err != nil {
			checked.Error, checked.Hint = newProblem(s.Err), s.Hint.In(language(c.App))
		}
		answer.Steps = append(answer.Steps, checked)
		if c.Bool("json") || c.Bool("quiet") && s.Err == nil {
			return nil
		}
		switch {
		case strings.Contains(hints.En, s.Hint.En):
			s.Hint = i18n.Text{}
		case s.Err != nil:
			hints = i18n.Lines(hints, s.Hint)
		}
		return tell(c.App.Writer, stepLine(c, s))
	}
	for _, s := range conf.checkFiles() {
		if err := add(s, statusFailed); err != nil {
			return err
		}
	}
	for _, s := range conf.checkMail(c, sendTest) {
		if err := add(s, statusMail); err != nil {
			return err
		}
	}
	if _, err := home.LoadKeyring(atomicfile.OS{}, conf.Secret); err == nil && worst == statusDone {
		if err := add(conf.checkRestore(c), statusFailed); err != nil {
			return err
		}
	}
	if worst != statusDone {
		return &reportedError{worst, failed}
	}
	return nil
}

// failedStep returns the name of the step that failed in s: for a test message
// that could not be sent, the step of sending it.
func failedStep(s mailbox.Step) string {
	var trouble *mailbox.Trouble
	if errors.As(s.Err, &trouble) {
		return trouble.Step
	}
	return s.Name
}

// titleOf returns the translated name of a step: of one of doctor's own, or of mailbox.Account.Check.
func titleOf(s mailbox.Step) i18n.Text {
	if own := "doctor." + strings.ReplaceAll(s.Name, " ", "-"); i18n.Has(own) {
		return i18n.T(own)
	}
	return s.Title()
}

// stepLine returns the line of a checked item, and below it a hint if the check
// failed.
func stepLine(c *cli.Context, s mailbox.Step) string {
	lang := language(c.App)
	if s.Err == nil {
		text := i18n.In(lang, "doctor.ok", "title", titleOf(s), "detail", s.Detail)
		if mark, rest, _ := strings.Cut(text, "  "); isTerminal(c.App.Writer) { // what does not fit continues below the title
			return mark + strings.TrimSuffix(indented(6, strings.TrimSpace(rest)), "\n")[len(mark):]
		}
		return text
	}
	hint := "      " + s.Hint.In(lang)
	if isTerminal(c.App.Writer) {
		hint = strings.TrimSuffix(indented(6, s.Hint.In(lang)), "\n")
	}
	return strings.TrimRight(i18n.In(lang, "doctor.fail", "what", failureOf(s), "hint", hint), " \n")
}

// failureOf returns what failed in a step, and why. Some errors name their step
// themselves.
func failureOf(s mailbox.Step) error {
	if strings.HasPrefix(i18n.Of(s.Err).En, titleOf(s).En+": ") {
		return s.Err
	}
	return i18n.Err("trouble.step", "step", titleOf(s), "what", s.Err)
}

// checkFiles checks the files and folders on this computer.
func (conf *config) checkFiles() []mailbox.Step {
	if conf.path == "" {
		return []mailbox.Step{{
			Name: "configuration", Err: i18n.Err("doctor.no-configuration"),
			Hint: i18n.T("doctor.set-up"),
		}}
	}
	return append([]mailbox.Step{{Name: "configuration", Detail: i18n.Same(conf.path)}}, conf.Look()...)
}

// checkMail checks the servers or the shared folder. If sendTest is set and all
// is well, it sends a test mail.
func (conf *config) checkMail(c *cli.Context, sendTest bool) (steps []mailbox.Step) {
	if conf.path == "" {
		return nil
	}
	if conf.Exchange != "" {
		steps = []mailbox.Step{cfg.LookAtFolder("exchange", conf.Exchange)}
		if !sendTest || steps[0].Err != nil {
			return steps // opening the box would create the player's folder in it
		}
	}
	box, err := conf.box()
	if errors.As(err, new(*noStateError)) {
		return steps // the folder was checked before
	}
	if err != nil {
		step := mailbox.Step{Name: "mail", Err: err, Hint: i18n.T("doctor.see-example")}
		var trouble *mailbox.Trouble
		if errors.As(err, &trouble) {
			step.Hint = trouble.Hint()
		}
		return []mailbox.Step{step}
	}
	if conf.SignsIn() {
		steps = []mailbox.Step{conf.checkSignIn(c.Context)}
		if steps[0].Err != nil {
			return steps // no server would accept a login
		}
	}
	if conf.Exchange == "" {
		steps = append(steps, conf.checkTransports(c.Context)...)
		conf.Advise(steps)
	}
	if conf.Trust != "" {
		steps = append(steps, mailbox.Step{Name: "trust", Detail: i18n.T("doctor.trusts", "server", conf.Trust)})
	}
	if sendTest && !slices.ContainsFunc(steps, func(s mailbox.Step) bool { return s.Err != nil }) {
		steps = append(steps, conf.sendTest(c, box))
	}
	return steps
}

// checkTransports checks what the configured transports need to work. Opening
// them has already checked the rest.
func (conf *config) checkTransports(ctx context.Context) (steps []mailbox.Step) {
	if conf.IMAP.Host != "" || conf.SMTP.Host != "" {
		steps = conf.account().Check(ctx)
	}
	switch {
	case conf.Maildir != "":
		steps = append(steps, mailbox.Step{Name: "maildir", Detail: i18n.Same(conf.Maildir)})
	case conf.IMAP.Host == "":
		steps = append(steps, mailbox.Step{Name: "mailbox", Detail: i18n.T("doctor.no-mailbox")})
	}
	if len(conf.Sendmail) > 0 {
		program, err := exec.LookPath(conf.Sendmail[0])
		if err != nil {
			err = i18n.Err("doctor.no-program", "program", conf.Sendmail[0], "error", err)
		}
		steps = append(steps, mailbox.Step{Name: "sendmail", Detail: i18n.Same(program), Err: err, Hint: i18n.T("doctor.name-program")})
	}
	return steps
}

// sendTest sends a mail to the player and waits for it.
func (conf *config) sendTest(c *cli.Context, box mailbox.Box) mailbox.Step {
	step := mailbox.Step{Name: "letter to yourself", Hint: i18n.T("doctor.spam")}
	ctx, cancel := context.WithTimeout(c.Context, conf.Timeout)
	defer cancel()
	began := time.Now()
	letter := &mailbox.Letter{
		From: conf.Me(), To: conf.Me(), Subject: "hikyaku doctor",
		MessageID: fmt.Sprintf("<hk1.doctor.%s@hikyaku.invalid>", strings.ToLower(rand.Text())), Date: began,
		Text: i18n.In(cmp.Or(conf.Language, language(c.App)), "doctor.letter") + "\n",
	}
	received, err := comesBack(ctx, box, letter)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		step.Err = i18n.Err("doctor.not-back", "time", conf.Timeout)
	case err != nil:
		step.Err = err
	default:
		step.Detail = i18n.T("doctor.back", "time", time.Since(began).Round(time.Millisecond), "clock", clockNote(received, time.Now()))
	}
	return step
}

// comesBack sends a letter, waits for it, and returns the time at which the
// server received it.
func comesBack(ctx context.Context, box mailbox.Box, letter *mailbox.Letter) (received time.Time, err error) {
	waiter, ok := box.(mailbox.Waiter)
	if !ok {
		return received, i18n.Err("doctor.no-way-back")
	}
	mark, err := waiter.Wait(ctx, mailbox.Mark{}, time.After)
	if err != nil {
		return received, err
	}
	if err := box.Send(ctx, letter); err != nil {
		return received, err
	}
	found := false
	for !found && err == nil {
		if _, err = waiter.Wait(ctx, mark, time.After); err != nil {
			break
		}
		mark, err = box.Fetch(ctx, mark, func(m mailbox.Mail) error {
			if l, err := mailbox.Read(m.Raw); err == nil && l.MessageID == letter.MessageID {
				found, received = true, m.Received
			}
			return nil
		})
	}
	return received, err
}

// clockNote describes how far this computer's clock differs from the server's, if
// the difference is too large to be the transit time of a mail.
func clockNote(received, now time.Time) i18n.Text {
	off := now.Sub(received)
	switch {
	case received.IsZero() || off.Abs() < 5*time.Minute:
		return i18n.Text{}
	case off > 0:
		return i18n.T("doctor.clock-behind", "time", i18n.Span(off))
	}
	return i18n.T("doctor.clock-ahead", "time", i18n.Span(-off))
}
