package match

import (
	"time"

	"hikyaku/internal/i18n"
	"hikyaku/kif"
)

// This file derives from the state of a clock when the player to move is out of
// time, and what follows from it; clock.go keeps that state.

// elapsed returns how long the clock of the turn ran between two times.
func (c *Clock) elapsed(from, to time.Time, counts counting) time.Duration {
	rest, to := c.Control.Rest, earlier(to, from.Add(kif.MaxSpent))
	d := rest.running(from, to)
	for _, a := range c.stoppedPeriods(c.turn, counts) {
		d -= rest.running(later(a.from, from), earlier(a.to, to))
	}
	return max(0, d)
}

// deadline returns when the player to move is out of time if the turn began at
// begun and the player had used that much time before. It returns false if the
// time is not limited.
func (c *Clock) deadline(begun time.Time, used time.Duration, counts counting) (time.Time, bool) {
	if c.turn == 0 || c.over || c.paused || c.past || !c.Limited() || c.Since.IsZero() {
		return time.Time{}, false
	}
	left := c.Control.PerTurn
	if c.Control.Bank > 0 {
		left = c.bank(c.turn)
	}
	return c.runOut(c.turn, begun, left-used, counts), true
}

// bank returns the bank of a party including what was added to it.
func (c *Clock) bank(party int) time.Duration {
	added := time.Duration(c.turns[party])
	if c.Control.Added > 0 {
		added = min(added, ample/c.Control.Added)
	}
	return min(c.Control.Bank+added*c.Control.Added, ample)
}

// runOut returns when the clock of a party has run for left since begun. Party
// 0 is never away.
func (c *Clock) runOut(party int, begun time.Time, left time.Duration, counts counting) time.Time {
	rest, end := c.Control.Rest, begun
	for _, a := range c.stoppedPeriods(party, counts) {
		if !a.to.After(end) {
			continue
		}
		run := rest.running(end, a.from)
		if run >= left {
			break
		}
		left, end = left-run, a.to
	}
	return rest.after(end, left)
}

// MayClaim reports whether a claim is allowed at a time: none was contested
// within this turn, or NextClaim has passed.
func (c *Clock) MayClaim(at time.Time) bool {
	return !c.contested || !c.NextClaim.IsZero() && at.After(c.NextClaim)
}

// Deadline returns when the player to move is out of time as viewer counts it, and whether the time is limited. For the
// player, the turn begins when it arrives; for the others, the transit allowance after it was sent.
func (c *Clock) Deadline(viewer int) (time.Time, bool) {
	switch {
	case c.umpired:
		return c.deadline(c.Since, c.used[c.turn].granted, c.fromArrival)
	case viewer == c.turn:
		return c.deadline(later(c.Came, c.Since), c.used[c.turn].own, absence.fromNotice)
	}
	return c.deadline(c.Since.Add(c.Control.Way), c.used[c.turn].granted, c.fromArrival)
}

// Left returns how much of the bank a party has left after its last turn, as the others count it.
func (c *Clock) Left(party int) time.Duration {
	return max(0, c.bank(party)-c.used[party].granted)
}

// minUnanswered is the least time that a claim must remain unanswered before
// the match is won without confirmation.
const minUnanswered = 14 * 24 * time.Hour

// ClaimWinsAt returns when the claimant wins without confirmation, or the zero Time
// if there is no claim or more than two players are in, so that the others can
// confirm it. That is a further time limit, but at least fourteen days,
// without rest days, after both the claim and the deadline as the others count
// it. The match continues if a signed step arrives after all.
func (m *Match) ClaimWinsAt() time.Time {
	if m.Claim == nil || m.Outcome != nil || m.Roster.playing() > 2 {
		return time.Time{}
	}
	end, _ := m.Clock.Deadline(0)
	wait := max(m.Clock.Control.PerTurn, m.Clock.Control.Added, minUnanswered)
	return m.Clock.runOut(0, later(end, later(m.Claim.At, m.Claim.came)), wait, absence.ignored)
}

// ClaimHasWon reports whether a match for which ClaimWinsAt returned at is won
// by now.
func ClaimHasWon(at, now time.Time) bool { return !at.IsZero() && now.After(at) }

// OwnDeadline returns when party, who is to move in m, is out of time by
// everything that its own program knows. It also counts absences on the
// rejected lines in kept.
func (m *Match) OwnDeadline(party int, kept []*Match) (time.Time, bool) {
	c := *m.Clock
	for _, line := range kept {
		for i, e := range line.Record.Events {
			away, leaves := e.Step.(kif.Away)
			if leaves && line.By(i) == party && !m.HoldsOriginal(line.Original(i), party) {
				c.addAbsence(party, away, e)
			}
		}
	}
	return c.Deadline(party)
}

// Past returns s as it is looked back at when the match has continued: no clock
// runs.
func (s State) Past() State {
	clock := *s.Clock
	clock.past = true
	s.Clock = &clock
	return s
}

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
		if clock.Control.Bank > 0 {
			forms = append(forms, i18n.In(lang, "clock.left", "span", i18n.Short(clock.Left(party))))
		} else {
			forms = append(forms, i18n.In(lang, "clock.turn", "span", i18n.Short(clock.Control.PerTurn)))
		}
		all = append(all, forms)
	}
	return all
}
