package match

import (
	"hikyaku/internal/i18n"
)

// Clocks returns what a picture of the match shows of the clock of each seat
// in state s, as viewer counts it, in ever shorter forms. It returns nil if
// the time is not limited, not all have joined, or the match is over.
//
// A picture in a forum or a message is looked at days later and cannot count
// down, so it shows what stays true: the date by which the player to move must
// move, and what each player has left after their last turn. A disputed date
// decides nothing and is not shown. The zone is UTC, because readers live in
// different ones.
func (s State) Clocks(viewer int, lang string) (all [][]string) {
	if !s.Clock.Limited() || s.Outcome != nil || s.Roster.Joining() != 0 {
		return nil
	}
	for n := range s.Roster.Seating {
		var forms []string
		for _, text := range s.Clock.faces(s.Roster.PartyOf(n+1), viewer) {
			forms = append(forms, text.In(lang))
		}
		all = append(all, forms)
	}
	return all
}

// faces returns what the clock of a party shows, in ever shorter forms.
func (c *Clock) faces(party, viewer int) (forms []i18n.Text) {
	end, runs := c.Deadline(viewer)
	if runs && party == c.turn && !c.Disputed(c.turn) && !c.Disputed(c.giver) {
		forms = append(forms, i18n.T("clock.until", "when", i18n.Brief(end)))
	}
	if c.control.Bank > 0 {
		return append(forms, i18n.T("clock.left", "span", i18n.Short(c.Left(party))))
	}
	return append(forms, i18n.T("clock.turn", "span", i18n.Short(c.control.PerTurn)))
}
