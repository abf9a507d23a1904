package match

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"hikyaku/engine"
	"hikyaku/kif"
)

// Control is how long the players may think.
type Control struct {
	PerTurn time.Duration // for each turn; 0 where there is a bank
	Bank    time.Duration // for the whole match …
	Added   time.Duration // … and added after each turn
}

var controlForm = regexp.MustCompile(`^(\d{1,4})(d|h|m|日|時間|分)(?:\+(\d{1,4})(d|h|m|日|時間|分))?(?:/手)?$`)

var controlUnits = map[string]time.Duration{
	"d": 24 * time.Hour, "日": 24 * time.Hour, "h": time.Hour, "時間": time.Hour, "m": time.Minute, "分": time.Minute,
}

// ParseControl reads "3d" for three days a turn, or "30d+1d" for thirty days in all and one more after each turn. h and m
// are hours and minutes. An empty text is no limit.
func ParseControl(text string) (Control, error) {
	if text == "" {
		return Control{}, nil
	}
	words := controlForm.FindStringSubmatch(strings.ReplaceAll(text, " ", ""))
	if words == nil {
		return Control{}, fmt.Errorf("%q is no time limit: write 3d for three days a turn, or 30d+1d for thirty days in all and one added a turn", text)
	}
	first := length(words[1], words[2])
	if first == 0 {
		return Control{}, fmt.Errorf("%q gives no time to think", text)
	}
	if words[3] == "" {
		return Control{PerTurn: first}, nil
	}
	return Control{Bank: first, Added: length(words[3], words[4])}, nil
}

func length(number, unit string) time.Duration {
	n, _ := strconv.Atoi(number) // at most four digits
	return time.Duration(n) * controlUnits[unit]
}

// MaxAway is how much absence a player may take in one match. More does not stop the clock.
const MaxAway = 30 * 24 * time.Hour

// span is a stretch of time in which a player's clock stands.
type span struct{ from, to time.Time }

// timekeeper follows the clocks of a match by the signed times of its entries. A turn counts from the entry that gave it.
type timekeeper struct {
	control Control
	line    *kif.Line
	turn    int       // the party whose clock runs, 0 for none
	since   time.Time // when its turn began
	floor   time.Time // before which no turn begins, whatever the next step is dated
	used    [maxParties + 1]time.Duration
	turns   [maxParties + 1]int
	away    [maxParties + 1][]span
}

// keepTime reads the whole of l. Its error is a *kif.Error at the first claim of a limit that had not passed.
func keepTime(l *kif.Line, g *ledger) (*timekeeper, error) {
	t := &timekeeper{line: l}
	if l.Invited() {
		t.control, _ = ParseControl(l.Record.PerMove()) // what cannot be read limits nothing
	}
	for i, e := range l.Record.Events {
		if e.Kind == kif.Throw || !l.Invited() {
			continue
		}
		if err := t.allow(e, l.By(i), i); err != nil {
			return nil, &kif.Error{Line: e.Line, Found: strconv.Quote(e.Text), Wanted: "a claim after the time limit", Err: err}
		}
		t.step(e, l.By(i), g.turns[i])
	}
	return t, nil
}

// allow refuses what somebody else than the player to move does in his place, unless the limit has passed.
func (t *timekeeper) allow(e kif.Event, by, i int) error {
	late := t.line.Game.Late
	seat := t.line.Positions[i].Next().Player
	switch {
	case e.At.IsZero() && t.control != (Control{}):
		return errors.New("a step without its time, which the clock needs")
	case e.Kind == kif.Move && t.line.PartyOf(seat) == by:
		return nil
	case e.Kind == kif.Move && (late == "" || engine.Move(e.Text) != late):
		return errors.New("only a player can make his own move")
	case e.Kind == kif.Ending && e.Text != kif.TimeOut:
		return nil
	case e.Kind == kif.Ending && t.line.PartyOf(cmp.Or(e.Seat, seat)) != t.turn:
		return errors.New("it is not that player's time that runs")
	case e.Kind == kif.Ending && t.turn == by:
		return nil
	case e.Kind == kif.Ending && late != "":
		return fmt.Errorf("a missed limit is the move %s in this game", late)
	case e.Kind == kif.Act:
		return nil
	}
	if end, limited := t.deadline(); !limited {
		return errors.New("the match has no time limit that runs")
	} else if !e.At.After(end) {
		return fmt.Errorf("the limit runs until %s", end.UTC().Format(time.RFC3339))
	}
	return nil
}

