package match

import (
	"slices"
	"time"

	"hikyaku/internal/i18n"
	"hikyaku/kif"
)

// minUnanswered is the least time that a claim must remain unanswered before
// the match is won without confirmation.
const minUnanswered = 14 * 24 * time.Hour

// Clock measures the time of a match. With an umpire only the umpire's dates count: a turn lasts from the signed date of a
// receipt to the arrival of the turn that the next receipt is for. Otherwise a turn lasts from its arrival, as stated by
// the player, to the signed date of its end. The others grant at most the transit allowance for the arrival; a later one is
// disputed.
type Clock struct {
	control   Control
	umpired   bool
	turn      int       // the party whose clock runs, 0 for none
	giver     int       // the party that gave it the turn, or resumed it
	over      bool      // the turn is over or stopped, but the umpire's receipt is still due
	continues bool      // the turn continues after that receipt
	paused    bool      // the match is paused, and the time used in the turn has been charged
	since     time.Time // when the turn was given or resumed, by the signed date
	came      time.Time // when the step that gave it arrived here; zero if it was made here
	floor     time.Time // no turn begins earlier, whatever the next step is dated
	used      [maxParties + 1]usedTime
	turns     [maxParties + 1]int
	away      [maxParties + 1][]absence
	doubt     [maxParties + 1]bool // the last date that the party signed is disputed

	contested bool      // a claim was made and contested within this turn
	until     time.Time // from when another claim is allowed all the same; zero for never within this turn
}

// usedTime is the time that a party has used of its bank, or of the turn before
// a pause.
type usedTime struct {
	granted time.Duration // as the others count it
	own     time.Duration // as the party counts it
	noAway  time.Duration // ignoring absences
	noticed time.Duration // as the others count it, with absences from their signed dates
}

func newClock(r *kif.Record, p *Roster) (*Clock, error) {
	c := &Clock{umpired: p.Umpire() != 0}
	if !p.Invited {
		return c, nil // without an invitation, the time control is for information only
	}
	var err error
	if c.control, err = ParseControl(r.PerMove()); err != nil {
		return nil, &kif.Error{Line: r.Line("持ち時間"), Found: kif.Found(r.PerMove()), Wanted: i18n.T("fit.limit"), Err: err}
	}
	return c, nil
}

// Limited reports whether the match has a time limit.
func (c *Clock) Limited() bool { return c.control.PerTurn > 0 || c.control.Bank > 0 }

// Control returns the time limit of the match.
func (c *Clock) Control() Control { return c.control }

// after returns the clock after the entry of n.
func (c *Clock) after(n *moment) (*Clock, error) {
	e := n.event
	if c.Limited() && e.At.IsZero() {
		return nil, i18n.Err("clock.no-time")
	}
	next := *c
	if step, ok := e.Step.(kif.Away); ok {
		next.addAbsence(n.by, step, e)
	}
	if step, ok := e.Step.(kif.Contest); ok {
		// The time of the player to move is said to run until then, limited to a whole turn.
		next.contested, next.until = true, time.Time{}
		if most, limited := next.deadline(e.At, 0, absence.fromNotice); limited && !step.Until.IsZero() {
			next.until = earlier(step.Until, most)
		}
	}
	if step, ok := e.Step.(kif.MoreTime); ok {
		used := &next.used[c.turn]
		for _, sum := range []*time.Duration{&used.granted, &used.own, &used.noAway, &used.noticed} {
			add(sum, -time.Duration(step.Hours)*time.Hour)
		}
	}
	turn := n.turn(n.position)
	switch {
	case n.consented == kif.SubstituteQuestion:
		next.grantWholeTurn(n, n.leaver())
	case e.Step == kif.Step(kif.HandOver{}):
		next.away[n.by], next.doubt[n.by] = nil, false // they belonged to the player who has left
	}
	switch {
	case !c.Limited() || n.Roster.Joining() != 0: // accepting is not a turn
	case c.umpired:
		next.umpire(n, turn)
	case n.consented == kif.PauseQuestion:
		next.pause(n)
	case e.Step == kif.Step(kif.Resume{}):
		next.start(n, later(e.At, c.floor))
		if next.paused = false; n.by == c.turn { // the player does not wait for a message
			next.came = time.Time{}
		}
	case n.seatOut != 0 && !n.leavesTurn() && turn == c.turn: // nor does a substitution for another party
	case turn != c.turn || !kif.IsAct(e.Step): // an offer or an absence does not restart a turn
		next.passTurn(n, turn)
	}
	return &next, nil
}

