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

// remind reminds the player of a match of ours whose time is running out, once a turn and step of Reminders. Where a poll comes
// late the nearest step alone counts.
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
	if n.Reminded == turn && n.Ahead <= steps[due] || n.stopped(m.Roster.Parties[m.Turn-1].Address) {
		return nil
	}
	n.Reminded, n.Ahead = turn, steps[due]
	if err := c.keep(p.state, m.Hash().String(), n); err != nil { // before sending: a reminder goes out once
		return []Delivery{{File: file, Match: m, Err: err, Aside: true}}
	}
	letter, err := c.writer(n).Reminder(m, steps[due], end)
	if err == nil {
		err = c.Box.Send(ctx, letter)
	}
	if mailbox.NotTaken(err) { // the next poll tries again
		n.Reminded, n.Ahead = before.Reminded, before.Ahead
		err = errors.Join(err, c.keep(p.state, m.Hash().String(), n))
	}
	return []Delivery{{File: file, Match: m, To: letter.To, Err: err, Aside: true}}
}

// countdown is when the time of the player of m who is to move ends, and how long before it we remind him, the longest first.
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

// reminds tells whether it is for us to remind the player of m who is to move: everybody reminds himself, and the first party
// that is not to move the one that is. A move of ours that is not sent must not go out with a reminder.
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

// restOf is until when nothing is due in m, as long as its record does not change. All that is due now has been done.
func (c *Courier) restOf(m *match.Match, now time.Time) time.Time {
	steps, end := c.countdown(m)
	for _, step := range steps {
		if at := end.Add(-step); !now.After(at) {
			return at
		}
	}
	return forever
}

// forever is the rest of a match in which only a new step gives the courier something to do.
var forever = time.Date(9999, time.January, 1, 0, 0, 0, 0, time.UTC)

// turnSince is the index of the entry that gave the turn: the last but for acts after which it was the same party's.
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

// TellOverdue tells everybody else who plays in the match in file that the time of the player to move is over, and what can be
// done about it; nobody where it is not. The letters of one turn are the same however often they are made.
func TellOverdue(ctx context.Context, c *Courier, file string) error {
	m, err := c.Shelf.Open(file)
	if err != nil || m.Outcome != nil || m.Claim != nil || m.Turn == 0 || m.Turn == c.party(m) {
		return err
	}
	end, limited := m.Clock.Deadline(m.Turn)
	if !limited || !c.Shelf.Now().After(end) {
		return nil
	}
	return c.remembering(func(s *state) error {
		n, err := c.notes(s, m.Hash().String())
		for _, p := range m.Others(c.Shelf.Me().Address) {
			if party := m.Roster.At(p.Address); party == m.Turn || !m.Writes(party) || n.stopped(p.Address) || err != nil {
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
