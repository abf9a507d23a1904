package mailbox_test

import (
	"strings"
	"testing"

	"hikyaku/mailbox"
)

const sentBefore = "<hk1.0123456789012345678901234567890123456789@example.net>"

// report returns a standard report with the given text, blocks on recipients, and returned message.
func report(blocks, kind, returned string) string {
	return "Return-Path: <>\nFrom: MAILER-DAEMON@mx.example.org\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n\n" +
		"--b\n\nIt did not arrive.\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example.org\n\n" + blocks +
		"\n--b\nContent-Type: " + kind + "\n\n" + returned + "\n--b--\n"
}

const (
	failed  = "Final-Recipient: rfc822; taro@example.org\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1\n <taro@example.org> unknown\x1b[2J\n"
	delayed = "Final-Recipient: rfc822;hanako@example.net\nAction: delayed\nStatus: 4.4.1 (no answer)\n"
	arrived = "Final-Recipient: rfc822; x@example.net\nAction: delivered\nStatus: 2.0.0\n"
	header  = "Received: by mx\nMessage-ID:\n " + sentBefore + "\nSubject: x\n"
)

const qmail = `Hi. This is the qmail-send program at example.org.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<taro@example.org>:
Sorry, no mailbox here by that name. (#5.1.1)

--- Below this line is a copy of the message.

Return-Path: <hanako@example.net>
Message-ID: ` + sentBefore + `
Subject: move

e2
`

func TestBounce(t *testing.T) {
	const daemon = "From: MAILER-DAEMON@example.org\n\n"
	gone := mailbox.Bounce{MessageID: sentBefore, Class: 5, Status: "5.1.1", Recipient: "taro@example.org", Diagnostic: "550 5.1.1 <taro@example.org> unknown [2J"}
	late := mailbox.Bounce{MessageID: sentBefore, Class: 4, Status: "4.4.1", Recipient: "hanako@example.net"}
	unclear := mailbox.Bounce{MessageID: sentBefore, Diagnostic: "Delivery has failed."}
	for _, c := range []struct {
		name, mail string
		want       *mailbox.Bounce
	}{
		{"failed", report(failed, "text/rfc822-headers", header), &gone},
		{"whole letter", report(failed, "message/rfc822", header+"\nbody\n"), &gone},
		{"delayed", report(delayed, "message/rfc822", header), &late},
		{"the worst counts", report(delayed+"\n"+failed+"\n"+arrived, "text/rfc822-headers", header), &gone},
		{"the first of several counts", report(failed+"\n"+strings.Replace(failed, "taro", "jiro", 2), "text/rfc822-headers", header), &gone},
		{"without status", report("Final-Recipient: rfc822; taro@example.org\nAction: Failed\n", "text/rfc822-headers", header),
			&mailbox.Bounce{MessageID: sentBefore, Class: 5, Recipient: "taro@example.org"}},
		{"without action", report("Final-Recipient: rfc822;hanako@example.net\nStatus: 4.4.1\n", "text/rfc822-headers", header), &late},
		{"arrived", report(arrived, "text/rfc822-headers", header), nil},
		{"nothing came back", report(failed, "text/plain", "x"), nil},
		{"in reply", "In-Reply-To: " + sentBefore + "\n" + report(failed, "text/plain", "x"), &gone},
		{"read receipt", "In-Reply-To: " + sentBefore + "\n" + strings.Replace(report(failed, "text/rfc822-headers", header), "message/delivery-status", "message/disposition-notification", 1), nil},
		{"qmail", daemon + qmail, &mailbox.Bounce{MessageID: sentBefore, Class: 5, Status: "5.1.1", Recipient: "taro@example.org",
			Diagnostic: "<taro@example.org>: Sorry, no mailbox here by that name. (#5.1.1)"}},
		{"qmail without a code", daemon + strings.Replace(qmail, " (#5.1.1)", "", 1), &mailbox.Bounce{MessageID: sentBefore, Class: 5, Recipient: "taro@example.org",
			Diagnostic: "<taro@example.org>: Sorry, no mailbox here by that name."}},
		{"its own words", daemon + "Delivery has failed.\n\n--- Original message\n> Message-Id: " + sentBefore + "\n", &unclear},
		{"null sender", "Return-Path: <>\nFrom: mail@example.org\n\nDelivery has failed.\n---\nMessage-Id: " + sentBefore + "\n", &unclear},
		{"nothing inside", daemon + "Delivery has failed.\n", nil},
		{"a person forwards one", "From: " + pinned + "\n\n" + qmail, nil},
		{"a list forwards one", "List-Id: <x>\nFrom: " + pinned + "\n\n" + qmail, nil},
	} {
		for ending, raw := range bothEndings(c.name, []byte(c.mail)) {
			l, err := mailbox.Read(raw)
			if err != nil {
				t.Errorf("%s: %v", c.name, err)
				continue
			}
			got := l.Bounce
			if (got != nil) != (c.want != nil) || got != nil && *got != *c.want {
				t.Errorf("%s, %s: got %+v, want %+v", c.name, ending, got, c.want)
			}
		}
	}
}
