package match

import (
	"cmp"

	"hikyaku/mailbox"
)

// IDPrefix begins the Message-ID of every letter that we send, so that a mailbox can be searched for what refers to one.
const IDPrefix = "<hk1."

// bounced tells of a letter of ours that did not arrive; nil where it is none of ours. Anybody can write such a report, so
// it changes nothing: the letter is sent again by hand.
func (p *poll) bounced(b *mailbox.Bounce) *Report {
	for _, m := range p.open(p.list, func(s Summary) bool { return !s.Over || s.Posted }) {
		for n := range m.Entries {
			if m.messageID(n) != b.MessageID {
				continue
			}
			reason := cmp.Or(b.Diagnostic, b.Status, "no reason is given")
			what := "did not arrive"
			if b.Class == 4 {
				what = "is late, the server still tries"
			}
			return &Report{
				Verdict: Bounced, Match: m.Short(), File: m.File, From: b.Recipient,
				Reason: "the letter " + what + ": " + reason + "; to send it again: hikyaku send " + m.File, Status: m.Status().In(p.Lang),
			}
		}
	}
	return nil
}
