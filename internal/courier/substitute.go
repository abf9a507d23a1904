package courier

import (
	"cmp"

	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/match"
	"hikyaku/render"
)

// guestNews is what a letter begins with to somebody who plays in no seat: a substitute who is asked to go on or is not needed
// after all, or who has left.
func (s *sheet) guestNews() []i18n.Text {
	m, last := s.match, s.match.LastEntry()
	left, goesOn, passed := m.Passed(last)
	switch {
	case m.Outcome != nil:
		return []i18n.Text{s.ended()}
	case m.Called(s.to.Addr) != 0:
		return s.calls()
	case passed && match.SameAddress(left.Address, s.to.Addr):
		return []i18n.Text{i18n.T("guest.left", "substitute", personOf(goesOn))}
	}
	return append(s.told(last, ""), i18n.T("guest.over"))
}

// calls asks a substitute to go on, or says for whom he waits.
func (s *sheet) calls() []i18n.Text {
	m, sub := s.match, s.match.Substitutes[s.match.Called(s.to.Addr)]
	who := m.Party(sub.Party)
	if sub.Key != "" {
		return []i18n.Text{i18n.T("guest.waits", "who", who)}
	}
	text := i18n.Join(i18n.T("guest.called", "who", who, "game", m.Game.Called(m.Options), "others", i18n.People(othersOf(m, sub.Party)...)),
		unusual(m), thinkingTime(m), restText(m), whoLooksOn(m))
	list := []i18n.Text{i18n.Paragraphs(text, aboutGame(m))}
	if e := m.Record.Events[asking(m)]; e.Comment != "" {
		list = append(list, i18n.T("news.says", "who", who), i18n.Same(quoted(e.Comment)))
	}
	return list
}

// othersOf names the players but one.
func othersOf(m *match.Match, party int) (names []string) {
	for _, other := range m.Roster.Players() {
		if other != party {
			names = append(names, m.Roster.Name(other))
		}
	}
	return names
}

// substituteAsked asks for the consent to a substitute, whose key is told: all agree to that key.
func substituteAsked(m *match.Match, s *match.Substitution) i18n.Text {
	who := i18n.Person(render.SafeLine(s.Who.String(), 100))
	return i18n.T("asked.substitute", "who", m.Party(s.Party), "substitute", who, "key", match.Fingerprint(s.Key))
}

// personOf returns what somebody is called: by name, else by address.
func personOf(who kif.Seat) i18n.Text { return i18n.Person(cmp.Or(who.Name, who.Address)) }
