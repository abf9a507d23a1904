package main

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hikyaku/internal/letter"
	"hikyaku/mailbox"
	"hikyaku/mailbox/loopback"
)

// TestBounceIsFetched: what a mail server reports of our letter reaches us under any Subject; other mail stays where it is.
func TestBounceIsFetched(t *testing.T) {
	const bob = "bob@hikyaku.example"
	provider, err := loopback.StartSecure(mailbox.TLS, carol, bob)
	if err != nil {
		t.Fatal(err)
	}
	defer provider.Close()
	h := &household{t: t, dir: t.TempDir(), account: provider.Account(carol)}
	h.write("password", h.account.IMAP.Password.Text.Reveal(), 0o600)
	h.configure(0o644, "secret: state/secret", "password_file: password")
	if out, err := h.run(nil, "invite", "quoridor", bob, "--seat", "1"); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	id := h.sentID(bob, provider)
	for _, c := range []struct{ subject, id, want string }{
		{"Undelivered Mail Returned to Sender", id, "was not delivered: 550 no such user"},
		{"Delivery Status Notification (Failure)", id, "was not delivered: 550 no such user"},
		{"Mail delivery failed: returning message to sender", "<1@hikyaku.example>", ""},
	} {
		if err := provider.Deliver(carol, bounce(c.subject, c.id), time.Now()); err != nil {
			t.Fatal(err)
		}
		out, err := h.run(nil, "poll")
		if err != nil || !strings.Contains(out, c.want) || c.want == "" && out != "" {
			t.Errorf("%s: poll says %q (%v), want %q", c.subject, out, err, c.want)
		}
	}
}

// TestDeadAddress: an invitation that the mail server refuses, or reports later as undelivered, is marked in the list, on the board
// and for programs, and can be withdrawn.
func TestDeadAddress(t *testing.T) {
	const bob, nobody = "bob@hikyaku.example", "nobody@hikyaku.example"
	provider, err := loopback.StartSecure(mailbox.TLS, carol, bob)
	if err != nil {
		t.Fatal(err)
	}
	defer provider.Close()
	h := &household{t: t, dir: t.TempDir(), account: provider.Account(carol)}
	h.write("password", h.account.IMAP.Password.Text.Reveal(), 0o600)
	h.configure(0o644, "secret: state/secret", "password_file: password")
	does := func(want []string, args ...string) string {
		t.Helper()
		out, err := h.run(nil, args...)
		for _, text := range want {
			if !strings.Contains(out, text) {
				t.Errorf("hikyaku %s (%v) does not say %q:\n%s", strings.Join(args, " "), err, text, out)
			}
		}
		return out
	}
	withdraws := func(to string) {
		t.Helper()
		unreached := "The invitation didn't reach " + to + ": "
		does([]string{unreached, "withdraw this invitation and invite again with the right one", "    hikyaku resign "}, "matches")
		does([]string{unreached}, "show", to)
		does([]string{`"warnings":["` + unreached}, "matches", "--json")
		if out, err := h.run(nil, "resign", to, "--yes", "--send"); err != nil || !strings.Contains(out, "withdrew the invitation") {
			t.Errorf("it is not withdrawn: %v\n%s", err, out)
		}
		if out := does([]string{"withdrawn"}, "matches"); strings.Contains(out, unreached) {
			t.Errorf("after that the list is\n%s", out)
		}
		if left, err := filepath.Glob(filepath.Join(h.dir, "*", ".*.undelivered")); err != nil || len(left) > 0 {
			t.Errorf("after that the note of it stays: %v %v", left, err)
		}
	}
	does([]string{"can't send to " + nobody, "hikyaku resign "}, "invite", "quoridor", nobody, "--seat", "1")
	withdraws(nobody)
	does(nil, "invite", "quoridor", bob, "--seat", "1")
	id := h.sentID(bob, provider)
	if out := does(nil, "matches"); strings.Contains(out, "reach") {
		t.Errorf("before the report the list is\n%s", out)
	}
	for _, want := range []string{"the invitation was not delivered: 550 no such user. If the address is wrong, withdraw", ""} {
		if err := provider.Deliver(carol, bounce("Undelivered Mail Returned to Sender", id), time.Now()); err != nil {
			t.Fatal(err)
		}
		if out := does([]string{want}, "poll"); want == "" && out != "" {
			t.Errorf("of an invitation that is withdrawn poll says\n%s", out)
		} else if want != "" {
			withdraws(bob)
		}
	}
}

// sentID returns the Message-ID of the one letter that somebody got.
func (h *household) sentID(address string, provider *loopback.Servers) string {
	h.t.Helper()
	box, err := mailbox.NewAccount(provider.Account(address))
	if err != nil {
		h.t.Fatal(err)
	}
	var id string
	_, err = box.Fetch(h.t.Context(), mailbox.Mark{}, func(m mailbox.Mail) error {
		l, err := mailbox.Read(m.Raw)
		id = l.MessageID
		return err
	})
	if err != nil || !strings.HasPrefix(id, letter.IDPrefix) {
		h.t.Fatalf("%q was sent (%v)", id, err)
	}
	return id
}

// bounce returns a report on the letter with this id.
func bounce(subject, id string) []byte {
	report := "Return-Path: <>\nFrom: MAILER-DAEMON@hikyaku.example (Mail Delivery System)\nTo: " + carol + "\nSubject: " + subject +
		"\nMessage-ID: <dsn@hikyaku.example>\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n\n" +
		"--b\n\nfailed\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example.org\n\n" +
		"Final-Recipient: rfc822; bob@hikyaku.example\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 no such user\n\n" +
		"--b\nContent-Type: text/rfc822-headers\n\nMessage-ID: " + id + "\n\n--b--\n"
	return []byte(strings.ReplaceAll(report, "\n", "\r\n"))
}
