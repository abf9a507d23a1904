package match_test

import (
	"strings"
	"testing"
	"time"

	"hikyaku/kif"
	"hikyaku/match"
)

// TestRestDays checks that no clock runs on rest days. The match begins on a Friday at noon.
func TestRestDays(t *testing.T) {
	for rest, stands := range map[string]time.Duration{
		"sat,sun+00:00":                       days(2),
		"sat,sun+09:00":                       days(2),
		"sat+09:00":                           days(1),
		"mon,tue,wed+00:00":                   days(3),
		"2026-11-21..2026-11-22+00:00":        days(2),
		"2026-11-22+00:00":                    days(1),
		"2026-11-20+00:00":                    days(0.5) - minute, // the rest of the day on which it begins
		"2026-11-20+09:00":                    3*time.Hour - minute,
		"2026-11-20-05:00":                    17*time.Hour - minute,
		"sat,2026-11-21..2026-11-22+00:00":    days(2), // each day once
		"2026-11-23,2026-11-23+00:00":         days(1),
		"2026-12-24..2027-01-02+00:00":        0,
		"sun,mon,tue,wed,thu,fri+00:00":       days(12.5) - minute, // until the end of the third Saturday
		"sat,sun,2026-11-23,2026-11-24+00:00": days(4),
	} {
		for limit, left := range map[string]time.Duration{"3d": days(3), "2d+1d": days(2)} {
			if limit == "2d+1d" && !strings.HasPrefix(rest, "sat,sun+") {
				continue
			}
			_, m := sit(t, setting{options: "dice=none", time: limit + " way=0m rest=" + rest})
			until(t, m, 1, minute+left+stands)
			until(t, m, 2, minute+left+stands)
		}
	}
}

// TestRestDaysOfABank checks that rest days are not charged to the bank, that an absence on one stops nothing more, and
// that no claim ignores them.
func TestRestDaysOfABank(t *testing.T) {
	tb, m := sit(t, setting{options: "dice=none", time: "4d+0d way=0m rest=sat,sun+00:00"})
	m = tb.do(m, 1, stepOf("away 2026-11-21..2026-11-23"), at(days(0.1)))
	m = tb.do(m, 1, kif.Move("add1"), at(days(5)))
	m = tb.do(m, 2, kif.Move("add1"), at(days(5)))
	used := days(5) - minute - days(3)
	until(t, m, 1, days(5)+days(4)-used)
	tb, m = sit(t, setting{options: "dice=none", time: "3d way=0m rest=sat,sun+00:00"})
	tb.refuses(m, "and a claim is possible only after it", 2, kif.Claim{}, at(days(5)))
	m = tb.do(m, 2, kif.Claim{}, at(days(5.1)))
	if got := m.ClaimWinsAt().Sub(epoch); got != days(5.1)+days(14)+days(6) {
		t.Errorf("the claim lapses on day %.3f", got.Hours()/24) // it is a Wednesday, and three weekends follow
	}
}

func TestRestDaysOfAnUmpire(t *testing.T) {
	tb, m := sit(t, setting{options: "dice=none", umpire: true, time: "3d rest=sat,sun+00:00"})
	until(t, m, 2, lastDate(m).Sub(epoch)+days(5))
	m = tb.do(m, 2, kif.Move("add1"))
	m = tb.do(m, 1, kif.Receipt{}, got(days(4)), at(days(5.5)))
	until(t, m, 3, days(5.5)+days(5))
	until(t, m, 2, days(5.5)+days(5))
}

