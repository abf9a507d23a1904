package courier

import (
	"cmp"
	"slices"
	"strings"

	"hikyaku/internal/i18n"
	"hikyaku/internal/letter"
	"hikyaku/mailbox"
	"hikyaku/mailbox/reply"
)

// bounced reports a message of ours that did not arrive; nil if it is not
// ours. Anybody can forge such a report, so it changes no record: the player
// sends the message again, or withdraws an invitation.
func (p *poll) bounced(b *mailbox.Bounce) (*Report, error) {
	entry, ours := strings.CutPrefix(b.MessageID, letter.IDPrefix)
	if !ours {
		return nil, nil
	}
	files, err := p.mayHaveSent(entry)
	for _, file := range files {
		m, err := p.Shelf.Open(file)
		if err == nil && letter.IsOf(m.Match, b.MessageID) {
			key := "reason.bounced"
			switch {
			case b.Class == 4:
				key = "reason.late"
			case m.Roster.Joining() != 0 && m.Outcome != nil: // a withdrawn invitation, and there is nothing left to do
				return nil, nil
			case m.Roster.Joining() != 0:
				key = "reason.bounced-invitation"
				err = p.Shelf.NoteUndelivered(m, b.Recipient, whyBounced(b), false)
			}
			return &Report{
				Verdict: Bounced, Match: m.Short(), File: file, From: b.Recipient,
				Reason: i18n.T(key, "why", whyBounced(b), "file", i18n.Command(file), "match", m.Short()), Status: m.WaitsFor(),
			}, err
		}
	}
	if err != nil {
		return nil, err
	}
	return p.bouncedPuzzle(b)
}

// bouncedPuzzle reports a puzzle that did not arrive; nil if it is not ours.
func (p *poll) bouncedPuzzle(b *mailbox.Bounce) (*Report, error) {
	book, err := p.puzzles()
	if err != nil {
		return nil, err
	}
	if _, l := book.letter(reply.Tokens(b.MessageID)...); l == nil {
		return nil, nil
	}
	key := "reason.puzzle-bounced"
	if b.Class == 4 {
		key = "reason.puzzle-late"
	}
	return &Report{Verdict: Bounced, From: b.Recipient, Reason: i18n.T(key, "why", whyBounced(b))}, nil
}

// whyBounced returns the mail server's reason for not delivering a message.
func whyBounced(b *mailbox.Bounce) i18n.Text {
	if why := i18n.Same(cmp.Or(b.Diagnostic, b.Status)); why != (i18n.Text{}) {
		return why
	}
	return i18n.T("reason.none-given")
}

// mayHaveSent lists the records that may hold the entry named by a Message-ID
// of ours, those that end with it first.
func (p *poll) mayHaveSent(entry string) (files []string, err error) {
	for s, err := range p.Shelf.List() {
		switch {
		case err != nil:
			return nil, err
		case s.Damaged() || s.Over && !s.Posted:
		case strings.HasPrefix(entry, s.Head[:40]):
			files = slices.Insert(files, 0, s.File)
		default:
			files = append(files, s.File)
		}
	}
	return files, nil
}
