package courier

import (
	"time"
)

// Hours is a part of every day. It lasts over midnight if it begins later than
// it ends.
type Hours struct {
	From, To time.Duration // since midnight
	Zone     *time.Location
}

// quietUntil returns when the quiet hours end, or the zero time if there are
// none now.
func (c *Courier) quietUntil() time.Time {
	if c.Quiet == nil {
		return time.Time{}
	}
	now := c.Shelf.Now().In(c.Quiet.Zone)
	at := func(day int, since time.Duration) time.Time { // not a sum, because of summer time
		return time.Date(now.Year(), now.Month(), now.Day()+day, 0, int(since.Minutes()), 0, 0, c.Quiet.Zone)
	}
	for _, day := range []int{-1, 0} {
		from, to := at(day, c.Quiet.From), at(day, c.Quiet.To)
		if to.Before(from) {
			to = at(day+1, c.Quiet.To)
		}
		if !now.Before(from) && now.Before(to) {
			return to
		}
	}
	return time.Time{}
}

// isQuiet reports whether it is now within the quiet hours.
func (c *Courier) isQuiet() bool { return !c.quietUntil().IsZero() }
