package match

import (
	"slices"

	"hikyaku/internal/i18n"
	"hikyaku/kif"
)

// errNothingAsked is the error of Consent if there is nothing to agree to.
var errNothingAsked = i18n.Err("refused.nothing-asked")

// Consent returns the event by which party agrees to the pending request: a
// settlement, an offer, a claim or a substitute, in this order.
func (m *Match) Consent(party int) (kif.Event, error) {
	o, c := m.Offer, m.Claim
	switch {
	case m.silent(party):
		return kif.Event{}, errNothingAsked
	case m.unsettled() && m.Settlement.asks(party):
		return kif.Event{Step: kif.Agree{To: kif.SettleQuestion}}, nil
	case o.asks(m.Roster, party) && o.Asks == kif.DrawQuestion && o.Missing(m.Roster) == 1:
		return kif.Event{Step: kif.DrawAgreed, Seat: m.Roster.SeatOf(party)}, nil
	case o.asks(m.Roster, party):
		return kif.Event{Step: kif.Agree{To: o.Asks}}, nil
	case c != nil && !slices.Contains(c.Agreed, party):
		return m.Confirmation(party), nil
	}
	if s := m.AsksSubstitute(party); s != nil {
		return kif.Event{Step: kif.Agree{To: kif.SubstituteQuestion, Seat: s.Party}}, nil
	}
	return kif.Event{}, errNothingAsked
}

// Confirmation returns the event by which party confirms the pending claim.
func (m *Match) Confirmation(party int) kif.Event {
	switch {
	case !m.Claim.Confirmed(m.Roster, party):
		return kif.Event{Step: kif.Agree{To: kif.ClaimQuestion}}
	case m.Claim.endsWithMove(m):
		return kif.Event{Step: kif.Move(m.Game.OnTimeout), Party: party}
	}
	return kif.Event{Step: kif.TimeOut, Seat: m.Claim.seat(m)}
}

// LastNumberOf returns the number of the last move of party in the current
// game, or 0.
func (m *Match) LastNumberOf(party int) int {
	for n, i := range slices.Backward(m.movesAfter(len(m.past))) {
		if m.By(i) == party {
			return n + 1
		}
	}
	return 0
}
