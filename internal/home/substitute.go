package home

import (
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/match"
)

// ProposeSubstitute returns the step that proposes somebody to take our seat,
// for the others to agree to.
func ProposeSubstitute(who kif.Seat) Step {
	return func(_ *Desk, m *match.Match, me int) (kif.Event, error) {
		if err := m.MayPropose(me); err != nil {
			return kif.Event{}, err
		}
		if !m.MayStepIn(me, who.Address) {
			return kif.Event{}, i18n.Err("refused.substitute-reader", "who", who.Address)
		}
		return kif.Event{Step: kif.Substitute{Who: who}}, nil
	}
}

// StayOn returns the step that withdraws our proposal of a substitute.
func StayOn() Step {
	return func(_ *Desk, m *match.Match, me int) (kif.Event, error) {
		if m.Substitutes[me] == nil {
			return kif.Event{}, i18n.Err("refused.no-substitute")
		}
		return kif.Event{Step: kif.StepOut{}}, nil
	}
}
