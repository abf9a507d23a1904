package courier

import (
	"slices"
	"strings"

	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/mailbox/reply"
	"hikyaku/match"
)

// observes tells whether an address is that of an observer of m.
func observes(m *match.Match, to mailbox.Address) bool {
	return m.Roster.Observes(m.Roster.ReaderAt(to.Addr))
}

// public tells whether observers hear of event i: a step that people care for, from when the match has begun.
func public(m *match.Match, i int) bool {
	switch m.Record.Events[i].Step.(type) {
	case kif.Throw, kif.OpenLink, kif.Receipt:
		return false
	}
	return m.After(i).Roster.Joining() == 0
}

// observed is the match as its observers see it, up to the last step that they hear of; nil for none. As many plies as they
// see it late are held back, with all that came after the first of these, until the match is over.
func observed(m *match.Match) *match.Match {
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

// observedSince is the index of the event from which on a letter tells an observer what was done: the last move with its
// dice, and where the match is over the first of those that were held back.
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

// nextTurn tells an observer whose turn it is, or was where he sees the match late.
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

// takeFromObserver does what the reply of an observer asks for, who can stop the letters and do nothing else. Words are shown to
// us and to nobody else: observers have no say in a match, and could give advice.
func (h heard) takeFromObserver() (*Report, error) {
	if h.stops() {
		said := remark{asked: true, text: i18n.T("observe.stopped")}
		h.answer(h.match, said)
		return h.report(Stopped, i18n.T("reason.no-more")), h.mute(true)
	}
	h.answer(h.match, remark{text: i18n.T("observe.only", "who", h.match.Party(h.match.Roster.Scribe()))})
	report := h.report(Answered, i18n.T("reason.observer-stops"))
	report.Said = h.reply.Typed
	return report, nil
}

// stops tells whether the reply wants no more letters of the match. Of somebody who has not answered the invitation it
// declines that.
func (h heard) stops() bool {
	joins := h.match.Outcome == nil && !h.match.Roster.Observes(h.party) && !h.match.Roster.HasJoined(h.party)
	return h.reply.Wish.Word == reply.Stop && !joins
}

// stopping says to a letter writer that no more letters come.
func stopping(m *match.Match) remark {
	said := remark{asked: true, stops: true, note: i18n.T("reason.stops"), text: i18n.T("stop.done")}
	if m.Outcome != nil {
		said.text = i18n.T("stop.over")
	}
	return said
}

// mute notes whether the writer of the reply wants no more letters of the match.
func (h heard) mute(stop bool) error {
	hash, who := h.match.Hash().String(), strings.ToLower(h.known())
	n, err := h.poll.courier.notes(h.poll.state, hash)
	if err != nil || n.stopped(who) == stop {
		return err
	}
	if n.Stopped = append(n.Stopped, who); !stop {
		n.Stopped = slices.DeleteFunc(n.Stopped, func(a string) bool { return a == who })
	}
	return h.poll.courier.keep(h.poll.state, hash, n)
}
