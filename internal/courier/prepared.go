package courier

import (
	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/match"
)

// prepared are the answers that a mail-only player has prepared for the other
// side's next move. The inviting player can read them in the mail, as in chess
// by post.
type prepared struct {
	Head    string                      `json:"head"` // after which entry, as returned by decided
	Mail    kif.Hash                    `json:"mail"`
	Answers map[engine.Move]engine.Move `json:"answers"`
}

// prepare keeps the answers that a reply prepares for the next move in m, or
// none if one of them is impossible. A new plan replaces the old one.
func (h heardReply) prepare(m *match.Match) (remark, error) {
	plan := prepared{decided(m), MailHash(h.letter), map[engine.Move]engine.Move{}}
	var lines []i18n.Text
	for _, c := range h.reply.Plan {
		line, err := plan.add(m, h.party, c.If, c.Then)
		if err != nil {
			said := remark{text: i18n.T("prepared.not", "if", c.If, "then", c.Then, "why", i18n.Of(err))}
			if m == h.Match {
				said.note = said.text
			}
			return said, nil
		}
		lines = append(lines, line)
	}
	said := remark{asked: true, text: i18n.T("prepared.kept", "list", i18n.List(lines...))}
	if m == h.Match {
		said.note = i18n.T("reason.prepared")
	}
	return said, h.change(func(n *notes) { n.Prepared[h.party] = plan })
}

// cancelPlan drops the answers that the author has prepared.
func (h heardReply) cancelPlan() (remark, error) {
	n, err := h.notes()
	if err != nil {
		return remark{}, err
	}
	if plan, planned := n.Prepared[h.party]; !planned || plan.Head != decided(h.Match) {
		return remark{asked: true, text: i18n.T("prepared.none"), note: i18n.T("reason.plan-cancelled")}, nil
	}
	said := remark{asked: true, text: i18n.T("prepared.cancelled"), note: i18n.T("reason.plan-cancelled")}
	return said, h.change(func(n *notes) { delete(n.Prepared, h.party) })
}

// add adds the answer then of party to the move when, and returns both as
// people read them.
func (plan prepared) add(m *match.Match, party int, when, then string) (i18n.Text, error) {
	p := m.Last()
	next := p.Next()
	if m.Outcome != nil || next.Player == 0 || m.Roster.PartyOf(next.Player) == party {
		return i18n.Text{}, i18n.Err("prepared.turn")
	}
	theirs, after, err := playMove(p, when)
	if err != nil {
		return i18n.Text{}, err
	}
	switch next := after.Next(); {
	case next.Throw != nil:
		return i18n.Text{}, i18n.Err("plan.dice", "move", then)
	case next.Result != nil:
		return i18n.Text{}, i18n.Err("plan.over", "move", then)
	case m.Roster.PartyOf(next.Player) != party:
		return i18n.Text{}, i18n.Err("prepared.turn")
	}
	ours, _, err := playMove(after, then)
	if err != nil {
		return i18n.Text{}, err
	}
	if other, twice := plan.Answers[theirs]; twice && other != ours {
		return i18n.Text{}, i18n.Err("prepared.twice")
	}
	plan.Answers[theirs] = ours
	return i18n.T("prepared.line", "if", engine.Spell(p, theirs), "then", engine.Spell(after, ours)), nil
}

// playPrepared plays the answer that the player to move has prepared for the
// last move, if nothing but words has come between.
func (p *poll) playPrepared(n *notes, m match.Copy) (match.Copy, error) {
	plan, ok := n.Prepared[m.Turn]
	if !ok || m.Outcome != nil || !p.scribes(m.Match) || !m.MayUseMailOnly(m.Turn) {
		return m, nil
	}
	last := len(m.Entries) - 1
	for last >= 0 && m.Entries[last].Event.Step == kif.Step(kif.Say{}) {
		last--
	}
	if last < 0 {
		return m, nil
	}
	theirs, moved := m.Entries[last].Event.Step.(kif.Move)
	answer, known := plan.Answers[engine.Move(theirs)]
	if !moved || !known || decided(m.Cut(m.EventOf(last))) != plan.Head {
		return m, nil
	}
	after, err := p.Shelf.Sign(m.Cut(m.LastEntry()+1), kif.Event{Step: kif.Move(answer), At: p.Shelf.Now(), Mail: plan.Mail, Posted: true}, m.Turn)
	if err != nil {
		return m, err
	}
	return p.replace(m, after)
}
