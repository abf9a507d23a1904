package match

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"hikyaku/kif"
)

// Control is how long the players may think.
type Control struct {
	PerTurn time.Duration // for each turn; 0 where there is a bank
	Bank    time.Duration // for the whole match …
	Added   time.Duration // … and added after each turn
	Way     time.Duration // the allowance for a letter's way
}

// usualWay is the allowance for a letter's way where the match says nothing else.
const usualWay = 12 * time.Hour

// units are those of a length of time, the longest word first.
var units = []struct {
	word   string
	length time.Duration
}{
	{"時間", time.Hour}, {"日", 24 * time.Hour}, {"分", time.Minute}, {"d", 24 * time.Hour}, {"h", time.Hour}, {"m", time.Minute},
}

// ParseControl reads "3d" for three days a turn, or "30d+1d" for thirty days in all and one more after each turn; "way=6h"
// behind it is another allowance for a letter's way than twelve hours. h and m are hours and minutes. An empty text is no
// limit.
func ParseControl(text string) (Control, error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return Control{}, nil
	}
	c, ok := Control{Way: usualWay}, true
	if last := words[len(words)-1]; strings.HasPrefix(last, "way=") {
		words = words[:len(words)-1]
		c.Way, ok = length(strings.TrimPrefix(last, "way="))
	}
	first, added, banked := strings.Cut(strings.TrimSuffix(strings.Join(words, ""), "/手"), "+")
	given, readable := length(first)
	if c.PerTurn = given; banked {
		more, alsoReadable := length(added)
		c.PerTurn, c.Bank, c.Added, readable = 0, given, more, readable && alsoReadable
	}
	switch {
	case !ok || !readable:
		return Control{}, fmt.Errorf("%q is no time limit: write 3d for three days a turn, or 30d+1d for thirty days in all and one added a turn", text)
	case given == 0:
		return Control{}, fmt.Errorf("%q gives no time to think", text)
	}
	return c, nil
}

// length reads up to four digits and a unit.
func length(text string) (time.Duration, bool) {
	for _, u := range units {
		if digits, ok := strings.CutSuffix(text, u.word); ok {
			n, err := strconv.Atoi(digits)
			return time.Duration(n) * u.length, err == nil && n >= 0 && len(digits) <= 4 && digits[0] != '+'
		}
	}
	return 0, false
}

// MaxAway is how much absence a player may take in one match. More does not stop the clock.
const MaxAway = 30 * 24 * time.Hour

// ParseAway reads the days of an absence that is not past and not too long: "2026-12-20..2027-01-05".
func ParseAway(days string, now time.Time) (kif.Away, error) {
	away, err := kif.ParseAway(days)
	switch {
	case err != nil:
		return away, fmt.Errorf("%q is not two days: write 2026-12-20..2027-01-05", days)
	case away.End().Sub(away.First) > MaxAway:
		return away, fmt.Errorf("%s is more than the %d days for which a clock stands in one match", days, MaxAway/(24*time.Hour))
	case away.End().Before(now):
		return away, fmt.Errorf("%s is past", days)
	}
	return away, nil
}

// minUnanswered is how long a claim must stand unanswered, at least, until the match is won without being confirmed.
const minUnanswered = 14 * 24 * time.Hour

// Clock follows the time of a match. Where there is an umpire only his dates count: a turn lasts from when he signed a
// receipt to when he got the turn that the next receipt is of. Else a turn lasts from when it reached the player, whose own word that is, to when he signed its end: the others
// grant a letter's way and no more, and what lies beyond is disputed.
type Clock struct {
	control Control
	umpired bool
	turn    int                           // the party whose clock runs, 0 for none
	giver   int                           // the party that gave it the turn
	over    bool                          // the turn is over, and the umpire's receipt of it is due
	since   time.Time                     // when the turn began: the signed date of what gave it
	came    time.Time                     // when that reached this copy of the record, zero where it was made here
	floor   time.Time                     // before which no turn begins, whatever the next step is dated
	granted [maxParties + 1]time.Duration // time used as the others count it
	own     [maxParties + 1]time.Duration // as the party counts it
	most    [maxParties + 1]time.Duration // and without absences. Only granted hangs on when steps reached this copy
	turns   [maxParties + 1]int
	away    [maxParties + 1][]absence
	doubt   [maxParties + 1]bool // whether the last date that the party signed is disputed
}

