package mailbox_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"hikyaku/mailbox"
	"hikyaku/mailbox/mailboxtest"
)

// TestHangs lets a server fall silent at each step. Each time that is said with its step and what to do, in good time.
func TestHangs(t *testing.T) {
	_, file := certificate(t, "127.0.0.1", time.Now().Add(time.Hour))
	for _, c := range []struct {
		at       string
		security mailbox.Security
		step     string
	}{
		{"", mailbox.TLS, "imap tls"},
		{"", mailbox.STARTTLS, "imap tls"},
		{"STARTTLS", mailbox.STARTTLS, "imap tls"},
		{"", mailbox.None, "imap greeting"},
		{"CAPABILITY", mailbox.None, "imap greeting"},
		{"AUTHENTICATE", mailbox.None, "imap login"},
		{"EXAMINE", mailbox.None, "imap folder"},
		{"UID SEARCH", mailbox.None, "imap search"},
		{"UID FETCH", mailbox.None, "imap sizes"},
		{"IDLE", mailbox.None, "imap idle"},
		{"", mailbox.TLS, "smtp tls"},
		{"", mailbox.STARTTLS, "smtp tls"},
		{"EHLO", mailbox.STARTTLS, "smtp tls"},
		{"STARTTLS", mailbox.STARTTLS, "smtp tls"},
		{"", mailbox.None, "smtp greeting"},
		{"EHLO", mailbox.None, "smtp greeting"},
		{"AUTH", mailbox.None, "smtp login"},
		{"MAIL", mailbox.None, "smtp send"},
		{"RCPT", mailbox.None, "smtp send"},
		{"DATA", mailbox.None, "smtp send"},
		{"\x00.", mailbox.None, "smtp final dot"},
	} {
		t.Run(c.step+" at "+c.at, func(t *testing.T) {
			silent := func(line string) (string, bool) {
				return hang, c.at != "" && (strings.Contains(line, c.at) || "\x00"+line == c.at)
			}
			imap, smtp := idling(silent), newSMTP(silent)
			if c.at == "" {
				imap.greeting, smtp.greeting = hang, hang
			}
			a := accountOn(imap.serve(t), smtp.serve(t), short)
			for _, s := range []*mailbox.Server{&a.IMAP, &a.SMTP} {
				s.Security, s.CAFile = c.security, file
			}
			begun := time.Now()
			err := act(t, a, c.step)
			wants := mailbox.TimedOut
			var got *mailbox.Trouble
			if !errors.As(err, &got) || got.Kind != wants || got.Step != c.step || !strings.Contains(got.Hint(), "port") {
				t.Errorf("got %v, hint %q", err, got.Hint())
			}
			if d := time.Since(begun); d > long {
				t.Errorf("took %v", d)
			}
			if c.security != mailbox.None || c.at == "" || c.at == "CAPABILITY" || c.at == "EHLO" {
				unsaid(t, imap)
				unsaid(t, smtp)
			}
		})
	}
}

// act does what comes to the step: waiting, fetching or sending.
func act(t *testing.T, a mailbox.Account, step string) error {
	box := open(t, a)
	mailbox.SetDotTimeout(box, a.Timeout)
	switch {
	case strings.HasPrefix(step, "smtp"):
		return box.Send(t.Context(), mailboxtest.Letter(1))
	case step == "imap idle":
		_, err := box.(mailbox.Waiter).Wait(t.Context(), mailbox.Mark{Validity: 7, UID: 3}, newClock().after)
		return err
	case step == "imap sizes":
		var failed error
		_, err := box.Fetch(t.Context(), mailbox.Mark{}, func(m mailbox.Mail) error { failed = m.Err; return nil })
		return errors.Join(err, failed)
	}
	_, err := box.Fetch(t.Context(), mailbox.Mark{}, func(mailbox.Mail) error { return nil })
	return err
}

// A host that does not exist, and a port on which nobody listens.
func TestNobodyThere(t *testing.T) {
	for host, hint := range map[string]string{"no-such-host.invalid": "name of the host", "127.0.0.1": "host and port"} {
		a := accountOn(1, 1, long)
		a.IMAP.Host, a.IMAP.Security = host, mailbox.TLS
		err := act(t, a, "imap connect")
		trouble(t, err, mailbox.Unreachable, "imap connect")
		var got *mailbox.Trouble
		if !errors.As(err, &got) || !strings.Contains(got.Hint(), hint) {
			t.Errorf("%s: hint %q", host, got.Hint())
		}
	}
}
