package words

import (
	"strconv"
	"time"

	"hikyaku/engine"
)

// Time returns a time to the minute for people far apart: with its weekday, in the zone of the reader, which is named. A nil
// zone is UTC.
func Time(t time.Time, zone *time.Location) engine.Text {
	key, name := "time.long", "UTC"
	if t = t.UTC(); zone != nil {
		t = t.In(zone)
	}
	if _, offset := t.Zone(); offset != 0 {
		key, name = "time.yours", t.Format("-07:00")
	}
	return Text(key, "weekday", weekday(t), "day", t.Day(), "month", month(t), "time", t.Format("15:04"), "zone", name)
}

// Date returns a day of any year.
func Date(t time.Time) engine.Text {
	return Text("time.date", "day", t.Day(), "month", month(t), "year", t.Year())
}

// Day returns a day with its weekday.
func Day(t time.Time) engine.Text {
	return Text("time.day", "weekday", weekday(t), "day", t.Day(), "month", month(t))
}

func weekday(t time.Time) engine.Text { return Text("weekday." + strconv.Itoa(int(t.Weekday()))) }

func month(t time.Time) engine.Text { return Text("month." + strconv.Itoa(int(t.Month()))) }

// spans are the units of a length of time.
var spans = []struct {
	length time.Duration
	key    string
}{{24 * time.Hour, "span.days"}, {time.Hour, "span.hours"}, {time.Minute, "span.minutes"}}

// Span returns a length of time in its largest unit, and the next where there is a rest: "2 days 3 hours". What is less
// than a minute is none.
func Span(d time.Duration) engine.Text {
	for i, unit := range spans {
		n := int(d / unit.length)
		if n == 0 && i+1 < len(spans) {
			continue
		}
		text := Text(unit.key, "n", n)
		if i+1 == len(spans) {
			return text
		}
		next := spans[i+1]
		if rest := int(d % unit.length / next.length); rest > 0 {
			return Text("span.two", "long", text, "short", Text(next.key, "n", rest))
		}
		return text
	}
	return engine.Text{}
}
