package courier

import (
	"testing"
	"time"
)

// TestAnswersAge checks how long an automatic answer counts towards the limits: exactly an hour and a day.
func TestAnswersAge(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	answer := sentAnswer{To: "taro@example.org", At: now, Body: "new"}
	for _, c := range []struct {
		age     time.Duration
		answers int
		refused bool
	}{
		{time.Hour, answersAnHour, true},
		{time.Hour + 1, answersAnHour, false},
		{24 * time.Hour, answersADay, true},
		{24*time.Hour + 1, answersADay, false},
	} {
		s := &state{}
		for range c.answers {
			s.Answers = append(s.Answers, sentAnswer{To: answer.To, At: now.Add(-c.age)})
		}
		if got := s.limitReached(answer); (got.En != "") != c.refused {
			t.Errorf("after %d answers %v ago: %q, want a limit: %t", c.answers, c.age, got.En, c.refused)
		}
	}
}

// TestScheduledTimeIsExact checks that a digest is due from its very time on, and a week after the last.
func TestScheduledTimeIsExact(t *testing.T) {
	zone := time.FixedZone("+09:00", 9*60*60)
	daily, weekly := &Schedule{Hour: 7, Minute: 30, Zone: zone}, &Schedule{Hour: 7, Minute: 30, Weekly: true, Weekday: time.Tuesday, Zone: zone}
	tuesday := time.Date(2026, 11, 24, 7, 30, 0, 0, zone)
	for _, c := range []struct {
		s         *Schedule
		now, want time.Time
	}{
		{daily, tuesday, tuesday},
		{daily, tuesday.Add(-1), tuesday.AddDate(0, 0, -1)},
		{weekly, tuesday, tuesday},
		{weekly, tuesday.Add(-1), tuesday.AddDate(0, 0, -7)},
	} {
		if got := c.s.last(c.now); !got.Equal(c.want) {
			t.Errorf("at %v the last time of %+v is %v, want %v", c.now, *c.s, got, c.want)
		}
	}
}