// absence is a stretch of time in which a player's clock stands.
type absence struct {
	from, to time.Time
	told     time.Time // when it was announced, by its first original
	came     time.Time // when that reached this copy of the record, zero where it was made here
}

func newClock(r *kif.Record, p *Roster) *Clock {
	c := &Clock{umpired: p.Umpire() != 0}
	if p.Invited {
		c.control, _ = ParseControl(r.PerMove()) // what cannot be read limits nothing
	}
	return c
}

// Limited tells whether the players' time is.
func (c *Clock) Limited() bool { return c.control != (Control{}) }

// Control is the time limit of the match.
func (c *Clock) Control() Control { return c.control }

// after takes the entry n.
func (c *Clock) after(n *moment) (*Clock, error) {
	e := n.event
	if c.Limited() && e.At.IsZero() {
		return nil, fmt.Errorf("the time of the step is missing, which the clock needs")
	}
	next := *c
	if step, ok := e.Step.(kif.Away); ok {
		next.leave(n.by, step, e)
	}
	turn := n.turn(n.position)
	switch {
	case !c.Limited() || n.Roster.Joining() != 0: // to accept is no turn
	case c.umpired:
		next.umpire(n, turn)
	case turn != c.turn || !kif.IsAct(e.Step): // an offer or an absence begins no turn anew
		next.pass(n, turn)
	}
	return &next, nil
}

// pass ends the turn with n, by the players' own dates, and gives it to another.
func (c *Clock) pass(n *moment, to int) {
	e := n.event
	at := later(e.At, c.floor) // a step dated back takes no time from the next player
	limit, limited := c.deadline(c.begun(e.Got), c.own[c.turn], told)
	c.floor = at
	if limited && at.After(limit) {
		c.floor = limit // and one dated ahead gives its author none
	}
	if c.turn != 0 {
		disputed := e.Got.After(c.since.Add(c.control.Way))
		c.doubt[c.turn], c.doubt[c.giver] = disputed, disputed
		c.charge(e.Got, at)
	}
	c.turn, c.giver, c.since, c.came = to, n.by, at, e.Came
}

// charge counts the turn that got began and at ended.
func (c *Clock) charge(got, at time.Time) {
	c.granted[c.turn] += c.elapsed(c.begun(got), at, c.heard)
	c.own[c.turn] += c.elapsed(later(got, c.since), at, told)
	c.most[c.turn] += c.elapsed(c.begun(got), at, never)
	c.turns[c.turn]++
}

// begun is when a turn began that reached the player at got, as the others grant it: at most a letter's way after it was sent.
func (c *Clock) begun(got time.Time) time.Time {
	if latest := c.since.Add(c.control.Way); got.After(latest) {
		return latest
	}
	return later(got, c.since)
}

// Disputed tells whether the last date that a party signed lies so far before the other side got the letter that nobody can
// know who is wrong. What is disputed decides nothing by itself.
func (c *Clock) Disputed(party int) bool {
	return c.doubt[party] || !c.umpired && party == c.giver && c.came.After(c.since.Add(c.control.Way))
}

