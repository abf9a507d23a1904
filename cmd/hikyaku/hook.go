package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"hikyaku/internal/courier"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/mailbox"
	"hikyaku/render"
)

// The events of hooks, as the configuration calls them.
const (
	eventTurn     = "turn"     // it is our turn, or another player asks something
	eventSent     = "sent"     // the server has accepted a mail of ours
	eventRefused  = "refused"  // a mail to us or from us was refused
	eventFinished = "finished" // a match has ended
)

// hookEvent is the JSON that a hook reads.
type hookEvent struct {
	Event    string     `json:"event"`
	File     string     `json:"file,omitempty"`
	Match    string     `json:"match,omitempty"` // its short name
	Who      string     `json:"who,omitempty"`   // the sender or recipient of the mail
	Reason   string     `json:"reason,omitempty"`
	Position *matchJSON `json:"position,omitempty"` // as in show --format json
}

// in returns h with the file, name and position of m.
func (h hookEvent) in(d *home.Desk, m home.Copy) hookEvent {
	h.File, h.Match, h.Position = m.File, m.Short(), describeMatch(d, m, false)
	return h
}

// hookLimit is the time limit of a hook.
const hookLimit = 30 * time.Second

// runHook runs command with the JSON of h on its standard input. Its output goes
// to w. If it fails, that is reported on w and has no other effect.
func runHook(ctx context.Context, w io.Writer, lang string, command []string, h hookEvent) {
	var in bytes.Buffer
	err := printJSON(&in, h)
	if err == nil {
		hook := exec.CommandContext(ctx, command[0], command[1:]...)
		hook.Env = mailbox.WithoutPasswords(os.Environ())
		hook.Stdin, hook.Stdout, hook.Stderr = &in, w, w
		hook.WaitDelay = time.Second // for processes that the command has started
		err = hook.Run()
	}
	if ctx.Err() != nil {
		err = i18n.Err("hook.late", "limit", hookLimit)
	}
	if err != nil {
		fmt.Fprintln(w, render.Safe("hikyaku: "+i18n.In(lang, "hook.failed", "event", h.Event, "program", command[0], "why", err)))
	}
}

// runHooks runs the configured command for each event. An interrupt does not
// stop it, because an event is reported only once. Without any command, it does
// not ask for the events, which are not worth opening records for.
func runHooks(c *cli.Context, conf *config, events func() []hookEvent) {
	commands := conf.Hooks.Commands()
	if !slices.ContainsFunc(slices.Collect(maps.Values(commands)), func(command []string) bool { return len(command) > 0 }) {
		return
	}
	for _, h := range events() {
		if command := commands[h.Event]; len(command) > 0 {
			ctx, cancel := context.WithTimeout(context.WithoutCancel(c.Context), hookLimit)
			runHook(ctx, c.App.ErrWriter, language(c.App), command, h)
			cancel()
		}
	}
}

// reported returns the events caused by reports, each only once for a match.
func reported(d *home.Desk, reports []courier.Report) (list []hookEvent) {
	asked, ended := map[string]bool{}, map[string]bool{}
	for _, r := range reports {
		h := hookEvent{File: r.File, Match: r.Match, Who: r.From}
		add := func(event string) {
			h.Event = event
			list = append(list, h)
		}
		m, err := d.Open(r.File)
		if r.File != "" && err == nil {
			h = h.in(d, m)
			me := d.Party(m.Match)
			if r.Asks && !asked[r.File] && m.Outcome == nil && me != 0 && (m.Turn == me || m.Match.For(me).Question().En != "") { // a planned move may have answered already
				asked[r.File] = true
				add(eventTurn)
			}
			if r.Ended && !ended[r.File] {
				ended[r.File] = true
				add(eventFinished)
			}
		}
		if refused(r) {
			h.Reason = r.Reason.En
			add(eventRefused)
		}
	}
	return list
}

// refused reports whether r is about a mail or reply that was refused, or a mail
// of ours that did not arrive.
func refused(r courier.Report) bool {
	switch r.Verdict {
	case courier.Refused:
		return r.From != "" || r.File == "" // otherwise it is an old record, which every poll reports
	case courier.Answered, courier.Silent:
		return r.Failed
	}
	return r.Verdict == courier.Diverged || r.Verdict == courier.Bounced
}

// delivered returns the events caused by mails of ours that are about a match.
func delivered(d *home.Desk, sent []courier.Delivery) (list []hookEvent) {
	for _, s := range sent {
		if s.Match == nil {
			continue
		}
		h := hookEvent{Event: eventSent, Who: s.To.Addr}.in(d, home.Copy{File: s.File, Match: s.Match})
		var failed *mailbox.SendError
		switch {
		case errors.As(s.Err, &failed) && failed.Kind == mailbox.Refused:
			h.Event, h.Reason = eventRefused, render.SafeLine(s.Err.Error(), 400)
		case s.Err != nil:
			continue
		}
		list = append(list, h)
	}
	return list
}

// finished returns an event if the match in the file of before has ended since then: reading dice while sending may have ended it.
func finished(d *home.Desk, before home.Copy) (list []hookEvent) {
	if after, err := d.Open(before.File); err == nil && before.Outcome == nil && after.Outcome != nil {
		list = append(list, hookEvent{Event: eventFinished, Who: d.Me.Address}.in(d, after))
	}
	return list
}