// passTurn ends the turn with n, by the players' own dates, and gives it to another party.
func (c *Clock) passTurn(n *moment, to int) {
	at := later(n.event.At, c.floor) // a backdated step takes no time from the next player
	back := c.turn != 0 && n.event.At.Before(c.since.Add(-clockError))
	if !c.paused {
		c.stop(n.event.Got, at)
	}
	if c.turn == 0 { // a far future date in an acceptance must not stop the clock of the match
		c.floor = earlier(at, n.m.Entries[0].Event.At)
	}
	c.doubt[n.by] = c.doubt[n.by] || back
	c.finish()
	c.turn, c.paused = to, !n.Paused.IsZero()
	c.start(n, at)
}

// stop charges the time that the turn has used from got to at.
func (c *Clock) stop(got, at time.Time) {
	limit, limited := c.deadline(c.begun(got), c.used[c.turn].own, absence.fromNotice)
	c.floor = at
	if limited && at.After(limit) {
		c.floor = limit // a postdated step gains its author no time
	}
	if c.turn != 0 {
		disputed := got.After(c.since.Add(c.control.Way))
		c.doubt[c.turn], c.doubt[c.giver] = disputed, disputed
		c.charge(got, at)
	}
}

// start makes the clock run from at, because of n.
func (c *Clock) start(n *moment, at time.Time) {
	c.giver, c.since, c.came = n.by, at, n.event.Came
	c.contested, c.until = false, time.Time{}
}

// pause stops the clock within a turn, with the last consent. For the others,
// the consent of the player to move counts from the transit allowance before
// it arrived here, if that is later.
func (c *Clock) pause(n *moment) {
	o := n.m.Offer.agreedBy(n.event, c.turn)
	at := later(o.at, c.floor)
	c.stop(o.got, at)
	if c.paused = true; n.by == c.turn {
		add(&c.used[c.turn].granted, c.elapsed(at, n.event.Came.Add(-c.control.Way), c.fromArrival))
	}
}

// grantWholeTurn gives the substitute for a party a whole turn from the last
// consent onwards, and the bank as it was before that turn.
func (c *Clock) grantWholeTurn(n *moment, party int) {
	if c.control.Bank == 0 {
		c.used[party] = usedTime{}
	}
	switch {
	case c.turn != party || c.over:
	case c.umpired:
		c.turn = 0 // until the receipt
	default:
		c.start(n, later(later(n.event.At, c.floor), c.since))
	}
}

// charge adds the time of the turn from got to at to the time used.
func (c *Clock) charge(got, at time.Time) {
	used, begun := &c.used[c.turn], c.begun(got)
	add(&used.granted, c.elapsed(begun, at, c.fromArrival))
	add(&used.own, c.elapsed(later(got, c.since), at, absence.fromNotice))
	add(&used.noAway, c.elapsed(begun, at, absence.ignored))
	add(&used.noticed, c.elapsed(begun, at, absence.fromNotice))
}

// add adds to a sum of times, limited to ample.
func add(sum *time.Duration, d time.Duration) { *sum = min(*sum+d, ample) }

// finish ends the turn. The next one has its whole time unless there is a
// bank.
func (c *Clock) finish() {
	c.turns[c.turn]++
	if c.control.Bank == 0 {
		c.used[c.turn] = usedTime{}
	}
}

// begun returns when the turn that arrived at got began for the others: at
// most the transit allowance after it was sent.
func (c *Clock) begun(got time.Time) time.Time {
	if latest := c.since.Add(c.control.Way); got.After(latest) {
		return latest
	}
	return later(got, c.since)
}

// clockError is how far the clocks of two machines may differ without a
// warning.
const clockError = time.Hour

// Disputed reports whether the last date that a party signed does not fit the
// others: it is before that of the turn that the party had, or the message
// arrived before it was signed, or more than the transit allowance after.
// Nobody can know which date is wrong, so it decides nothing automatically.
func (c *Clock) Disputed(party int) bool {
	if c.doubt[party] || c.umpired || party != c.giver {
		return c.doubt[party]
	}
	return c.came.After(c.since.Add(c.control.Way)) || !c.came.IsZero() && c.came.Before(c.since.Add(-clockError))
}

// umpire applies n using only the umpire's dates.
func (c *Clock) umpire(n *moment, turn int) {
	switch {
	case n.event.Step == kif.Step(kif.Receipt{}):
		c.receipt(n, turn)
	case n.ReceiptDue && (!n.m.ReceiptDue && !n.mayOpenDiceAgain() || n.undone != 0):
		c.over, c.continues = true, n.consented == kif.PauseQuestion || n.event.Step == kif.Step(kif.Resume{})
	case turn == 0:
		c.turn = 0
	}
}

// receipt ends or stops the turn that the umpire's receipt is for, and starts
// the next one unless the match is paused.
func (c *Clock) receipt(n *moment, turn int) {
	e := n.event
	if c.turn != 0 && !c.over {
		return
	}
	if c.turn != 0 && !c.paused {
		c.charge(c.since, later(e.Got, c.since))
	}
	if c.turn != turn || !c.continues {
		c.finish()
	}
	c.turn, c.since, c.came = turn, later(e.At, c.since), e.Came
	c.contested, c.until = false, time.Time{}
	c.over, c.continues, c.paused = false, false, !n.Paused.IsZero()
}

