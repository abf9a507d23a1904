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
	if _, offset := t.Zone(); offset != 0 {
		key, name = "time.yours", t.Format("-07:00")
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

// Span returns a duration in its largest unit, and the next one if there is a remainder: "2 days 3 hours". Less than a minute is
// 0 minutes.
func Span(d time.Duration) Text {
	return span(d, func(unit, n int) Text { return T(spans[unit].key, "n", n) })
}

// Short is Span with the units as signs: "2 d 3 h".
func Short(d time.Duration) Text {
	return span(d, func(unit, n int) Text { return T(spans[unit].brief, "n", n) })
}

// span is like Span; say formats a number of a unit.
func span(d time.Duration, say func(unit, n int) Text) Text {
	for i, unit := range spans {
		n := int(d / unit.length)
		if n == 0 && i+1 < len(spans) {
			continue
		}
		text := say(i, n)
		if i+1 == len(spans) {
			return text
		}
		if rest := int(d % unit.length / spans[i+1].length); rest > 0 {
			return T("span.two", "long", text, "short", say(i+1, rest))
		}
		return text
	}
	return Text{}
}
