package courier

import (
	"context"
	"time"

	"hikyaku/internal/letter"
	"hikyaku/mailbox"
)

// Schedule is when the digest of what waits for us is sent: at a time of every
// day, or of one day of the week.
type Schedule struct {
	Hour, Minute int
	Weekly       bool
	Weekday      time.Weekday // only with Weekly
	Zone         *time.Location
}

// last returns the latest scheduled time that is not after now.
func (s *Schedule) last(now time.Time) time.Time {
	year, month, day := now.In(s.Zone).Date()
	for ; ; day-- {
		at := time.Date(year, month, day, s.Hour, s.Minute, 0, 0, s.Zone)
		if !at.After(now) && (!s.Weekly || at.Weekday() == s.Weekday) {
			return at
		}
	}
}

// digest mails us what waits for us, once after each time scheduled by Digest.
// If nothing waits, no mail is sent.
func (c *Courier) digest(ctx context.Context, s *state) ([]Delivery, error) {
	now, before := c.Shelf.Now().In(c.Digest.Zone), s.Digested
	due := c.Digest.last(now)
	if !before.Before(due) {
		return nil, nil
	}
	w, err := c.gather(now)
	if err != nil {
		return nil, err
	}
	open := c.Shelf.Open
	if !c.Picture {
		open = nil
	}
	mail := w.Letter(c.Shelf.Self(), c.Lang, due, now, open)
	s.Digested = due
	if err := c.save(s); err != nil || mail == nil { // before sending, so that it is sent only once
		return nil, err
	}
	err = c.Box.Send(ctx, mail)
	if mailbox.NotTaken(err) { // the next poll tries again
		s.Digested = before
	}
	return []Delivery{{To: mail.To, Err: err, Aside: true}}, nil
}

// gather lists what waits for us now. It opens no records.
func (c *Courier) gather(now time.Time) (*letter.Digest, error) {
	w, me := &letter.Digest{}, c.Shelf.Self().Address
	for _, s := range c.Shelf.Invitations() {
		w.Add(s, letter.ToJoin)
	}
	for s, err := range c.Shelf.List() {
		if err != nil {
			return nil, err
		}
		var duties []letter.Duty
		if s.Asks(me) {
			duties = append(duties, letter.ToAgree)
		}
		switch late := !s.Until.IsZero() && now.After(s.Until); {
		case s.Mine(me) && late:
			duties = append(duties, letter.Overdue)
		case s.Mine(me):
			duties = append(duties, letter.ToMove)
		case late && !s.Over && !s.Draft && s.From == "":
			duties = append(duties, letter.ToClaim)
		}
		if s.Draft {
			duties = append(duties, letter.ToSend)
		}
		w.Add(s, duties...)
	}
	return w, nil
}