func TestWithRest(t *testing.T) {
	now := time.Date(2026, 12, 1, 3, 0, 0, 0, time.FixedZone("", 9*60*60))
	for _, c := range []struct{ limit, days, want, wrong string }{
		{"3d", "sat,sun", "3d rest=sat,sun+09:00", ""},
		{"30d+1d way=6h", "Sun,2026-12-24..2027-01-02,2027-02-11", "30d+1d way=6h rest=sun,2026-12-24..2027-01-02,2027-02-11+09:00", ""},
		{"3d", "sun,2026-12-24..27,2026-12-30..12-31", "3d rest=sun,2026-12-24..2026-12-27,2026-12-30..2026-12-31+09:00", ""},
		{"3d", "2026-12-24..7", "", `"2026-12-24..7" isn't a rest day`},
		{"3d", "2026-12-24..20", "", "2026-12-20 is before 2026-12-24"},
		{"3d", "2026-12-24..", "", "isn't a rest day"},
		{"3d rest=mon+01:00", "sat", "3d rest=sat+09:00", ""},
		{"3d rest=mon+01:00", "none", "3d", ""},
		{"3d", "2026-12-01", "3d rest=2026-12-01+09:00", ""},
		{"", "sat", "", "rest days stop the clock, and this match has no time limit: set one"},
		{"rest=mon+01:00", "sat", "", "rest days stop the clock, and this match has no time limit: set one"},
		{"3d", "sun,mon,tue,wed,thu,fri,sat", "", "with all seven days as rest days, no clock would ever run: leave out"},
		{"3d", "土,日", "3d rest=sat,sun+09:00", ""},
		{"3d", "土曜日、2026-12-24..27", "3d rest=sat,2026-12-24..2026-12-27+09:00", ""},
		{"3d", "sat sun", "", `isn't a rest day: write days of the week such as sat,sun or dates such as`},
		{"3d", "sat,,sun", "", `isn't a rest day: write days of the week such as sat,sun or dates such as`},
		{"3d", "weekend", "", `isn't a rest day: write days of the week such as sat,sun or dates such as`},
		{"3d", "2026-12-24..2026-12-20", "", "2026-12-20 is before 2026-12-24"},
		{"3d", "2026-12-24..9999-12-31", "", "is not between 2 January 0001 and 30 December 9999"},
		{"3d", "2026-12-24..2027-12-25", "", "is 367 days long: the limit is 366"},
		{"3d", "2026-12-24..2027-11-01,2028-01-01..2028-06-01", "", "the rest days add up to"},
		{"3d", "2026-11-30", "", "are in the past"},
		{"3d", strings.Repeat("2026-12-24,", 20) + "2026-12-25", "", "the limit is 20"},
	} {
		got, err := match.WithRest(c.limit, c.days, now)
		if got != c.want || (err == nil) != (c.wrong == "") || err != nil && !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("WithRest(%q, %q) = %q, %v, want %q, %q", c.limit, c.days, got, err, c.want, c.wrong)
		}
		control, err := match.ParseControl(got)
		if err != nil || control.Rest.East != 9*time.Hour && strings.Contains(got, "rest") {
			t.Errorf("ParseControl(%q) = %+v, %v", got, control, err)
		}
		if text := control.Text().En; strings.Contains(text, ", no clock on ") != strings.Contains(got, "rest") {
			t.Errorf("%q is described as %q", got, text)
		}
	}
	for _, text := range []string{"rest=sat+09:00", "3d rest=sat", "3d rest=+09:00", "3d rest=sat+99:00", "3d rest=sat+09:00 way=6h", "3d rest=Sat+09:00", "3d rest=土+09:00", "3d rest=sat,09:00"} {
		if got, err := match.ParseControl(text); err == nil {
			t.Errorf("ParseControl(%q) = %+v", text, got)
		}
	}
}

func TestKeepRest(t *testing.T) {
	for _, c := range [][3]string{
		{"", "3d rest=sat+09:00", "3d rest=sat+09:00"}, {"7d", "3d rest=sat+09:00", "7d rest=sat+09:00"},
		{"7d rest=sun+01:00", "3d rest=sat+09:00", "7d rest=sun+01:00"}, {"7d", "3d", "7d"}, {"", "", ""}, {"7d", "", "7d"},
	} {
		if got := match.KeepRest(c[0], c[1]); got != c[2] {
			t.Errorf("KeepRest(%q, %q) = %q, want %q", c[0], c[1], got, c[2])
		}
	}
}

// TestAbsenceWithoutYear checks that days without a year are the next ones that are not past.
func TestAbsenceWithoutYear(t *testing.T) {
	for _, c := range []struct{ now, days, want string }{
		{"2026-11-20", "12/20..1/5", "2026-12-20..2027-01-05"}, {"2027-01-02", "12/20..1/5", "2026-12-20..2027-01-05"},
		{"2027-01-06", "12/20..1/5", "2027-12-20..2028-01-05"}, {"2026-11-20", "12月20日～1月5日", "2026-12-20..2027-01-05"},
		{"2026-11-20", "12月20日から12月25日まで", "2026-12-20..2026-12-25"}, {"2026-11-20", "12/20-12/25", "2026-12-20..2026-12-25"},
		{"2026-11-20", "11/19", "2027-11-19..2027-11-19"}, {"2026-11-20", "11/20", "2026-11-20..2026-11-20"},
		{"2026-11-20", "2026/12/20～1/5", "2026-12-20..2027-01-05"}, {"2026-11-20", "2026年12月20日+09:00", "2026-12-20..2026-12-20"},
		{"2026-11-20", "20 December..5 January", "2026-12-20..2027-01-05"}, {"2026-11-20", "20 to 27 décembre", "2026-12-20..2026-12-27"},
		{"2026-11-20", "12/20..2027-01-05", "2026-12-20..2027-01-05"}, {"2026-11-20", "13/20", ""}, {"2026-11-20", "20日", ""},
	} {
		now, _ := time.Parse(time.DateOnly, c.now)
		if away, err := match.ParseAway(c.days, now); err == nil && away.Days() != c.want || err != nil && c.want != "" {
			t.Errorf("on %s, %s is read as %s: %v", c.now, c.days, away.Days(), err)
		}
	}
}

// TestLongestAbsence checks that an absence of 30 days is allowed, and none of 31.
func TestLongestAbsence(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	if away, err := match.ParseAway("2026-12-01..2026-12-30", now); err != nil || away.Days() != "2026-12-01..2026-12-30" {
		t.Errorf("30 days: %v, %v", away, err)
	}
	if away, err := match.ParseAway("2026-12-01..2026-12-31", now); err == nil || !strings.Contains(err.Error(), "30 days") {
		t.Errorf("31 days: %v, %v", away, err)
	}
	if _, err := match.ParseAway("2026-11-19", now); err == nil {
		t.Error("yesterday is accepted")
	}
}
