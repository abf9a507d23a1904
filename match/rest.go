package match

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

	"hikyaku/internal/i18n"
	"hikyaku/kif"
)

// Rest is a set of days, in one time zone, on which no clock runs.
type Rest struct {
	Weekdays [7]bool       // by time.Weekday
	Dates    []kif.Away    // dates in that zone, in the form of an absence
	East     time.Duration // how far the zone is east of UTC
}

// errNoLimit is the error of rest days without a time limit.
var errNoLimit = i18n.Err("rest.no-limit")

const (
	day  = 24 * time.Hour
	week = 7 * day
)

// maxDates limits the number of date ranges in a Rest, so that no record makes
// the clock slow to compute. Together they have at most kif.MaxAway days, so
// that the clock runs eventually.
const maxDates = 20

// restMark precedes the rest days in a time limit.
const restMark = "rest="

// weekdays are the names of the days of the week, by time.Weekday.
var weekdays = []string{"sun", "mon", "tue", "wed", "thu", "fri", "sat"}

// kanji are the names of the days of the week in Japanese, which a player can type.
var kanji = []string{"日", "月", "火", "水", "木", "金", "土"}

// ParseWeekday returns the day of the week with a name such as "mon".
func ParseWeekday(name string) (time.Weekday, bool) {
	d := slices.Index(weekdays, name)
	return time.Weekday(d), d >= 0
}

// WithRest returns a time limit with its rest days replaced by days, such as
// "sat,sun,2026-12-24..2027-01-02", "土,日" or "none". They are days of the zone
// of now. No date may be in the past.
func WithRest(limit, days string, now time.Time) (string, error) {
	switch limit, _ = CutRest(limit); {
	case days == "none":
		return limit, nil
	case limit == "":
		return "", errNoLimit
	}
	words := strings.Split(strings.ReplaceAll(strings.ToLower(days), "、", ","), ",")
	for i, word := range words {
		if d := slices.Index(kanji, strings.TrimSuffix(word, "曜日")); d >= 0 {
			word = weekdays[d]
		}
		words[i] = fullDates(word)
	}
	text := strings.Join(words, ",") + now.Format("-07:00")
	rest, err := parseRest(text)
	if err != nil {
		return "", err
	}
	for _, dates := range rest.Dates {
		if dates.End().Before(now) {
			return "", i18n.Err("rest.past", "days", dates.Days())
		}
	}
	return limit + " " + restMark + text, nil
}

// KeepRest returns a time limit, or other if it is empty, with the rest days
// of other unless it has its own.
func KeepRest(limit, other string) string {
	bare, rest := CutRest(other)
	if limit = cmp.Or(limit, bare); rest == "" || strings.Contains(limit, restMark) {
		return limit
	}
	return limit + " " + restMark + rest
}

// CutRest splits a time limit into the limit without rest days, and the rest
// days as WithRest writes them.
func CutRest(limit string) (bare, rest string) {
	words := strings.Fields(limit)
	if last := len(words) - 1; last >= 0 && strings.HasPrefix(words[last], restMark) {
		words, rest = words[:last], strings.TrimPrefix(words[last], restMark)
	}
	return strings.Join(words, " "), rest
}

// fullDates returns a range of dates with its end in full, which lacks the year or the month in "2026-12-24..27".
func fullDates(days string) string {
	from, to, found := strings.Cut(days, "..")
	last, _, _ := kif.CutZone(to)
	if n := len(from) - len(last); found && last != "" && n > 0 && from[n-1] == '-' {
		return from + ".." + from[:n] + to
	}
	return days
}

