package standings

import "time"

// SeekLife is how long a seek is open.
const SeekLife = 14 * 24 * time.Hour

// Seek is an open wish to play, which anybody may take.
type Seek struct {
	By   string
	Made time.Time
}

// Expires returns when the seek ends untaken.
func (s Seek) Expires() time.Time { return s.Made.Add(SeekLife) }

// Expire separates the seeks that are open at a time from those that have expired.
func Expire(seeks []Seek, at time.Time) (open, expired []Seek) {
	for _, s := range seeks {
		if at.Before(s.Expires()) {
			open = append(open, s)
		} else {
			expired = append(expired, s)
		}
	}
	return open, expired
}