// step takes an event of the party by, after which it is the turn of next.
func (t *timekeeper) step(e kif.Event, by, next int) {
	if days, ok := strings.CutPrefix(e.Text, kif.Away+" "); ok && e.Kind == kif.Act {
		t.leave(by, e.At, days)
	}
	if e.Kind == kif.Act && next == t.turn {
		return // an offer stops no clock
	}
	at := later(e.At, t.floor) // a step dated back takes no time from the next player
	t.floor = at
	if end, limited := t.deadline(); limited && t.floor.After(end) {
		t.floor = end // and one dated ahead gives its author none
	}
	if t.turn != 0 {
		t.used[t.turn] += t.elapsed(at)
		t.turns[t.turn]++
	}
	t.turn, t.since = next, at
}

func later(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

// leave notes an absence, which counts from when it was announced, up to MaxAway in all.
func (t *timekeeper) leave(party int, at time.Time, days string) {
	first, last, err := kif.Days(days)
	if err != nil {
		return
	}
	left := MaxAway
	for _, s := range t.away[party] {
		left -= s.to.Sub(s.from)
		if first.Before(s.to) {
			first = s.to // absences do not overlap, so none counts twice
		}
	}
	if first.Before(at) {
		first = at
	}
	end := last.Add(24 * time.Hour)
	if limit := first.Add(left); end.After(limit) {
		end = limit
	}
	if end.After(first) {
		t.away[party] = append(t.away[party], span{first, end})
	}
}

// elapsed is how long the clock of the turn has run until now.
func (t *timekeeper) elapsed(now time.Time) time.Duration {
	d := now.Sub(t.since)
	for _, s := range t.away[t.turn] {
		from, to := s.from, s.to
		if from.Before(t.since) {
			from = t.since
		}
		if to.After(now) {
			to = now
		}
		if to.After(from) {
			d -= to.Sub(from)
		}
	}
	return max(0, d)
}

// deadline is when the time of the player to move is over, if it is limited.
func (t *timekeeper) deadline() (time.Time, bool) {
	left := t.control.PerTurn
	if t.control.Bank > 0 {
		left = t.control.Bank + time.Duration(t.turns[t.turn])*t.control.Added - t.used[t.turn]
	}
	if t.turn == 0 || t.control == (Control{}) || t.since.IsZero() {
		return time.Time{}, false
	}
	end := t.since
	for _, s := range slices.SortedFunc(slices.Values(t.away[t.turn]), func(a, b span) int { return a.from.Compare(b.from) }) {
		if !s.to.After(end) {
			continue
		}
		run := max(0, s.from.Sub(end))
		if run >= left {
			break
		}
		left, end = left-run, s.to
	}
	return end.Add(left), true
}

// Deadline is when the time of the party whose turn it is is over, if it is limited.
func (m *Match) Deadline() (time.Time, bool) {
	if m.Outcome() != nil || m.time == nil {
		return time.Time{}, false
	}
	return m.time.deadline()
}

// claims tells whether event i says that somebody else has missed the time limit.
func (m *Match) claims(i int) bool {
	e := m.Record.Events[i]
	switch e.Kind {
	case kif.Ending:
		return e.Text == kif.TimeOut && m.PartyOf(cmp.Or(e.Seat, m.Positions[i].Next().Player)) != m.By(i)
	case kif.Move:
		return e.Party != 0
	}
	return false
}

// Limit says until when the player to move may think, nothing where that is not limited.
func (m *Match) Limit() engine.Text {
	end, limited := m.Deadline()
	if !limited {
		return engine.Text{}
	}
	when := minute(end)
	return engine.Text{En: "time until " + when, Ja: "持ち時間は" + when + "まで"}
}

// minute writes a time for people, who may live in different zones.
func minute(t time.Time) string { return t.UTC().Format("2006-01-02 15:04") + " UTC" }
