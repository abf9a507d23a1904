package courier

import (
	"context"
	"errors"
	"time"

	"hikyaku/internal/letter"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/match"
)

// remind reminds the player to move in a match of ours whose time is running
// out, once per turn and step of Reminders. If a poll is late, only the step
// nearest to the deadline counts.
func (p *poll) remind(ctx context.Context, n *notes, file string, m *match.Match, now time.Time) []Delivery {
	c := p.courier
	steps, end := c.countdown(m)
	due := -1
	for i, step := range steps {
		if now.After(end.Add(-step)) && now.Before(end) {
			due = i
		}
	}
	if due < 0 {
		return nil
	}
	turn, before := m.Entries[turnSince(m)].Hash().String(), *n
	if n.Reminded == turn && n.Ahead <= steps[due] || n.unsubscribed(m.Roster.Parties[m.Turn-1].Address) {
		return nil
	}
	n.Reminded, n.Ahead = turn, steps[due]
	if err := c.saveNotes(p.state, m.Hash().String(), n); err != nil { // before sending, so that a reminder is sent only once
		return []Delivery{{File: file, Match: m, Err: err, Aside: true}}
	}
	letter, err := c.writer(n).Reminder(m, steps[due], end)
	if err == nil {
		err = c.Box.Send(ctx, letter)
	}
	if mailbox.NotTaken(err) { // the next poll tries again
		n.Reminded, n.Ahead = before.Reminded, before.Ahead
		err = errors.Join(err, c.saveNotes(p.state, m.Hash().String(), n))
	}
	return []Delivery{{File: file, Match: m, To: letter.To, Err: err, Aside: true}}
}

// countdown returns the deadline of the player to move in m, and how long
// before it we send reminders, the longest first.
func (c *Courier) countdown(m *match.Match) (steps []time.Duration, end time.Time) {
	end, limited := m.Clock.Deadline(m.Turn)
	if !limited || m.Outcome != nil || !c.reminds(m) {
		return nil, end
	}
	begun := m.Clock.Since()
	if came := m.Clock.Came(); came.After(begun) {
		begun = came
	}
	for _, step := range c.Reminders {
		if end.Add(-step).After(begun) {
			steps = append(steps, step)
		}
	}
	return steps, end
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
	return me == 1 || me == 2 && turn == 1
}

// restOf returns the time until which nothing is due in m while its record
// does not change, provided that everything due now has been done.
func (c *Courier) restOf(m *match.Match, now time.Time) time.Time {
	steps, end := c.countdown(m)
	for _, step := range steps {
		if at := end.Add(-step); !now.After(at) {
			return at
		}
	}
	return forever
}

// forever is the rest of a match in which the courier waits for a new step.
var forever = time.Date(9999, time.January, 1, 0, 0, 0, 0, time.UTC)

// turnSince returns the index of the entry that gave the turn: the last one,
// ignoring acts after which the same party had the turn.
func turnSince(m *match.Match) (since int) {
	entry, turn := -1, 0
	for i, e := range m.Record.Events {
		if kif.IsThrow(e.Step) {
			continue
		}
		entry++
		if next := m.After(i).Turn; !kif.IsAct(e.Step) && m.After(i).Gone() == 0 || next != turn {
			since, turn = entry, next
		}
	}
	return since
}

// TellOverdue mails everybody else in the match in file that the time of the
// player to move is over, and what can be done about it. It does nothing if
// the time is not over. The messages of one turn are always the same.
func TellOverdue(ctx context.Context, c *Courier, file string) error {
	m, err := c.Shelf.Open(file)
	if err != nil || m.Outcome != nil || m.Claim != nil || m.Turn == 0 || m.Turn == c.party(m) {
		return err
	}
	end, limited := m.Clock.Deadline(m.Turn)
	if !limited || !c.Shelf.Now().After(end) {
		return nil
	}
	return c.withState(func(s *state) error {
		n, err := c.notes(s, m.Hash().String())
		for _, p := range m.Others(c.Shelf.Me().Address) {
			if party := m.Roster.At(p.Address); party == m.Turn || !m.MayUseMailOnly(party) || n.unsubscribed(p.Address) || err != nil {
				continue
			}
			var l *mailbox.Letter
			if l, err = c.writer(n).Overdue(m, letter.Address(p), end); err == nil {
				err = c.Box.Send(ctx, l)
			}
		}
		return err
	})
}
