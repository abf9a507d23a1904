package config

import (
	"net/mail"
	"slices"
	"strings"
	"time"

	"hikyaku/internal/configfile"
	"hikyaku/internal/courier"
	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
	"hikyaku/mailbox"
	"hikyaku/match"
)

// ReminderTimes returns how long before the deadline reminders are sent, the
// longest first.
func (c *Config) ReminderTimes() ([]time.Duration, error) {
	if c.Reminders == nil {
		return []time.Duration{24 * time.Hour}, nil
	}
	return configfile.Reminders(c.Reminders)
}

// DigestTime returns when the digest of waiting matches is sent, or nil for
// never. The text is "daily 07:00" or "weekly mon 07:00", which may be followed
// by an offset such as +09:00; the default is the time zone of this computer.
func (c *Config) DigestTime() (*courier.Schedule, error) {
	parts := strings.Fields(strings.ToLower(c.Digest))
	if len(parts) == 0 {
		return nil, nil
	}
	wrong := i18n.Err("config.digest", "text", c.Digest)
	s := &courier.Schedule{}
	switch {
	case parts[0] == "daily":
		parts = parts[1:]
	case parts[0] == "weekly" && len(parts) > 1:
		weekday, ok := match.ParseWeekday(parts[1])
		if !ok {
			return nil, wrong
		}
		s.Weekly, s.Weekday, parts = true, weekday, parts[2:]
	default:
		return nil, wrong
	}
	times, zone, ok := timesIn(parts)
	if !ok || len(times) != 1 {
		return nil, wrong
	}
	s.Hour, s.Minute, s.Zone = times[0].Hour(), times[0].Minute(), zone
	return s, nil
}

// QuietHours returns when nothing automatic is sent, or nil for never. The text
// is "22:00-07:00", which may be followed by an offset as in DigestTime.
func (c *Config) QuietHours() (*courier.Hours, error) {
	parts := strings.Fields(c.Quiet)
	if len(parts) == 0 {
		return nil, nil
	}
	times, zone, ok := timesIn(parts)
	if !ok || len(times) != 2 || times[0].Equal(times[1]) {
		return nil, i18n.Err("config.quiet", "text", c.Quiet)
	}
	sinceMidnight := func(t time.Time) time.Duration { return t.Sub(t.Truncate(24 * time.Hour)) }
	return &courier.Hours{From: sinceMidnight(times[0]), To: sinceMidnight(times[1]), Zone: zone}, nil
}

// timesIn parses times of day such as 07:00 or 22:00-07:00, and the offset that
// may follow them; the default is the time zone of this computer.
func timesIn(parts []string) (times []time.Time, zone *time.Location, ok bool) {
	zone = time.Local
	if len(parts) == 2 {
		offset, err := time.Parse("-07:00", parts[1])
		if err != nil {
			return nil, nil, false
		}
		_, seconds := offset.Zone()
		zone, parts = time.FixedZone(parts[1], seconds), parts[:1]
	}
	if len(parts) != 1 {
		return nil, nil, false
	}
	for text := range strings.SplitSeq(parts[0], "-") {
		at, err := time.Parse("15:04", text)
		if err != nil {
			return nil, nil, false
		}
		times = append(times, at)
	}
	return times, zone, true
}

// AliasesOf returns the main address of each alias, which is in lower case.
func (c *Config) AliasesOf() (map[string]string, error) {
	all, known := map[string][]string{}, map[string]bool{}
	for address, others := range c.Aliases {
		address = identity.ToASCII(address)
		for _, other := range others {
			all[address] = append(all[address], identity.ToASCII(other))
		}
		known[strings.ToLower(address)] = true
	}
	of := map[string]string{}
	for address, others := range all {
		for _, other := range append([]string{address}, others...) {
			if !(mailbox.Address{Addr: other}).Valid() {
				return nil, i18n.Err("config.alias", "text", other)
			}
		}
		for _, other := range others {
			alias := strings.ToLower(other)
			switch was, twice := of[alias]; {
			case known[alias], identity.SameAddress(alias, c.Address):
				return nil, i18n.Err("config.alias-known", "alias", other, "address", address)
			case twice && !identity.SameAddress(was, address):
				return nil, i18n.Err("config.alias-twice", "alias", other, "one", min(was, address), "other", max(was, address))
			}
			of[alias] = address
		}
	}
	return of, nil
}

// PuzzleReaders returns the recipients of the puzzle of the week. The default is
// the player.
func (c *Config) PuzzleReaders() ([]mailbox.Address, error) {
	if len(c.Puzzle.To) == 0 {
		return []mailbox.Address{c.Me()}, nil
	}
	var list []mailbox.Address
	for _, text := range c.Puzzle.To {
		a, err := mail.ParseAddress(text)
		to := mailbox.Address{}
		if err == nil {
			to = mailbox.Address{Name: a.Name, Addr: identity.ToASCII(a.Address)}
		}
		if !to.Valid() {
			return nil, i18n.Err("config.puzzle", "text", text)
		}
		if !slices.ContainsFunc(list, func(other mailbox.Address) bool { return identity.SameAddress(other.Addr, to.Addr) }) {
			list = append(list, to)
		}
	}
	return list, nil
}
