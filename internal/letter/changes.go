package letter

import (
	"slices"
	"time"

	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/match"
)

// News returns what has happened in a match since before, which may be nil,
// and what it waits for now, as me sees it.
func News(before, after *match.Match, me kif.Seat, lang string) (news, waits i18n.Text) {
	party := after.Roster.At(me.Address)
	s := &sheet{match: after, to: Address(me), party: party, seats: after.Roster.SeatsOf(party), lang: lang, zone: time.Local}
	switch {
	case before != nil:
		var done []i18n.Text
		last := before.Common(after)
		for i := last; i < len(after.Record.Events); i++ {
			if i == after.Toss() {
				done = append(done, s.tossText())
			} else if !kif.IsThrow(after.Record.Events[i].Step) {
				text := s.stepText(i, diceText(after, last, i))
				wrote := after.Record.Events[i].Step == kif.Step(kif.Say{})
				if wrote {
					text = i18n.T("news.wrote", "who", after.Doer(i))
				}
				if !wrote || !slices.Contains(done, text) { // a second message of the same player adds nothing, a second move does
					done = append(done, text)
				}
				last = i + 1
			}
		}
		news = i18n.Join(done...)
	case after.AskedToReplace(me.Address) != 0:
		news = s.substituteRequest()[0]
	case after.Roster.Joining() == party:
		news = s.invitationText()
	}
	if before != nil && after.Asks(me.Address) {
		return news, i18n.T("guest.accept", "match", after.Short())
	}
	return news, i18n.Join(append(s.duty(), s.rematchText())...)
}

// Changed returns what a command has changed in a match: which moves were undone,
// or that the match is no longer over, and what was done. It says "you" in how
// the match ended for party; everything else is said as to an observer, and so is
// that if party is 0. before may be nil.
func Changed(before, after *match.Match, party int) (list []i18n.Text) {
	first := 0
	if before != nil {
		first = before.Common(after)
		var undone []i18n.Text
		for _, e := range before.Record.Events[first:] {
			if move, moved := e.Step.(kif.Move); moved && !e.Undone {
				undone = append(undone, moveText(before, move))
			}
		}
		if undone != nil {
			list = []i18n.Text{i18n.T("changed.undone", "moves", i18n.Phrases(undone...))}
		} else if before.Outcome != nil && after.Outcome == nil {
			list = []i18n.Text{i18n.T("changed.goes-on")}
		}
	}
	m := after
	s := &sheet{match: m, party: len(m.Roster.Parties) + 1, seats: m.Roster.SeatsOf(party)}
	last := first
	for i := first; i < len(m.Record.Events); i++ {
		if !kif.IsThrow(m.Record.Events[i].Step) {
			describe := s.describe
			if party != 0 && m.By(i) == party {
				describe = s.describeOwn
			}
			list = append(list, describe(i, diceText(m, last, i))...)
			last = i + 1
		}
	}
	if dice := diceText(m, last, len(m.Record.Events)); dice != "" {
		list = append(list, i18n.T("changed.throw", "who", m.Doer(last), "dice", dice))
	}
	if m.Outcome != nil && m.Outcome.Word == "" {
		list = append(list, s.endingText())
	}
	return list
}

// describeOwn describes event i to the player who caused it, at whose computer it
// isn't sent yet. dice were thrown before it.
func (s *sheet) describeOwn(i int, dice string) (list []i18n.Text) {
	e := s.match.Record.Events[i]
	switch step := e.Step.(type) {
	case kif.Say:
		list = []i18n.Text{i18n.T("changed.said")}
	case kif.Move:
		if list = []i18n.Text{s.entered(i)}; dice != "" {
			list[0] = i18n.T("changed.played-throw", "dice", dice, "move", s.moveText(i, step))
		}
	case kif.DrawOffer, kif.UndoOffer, kif.PauseOffer, kif.Agree, kif.Away, kif.Resume:
		list = []i18n.Text{s.entered(i)}
	default:
		return s.describe(i, dice)
	}
	if e.Comment == "" {
		return list
	}
	return append(list, i18n.Same(quoted(e.Comment)))
}

// Own describes event i, one of our own steps.
func Own(m *match.Match, i int) i18n.Text {
	s := &sheet{match: m, party: m.By(i), seats: m.Roster.SeatsOf(m.By(i))}
	return s.entered(i)
}
