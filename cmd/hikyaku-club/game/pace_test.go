package game

import (
	"testing"
	"time"
)

// TestPace sends messages as fast as allowed for three hours, and checks that no hour has more than the limit, nor much fewer.
func TestPace(t *testing.T) {
	p, now := &Pace{PerHour: 500}, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	var sent []time.Time
	for end := now.Add(3 * time.Hour); now.Before(end); {
		if wait := p.take(2, now); wait > 0 {
			now = now.Add(wait)
			continue
		}
		sent = append(sent, now, now)
	}
	for i, at := range sent {
		n := 0
		for _, other := range sent[i:] {
			if other.Before(at.Add(time.Hour)) {
				n++
			}
		}
		if n > 501 || at.Before(sent[0].Add(2*time.Hour)) && n < 400 {
			t.Fatalf("%d messages go in the hour from %s", n, at)
		}
	}
	if p := (&Pace{}); p.take(1000, now) != 0 || (*Pace)(nil).take(1, now) != 0 {
		t.Error("without a limit, messages wait")
	}
}
