package mailbox

import (
	"context"
	"errors"
	"hikyaku/internal/i18n"
)

// Step is the result of one step of connecting to the servers of an account.
type Step struct {
	Name   string    // "imap connect", "imap tls", "imap greeting", "imap login", "imap folder", "smtp connect", …
	Detail i18n.Text // what was found, safe to print
	Err    error     // nil if it went well
	Hint   i18n.Text // what to do about Err
}

// Title returns the name of a step of Check for people.
func (s Step) Title() i18n.Text { return stepName(s.Name) }

// Check performs the steps of fetching and sending without transferring a message. It stops at the first failure of each
// protocol, and skips one whose server is left out.
func (a Account) Check(ctx context.Context) []Step {
	box, err := newAccount(a)
	if err != nil {
		return []Step{failure(err)}
	}
	var steps []Step
	note := func(name string, detail i18n.Text) { steps = append(steps, Step{Name: name, Detail: detail}) }
	if a.IMAP.Host != "" {
		if s, err := box.openIMAP(ctx, note); err != nil {
			steps = append(steps, failure(err))
		} else {
			steps = append(steps, s.checkHeaders(ctx))
			s.close()
		}
	}
	if a.SMTP.Host != "" {
		if p, err := box.openSMTP(ctx, note); err != nil {
			steps = append(steps, failure(err))
		} else {
			p.close()
		}
	}
	return steps
}

// checkHeaders finds out how the messages to fetch are selected.
func (s *session) checkHeaders(ctx context.Context) Step {
	newest, err := s.newest(ctx)
	how := "step.by-headers"
	if err == nil && newest > 0 {
		var all map[uint32]envelope
		all, err = s.envelopes(ctx, []uint32{newest}, true)
		if e, found := all[newest]; found && e.head == nil {
			how = "step.by-content"
		}
	}
	if err != nil {
		return failure(err)
	}
	return Step{Name: "imap headers", Detail: i18n.T(how)}
}

func failure(err error) Step {
	if t, ok := errors.AsType[*Trouble](err); ok {
		return Step{Name: t.Step, Err: err, Hint: t.Hint()}
	}
	return Step{Name: "interrupted", Err: err}
}