func later(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

// elapsed returns how long the clock of the turn ran between two times.
func (c *Clock) elapsed(from, to time.Time, counts counting) time.Duration {
	rest, to := c.control.Rest, earlier(to, from.Add(kif.MaxSpent))
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
	if c.turn == 0 || c.over || c.paused || !c.Limited() || c.since.IsZero() {
		return time.Time{}, false
	}
	left := c.control.PerTurn
	if c.control.Bank > 0 {
		left = c.bank(c.turn)
	}
	return c.runOut(c.turn, begun, left-used, counts), true
}

// bank returns the bank of a party including what was added to it.
func (c *Clock) bank(party int) time.Duration {
	added := time.Duration(c.turns[party])
	if c.control.Added > 0 {
		added = min(added, ample/c.control.Added)
	}
	return min(c.control.Bank+added*c.control.Added, ample)
}

// runOut returns when the clock of a party has run for left since begun. Party
// 0 is never away.
func (c *Clock) runOut(party int, begun time.Time, left time.Duration, counts counting) time.Time {
	rest, end := c.control.Rest, begun
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

// earliest returns the time before which no claim can hold: it takes the turn to begin when it was sent and ignores
// absences. It is the same in all copies of a record.
func (c *Clock) earliest() (time.Time, bool) {
	return c.deadline(c.since, c.used[c.turn].noAway, absence.ignored)
}

// protected returns the time before which the other players cannot declare the player to move out of time on their own: as
// earliest, but every absence on the record counts, from its signed date.
func (c *Clock) protected() time.Time {
	end, _ := c.deadline(c.since, c.used[c.turn].noticed, absence.fromNotice)
	return end
}

// NextClaim returns the time until which the claim contested within this turn
// allows no other; zero means the whole turn.
func (c *Clock) NextClaim() time.Time { return c.until }

// MayClaim reports whether a claim is allowed at a time: none was contested
// within this turn, or NextClaim has passed.
func (c *Clock) MayClaim(at time.Time) bool {
	return !c.contested || !c.until.IsZero() && at.After(c.until)
}

// Deadline returns when the player to move is out of time as viewer counts it, and whether the time is limited. For the
// player, the turn begins when it arrives; for the others, the transit allowance after it was sent.
func (c *Clock) Deadline(viewer int) (time.Time, bool) {
	switch {
	case c.umpired:
		return c.deadline(c.since, c.used[c.turn].granted, c.fromArrival)
	case viewer == c.turn:
		return c.deadline(later(c.came, c.since), c.used[c.turn].own, absence.fromNotice)
	}
	return c.deadline(c.since.Add(c.control.Way), c.used[c.turn].granted, c.fromArrival)
}

// Allowance returns the time for the transit of a message that Deadline includes for viewer.
func (c *Clock) Allowance(viewer int) time.Duration {
	if c.umpired || viewer == c.turn {
		return 0
	}
	return c.control.Way
}

// Left returns how much of the bank a party has left after its last turn, as the others count it.
func (c *Clock) Left(party int) time.Duration {
	return max(0, c.bank(party)-c.used[party].granted)
}

// Came returns when the message that gave the turn arrived here, or the zero
// Time if the turn was given here.
func (c *Clock) Came() time.Time { return c.came }

// Since returns when the turn was given, by its signed date.
func (c *Clock) Since() time.Time { return c.since }

// ClockText returns a warning if now, by the clock with which party is about
// to sign, is before party's own last step in m or before the program was
// built, and an empty text otherwise. Dates signed by others prove nothing
// about that clock.
func (m *Match) ClockText(party int, now, built time.Time) i18n.Text {
	if !m.Roster.Invited || party == 0 {
		return i18n.Text{}
	}
	for i, e := range slices.Backward(m.Record.Events) {
		if m.past[i].by == party && m.past[i].scribe == 0 && !kif.IsThrow(e.Step) && e.At.After(now.Add(clockError)) {
			return i18n.T("warn.clock-step", "now", FormatTime(now), "when", FormatTime(e.At))
		}
	}
	if built.After(now) {
		return i18n.T("warn.clock-built", "now", FormatTime(now), "when", FormatTime(built))
	}
	return i18n.Text{}
}

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
	wait := max(m.Clock.control.PerTurn, m.Clock.control.Added, minUnanswered)
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
			original := e.Again
			if original == (kif.Hash{}) {
				original = line.past[i].Head
			}
			if leaves && line.By(i) == party && !m.HoldsOriginal(original, party) {
				c.addAbsence(party, away, e)
			}
		}
	}
	return c.Deadline(party)
}
