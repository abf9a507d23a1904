package main

import (
	"fmt"
	"slices"
	"time"

	"hikyaku/match"
)

// The notices that the configuration asks for.

// maxReminders is the maximum number of steps of the reminders.
const maxReminders = 5

// reminders returns how long before the end of the time limit reminders go out, the longest first.
func (conf *config) reminders() (steps []time.Duration, err error) {
	texts := conf.Reminders
	if texts == nil {
		texts = []string{"24h"}
	}
	if len(texts) > maxReminders {
		return nil, fmt.Errorf("%s: reminders: %d are too many: write at most %d, such as [24h, 3h]", conf.path, len(texts), maxReminders)
	}
	for _, text := range texts {
		step, ok := match.ParseLength(text)
		if !ok || step == 0 {
			return nil, fmt.Errorf("%s: reminders: %q is no length of time: write 2d, 24h or 30m", conf.path, text)
		}
		steps = append(steps, step)
	}
	slices.Sort(steps)
	slices.Reverse(steps)
	return slices.Compact(steps), nil
}
