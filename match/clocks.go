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
	clock := s.Clock
	end, runs := clock.Deadline(viewer)
	for n := range s.Roster.Seating {
		party, forms := s.Roster.PartyOf(n+1), []string(nil)
		if runs && party == clock.turn && !clock.Disputed(clock.turn) && !clock.Disputed(clock.giver) {
			forms = append(forms, i18n.In(lang, "clock.until", "when", i18n.Brief(end)))
		}
		if clock.control.Bank > 0 {
			forms = append(forms, i18n.In(lang, "clock.left", "span", i18n.Short(clock.Left(party))))
		} else {
			forms = append(forms, i18n.In(lang, "clock.turn", "span", i18n.Short(clock.control.PerTurn)))
		}
		all = append(all, forms)
	}
	return all
}
