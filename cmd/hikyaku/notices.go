package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"hikyaku/courier"
	"hikyaku/mailbox"
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

// digest returns when the letter goes out that tells what waits, or nil for never: "daily 07:00", "weekly mon 07:00", each with
// an offset such as +09:00 behind it, or without in the time of this machine.
func (conf *config) digest() (*courier.Schedule, error) {
	words := strings.Fields(strings.ToLower(conf.Digest))
	if len(words) == 0 {
		return nil, nil
	}
	wrong := fmt.Errorf("%s: digest: %q is no time for a letter: write daily 07:00, daily 07:00 +09:00 or weekly mon 07:00", conf.path, conf.Digest)
	s := &courier.Schedule{Zone: time.Local}
	switch {
	case words[0] == "daily":
		words = words[1:]
	case words[0] == "weekly" && len(words) > 1:
		weekday, ok := match.ParseWeekday(words[1])
		if !ok {
			return nil, wrong
		}
		s.Weekly, s.Weekday, words = true, weekday, words[2:]
	default:
		return nil, wrong
	}
	if len(words) == 2 {
		offset, err := time.Parse("-07:00", words[1])
		if err != nil {
			return nil, wrong
		}
		_, seconds := offset.Zone()
		s.Zone, words = time.FixedZone(words[1], seconds), words[:1]
	}
	if len(words) != 1 {
		return nil, wrong
	}
	at, err := time.Parse("15:04", words[0])
	if err != nil {
		return nil, wrong
	}
	s.Hour, s.Minute = at.Hour(), at.Minute()
	return s, nil
}

// aliases returns the other addresses of players, in lower case, with the known address for which each stands.
func (conf *config) aliases() (map[string]string, error) {
	known := map[string]bool{}
	for address := range conf.Aliases {
		known[strings.ToLower(address)] = true
	}
	of := map[string]string{}
	for address, others := range conf.Aliases {
		for _, other := range append([]string{address}, others...) {
			if !(mailbox.Address{Addr: other}).Valid() {
				return nil, fmt.Errorf("%s: aliases: %q is no mail address such as bob@example.org", conf.path, other)
			}
		}
		for _, other := range others {
			alias := strings.ToLower(other)
			switch was, twice := of[alias]; {
			case known[alias], match.SameAddress(alias, conf.Address):
				return nil, fmt.Errorf("%s: aliases: %s is a known address and cannot stand for %s too: leave it out there", conf.path, other, address)
			case twice && !match.SameAddress(was, address):
				return nil, fmt.Errorf("%s: aliases: %s stands for both %s and %s: leave it out at one of them", conf.path, other, min(was, address), max(was, address))
			}
			of[alias] = address
		}
	}
	return of, nil
}
