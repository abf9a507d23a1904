package courier

import (
	"cmp"
	"slices"

	"hikyaku/mailbox"
	"hikyaku/match"
)

// IDPrefix begins the Message-ID of every letter that we send, so that a mailbox can be searched for what refers to one.
const IDPrefix = "<hk1."

// bounced tells of a letter of ours that did not arrive; nil where it is none of ours. Anybody can write such a report, so
// it changes nothing: the letter is sent again by hand.
func (p *poll) bounced(b *mailbox.Bounce) *Report {
	for _, s := range p.list {
		if s.Error != "" || s.Over && !s.Posted {
			continue
		}
		m, err := p.courier.Shelf.Open(s.File)
		if err != nil {
			continue
		}
		if slices.ContainsFunc(entryIDs(m), func(id string) bool { return id == b.MessageID }) {
			return bounceReport(m, s.File, b, p.courier.Lang)
		}
	}
	return nil
}

// entryIDs are the Message-IDs of the letters of all entries.
func entryIDs(m *match.Match) (ids []string) {
	for n := range m.Entries {
		ids = append(ids, messageID(m, n))
	}
	return ids
}

func bounceReport(m *match.Match, file string, b *mailbox.Bounce, lang string) *Report {
	reason := cmp.Or(b.Diagnostic, b.Status, "no reason is given")
	what := "did not arrive"
	if b.Class == 4 {
		what = "is late, the server still tries"
	}
	return &Report{
		Verdict: Bounced, Match: m.Short(), File: file, From: b.Recipient,
		Reason: "the letter " + what + ": " + reason + "; to send it again: hikyaku send " + file, Status: match.Status(m).In(lang),
	}
}
