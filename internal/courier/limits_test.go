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
