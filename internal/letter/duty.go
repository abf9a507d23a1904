package letter

import (
	"slices"

	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/match"
	"hikyaku/render"
)

// duty returns what the reader must do, the deadline, and the open questions.
func (s *sheet) duty() (list []i18n.Text) {
	m, last := s.match, s.match.LastEntry()
	switch {
	case m.Outcome != nil && last >= 0:
		switch m.Record.Events[last].Step.(type) {
		case kif.Ending, kif.Decline: // the news says so
		default:
			list = append(list, s.endingText())
		}
		return list
	case s.observes():
		return []i18n.Text{s.nextTurn()}
	case m.Roster.Joining() == s.party:
		return nil // the invitation contains it
	case m.Roster.Joining() != 0:
		return []i18n.Text{i18n.T("invite.others-first", "who", m.Party(m.Roster.Joining()))}
	}
	if asked := s.openQuestion(); asked != (i18n.Text{}) {
		list = append(list, asked)
	}
	if leaving := m.For(s.party).Leaving(); leaving != (i18n.Text{}) && (!m.MayUseMailOnly(s.party) || !m.HandsOver(s.party)) {
		list = append(list, leaving)
	}
	if !m.Paused.IsZero() {
		key := "duty.paused-command"
		switch {
		case m.Halted:
			key = "duty.halted"
		case m.MayUseMailOnly(s.party):
			key = "duty.paused"
		}
		list = append(list, i18n.T(key, "since", i18n.Time(m.Paused, s.zone), "match", m.Short()))
	}
	list = append(list, s.absences()...)
	if m.Roster.IsOut(s.party) {
		list = append(list, i18n.T("duty.out"))
	}
	if m.Turn != s.party || m.Mover() != s.party {
		return append(list, s.theirMove())
	}
	return append(list, s.yourMove())
}

// absences returns who is away, starting with the message after the
// announcement until the absence is over.
func (s *sheet) absences() (list []i18n.Text) {
	m, last := s.match, s.match.LastEntry()
	for _, a := range m.Absences(m.Record.Events[last].At) {
		if a.Event >= s.firstDescribed() {
			continue
		}
		key := "duty.away"
		if a.Party == s.party {
			key = "duty.you-away"
		}
		list = append(list, i18n.T(key, "who", m.Party(a.Party), "days", i18n.Days(a.First, a.Last)))
	}
	return list
}

// theirMove returns whom the match waits for.
func (s *sheet) theirMove() i18n.Text {
	m := s.match
	switch {
	case m.Roster.TossDue() && m.Odds():
		return i18n.T("duty.toss-odds")
	case m.Roster.TossDue():
		return i18n.T("duty.toss")
	}
	if due := m.Due(); due == 0 || m.Turn != m.Roster.PartyOf(due) || m.Next().Throw != nil || m.Next().Player == 0 {
		return i18n.T("duty.status", "status", m.Status())
	}
	who := m.Party(m.Turn)
	end, limited := m.Clock.Deadline(s.party)
	switch way := m.For(s.party).Allowance(); {
	case !limited || s.late:
		return i18n.T("duty.wait", "who", who)
	case way > 0:
		return i18n.T("duty.wait-mail", "who", who, "when", i18n.Time(end, s.zone), "span", i18n.Span(way))
	}
	return i18n.T("duty.wait-until", "who", who, "when", i18n.Time(end, s.zone))
}

// yourMove returns that the reader is to move, with which dice, and until
// when.
func (s *sheet) yourMove() i18n.Text {
	m, text := s.match, i18n.Text{}
	if dice := diceText(m, m.LastEntry()+1, len(m.Record.Events)); dice != "" {
		key := "duty.throw"
		if level := m.NewProof().Level; level == match.Mutual || level == match.Umpired { // the record proves it
			key = "duty.throw-proved"
		}
		text = i18n.T(key, "dice", dice)
	}
	end, limited := m.Clock.Deadline(s.party)
	if !limited || m.Claim != nil || s.late {
		return i18n.Join(text, i18n.T("duty.move"))
	}
	text = i18n.Join(text, i18n.T("duty.move-until", "when", i18n.Time(end, s.zone)))
	if m.Disputed() {
		return i18n.Join(text, i18n.T("duty.disputed"))
	}
	return text
}

// openQuestion returns the open question for the reader, and how to answer it.
func (s *sheet) openQuestion() i18n.Text {
	m := s.match
	switch c, o := m.Claim, m.Offer; {
	case m.MayUseMailOnly(s.party) && m.HandsOver(s.party):
		return i18n.T("asked.hand-over", "substitute", personOf(m.Substitutes[s.party].Who))
	case m.For(s.party).Question() == (i18n.Text{}):
		return i18n.Text{}
	case c != nil:
		by, lapses, out := m.Party(c.By), m.ClaimWinsAt(), ""
		if lapses.IsZero() {
			out = "-out" // of more than two players the accused leaves, and the others play on
		}
		when := i18n.Time(lapses, s.zone)
		if c.Of == s.party { // the accused player answers by moving
			return i18n.T("asked.claim"+out, "by", by, "when", when)
		}
		return i18n.Join(i18n.T("asked.claim-other"+out, "by", by, "of", m.Party(c.Of), "when", when), s.agreeing(""))
	case (o == nil || slices.Contains(o.Agreed, s.party)) && m.AsksSubstitute(s.party) != nil:
		asked := m.AsksSubstitute(s.party)
		who := i18n.Person(render.SafeLine(asked.Who.String(), 100))
		text := i18n.T("asked.substitute", "who", m.Party(asked.Party), "substitute", who, "key", match.Fingerprint(asked.Key)) // the key that all agree to
		return i18n.Join(text, s.agreeing(""))
	case o == nil: // a settlement
		asked := i18n.T("asked.settle", "who", m.Party(m.Settlement.Party))
		return i18n.Join(asked, m.DiceNote(), s.agreeing(""))
	default:
		asked := i18n.Join(i18n.T("asked."+string(o.Asks), "who", m.Party(o.Party), "moves", m.TakenBack(o.Number, len(m.Record.Events))), m.DiceNote())
		if m.MoveDeclines(s.party) {
			return i18n.Join(asked, s.agreeing("-or"))
		}
		return i18n.Join(asked, s.agreeing(""))
	}
}

// agreeing returns the word by which the reader agrees and, with "-or", the
// alternatives.
func (s *sheet) agreeing(or string) i18n.Text {
	if s.match.MayUseMailOnly(s.party) {
		return i18n.T("asked.reply" + or)
	}
	return i18n.T("asked.command"+or, "match", s.match.Short())
}
