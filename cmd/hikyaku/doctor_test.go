package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hikyaku/mailbox"
)

// TestDoctor spoils one thing of a configuration at a time; the doctor names it and says what to do.
func TestDoctor(t *testing.T) {
	h := newHousehold(t)
	h.write("secret", h.secret, 0o600)
	h.write("wrong", "wrong", 0o600)
	h.write("open", h.secret, 0o644)
	good := h.account
	for _, c := range []struct {
		name   string
		spoil  func(a *mailbox.Account)
		more   string
		secret string
		fails  []string // the steps that fail, and the hint, of each
	}{
		{"nothing", nil, "", "secret", nil},
		{"host", func(a *mailbox.Account) { a.IMAP.Host = "no-such-host.invalid" }, "", "secret", []string{"imap connect: unreachable", "check the host name, and that this computer is online"}},
		{"port", func(a *mailbox.Account) { a.SMTP.Port = 1 }, "", "secret", []string{"smtp connect: unreachable", "check the host and port"}},
		{"swapped ports", func(a *mailbox.Account) { a.SMTP.Port = a.IMAP.Port }, "", "secret", []string{"an IMAP server answers on this port", "give each server its own port"}},
		{"no time", nil, "timeout: 1ns", "secret", []string{
			"imap connect: timeout", "check the host and port", "smtp connect: timeout", "check the host and port; a firewall may be blocking the connection,"}},
		{"certificate", func(a *mailbox.Account) { a.IMAP.CAFile, a.SMTP.CAFile = "", "" }, "", "secret", []string{
			"imap tls: insecure", "the certificate is not signed by a known authority: if it is your own", "smtp tls: insecure", "the certificate is not signed by a known authority: if it is your own"}},
		{"password", nil, "", "wrong", []string{"imap login: login refused", "app password", "smtp login: login refused", "app password"}},
		{"no password", nil, "", "none", []string{"password file", "", "imap login: no password", "password_command", "smtp login: no password", "password_command"}},
		{"open password", nil, "", "open", []string{"other users can read", "make it readable only by you", "imap login: no password", "", "smtp login: no password", ""}},
		{"folder", nil, "mailbox: Kifu", "secret", []string{"imap folder: folder missing", "INBOX always exists"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			h.t, h.account = t, good
			if c.spoil != nil {
				c.spoil(&h.account)
			}
			h.configure(0o644, c.more, "password_file: "+c.secret)
			out, err := h.run([]string{mailbox.EnvIMAP + "=", mailbox.EnvSMTP + "="}, "doctor", "--send-test")
			if (err == nil) != (c.fails == nil) || (err == nil) != strings.Contains(out, "ok    message to yourself: arrived after") {
				t.Errorf("%v\n%s", err, out)
			}
			told := strings.Split(out, "\nFAIL  ")[1:]
			for i := 0; i+1 < len(c.fails) && len(told) > 0; i += 2 {
				if !strings.Contains(out, c.fails[i]) || !strings.Contains(out, c.fails[i+1]) {
					t.Errorf("not told %q with %q:\n%s", c.fails[i], c.fails[i+1], out)
				}
			}
			for _, one := range told {
				if step, why, _ := strings.Cut(one, ": "); strings.HasPrefix(why, step+": ") {
					t.Errorf("a step is named twice: %s", one)
				}
			}
			if strings.Count(out, "check the user name and password") > 1 || strings.Count(out, "signed by a known authority: if it is your own") > 1 {
				t.Errorf("a hint is repeated:\n%s", out)
			}
			if strings.Count(out, "ok    password file: ") > 1 {
				t.Errorf("one file is checked twice:\n%s", out)
			}
			if c.name != "no password" && c.name != "open password" && len(told) != len(c.fails)/2 {
				t.Errorf("%d failures told:\n%s", len(told), out)
			}
		})
	}
}

// TestDoctorReadsTheSecret: what is wrong with the file of secrets is named before an invitation fails over it.
func TestDoctorReadsTheSecret(t *testing.T) {
	h := newHousehold(t)
	h.write("password", h.secret, 0o600)
	h.configure(0o644, "secret: signing", "password_file: password")
	for _, c := range []struct {
		name, text string
		mode       os.FileMode
		doctor     string
		hint       string
		invited    int
	}{
		{"none", "", 0, "ok    secret key: your first invitation creates it in", "", statusMail},
		{"good", "", 0o600, "ok    secret key: ", "", statusMail},
		{"open", "", 0o644, "FAIL  secret key: others can read ", "\n      type: chmod 600 'signing'\n", statusFailed},
		{"damaged", "x", 0o600, "FAIL  secret key: ", "secret import", statusFailed},
	} {
		t.Run(c.name, func(t *testing.T) {
			h.t = t
			if c.text != "" {
				h.write("signing", c.text, c.mode)
			}
			if c.mode != 0 {
				if err := os.Chmod(filepath.Join(h.dir, "signing"), c.mode); err != nil {
					t.Fatal(err)
				}
			}
			out, err := h.run(nil, "doctor")
			if !strings.Contains(out, c.doctor) || !strings.Contains(out, c.hint) || (err == nil) != (c.hint == "") {
				t.Errorf("%v\n%s", err, out)
			}
			out, err = h.run(nil, "invite", "quoridor", "bob@hikyaku.example")
			var exit *exec.ExitError
			if !errors.As(err, &exit) || exit.ExitCode() != c.invited {
				t.Errorf("invite: %v, want status %d\n%s", err, c.invited, out)
			}
		})
	}
}

func TestClockNote(t *testing.T) {
	now := time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)
	for ago, want := range map[time.Duration]string{
		time.Minute: "", -time.Minute: "", 2 * time.Hour: "2 hours behind", -3 * time.Hour: "3 hours ahead",
	} {
		if got := clockNote(now.Add(-ago), now).En; !strings.Contains(got, want) || (got == "") != (want == "") {
			t.Errorf("%v: %q", ago, got)
		}
	}
	if got := clockNote(time.Time{}, now).En; got != "" {
		t.Errorf("unknown: %q", got)
	}
}
