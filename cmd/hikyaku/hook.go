package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"

	"github.com/urfave/cli/v2"

	"hikyaku/internal/courier"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/mailbox"
	"hikyaku/render"
)

// The events of hooks, by their names in the configuration.
const (
	eventTurn     = "turn"     // it has become our turn, or something is asked of us
	eventSent     = "sent"     // the server has taken a letter of ours
	eventRefused  = "refused"  // a letter to us, or one of ours, was refused
	eventFinished = "finished" // a match has ended
)

// happening is the JSON that a hook gets.
type happening struct {
	Event    string     `json:"event"`
	File     string     `json:"file,omitempty"`
	Match    string     `json:"match,omitempty"` // its short name
	Who      string     `json:"who,omitempty"`   // the address that the letter came from or went to
	Reason   string     `json:"reason,omitempty"`
	Position *matchJSON `json:"position,omitempty"` // as show --format json has it
}

// in returns h as something that happened in m.
func (h happening) in(d *home.Desk, m home.Copy) happening {
	h.File, h.Match, h.Position = m.File, m.Short(), describeMatch(d, m, false)
	return h
}

// hookLimit is the time limit of a hook.
const hookLimit = 30 * time.Second

// runHook runs command with the JSON of h on its standard input. Its output goes to w, and so does why it failed, which changes
// nothing else.
func runHook(ctx context.Context, w io.Writer, lang string, command []string, h happening) {
	var in bytes.Buffer
	err := printJSON(&in, h)
	if err == nil {
		hook := exec.CommandContext(ctx, command[0], command[1:]...)
		hook.Env = mailbox.WithoutPasswords(os.Environ())
		hook.Stdin, hook.Stdout, hook.Stderr = &in, w, w
		hook.WaitDelay = time.Second // for what the command itself has started
		err = hook.Run()
	}
	if ctx.Err() != nil {
		err = i18n.Err("hook.late", "limit", hookLimit)
	}
	if err != nil {
		fmt.Fprintln(w, render.Safe("hikyaku: "+i18n.In(lang, "hook.failed", "event", h.Event, "program", command[0], "why", err)))
	}
}

// runHooks runs the configured command for each of list. An interrupt does not keep it from a hook: what happened is not told
// again.
func runHooks(c *cli.Context, conf *config, list []happening) {
	commands := conf.Hooks.Commands()
	for _, h := range list {
		if command := commands[h.Event]; len(command) > 0 {
			ctx, cancel := context.WithTimeout(context.WithoutCancel(c.Context), hookLimit)
			runHook(ctx, c.App.ErrWriter, language(c.App), command, h)
			cancel()
		}
	}
}

// reported returns what happened by reports, each happening once.
func reported(d *home.Desk, reports []courier.Report) (list []happening) {
	asked, ended := map[string]bool{}, map[string]bool{}
	for _, r := range reports {
		h := happening{File: r.File, Match: r.Match, Who: r.From, Reason: r.Reason.En}
		m, err := d.Open(r.File)
		if open := r.File != "" && err == nil; open {
			h = h.in(d, m)
			me := d.Party(m.Match)
			if r.Asks && !asked[r.File] && m.Outcome == nil && me != 0 && (m.Turn == me || m.Match.Question(me).En != "") { // a planned move may have answered already
				asked[r.File] = true
				list = append(list, h.as(eventTurn))
			}
			if r.Ended && !ended[r.File] {
				ended[r.File] = true
				list = append(list, h.as(eventFinished))
			}
		}
		if refused(r) {
			list = append(list, h.as(eventRefused))
		}
	}
	return list
}

// as returns h as that event. Only a refusal has a reason.
func (h happening) as(event string) happening {
	if h.Event = event; event != eventRefused {
		h.Reason = ""
	}
	return h
}

// refused reports whether r is about a letter or reply that was refused, or a letter of ours that did not arrive.
func refused(r courier.Report) bool {
	switch r.Verdict {
	case courier.Refused:
		return r.From != "" || r.File == "" // else it is no letter but an old record, which every poll names
	case courier.Answered, courier.Silent:
		return r.Failed
	}
	return r.Verdict == courier.Diverged || r.Verdict == courier.Bounced
}

// delivered returns what happened by letters of ours that are about a match.
func delivered(d *home.Desk, sent []courier.Delivery) (list []happening) {
	for _, s := range sent {
		if s.Match == nil {
			continue
		}
		h := happening{Event: eventSent, Who: s.To.Addr}.in(d, home.Copy{File: s.File, Match: s.Match})
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

// finished returns what happened if the match in m, which went on before, has ended.
func (conf *config) finished(before, m home.Copy) (list []happening) {
	if before.Match != nil && before.Outcome == nil && m.Match != nil && m.Outcome != nil {
		list = append(list, happening{Event: eventFinished, Who: conf.Address}.in(conf.desk(), m))
	}
	return list
}
