package letter

import (
	"cmp"

	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
	"hikyaku/kif"
	"hikyaku/match"
)

// invitation describes the invitation and, for a reader without hikyaku, the game and how to play.
func (s *sheet) invitation() []i18n.Text {
	if s.party == 1 {
		return []i18n.Text{s.invitationText()}
	}
	if s.brief {
		title, terms := s.invitationParts()
		return []i18n.Text{title, terms, s.match.Game.Summary(s.match.Options).FirstSentence()}
	}
	return []i18n.Text{s.invitationText(), aboutGame(s.match), i18n.T("invite.terms")}
}

// Invited returns what me is invited to, or whom me is asked to replace, with
// the inviter's message.
func Invited(m *match.Match, me kif.Seat) i18n.Text {
	s := &sheet{match: m, party: m.Roster.ReaderAt(me.Address)}
	if m.AskedToReplace(me.Address) != 0 {
		return i18n.Paragraphs(s.substituteRequest()...)
	}
	list := []i18n.Text{s.invitationText(), aboutGame(m)}
	if said := m.Record.Events[0].Comment; said != "" {
		list = append(list, i18n.T("news.says", "who", m.Party(1)), i18n.Same(quoted(said)))
	}
	return i18n.Paragraphs(list...)
}

// Terms returns the conditions of an invitation as me reads them: unusual
// settings, who begins, and the time limit.
func Terms(m *match.Match, me kif.Seat) i18n.Text {
	s := &sheet{match: m, party: m.Roster.ReaderAt(me.Address)}
	_, terms := s.invitationParts()
	return terms
}

// invitationText returns what one is invited to: the game, unusual settings, who
// begins, and the time limit.
func (s *sheet) invitationText() i18n.Text { return i18n.Join(s.invitationParts()) }

// invitationParts returns who invites to which game, and the rest of
// invitationText.
func (s *sheet) invitationParts() (title, terms i18n.Text) {
	m, who, game := s.match, s.match.Party(1), s.match.Game.Called(s.match.Options)
	title = i18n.T("invite.two", "who", who, "game", game)
	if m.Roster.Umpire() != 0 {
		title = i18n.T("invite.umpire", "who", who, "game", game, "players", i18n.People(playerNames(m)...))
	}
	engines := i18n.Text{}
	if m.Roster.Engines {
		engines = i18n.T("invite.engines")
	}
	return title, i18n.Join(unusual(m), s.begins(), thinkingTime(m), engines, whoLooksOn(m))
}

// begins returns who moves first, and who gives the odds if there are any.
func (s *sheet) begins() i18n.Text {
	m, odds := s.match, s.match.Odds()
	first, second := m.Roster.PartyOf(1), m.Roster.PartyOf(2)
	switch {
	case first == 0 && odds:
		return i18n.T("invite.toss-odds")
	case first == 0:
		return i18n.T("invite.toss")
	case odds && first == s.party:
		return i18n.T("invite.you-shitate", "giver", m.Party(second))
	case odds && second == s.party:
		return i18n.T("invite.you-uwate", "taker", m.Party(first))
	case odds:
		return i18n.T("invite.odds", "taker", m.Party(first), "giver", m.Party(second))
	case first == s.party:
		return i18n.T("invite.you-first")
	}
	return i18n.T("invite.first", "who", m.Party(first))
}

// aboutGame introduces the game to somebody who does not know it.
func aboutGame(m *match.Match) i18n.Text {
	days := max(1, m.Game.Plies(m.Options)/len(m.Roster.Seating))
	return i18n.Join(m.Game.Summary(m.Options), i18n.T("invite.length", "span", i18n.T("span.days", "n", days)))
}

// unusual names the settings that are not the defaults and are not part of the
// name of the game.
func unusual(m *match.Match) i18n.Text {
	var settings []i18n.Text
	for _, option := range m.Game.Options {
		value, given := m.Options[option.Key]
		if _, said := option.Games[value]; given && !said && value != option.Default {
			settings = append(settings, i18n.T("invite.setting", "name", option.Title, "value", option.Name(value)))
		}
	}
	if len(settings) == 0 {
		return i18n.Text{}
	}
	return i18n.T("invite.settings", "list", i18n.Phrases(settings...))
}

// thinkingTime describes the time limit, and the days on which no clock runs.
func thinkingTime(m *match.Match) i18n.Text {
	c, limit := m.Clock.Control, i18n.T("invite.time-none")
	switch {
	case c.Bank > 0:
		limit = i18n.T("invite.time-bank", "bank", i18n.Span(c.Bank), "added", i18n.Span(c.Added))
	case c.PerTurn > 0:
		limit = i18n.T("invite.time-turn", "span", i18n.Span(c.PerTurn))
	}
	if days := c.Rest.Text(); days != (i18n.Text{}) {
		return i18n.Join(limit, i18n.T("invite.rest", "days", days))
	}
	return limit
}

// whoLooksOn names the observers, who can read what the players write.
func whoLooksOn(m *match.Match) i18n.Text {
	return m.Observed("invite.observers", "invite.observers-late")
}

// guestNews returns the beginning of a message to somebody without a seat: a
// proposed substitute, one who is not needed after all, or a player who has
// left.
func (s *sheet) guestNews() []i18n.Text {
	m, last := s.match, s.match.LastEntry()
	left, goesOn, passed := m.Passed(last)
	switch {
	case m.Outcome != nil:
		return []i18n.Text{s.endingText()}
	case m.AskedToReplace(s.to.Addr) != 0:
		return s.substituteRequest()
	case passed && identity.SameAddress(left.Address, s.to.Addr):
		return []i18n.Text{i18n.T("guest.left", "substitute", personOf(goesOn))}
	}
	return append(s.describe(last, ""), i18n.T("guest.over"))
}

// substituteRequest asks somebody to be a substitute, or names the player the substitute
// is waiting for.
func (s *sheet) substituteRequest() []i18n.Text {
	m, sub := s.match, s.match.Substitutes[s.match.AskedToReplace(s.to.Addr)]
	who := m.Party(sub.Party)
	if sub.Key != "" {
		return []i18n.Text{i18n.T("guest.waits", "who", who)}
	}
	var others []string
	for _, other := range m.Roster.Players() {
		if other != sub.Party {
			others = append(others, m.Roster.Name(other))
		}
	}
	text := i18n.Join(i18n.T("guest.called", "who", who, "game", m.Game.Called(m.Options), "others", i18n.People(others...)),
		unusual(m), thinkingTime(m), whoLooksOn(m))
	list := []i18n.Text{i18n.Paragraphs(text, aboutGame(m))}
	if e := m.Record.Events[m.Invitation()]; e.Comment != "" {
		list = append(list, i18n.T("news.says", "who", who), i18n.Same(quoted(e.Comment)))
	}
	return list
}

// personOf returns a name, or the address if there is no name.
func personOf(who kif.Seat) i18n.Text { return i18n.Person(cmp.Or(who.Name, who.Address)) }
