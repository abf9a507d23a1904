package mailbox_test

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"hikyaku/mailbox"
	"hikyaku/mailbox/mailboxtest"
)

// TestHangs makes a server silent at each step. The error names the step and what to do, in time.
func TestHangs(t *testing.T) {
	_, file := certificate(t, "127.0.0.1", time.Now().Add(time.Hour))
	for _, c := range []struct {
		at       string
		security mailbox.Security
		step     string
		after    time.Duration
	}{
		{"", mailbox.TLS, "imap tls", long},
		{"", mailbox.STARTTLS, "imap tls", long},
		{"STARTTLS", mailbox.STARTTLS, "imap tls", long},
		{"", mailbox.None, "imap greeting", long},
		{"CAPABILITY", mailbox.None, "imap greeting", long},
		{"AUTHENTICATE", mailbox.None, "imap login", long},
		{"EXAMINE", mailbox.None, "imap folder", long},
		{"UID SEARCH", mailbox.None, "imap search", long},
		{"UID FETCH", mailbox.None, "imap sizes", 4 * long},
		{"IDLE", mailbox.None, "imap idle", long},
		{"", mailbox.TLS, "smtp tls", long},
		{"", mailbox.STARTTLS, "smtp tls", long},
		{"EHLO", mailbox.STARTTLS, "smtp tls", long},
		{"STARTTLS", mailbox.STARTTLS, "smtp tls", long},
		{"", mailbox.None, "smtp greeting", long},
		{"EHLO", mailbox.None, "smtp greeting", long},
		{"AUTH", mailbox.None, "smtp login", long},
		{"MAIL", mailbox.None, "smtp send", long},
		{"RCPT", mailbox.None, "smtp send", long},
		{"DATA", mailbox.None, "smtp send", long},
		{"\x00.", mailbox.None, "smtp final dot", 10 * time.Minute},
	} {
		t.Run(c.step+" at "+c.at, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				silent := func(line string) (string, bool) {
					return hang, c.at != "" && (strings.Contains(line, c.at) || "\x00"+line == c.at)
				}
				imap, smtp := idling(silent), newSMTP(silent)
				if c.at == "" {
					imap.greeting, smtp.greeting = hang, hang
				}
				a := accountOn(1, 2, long)
				for _, s := range []*mailbox.Server{&a.IMAP, &a.SMTP} {
					s.Security, s.CAFile = c.security, file
				}
				begun := time.Now()
				err := act(t, inMemory(t, a, imap, smtp), c.step)
				trouble(t, err, mailbox.TimedOut, c.step)
				hint := "check the host and port"
				if strings.HasSuffix(c.step, "tls") {
					hint = "check port and security: use tls with ports 993 and 465, starttls"
				}
				var got *mailbox.Trouble
				if errors.As(err, &got) && !strings.Contains(got.Hint().En, hint) {
					t.Errorf("hint %q, want %q", got.Hint().En, hint)
				}
				if d := time.Since(begun); d != c.after {
					t.Errorf("it took %v, want %v", d, c.after)
				}
				if c.security != mailbox.None || c.at == "" || c.at == "CAPABILITY" || c.at == "EHLO" {
					unsaid(t, imap)
					unsaid(t, smtp)
				}
			})
		})
	}
}

// act performs what leads to the step: waiting, fetching or sending.
func act(t *testing.T, box mailbox.Box, step string) error {
	switch {
	case strings.HasPrefix(step, "smtp"):
		return box.Send(t.Context(), mailboxtest.Letter(1))
	case step == "imap idle":
		_, err := box.(mailbox.Waiter).Wait(t.Context(), mailbox.Mark{Validity: 7, UID: 3}, time.After)
		return err
	}
	_, err := box.Fetch(t.Context(), mailbox.Mark{}, func(m mailbox.Mail) error { return m.Err })
	return err
}

// A host that does not exist, and a port that nobody listens on.
func TestNobodyThere(t *testing.T) {
	for host, hint := range map[string]string{"no-such-host.invalid": "check the host name, and that this computer is online", "127.0.0.1": "host and port"} {
		a := accountOn(1, 1, long)
		a.IMAP.Host, a.IMAP.Security = host, mailbox.TLS
		err := act(t, open(t, a), "imap connect")
		trouble(t, err, mailbox.Unreachable, "imap connect")
		var got *mailbox.Trouble
		if !errors.As(err, &got) || !strings.Contains(got.Hint().En, hint) {
			t.Errorf("%s: hint %q", host, got.Hint().En)
		}
	}
}
