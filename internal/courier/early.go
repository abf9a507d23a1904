package courier

import (
	"time"

	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/match"
)

// early is an acceptance by a mail-only player that came before those of the
// players who have to answer first, because the record has them in order.
type early struct {
	Mail    kif.Hash  `json:"mail"`
	Came    time.Time `json:"came"`
	Comment string    `json:"comment,omitempty"`
}

// acceptEarly keeps an acceptance until it is the player's turn to answer.
func (h heardReply) acceptEarly() (remark, error) {
	text := i18n.T("reply.early", "who", h.Match.Party(h.Match.Roster.Joining()))
	said := remark{asked: true, text: text, note: i18n.T("reason.early")}
	return said, h.change(func(n *notes) { n.Early[h.party] = early{MailHash(h.letter), h.came, h.reply.Comment} })
}

// joinEarly enters the acceptances that were kept and are due now.
func (p *poll) joinEarly(n *notes, m match.Copy) (match.Copy, error) {
	after := m.Match
	for party := m.Roster.Joining(); party != 0 && p.scribes(m.Match); party = after.Roster.Joining() {
		kept, ok := n.Early[party]
		if !ok {
			break
		}
		e := kif.Event{Step: kif.Accept{}, Comment: kept.Comment, At: kept.Came, Mail: kept.Mail, Posted: true}
		if last := after.Record.Events[after.LastEntry()].At; e.At.Before(last) {
			e.At = last
		}
		next, err := p.Shelf.Sign(after, e, party)
		if err != nil {
			return m, err
		}
		after = next
	}
	return p.replace(m, after)
}