// umpire takes n by the umpire's dates alone.
func (c *Clock) umpire(n *moment, turn int) {
	e := n.event
	switch {
	case e.Step == kif.Step(kif.Receipt{}):
		if c.turn != 0 && c.over {
			c.charge(c.since, later(e.Got, c.since))
		}
		if c.turn == 0 || c.over {
			c.turn, c.since, c.came, c.over = turn, later(e.At, c.since), e.Came, false
		}
	case n.ReceiptDue && !n.m.ReceiptDue && !n.opensAnew():
		c.over = true
	case turn == 0:
		c.turn = 0
	}
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

// leave notes an absence.
func (c *Clock) leave(party int, away kif.Away, e kif.Event) {
	c.away[party] = append(slices.Clip(c.away[party]), absence{away.First, away.End(), e.At, e.Came})
}

// knowing is from when an absence counts, besides from its first day.
type knowing func(absence) time.Time

// told counts an absence from when it was announced.
func told(a absence) time.Time { return a.told }

// heard counts it from when it was announced, or from a letter's way before it was heard of, if that is later.
func (c *Clock) heard(a absence) time.Time {
	if a.came.IsZero() {
		return a.told
	}
	return later(a.told, a.came.Add(-c.control.Way))
}

// never counts no absence.
func never(a absence) time.Time { return a.to }

// standing is when the clock of a party stands: its absences as they were announced, none counted twice, up to MaxAway in all.
func (c *Clock) standing(party int, known knowing) (list []absence) {
	left := MaxAway
	for _, a := range c.away[party] {
		a.from = later(a.from, known(a))
		for _, part := range a.without(list) {
			part.to = earlier(part.to, part.from.Add(left))
			left -= part.to.Sub(part.from)
			list = append(list, part)
		}
	}
	slices.SortFunc(list, func(a, b absence) int { return a.from.Compare(b.from) })
	return list
}

// without is what of a lies in none of the others.
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

// between is a with another beginning and end, nothing where there is no time between them.
func (a absence) between(from, to time.Time) []absence {
	if !to.After(from) {
		return nil
	}
	a.from, a.to = from, to
	return []absence{a}
}

// elapsed is how long the clock of the turn has run from one time to another.
func (c *Clock) elapsed(from, to time.Time, known knowing) time.Duration {
	d := to.Sub(from)
	for _, a := range c.standing(c.turn, known) {
		begin, end := later(a.from, from), a.to
		if end.After(to) {
			end = to
		}
		if end.After(begin) {
			d -= end.Sub(begin)
		}
	}
	return max(0, d)
}

// deadline is when the time of the player to move is over if the turn began at begun and so much was used before, if his
// time is limited.
func (c *Clock) deadline(begun time.Time, used time.Duration, known knowing) (time.Time, bool) {
	if c.turn == 0 || c.over || !c.Limited() || c.since.IsZero() {
		return time.Time{}, false
	}
	left, end := c.control.PerTurn, begun
	if c.control.Bank > 0 {
		left = c.control.Bank + time.Duration(c.turns[c.turn])*c.control.Added - used
	}
	for _, a := range c.standing(c.turn, known) {
		if !a.to.After(end) {
			continue
		}
		run := max(0, a.from.Sub(end))
		if run >= left {
			break
		}
		left, end = left-run, a.to
	}
	return end.Add(left), true
}

// earliest is before when no claim can hold, whatever anybody knows: the turn began when it was sent, and the player has not
// been away. It is the same in all copies of a record.
func (c *Clock) earliest() (time.Time, bool) { return c.deadline(c.since, c.most[c.turn], never) }

// Deadline is when the time of the player to move is over in the eyes of a party, if it is limited: to himself it runs from
// when the turn reached him, to the others from a letter's way after it was sent.
func (c *Clock) Deadline(viewer int) (time.Time, bool) {
	switch {
	case c.umpired:
		return c.deadline(c.since, c.granted[c.turn], c.heard)
	case viewer == c.turn:
		return c.deadline(later(c.came, c.since), c.own[c.turn], told)
	}
	return c.deadline(c.since.Add(c.control.Way), c.granted[c.turn], c.heard)
}

// Came is when the letter that gave the turn reached this copy of the record, zero where it was given here.
func (c *Clock) Came() time.Time { return c.came }

// Since is when the turn began, by its signed date.
func (c *Clock) Since() time.Time { return c.since }

// Lapses is when a match whose limit is claimed is won without the claim being confirmed, zero where none is: when nobody
// has answered it for another limit, at least fourteen days, after it came and the time of the claimed player was over in the
// eyes of the others. It is open again should a signed step arrive.
func Lapses(m *Match) time.Time {
	if m.Claim == nil || m.Outcome != nil {
		return time.Time{}
	}
	end, _ := m.Clock.Deadline(0)
	wait := max(m.Clock.control.PerTurn, m.Clock.control.Added, minUnanswered)
	return later(end, later(m.Claim.At, m.Claim.came)).Add(wait)
}

// Unconfirmed tells whether a match that lapses then is won so.
func Unconfirmed(lapses, now time.Time) bool { return !lapses.IsZero() && now.After(lapses) }

// OwnDeadline is when the time of party, who is to move in m, is over by all that his own program knows: the absences on
// lines that were put away count too.
func OwnDeadline(m *Match, party int, kept []*Match) (time.Time, bool) {
	c := *m.Clock
	for _, line := range kept {
		for i, e := range line.Record.Events {
			away, leaves := e.Step.(kif.Away)
			original := e.Again
			if original == (kif.Hash{}) {
				original = line.past[i].Head
			}
			if leaves && line.By(i) == party && !holds(m, original, party) {
				c.leave(party, away, e)
			}
		}
	}
	return c.Deadline(party)
}
