package mailbox_test

import (
	"strings"
	"testing"

	"hikyaku/mailbox"
	"hikyaku/mailbox/mailboxtest"
)

func TestMayAnswer(t *testing.T) {
	for _, c := range []struct {
		header, from string
		why          string // the sign; empty: an answer may be given
	}{
		{"", "", ""},
		{"Auto-Submitted: no\r\n", "", ""},
		{"Auto-Submitted: No (a person); x=y\r\n", "", ""},
		{"Auto-Submitted: \r\n", "", ""},
		{"Auto-Submitted: auto-replied; owner-email=\"x@y\"\r\n", "", "Auto-Submitted: auto-replied"},
		{"Auto-Submitted: AUTO-GENERATED (by cron)\r\n", "", "Auto-Submitted: auto-generated"},
		{"Auto-Submitted: (no) auto-generated\r\n", "", "Auto-Submitted: (no) auto-generated"},
		{"Auto-Submitted: no\r\nAuto-Submitted: auto-replied\r\n", "", "Auto-Submitted: auto-replied"},
		{"Precedence: Bulk \r\n", "", "Precedence: bulk"},
		{"Precedence: list\r\n", "", "Precedence: list"},
		{"Precedence: first-class\r\nPrecedence: junk\r\n", "", "Precedence: junk"},
		{"Precedence: first-class\r\n", "", ""},
		{"List-Id: <go.example>\r\n", "", "List-Id"},
		{"list-unsubscribe: <mailto:x@y>\r\n", "", "List-Unsubscribe"},
		{"X-Auto-Response-Suppress: All\r\n", "", "X-Auto-Response-Suppress"},
		{"X-Auto-Response-Suppress: DR, OOF, AutoReply\r\n", "", ""},
		{"X-Auto-Response-Suppress: All\r\nAuto-Submitted: auto-generated\r\n", "", "Auto-Submitted: auto-generated"},
		{"Precedence: auto_reply\r\n", "", "Precedence: auto_reply"},
		{"X-Autoreply: yes\r\n", "", "X-Autoreply"},
		{"X-Autorespond: vacation\r\n", "", "X-Autorespond"},
		{"Return-Path: <>\r\n", "", "Return-Path: <>"},
		{"Return-Path: <taro@example.org>\r\n", "", ""},
		{"X-Loop: hanako@EXAMPLE.net\r\n", "", "X-Loop: hanako@example.net"},
		{"X-Loop: somebody@example.net\r\n", "", ""},
		{"X-Loop: somebody@example.net\r\nX-Loop: hanako@example.net\r\n", "", "X-Loop: hanako@example.net"},
		{"", "hanako@Example.NET", "From: hanako@Example.NET"},
		{"", "Hanako@example.net", "From: Hanako@example.net"},
		{"", "MAILER-DAEMON@mx.example.org", "From: MAILER-DAEMON@mx.example.org"},
		{"", "Postmaster@example.org", "From: Postmaster@example.org"},
		{"", "no-reply@example.org", "From: no-reply@example.org"},
		{"", "owner-go@example.org", "From: owner-go@example.org"},
		{"", "go-request@example.org", "From: go-request@example.org"},
		{"", "request@example.org", ""},
		{"Content-Type: multipart/report; boundary=x\r\n", "", "Content-Type: multipart/report"},
		{strings.Repeat("Received: by mx\r\n", 25), "", ""},
		{strings.Repeat("Received: by mx\r\n", 26), "", "too many Received"},
	} {
		from := c.from
		if from == "" {
			from = pinned
		}
		l, err := mailbox.Read([]byte(c.header + "From: " + from + "\r\n\r\ne2\r\n"))
		if err != nil {
			t.Fatal(err)
		}
		if ok, why := l.MayAnswer(mailbox.Address{Addr: own}); ok != (c.why == "") || why != c.why {
			t.Errorf("%s%s: %v, because %q, want %q", c.header, from, ok, why, c.why)
		}
		if l.Text != "e2" && !strings.Contains(c.header, "multipart") {
			t.Errorf("%s: the text is %q: what is not answered is read all the same", c.header, l.Text)
		}
	}
}

// Everybody, including us, recognises our automatic messages as such.
func TestAutomaticLetter(t *testing.T) {
	for _, kind := range []string{"", "auto-generated", "auto-replied", "auto-notified", "no", "x\r\nBcc: a@b"} {
		l := mailboxtest.Letter(1)
		l.Automatic, l.InReplyTo = kind, "<m1@example.net>"
		raw, err := l.Bytes()
		allowed := kind == "" || kind == "auto-generated" || kind == "auto-replied"
		if (err == nil) != allowed {
			t.Errorf("%q: %v", kind, err)
		}
		if err != nil {
			continue
		}
		marked := kind != ""
		for _, field := range []string{"Auto-Submitted: " + kind + "\r\n", "X-Auto-Response-Suppress: All\r\n"} {
			if strings.Contains(string(raw), field) != marked {
				t.Errorf("%q: %q in\n%s", kind, field, raw)
			}
		}
		got, err := mailbox.Read(raw)
		if err != nil {
			t.Fatal(err)
		}
		if ok, _ := got.MayAnswer(mailbox.Address{Addr: own}); ok == marked || got.Automatic != kind || got.InReplyTo != l.InReplyTo {
			t.Errorf("%q came back as %+v", kind, got)
		}
	}
}
