package letter

import (
	"cmp"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/match"
	"hikyaku/render"
	"strconv"
)

// invitation says what one is invited to, and to somebody without hikyaku what the game is and what it takes.
func (s *sheet) invitation() i18n.Text {
	if s.party == 1 {
		return s.invites()
	}
	return i18n.Paragraphs(s.invites(), aboutGame(s.match), i18n.T("invite.terms"))
}

// Invited says what me is invited to, or in whose place me is asked to go on, as the letter says it, with what is said to it.
func Invited(m *match.Match, me kif.Seat) i18n.Text {
	s := &sheet{match: m, party: m.Roster.ReaderAt(me.Address)}
	if m.Called(me.Address) != 0 {
		return i18n.Paragraphs(s.calls()...)
	}
	list := []i18n.Text{s.invites(), aboutGame(m)}
	if said := m.Record.Events[0].Comment; said != "" {
		list = append(list, i18n.T("news.says", "who", m.Party(1)), i18n.Same(quoted(said)))
	}
	return i18n.Paragraphs(list...)
}

// invites says what one is invited to: the game, where its settings are not the usual ones, who begins, and the time.
func (s *sheet) invites() i18n.Text {
	m, who, game := s.match, s.match.Party(1), s.match.Game.Called(s.match.Options)
	text := i18n.T("invite.two", "who", who, "game", game)
	if m.Roster.Umpire() != 0 {
		text = i18n.T("invite.umpire", "who", who, "game", game, "players", i18n.People(playerNames(m)...))
	}
	return i18n.Join(text, unusual(m), s.whoBegins(), thinkingTime(m), restText(m), help(m), whoLooksOn(m))
}

// aboutGame introduces the game to somebody who has never heard of it.
func aboutGame(m *match.Match) i18n.Text {
	days := max(1, m.Game.Plies(m.Options)/len(m.Roster.Seating))
	return i18n.Join(m.Game.Summary(m.Options), i18n.T("invite.length", "span", i18n.T("span.days", "n", days)))
}

// unusual names the settings that are not the usual ones, nor said by what the game is called.
func unusual(m *match.Match) i18n.Text {
	var settings []i18n.Text
	for _, option := range m.Game.Options {
		value := m.Options[option.Key]
		if _, said := option.Games[value]; !said && value != option.Default {
			settings = append(settings, i18n.T("invite.setting", "name", option.Title, "value", option.Name(value)))
		}
	}
	if len(settings) == 0 {
		return i18n.Text{}
	}
	return i18n.T("invite.settings", "list", i18n.Phrases(settings...))
}

// whoBegins says who plays first.
func (s *sheet) whoBegins() i18n.Text {
	switch first := s.match.Roster.PartyOf(1); first {
	case 0:
		return i18n.T("invite.toss")
	case s.party:
		return i18n.T("invite.you-first")
	default:
		return i18n.T("invite.first", "who", s.match.Party(first))
	}
}

// thinkingTime says how long the players may think.
func thinkingTime(m *match.Match) i18n.Text {
	switch c := m.Clock.Control(); {
	case c.Bank > 0:
		return i18n.T("invite.time-bank", "bank", i18n.Span(c.Bank), "added", i18n.Span(c.Added))
	case c.PerTurn > 0:
		return i18n.T("invite.time-turn", "span", i18n.Span(c.PerTurn))
	}
	return i18n.T("invite.time-none")
}

// restText says on which days no clock runs.
func restText(m *match.Match) i18n.Text {
	days := restDays(m.Clock.Control().Rest)
	if days == (i18n.Text{}) {
		return days
	}
	return i18n.T("invite.rest", "days", days)
}

// restDays names the days of rest and their zone; empty for none.
func restDays(r match.Rest) i18n.Text {
	var days []i18n.Text
	for n := range r.Weekdays {
		if d := (n + 1) % 7; r.Weekdays[d] { // from Monday on
			days = append(days, i18n.T("rest.weekday", "day", i18n.T("weekday."+strconv.Itoa(d))))
		}
	}
	for _, dates := range r.Dates {
		if dates.First.Equal(dates.Last) {
			days = append(days, i18n.Date(dates.First))
		} else {
			days = append(days, i18n.T("rest.range", "from", i18n.Date(dates.First), "to", i18n.Date(dates.Last)))
		}
	}
	if len(days) == 0 {
		return i18n.Text{}
	}
	return i18n.T("rest.days", "days", i18n.List(days...), "zone", kif.Zone(r.East))
}

// help says that programs may help, where they may.
func help(m *match.Match) i18n.Text {
	if !m.Roster.Engines {
		return i18n.Text{}
	}
	return i18n.T("invite.engines")
}

// whoLooksOn names the observers, who get what the players write.
func whoLooksOn(m *match.Match) i18n.Text {
	return m.Observed("invite.observers", "invite.observers-late")
}

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
	if e := m.Record.Events[m.Asking()]; e.Comment != "" {
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
