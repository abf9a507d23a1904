package match

import (
	"slices"
	"time"

	"hikyaku/kif"
)

// absence is a period during which a player's clock is stopped.
type absence struct {
	from, to  time.Time
	announced time.Time // when it was announced
	came      time.Time // when the announcement arrived here; zero if it was made here
}

func (c *Clock) addAbsence(party int, away kif.Away, e kif.Event) {
	c.away[party] = append(slices.Clip(c.away[party]), absence{away.First, away.End(), e.At, e.Came})
}

// counting returns the earliest time from which an absence counts, besides its first day.
type counting func(absence) time.Time

// fromNotice counts an absence from its announcement.
func (a absence) fromNotice() time.Time { return a.announced }

// fromArrival counts an absence from its announcement or, if that is later, from the transit allowance before it arrived
// here.
func (c *Clock) fromArrival(a absence) time.Time {
	if a.came.IsZero() {
		return a.announced
	}
	return later(a.announced, a.came.Add(-c.Control.Way))
}

// ignored does not count an absence at all.
func (a absence) ignored() time.Time { return a.to }

// stoppedPeriods returns the periods during which the clock of a party is stopped,
// apart from weekly rest days: its absences, up to MaxAway in all, and the
// rest dates of the match, without overlaps and in order of time.
func (c *Clock) stoppedPeriods(party int, counts counting) (list []absence) {
	left := MaxAway
	for _, a := range c.away[party] {
		a.from = later(a.from, counts(a))
		for _, part := range a.without(list) {
			part.to = earlier(part.to, part.from.Add(left))
			left -= part.to.Sub(part.from)
			list = append(list, part)
		}
	}
	for _, dates := range c.Control.Rest.Dates {
		list = append(list, absence{from: dates.Begin(), to: dates.End()}.without(list)...)
	}
	slices.SortFunc(list, func(a, b absence) int { return a.from.Compare(b.from) })
	return list
}

// without returns the parts of a outside all others.
func (a absence) without(others []absence) []absence {
	parts := a.between(a.from, a.to)
	for _, o := range others {
		var rest []absence
		for _, p := range parts {
			rest = append(rest, p.between(p.from, earlier(p.to, o.from))...)
			rest = append(rest, p.between(later(p.from, o.to), p.to)...)
		}
		parts = rest
	}
	return parts
}

// between returns a with another beginning and end, or nil if that period is
// empty.
func (a absence) between(from, to time.Time) []absence {
	if !to.After(from) {
		return nil
	}
	a.from, a.to = from, to
	return []absence{a}
}
