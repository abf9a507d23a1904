package match

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/match/days"
)

// Control is the time limit of a match.
type Control struct {
	PerTurn time.Duration // for each turn; 0 if there is a bank
	Bank    time.Duration // for the whole match; 0 for none
	Added   time.Duration // added to the bank after each turn
	Way     time.Duration // the allowance for the transit of a message
	Rest    Rest          // the days on which no clock runs
}

// usualWay is the default allowance for the transit of a message.
const usualWay = 12 * time.Hour

// The longest time limits of a match. Anything longer is a typing error, or
// amounts to no limit at all.
const (
	maxTurn = 366 * day      // for a turn, or added after it
	maxBank = 10 * 366 * day // for the whole match
	maxWay  = 7 * day        // for the transit of a message
)

// units are the units of a duration; longer names precede their prefixes.
var units = []struct {
	word   string
	length time.Duration
}{
	{"時間", time.Hour}, {"日", 24 * time.Hour}, {"分", time.Minute}, {"d", 24 * time.Hour}, {"h", time.Hour}, {"m", time.Minute},
}

// ParseControl parses a time limit such as "3d", three days a turn, or
// "30d+1d", thirty days in all and one more after each turn. A suffix such as
// "way=6h" sets Way, which is otherwise twelve hours; another such as
// "rest=sat,sun+09:00" after it sets Rest. The units d, h and m are days,
// hours and minutes. An empty text is no limit.
func ParseControl(text string) (Control, error) {
	c, ok := Control{Way: usualWay}, true
	text, days := CutRest(text)
	if days != "" {
		var err error
		if c.Rest, err = parseRest(days); err != nil {
			return Control{}, err
		}
	}
	parts := strings.Fields(text)
	switch {
	case len(parts) == 0 && days == "":
		return Control{}, nil
	case len(parts) == 0:
		return Control{}, errNoLimit
	}
	if last := parts[len(parts)-1]; strings.HasPrefix(last, "way=") {
		parts = parts[:len(parts)-1]
		c.Way, ok = ParseLength(strings.TrimPrefix(last, "way="))
	}
	first, added, banked := strings.Cut(strings.TrimSuffix(strings.Join(parts, ""), "/手"), "+")
	given, readable := ParseLength(first)
	if c.PerTurn = given; banked {
		more, alsoReadable := ParseLength(added)
		c.PerTurn, c.Bank, c.Added, readable = 0, given, more, readable && alsoReadable
	}
	switch {
	case !ok || !readable:
		return Control{}, i18n.Err("limit.form", "text", text)
	case given == 0:
		return Control{}, i18n.Err("limit.none", "text", text)
	case c.PerTurn > maxTurn || c.Bank > maxBank || c.Added > maxTurn:
		return Control{}, i18n.Err("limit.long", "text", text, "turn", i18n.Span(maxTurn), "bank", i18n.Span(maxBank))
	case c.Way > maxWay:
		return Control{}, i18n.Err("limit.way", "text", text, "most", i18n.Span(maxWay))
	}
	return c, nil
}

// ParseLength parses a duration: up to four digits and a unit.
func ParseLength(text string) (time.Duration, bool) {
	for _, u := range units {
		if digits, ok := strings.CutSuffix(text, u.word); ok {
			n, err := strconv.Atoi(digits)
			return time.Duration(n) * u.length, err == nil && n >= 0 && len(digits) <= 4 && digits[0] != '+'
		}
	}
	return 0, false
}

// MaxAway is the total absence that a player may take in one match. The clock
// runs during any more.
const MaxAway = 30 * 24 * time.Hour

// ParseAway parses an absence such as "2026-12-20..2027-01-05" or "20 December to 5 January". If no offset from UTC ends it, as in
// "2026-12-20..2027-01-05+09:00", the days are those of the zone of now. Days without a year are the next ones that are not past.
// The absence must not be past or longer than MaxAway.
func ParseAway(text string, now time.Time) (kif.Away, error) {
	bare, _, zoned := kif.CutZone(text)
	r, known := days.Parse(bare)
	dates := r.On(now).String() + text[len(bare):]
	away, err := kif.ParseAway(dates)
	if form := new(time.ParseError); !known || errors.As(err, &form) {
		return away, i18n.Err("away.form", "text", text)
	} else if err != nil {
		return away, err
	}
	if !zoned {
		first := away.First
		_, seconds := time.Date(first.Year(), first.Month(), first.Day(), 0, 0, 0, 0, now.Location()).Zone()
		away.East = (time.Duration(seconds) * time.Second).Truncate(time.Minute)
	}
	switch {
	case away.End().Sub(away.Begin()) > MaxAway:
		return away, i18n.Err("away.long", "days", dates, "most", int(MaxAway/day))
	case away.End().Before(now):
		return away, i18n.Err("away.past", "days", dates)
	}
	return away, nil
}

// Local returns now in the zone of the match's rest days, if it has any.
func (c *Clock) Local(now time.Time) time.Time {
	if c.Control.Rest.weekly() == 0 && len(c.Control.Rest.Dates) == 0 {
		return now
	}
	return now.In(time.FixedZone("", int(c.Control.Rest.East/time.Second)))
}

// Text describes the time limit, as in "3 days per move"; it is empty for none.
func (c Control) Text() (t i18n.Text) {
	switch {
	case c.Bank > 0:
		t = i18n.T("control.bank", "bank", i18n.Span(c.Bank), "added", i18n.Span(c.Added))
	case c.PerTurn > 0:
		t = i18n.T("control.turn", "span", i18n.Span(c.PerTurn))
	}
	if days := c.Rest.Text(); days != (i18n.Text{}) {
		t = i18n.T("control.rest", "limit", t, "days", days)
	}
	return t
}
