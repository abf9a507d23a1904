package courier_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"hikyaku/internal/courier"
	"hikyaku/internal/letter"
	"hikyaku/mailbox"
)

// bounce delivers to p a mail server's report on the message with this id.
func (tb *table) bounce(p *player, id, action, status, words string) {
	report := "Return-Path: <>\nFrom: MAILER-DAEMON@example.org\nTo: " + p.Me.Address + "\nSubject: Undelivered Mail Returned to Sender\n" +
		"Message-ID: <1@example.org>\nDate: Fri, 20 Nov 2026 20:00:00 +0000\nMIME-Version: 1.0\n" +
		"Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\n\nI'm sorry.\n" +
		"--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; example.org\n\n" +
		"Final-Recipient: rfc822; " + addresses[1] + "\nAction: " + action + "\nStatus: " + status + "\nDiagnostic-Code: smtp; " + words + "\n\n" +
		"--b\nContent-Type: text/rfc822-headers\n\nMessage-ID: " + id + "\n\n--b--\n"
	tb.drop(p.Me.Address, []byte(strings.ReplaceAll(report, "\n", "\r\n")))
}

// A bounce is reported with the server's words, as a delay or as final, and doesn't change the record. One about another sender's
// message isn't reported.
func TestBounce(t *testing.T) {
	tb, alice := one(sit(t, 2))
	tb.play(alice, "e2")
	sent := tb.boxes[addresses[1]]
	carried, err := mailbox.Read(sent[len(sent)-1])
	tb.must(err)
	if !strings.HasPrefix(carried.MessageID, letter.IDPrefix) {
		t.Errorf("the mailbox is not searched for %s", carried.MessageID)
	}
	for _, c := range []struct{ id, action, status, words, want string }{
		{carried.MessageID, "delayed", "4.4.1", "no answer", "is delayed, and the server is still trying: no answer"},
		{carried.MessageID, "failed", "5.1.1", "550 no such user", "was not delivered: 550 no such user"},
		{carried.MessageID, "failed", "5.1.1", "", "was not delivered: 5.1.1"},
		{"<hk1.0000000000000000000000000000000000000000@example.org>", "failed", "5.1.1", "550 no such user", ""},
	} {
		tb.bounce(alice, c.id, c.action, c.status, c.words)
		tb.unchanged(alice, func() {
			reports, sent, err := alice.Poll(context.Background())
			tb.must(err)
			if want := min(len(c.want), 1); len(reports) != want || len(sent) != 0 {
				t.Fatalf("%s %s: %d reports, %d letters, want %d and none", c.action, c.words, len(reports), len(sent), want)
			}
			for _, r := range reports {
				want := courier.Report{
					Verdict: courier.Bounced, From: addresses[1], Match: r.Match, File: alice.file, Status: r.Status,
					Reason: r.Reason,
				}
				reason := fmt.Sprintf("the message %s; to send it again: hikyaku send %s", c.want, alice.file)
				if r.Match == "" || r.Status == "" || r.Reason.En != reason || fmt.Sprint(r) != fmt.Sprint(want) {
					t.Errorf("got %+v, want %+v", r, want)
				}
			}
		})
	}
}
