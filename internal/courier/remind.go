package courier

import (
	"context"
	"errors"
	"time"

	"hikyaku/internal/i18n"
	"hikyaku/internal/letter"
	"hikyaku/mailbox"
	"hikyaku/match"
)

// remind reminds the player to move in a match of ours whose time is running
// out, once per deadline and step of Reminders. If a poll is late, only the
// step nearest to the deadline counts. alarms and end are those of countdown.
func (p *poll) remind(ctx context.Context, n *notes, m match.Copy, alarms []alarm, end, now time.Time) []Delivery {
	c := p.Courier
	due := -1
	for i, a := range alarms {
		if now.After(a.from) && now.Before(a.until) {
			due = i
		}
	}
	if due < 0 {
		return nil
	}
	ahead, before := alarms[due].ahead, *n
	if n.wasReminded(m.Match, end, ahead) || n.unsubscribed(m.Roster.Parties[m.Turn-1].Address) {
		return nil
	}
	n.Reminded, n.Until, n.Ahead = m.TurnEntry().String(), end, ahead
	if err := n.save(); err != nil { // before sending, so that a reminder is sent only once
		return []Delivery{{Copy: m, Err: err, Aside: true}}
	}
	mail, err := c.writer(n).Reminder(m.Match, ahead)
	if err == nil {
		err = c.Box.Send(ctx, mail)
	}
	if mailbox.NotTaken(err) { // the next poll tries again
		n.Reminded, n.Until, n.Ahead = before.Reminded, before.Until, before.Ahead
		err = errors.Join(err, n.save())
	}
	sent := []Delivery{{Copy: m, To: mail.To, Err: err, Aside: true}}
	if me := letter.Address(c.Shelf.Self()); c.Copy && err == nil && !mail.To.Is(me.Addr) { // for our other machines
		own := *mail
		own.To = me
		sent = append(sent, Delivery{Copy: m, To: me, Err: c.Box.Send(ctx, &own), Aside: true})
	}
	return sent
}

// wasReminded reports whether the player to move in m has had the reminder
// that comes so long ahead of the deadline end, or a later one.
func (n *notes) wasReminded(m *match.Match, end time.Time, ahead time.Duration) bool {
	return n.Reminded == m.TurnEntry().String() && (n.Until.IsZero() || n.Until.Equal(end)) && n.Ahead <= ahead
}

// noteReminder stores that l, which came with the record theirs, has reminded
// the player to move in the match in file, so that we don't do so too: another
// machine of ours or the program of another player has sent it.
func (p *poll) noteReminder(l *mailbox.Letter, theirs *match.Match, file string) error {
	m, err := p.Shelf.Open(file)
	if err != nil || m.TurnEntry() != theirs.TurnEntry() {
		return err
	}
	n, err := p.notes(p.state, m.Hash().String())
	if err != nil {
		return err
	}
	alarms, end := p.countdown(m.Match)
	for _, a := range alarms {
		if l.Date.After(end.Add(-a.ahead-grace(a.ahead))) && !n.wasReminded(m.Match, end, a.ahead) {
			n.Reminded, n.Until, n.Ahead = m.TurnEntry().String(), end, a.ahead
		}
	}
	return n.save()
}

// alarm is when a reminder may be sent.
type alarm struct {
	ahead       time.Duration // the step of Reminders
	from, until time.Time
}

// grace is how long the programs of others have for the reminder that comes so
// long ahead of a deadline, before the player's own program sends it.
func grace(ahead time.Duration) time.Duration { return min(ahead/4, time.Hour) }

// countdown returns the deadline of the player to move in m, and when we send
// reminders of it, the longest ahead first. A player with hikyaku is reminded
// by another player's program or, if that has sent nothing to the mailbox, by
// their own.
func (c *Courier) countdown(m *match.Match) (alarms []alarm, end time.Time) {
	end, limited := m.Clock.Deadline(m.Turn)
	if !limited || m.Outcome != nil || !c.reminds(m) {
		return nil, end
	}
	begun := m.Clock.Since
	if came := m.Clock.Came; came.After(begun) {
		begun = came
	}
	for _, step := range c.Reminders {
		a := alarm{step, end.Add(-step), end}
		switch {
		case !a.from.After(begun):
			continue
		case m.Turn == c.party(m) && !m.MayUseMailOnly(reminder(m.Turn)):
			a.from = a.from.Add(grace(step))
		case !m.MayUseMailOnly(m.Turn):
			a.until = a.from.Add(grace(step))
		}
		alarms = append(alarms, a)
	}
	return alarms, end
}

// reminds reports whether we send the reminders to the player to move in m:
// players remind themselves, and so does the first party that is not to move.
// An unsent move of ours must not be sent along with a reminder.
func (c *Courier) reminds(m *match.Match) bool {
	me, turn := c.party(m), m.Turn
	switch {
	case me == 0 || turn == 0 || !m.Roster.Invited || m.Unsent() && m.By(m.LastEntry()) == me:
		return false
	case turn == me:
		return true
	}
	return me == reminder(turn)
}

// reminder returns the party whose program reminds another one.
func reminder(turn int) int {
	if turn == 1 {
		return 2
	}
	return 1
}

// forever is until when a match is idle in which the courier waits for a new step.
var forever = time.Date(9999, time.January, 1, 0, 0, 0, 0, time.UTC)

// TellOverdue mails everybody else in the match in file that the time of the
// player to move is over, and what can be done about it. It does nothing if
// the time is not over. The messages of one turn are always the same.
func (c *Courier) TellOverdue(ctx context.Context, file string) error {
	m, err := c.Shelf.Open(file)
	if err != nil || m.Outcome != nil || m.Claim != nil || m.Turn == 0 || m.Turn == c.party(m.Match) {
		return err
	}
	end, limited := m.Clock.Deadline(m.Turn)
	if !limited || !c.Shelf.Now().After(end) {
		return nil
	}
	return c.withState(func(s *state) error {
		n, err := c.notes(s, m.Hash().String())
		for _, party := range m.Others(c.Shelf.Self().Address) {
			p := m.Roster.Parties[party-1]
			if party == m.Turn || !m.MayUseMailOnly(party) || n.unsubscribed(p.Address) || err != nil {
				continue
			}
			var l *mailbox.Letter
			if l, err = c.writer(n).Overdue(m.Match, letter.Address(p), end); err == nil {
				err = c.Box.Send(ctx, l)
			}
		}
		return err
	})
}

// TellLate mails a party of m that a time limit was missed, in a message as of Writer.Late.
func (c *Courier) TellLate(ctx context.Context, m *match.Match, party int, key string, subject, text i18n.Text) error {
	return c.withState(func(s *state) error {
		n, err := c.notes(s, m.Hash().String())
		if err != nil {
			return err
		}
		l, err := c.writer(n).Late(m, letter.Address(m.Roster.Parties[party-1]), key, subject, text)
		if err != nil {
			return err
		}
		return c.Box.Send(ctx, l)
	})
}
