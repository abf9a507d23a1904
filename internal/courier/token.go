package courier

import (
	"slices"

	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/mailbox/reply"
	"hikyaku/match"
)

// proof is the possible tokens in a reply.
type proof struct {
	of     []string // in its text, and in the Message-ID of the message that it answers
	before []string // in the Message-IDs of earlier messages
}

func proofIn(letter *mailbox.Letter) proof {
	return proof{reply.Tokens(letter.Subject, letter.Answers(), letter.Text), reply.Tokens(letter.References...)}
}

func (p proof) none() bool { return len(p.of)+len(p.before) == 0 }

// tokenAge returns how many entries ago the message was sent whose token the
// reply carries; negative for none. Words do not count, since they change
// nothing that a reply can be about. The token of a message before the one
// that is answered is never current.
func (p *poll) tokenAge(m *match.Match, party int, tokens proof) (int, error) {
	for age := range len(m.Entries) {
		_, all, err := p.Shelf.Token(m, party, len(m.Entries)-age) // an earlier message may be from before a change of keys
		if err != nil {
			return -1, err
		}
		for _, token := range all {
			switch text := reply.FormatToken(token[:]); {
			case slices.Contains(tokens.of, text):
				return changes(m, age), nil
			case slices.Contains(tokens.before, text):
				return max(age, 1), nil
			}
		}
	}
	return -1, nil
}

// changes counts the last entries of m that a reply to the message before them cannot take into account: all except messages, and
// changes of the clock by an umpire.
func changes(m *match.Match, entries int) (n int) {
	for _, e := range m.Entries[len(m.Entries)-entries:] {
		switch e.Event.Step.(type) {
		case kif.Say, kif.Receipt, kif.MoreTime:
		case kif.PauseOffer, kif.Resume:
			if e.Party != m.Roster.Umpire() {
				n++
			}
		default:
			n++
		}
	}
	return n
}