// parseRest parses rest days followed by the offset of their zone, such as
// "sat,sun,2026-12-24..2027-01-02+09:00".
func parseRest(text string) (r Rest, err error) {
	days, east, zoned := kif.CutZone(text)
	if !zoned {
		return Rest{}, i18n.Err("rest.zone", "text", text)
	}
	r.East = east
	n := 0
	for word := range strings.SplitSeq(days, ",") {
		if d, ok := ParseWeekday(word); ok {
			r.Weekdays[d] = true
			continue
		}
		dates, err := kif.ParseAway(word + kif.Zone(east))
		if form := new(time.ParseError); errors.As(err, &form) {
			return Rest{}, i18n.Err("rest.form", "text", word)
		} else if err != nil {
			return Rest{}, err
		}
		r.Dates = append(r.Dates, dates)
		n += dates.Len()
	}
	switch {
	case r.weekly() == len(weekdays):
		return Rest{}, i18n.Err("rest.all")
	case len(r.Dates) > maxDates:
		return Rest{}, i18n.Err("rest.many", "n", len(r.Dates), "most", maxDates)
	case n > kif.MaxAway:
		return Rest{}, i18n.Err("rest.long", "n", n, "most", kif.MaxAway)
	}
	return r, nil
}

// weekly returns the number of rest days in a week.
func (r Rest) weekly() (n int) {
	for _, rests := range r.Weekdays {
		if rests {
			n++
		}
	}
	return n
}

// rests reports whether t is on a weekly rest day, and when that day ends.
func (r Rest) rests(t time.Time) (rests bool, end time.Time) {
	local := t.UTC().Add(r.East)
	return r.Weekdays[local.Weekday()], local.Truncate(day).Add(day - r.East)
}

// ample exceeds any sum of times that a clock counts, and is small enough that
// two of them can be added.
const ample = 100_000 * day

// running returns how much of the time between two times is on no weekly rest
// day. It is 0 if to is not after from, and at most kif.MaxSpent, however far
// apart two steps are dated.
func (r Rest) running(from, to time.Time) (d time.Duration) {
	n := r.weekly()
	if to = earlier(to, from.Add(ample)); n == 0 || !to.After(from) {
		return min(max(0, to.Sub(from)), kif.MaxSpent)
	}
	weeks := to.Sub(from) / week
	d = weeks * time.Duration(len(weekdays)-n) * day
	for from = from.Add(weeks * week); from.Before(to); {
		rests, end := r.rests(from)
		if end = earlier(end, to); !rests {
			d += end.Sub(from)
		}
		from = end
	}
	return min(d, kif.MaxSpent)
}

// after returns when d has run since from, without weekly rest days. It is a
// time that a record can hold.
func (r Rest) after(from time.Time, d time.Duration) time.Time {
	n := r.weekly()
	if n == 0 || d <= 0 {
		return inRange(from.Add(d))
	}
	inWeek := time.Duration(len(weekdays)-n) * day
	weeks := (d - 1) / inWeek
	from, d = from.AddDate(0, 0, int(weeks)*len(weekdays)), d-weeks*inWeek
	for {
		rests, end := r.rests(from)
		if run := end.Sub(from); !rests && run >= d {
			return inRange(from.Add(d))
		} else if !rests {
			d -= run
		}
		from = end
	}
}

// inRange returns the time nearest to t that a record can hold.
func inRange(t time.Time) time.Time { return later(earlier(t, kif.LastTime), kif.FirstTime) }

// Text names the rest days and their zone; it is empty for none.
func (r Rest) Text() i18n.Text {
	var days []i18n.Text
	for n := range r.Weekdays {
		if d := time.Weekday((n + 1) % 7); r.Weekdays[d] { // starting with Monday
			days = append(days, i18n.T("rest.weekday", "day", i18n.Weekday(d)))
		}
	}
	for _, dates := range r.Dates {
		if dates.First.Equal(dates.Last) {
			days = append(days, i18n.Date(dates.First))
		} else {
			days = append(days, i18n.T("rest.range", "from", i18n.Date(dates.First), "to", i18n.Date(dates.Last)))
		}
	}
	if len(days) == 0 {
		return i18n.Text{}
	}
	return i18n.T("rest.days", "days", i18n.List(days...), "zone", kif.Zone(r.East))
}
