package match

import (
	"time"

	"hikyaku/internal/i18n"
	"hikyaku/kif"
)

// Clock measures the time of a match. With an umpire only the umpire's dates count: a turn lasts from the signed date of a
// receipt to the arrival of the turn that the next receipt is for. Otherwise a turn lasts from its arrival, as stated by
// the player, to the signed date of its end. The others grant at most the transit allowance for the arrival; a later one is
// disputed.
type Clock struct {
	Control   Control
	umpired   bool
	turn      int       // the party whose clock runs, 0 for none
	giver     int       // the party that gave it the turn, or resumed it
	over      bool      // the turn is over or stopped, but the umpire's receipt is still due
	continues bool      // the turn continues after that receipt
	paused    bool      // the match is paused, and the time used in the turn has been charged
	past      bool      // the position is looked back at, and its turn is over
	Since     time.Time // when the turn was given or resumed, by the signed date
	Came      time.Time // when the step that gave it arrived here; zero if it was made here
	floor     time.Time // no turn begins earlier, whatever the next step is dated
	used      [maxParties + 1]usedTime
	turns     [maxParties + 1]int
	away      [maxParties + 1][]absence
	doubt     [maxParties + 1]bool // the last date that the party signed is disputed

	contested bool      // a claim was made and contested within this turn
	NextClaim time.Time // from when another claim is allowed all the same; zero for never within this turn
}

// usedTime is the time that a party has used of its bank, or of the turn before
// a pause.
type usedTime struct {
	granted time.Duration // as the others count it
	own     time.Duration // as the party counts it
	noAway  time.Duration // ignoring absences
	noticed time.Duration // as the others count it, with absences from their signed dates
}

// Limited reports whether the match has a time limit.
func (c *Clock) Limited() bool { return c.Control.PerTurn > 0 || c.Control.Bank > 0 }

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
		next.contested, next.NextClaim = true, time.Time{}
		if most, limited := next.deadline(e.At, 0, absence.fromNotice); limited && !step.Until.IsZero() {
			next.NextClaim = earlier(step.Until, most)
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
			next.Came = time.Time{}
		}
	case n.Gone != 0 && !n.leavesTurn() && turn == c.turn: // nor does a substitution for another party
	case turn != c.turn || !kif.IsAct(e.Step): // an offer or an absence does not restart a turn
		next.passTurn(n, turn)
	}
	return &next, nil
}

// passTurn ends the turn with n, by the players' own dates, and gives it to another party.
func (c *Clock) passTurn(n *moment, to int) {
	at := later(n.event.At, c.floor) // a backdated step takes no time from the next player
	back := c.turn != 0 && n.event.At.Before(c.Since.Add(-clockError))
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
		disputed := got.After(c.Since.Add(c.Control.Way))
		c.doubt[c.turn], c.doubt[c.giver] = disputed, disputed
		c.charge(got, at)
	}
}

// start makes the clock run from at, because of n.
func (c *Clock) start(n *moment, at time.Time) {
	c.giver, c.Since, c.Came = n.by, at, n.event.Came
	c.contested, c.NextClaim = false, time.Time{}
}

// pause stops the clock within a turn, with the last consent. For the others,
// the consent of the player to move counts from the transit allowance before
// it arrived here, if that is later.
func (c *Clock) pause(n *moment) {
	o := n.m.Offer.agreedBy(n.event, c.turn)
	at := later(o.at, c.floor)
	c.stop(o.got, at)
	if c.paused = true; n.by == c.turn {
		add(&c.used[c.turn].granted, c.elapsed(at, n.event.Came.Add(-c.Control.Way), c.fromArrival))
	}
}

// grantWholeTurn gives the substitute for a party a whole turn from the last
// consent onwards, and the bank as it was before that turn.
func (c *Clock) grantWholeTurn(n *moment, party int) {
	if c.Control.Bank == 0 {
		c.used[party] = usedTime{}
	}
	switch {
	case c.turn != party || c.over:
	case c.umpired:
		c.turn = 0 // until the receipt
	default:
		c.start(n, later(later(n.event.At, c.floor), c.Since))
	}
}

// charge adds the time of the turn from got to at to the time used.
func (c *Clock) charge(got, at time.Time) {
	used, begun := &c.used[c.turn], c.begun(got)
	add(&used.granted, c.elapsed(begun, at, c.fromArrival))
	add(&used.own, c.elapsed(later(got, c.Since), at, absence.fromNotice))
	add(&used.noAway, c.elapsed(begun, at, absence.ignored))
	add(&used.noticed, c.elapsed(begun, at, absence.fromNotice))
}

// add adds to a sum of times, limited to ample.
func add(sum *time.Duration, d time.Duration) { *sum = min(*sum+d, ample) }

// finish ends the turn. The next one has its whole time unless there is a
// bank.
func (c *Clock) finish() {
	c.turns[c.turn]++
	if c.Control.Bank == 0 {
		c.used[c.turn] = usedTime{}
	}
}

// begun returns when the turn that arrived at got began for the others: at
// most the transit allowance after it was sent.
func (c *Clock) begun(got time.Time) time.Time {
	if latest := c.Since.Add(c.Control.Way); got.After(latest) {
		return latest
	}
	return later(got, c.Since)
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
	return c.Came.After(c.Since.Add(c.Control.Way)) || !c.Came.IsZero() && c.Came.Before(c.Since.Add(-clockError))
}

// umpire applies n using only the umpire's dates.
func (c *Clock) umpire(n *moment, turn int) {
	switch {
	case n.event.Step == kif.Step(kif.Receipt{}):
		c.receipt(n, turn)
	case n.ReceiptDue && (!n.m.ReceiptDue && n.consented != kif.RechainQuestion || n.Undone != 0):
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
		c.charge(c.Since, later(e.Got, c.Since))
	}
	if c.turn != turn || !c.continues {
		c.finish()
	}
	c.turn, c.Since, c.Came = turn, later(e.At, c.Since), e.Came
	c.contested, c.NextClaim = false, time.Time{}
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
