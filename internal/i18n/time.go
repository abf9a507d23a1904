package i18n

import (
	"strconv"
	"time"
)

// Time returns a time to the minute for people far apart: with its weekday, in the zone of the reader, which is named. A nil
// zone is UTC.
func Time(t time.Time, zone *time.Location) Text {
	key, name := "time.long", "UTC"
	if t = t.UTC(); zone != nil {
		t = t.In(zone)
	}
	if abbreviation, offset := t.Zone(); offset != 0 {
		key, name = "time.yours", t.Format("-07:00")
		if zone.String() == "Asia/Tokyo" || abbreviation == "JST" {
			key = "time.japan"
		}
	}
	return T(key, "weekday", Weekday(t.Weekday()), "day", t.Day(), "month", month(t), "time", t.Format("15:04"), "zone", name)
}

// Brief returns a time in UTC, to the minute and without the year, for use where space is short.
func Brief(t time.Time) Text {
	t = t.UTC()
	return T("time.brief", "day", t.Day(), "month", Text{En: t.Format("Jan"), Ja: month(t).Ja}, "time", t.Format("15:04"))
}

// Date returns a day of any year.
func Date(t time.Time) Text {
	return T("time.date", "day", t.Day(), "month", month(t), "year", t.Year())
}

// ShortDate returns a date with a short month. No line is broken in it.
func ShortDate(t time.Time) Text {
	return Text{En: t.Format("2\u00a0Jan\u00a02006"), Ja: t.Format("2006年1月2日")}
}

// Day returns a day with its weekday.
func Day(t time.Time) Text {
	return T("time.day", "weekday", Weekday(t.Weekday()), "day", t.Day(), "month", month(t))
}

// Days returns the days from first to last, or the one day.
func Days(first, last time.Time) Text {
	if first.Equal(last) {
		return T("time.on", "day", Day(first))
	}
	return T("time.range", "from", Day(first), "to", Day(last))
}

// Weekday returns the name of a day of the week.
func Weekday(d time.Weekday) Text { return T("weekday." + strconv.Itoa(int(d))) }

func month(t time.Time) Text { return T("month." + strconv.Itoa(int(t.Month()))) }

// spans are the units of a length of time.
var spans = []struct {
	length time.Duration
	key    string
	brief  string // of the unit as a sign
}{{24 * time.Hour, "span.days", "span.d"}, {time.Hour, "span.hours", "span.h"}, {time.Minute, "span.minutes", "span.min"}}

// Span returns a duration in its largest unit, and the next one if there is a remainder: "2 days 3 hours". It is rounded to the nearest,
// because a turn of 3 days that began a minute ago has 3 days left, and not 2 days 23 hours. Less than half a minute is 0 minutes.
func Span(d time.Duration) Text {
	return span(d, func(unit, n int) Text { return T(spans[unit].key, "n", n) })
}

// Short is Span with the units as signs: "2 d 3 h".
func Short(d time.Duration) Text {
	return span(d, func(unit, n int) Text { return T(spans[unit].brief, "n", n) })
}

// Rough returns a duration in one unit, rounded to the nearest: days, hours if it is less than two days, minutes if less than two hours.
func Rough(d time.Duration) Text {
	unit, n := roughly(d)
	return T(spans[unit].key, "n", n)
}

// RoughShort is Rough with the unit as a sign: "3 d".
func RoughShort(d time.Duration) Text {
	unit, n := roughly(d)
	return T(spans[unit].brief, "n", n)
}

// roughly returns the largest of spans of which d has two, or the last, and how many of it d has about.
func roughly(d time.Duration) (unit, n int) {
	for unit < len(spans)-1 && d < 2*spans[unit].length {
		unit++
	}
	return unit, int(d.Round(spans[unit].length) / spans[unit].length)
}

// span is like Span; say formats a number of a unit.
func span(d time.Duration, say func(unit, n int) Text) Text {
	d = d.Round(time.Minute)
	for i, unit := range spans[:len(spans)-1] {
		if d < unit.length {
			continue
		}
		next := spans[i+1].length
		d = d.Round(next)
		text := say(i, int(d/unit.length))
		if rest := int(d % unit.length / next); rest > 0 {
			return T("span.two", "long", text, "short", say(i+1, rest))
		}
		return text
	}
	return say(len(spans)-1, int(d/time.Minute))
}
