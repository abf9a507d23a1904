package match

import (
	"errors"
	"slices"

	"hikyaku/kif"
)

// ErrNothingAsked is the error of agreeing to nothing.
var ErrNothingAsked = errors.New("nobody else's offer stands, so there is nothing to agree to")

// Consent is the event by which party agrees to what is asked: to a settlement, to an offer, else to a claim.
func Consent(m *Match, party int) (kif.Event, error) {
	o, c := m.Offer, m.Claim
	switch {
	case m.unsettled() && m.Settlement.asks(party):
		return kif.Event{Step: kif.Agree{To: kif.SettleQuestion}}, nil
	case o != nil && !slices.Contains(o.Agreed, party) && o.Asks == kif.DrawQuestion && o.Missing(m.Roster) == 1:
		return kif.Event{Step: kif.DrawAgreed, Seat: m.Roster.SeatOf(party)}, nil
	case o != nil && !slices.Contains(o.Agreed, party):
		return kif.Event{Step: kif.Agree{To: o.Asks}}, nil
	case c != nil && !slices.Contains(c.Agreed, party):
		return Confirmation(m, party), nil
	}
	return kif.Event{}, ErrNothingAsked
}

// Confirmation is the event by which party confirms the claim that stands.
func Confirmation(m *Match, party int) kif.Event {
	switch {
	case !m.Claim.Confirmed(m.Roster, party):
		return kif.Event{Step: kif.Agree{To: kif.ClaimQuestion}}
	case m.Claim.passes(m):
		return kif.Event{Step: kif.Move(m.Game.OnTimeout), Party: party}
	}
	return kif.Event{Step: kif.TimeOut, Seat: m.Claim.seat(m)}
}

// LastNumberOf is the number of a party's last move that stands, 0 where it has none.
func LastNumberOf(m *Match, party int) int {
	for i, e := range slices.Backward(m.Record.Events) {
		if _, moved := e.Step.(kif.Move); moved && m.By(i) == party && before(m, e.Number) != nil {
			return e.Number
		}
	}
	return 0
}
