// Package days parses the days of an absence as people write them: "2026-12-20..2027-01-05", "12/20-1/5", "20 December to 5 January",
// "vom 20. bis 27. Dezember", "12月20日から12月27日まで".
package days

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"hikyaku/internal/lazyregexp"
)

// Day is a day of the calendar, of which nobody has checked that it exists. Its year is 0 if it is not known.
type Day struct {
	Year  int
	Month time.Month
	Day   int
}

// String returns the day as 2026-12-20, or as 12-20 without the year.
func (d Day) String() string {
	if d.Year == 0 {
		return fmt.Sprintf("%02d-%02d", d.Month, d.Day)
	}
	return fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day)
}

// Range is an absence from one day to another, which may be the same.
type Range struct{ First, Last Day }

// String returns the range as 2026-12-20..2027-01-05, or its only day.
func (r Range) String() string {
	if r.First == r.Last {
		return r.First.String()
	}
	return r.First.String() + ".." + r.Last.String()
}

// Dated reports whether both days have years.
func (r Range) Dated() bool { return r.First.Year != 0 && r.Last.Year != 0 }

// On returns the range with its years. The first day is in the year of the last or the one before. If neither has a year, it is the
// earliest with which the range is not over at a time.
func (r Range) On(now time.Time) Range {
	turns := 0 // of the year
	if r.Last.Month < r.First.Month || r.Last.Month == r.First.Month && r.Last.Day < r.First.Day {
		turns = 1
	}
	switch {
	case r.First.Year == 0 && r.Last.Year != 0:
		r.First.Year = r.Last.Year - turns
	case r.First.Year == 0:
		r.First.Year = now.Year() - turns
		if last := (Day{now.Year(), r.Last.Month, r.Last.Day}); last.String() < now.Format(time.DateOnly) {
			r.First.Year++
		}
	}
	if r.Last.Year == 0 {
		r.Last.Year = r.First.Year + turns
	}
	return r
}

const (
	numbers = `(?:(\d{4})[-/年])?(\d\d?)[-/月](\d\d?)日?`
	joint   = `\s*(?:[-–—~～〜]|から|到|至|\b(?:to|until|till|through|and|bis|au|al|a|ao|tot|tot en met|t/m|til|do)\b|à|até|по|до)\s*(?:the\s+)?`
)

var (
	// full matches one or two days of numbers; the second may have only the day, or lack the year.
	full = lazyregexp.New(`^` + numbers + `(?:` + joint + `(?:` + numbers + `|(\d\d?)日?)(?:まで)?)?$`)
	// half matches two days of one month, which only the second has.
	half = lazyregexp.New(`^(\d\d?)\.?(` + joint + `)((?:\d{4}/)?\d\d?/)(\d\d?)$`)
	// pointed matches a day such as 20.12.2026 and 2026.12.20.
	pointed = lazyregexp.New(`\b(?:(\d{4})\.(\d\d?)\.(\d\d?)|(\d\d?)\.\s?(\d\d?)\.(?:\s?(\d{4}))?)`)
	// around matches words that belong to no day.
	around = lazyregexp.New(`^the\s+|^(?:from|between|on|vom|von|ab|am|du|le|del|de|desde el|desde|el|dal|dall'|da|de|van|vanaf|op|od|с|från|den)\s+(?:the\s+|le\s+|el\s+|il\s+|o\s+|den\s+)?|(?:まで|inclusive|included|inclus)$`)
)

// months has the beginnings of the names of each month in twelve languages.
var months = [12]string{
	`jan|jän|ene|gen|stycz|янв`, `feb|fév|fev|lut|фев`, `mar|mär|maa|mrt|мар`, `apr|avr|abr|kwie|апр`, `may|mai|mei|maj|mag|мая|май`, `jun|juin|giu|czerw|июн`,
	`jul|juil|lug|lip|июл`, `aug|aoû|aou|ago|sier|авг`, `sep|set|wrze|сен`, `oct|okt|ott|out|paź|paz|окт`, `nov|lis|ноя`, `dec|déc|dic|dez|gru|дек`,
}

// named matches a day with the name of its month, which is after the day or before it.
var named = sync.OnceValue(func() *regexp.Regexp {
	month := `((?:` + strings.Join(months[:], "|") + `)\p{L}*)\.?`
	return regexp.MustCompile(`(?:\b(\d\d?)(?:st|nd|rd|th|er|º|°|\.)?(?:\s+(?:of|de))?\s+` + month + `|` + month + `\s+(\d\d?)(?:st|nd|rd|th)?\b)(?:(?:,|\s+de|\s+del)?\s+(\d{4})\b)?`)
})

// monthOf returns the month that begins as a word does.
func monthOf(word string) (month int) {
	longest := 0
	for i, stems := range months {
		for stem := range strings.SplitSeq(stems, "|") {
			if strings.HasPrefix(word, stem) && len(stem) > longest {
				month, longest = i+1, len(stem)
			}
		}
	}
	return month
}

// Parse parses a text that is nothing but days. Digits are month and day in this order, unless full stops follow them.
func Parse(text string) (r Range, ok bool) {
	text = strings.TrimSpace(strings.ToLower(text))
	text = strings.TrimSpace(around().ReplaceAllString(strings.ReplaceAll(text, "..", "–"), ""))
	text = named().ReplaceAllStringFunc(text, func(day string) string {
		p := named().FindStringSubmatch(day)
		return strings.TrimPrefix(fmt.Sprintf("%s/%d/%s", p[5], monthOf(p[2]+p[3]), p[1]+p[4]), "/")
	})
	text = pointed().ReplaceAllStringFunc(text, func(day string) string {
		p := pointed().FindStringSubmatch(day)
		return strings.TrimPrefix(p[1]+p[6]+"/"+p[2]+p[5]+"/"+p[3]+p[4], "/")
	})
	text = half().ReplaceAllString(text, "$3$1$2$3$4")
	parts := full().FindStringSubmatch(text)
	if parts == nil {
		return r, false
	}
	var n [8]int
	for i := range n {
		n[i], _ = strconv.Atoi(parts[i])
	}
	r.First = Day{n[1], time.Month(n[2]), n[3]}
	switch {
	case n[7] != 0:
		r.Last = Day{n[1], r.First.Month, n[7]}
	case n[5] != 0:
		r.Last = Day{n[4], time.Month(n[5]), n[6]}
	default:
		r.Last = r.First
	}
	return r, true
}
