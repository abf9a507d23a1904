package letter

import (
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/match"
	"slices"
)

// Observes reports whether an address belongs to an observer of m.
func Observes(m *match.Match, to mailbox.Address) bool {
	return m.Roster.Observes(m.Roster.ReaderAt(to.Addr))
}

// public reports whether observers see event i: a step that matters to people,
// after the match has begun.
func public(m *match.Match, i int) bool {
	return relevant(m.Record.Events[i].Step) && m.After(i).Roster.Joining() == 0
}

// Observed returns the match as its observers see it, up to the last step that
// they can see; nil for none. The plies of the delay, and everything after the
// first of them, are held back until the match is over.
func Observed(m *match.Match) *match.Match {
	switch {
	case m.Roster.Joining() != 0:
		return nil
	case m.Outcome != nil:
		return m
	}
	held := m.Roster.Delay
	for i, e := range slices.Backward(m.Record.Events) {
		if held == 0 && public(m, i) {
			return m.Cut(i + 1)
		}
		if _, moved := e.Step.(kif.Move); moved {
			held--
		}
	}
	return nil
}

// observedSince returns the index of the first event that a message to an
// observer describes: the last move with its dice or, if the match is over,
// the first of those that were held back.
func observedSince(m *match.Match) int {
	first, moves := m.LastEntry()+1, 1
	if m.Outcome != nil {
		moves += m.Roster.Delay
	}
	for first > 0 && moves > 0 && m.After(first-1).Roster.Joining() == 0 {
		first--
		if _, moved := m.Record.Events[first].Step.(kif.Move); moved {
			moves--
		}
	}
	for first > 0 && kif.IsThrow(m.Record.Events[first-1].Step) {
		first--
	}
	return first
}

// nextTurn returns whose turn it is or, for an observer who sees the match late,
// whose turn it was.
func (s *sheet) nextTurn() i18n.Text {
	m := s.match
	if m.Roster.Delay == 0 {
		return s.theirMove()
	}
	late := i18n.T("observe.late", "late", match.Plies(m.Roster.Delay))
	if party := m.Roster.PartyOf(m.Due()); party != 0 {
		return i18n.Join(i18n.T("observe.turn", "who", m.Party(party)), late)
	}
	return late
}
