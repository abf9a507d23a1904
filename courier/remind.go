package courier

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/match"
	"hikyaku/words"
)

// remindAhead is how long before the end of the time limit a reminder goes out.
const remindAhead = 24 * time.Hour

// remind reminds the player of a match of ours whose time is running out, once a turn. Where several could, the first party
// that is not to move itself does.
func (p *poll) remind(ctx context.Context, n *notes, file string, m *match.Match) []Delivery {
	from, until, ours := p.reminds(m)
	if now := p.courier.Shelf.Now(); !ours || !now.After(from) || !now.Before(until) {
		return nil
	}
	turn := m.Entries[turnSince(m)].Hash().String()
	if n.Reminded == turn || n.stopped(m.Roster.Parties[m.Turn-1].Address) {
		return nil
	}
	n.Reminded = turn
	if err := p.courier.keep(p.state, m.Hash().String(), n); err != nil { // before sending: a reminder goes out once
		return []Delivery{{File: file, Match: m, Err: err, Aside: true}}
	}
	letter, err := p.courier.composer(n).reminder(m)
	if err == nil {
		err = p.courier.Box.Send(ctx, letter)
	}
	return []Delivery{{file, m, letter.To, err, true}}
}

// reminds tells between which times the player of m who is to move is to be reminded, and whether that is ours to do.
func (p *poll) reminds(m *match.Match) (from, until time.Time, ours bool) {
	turn, me := m.Turn, p.courier.party(m)
	until, limited := m.Clock.Deadline(turn)
	from = until.Add(-remindAhead)
	if !limited || m.Outcome != nil || me == 0 || turn == me || turn == 0 || me > 1 && turn != 1 || me > 2 {
		return from, until, false
	}
	return from, until, from.After(m.Clock.Since())
}

// restOf is until when nothing is due in m, as long as its record does not change. All that is due now has been done.
func (p *poll) restOf(m *match.Match) time.Time {
	if from, _, ours := p.reminds(m); ours && !p.courier.Shelf.Now().After(from) {
		return from
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
		if next := m.After(i).Turn; !kif.IsAct(e.Step) || next != turn {
			since, turn = entry, next
		}
	}
	return since
}

// reminder is the letter that reminds whoever is to move.
func (c composer) reminder(m *match.Match) (*mailbox.Letter, error) {
	to := address(m.Roster.Parties[m.Turn-1])
	l, err := c.letter(letterAt(m, m.LastEntry()), to, words.Text("remind.left", "span", words.Span(remindAhead)))
	if err != nil {
		return &mailbox.Letter{To: to}, err
	}
	sum := sha256.Sum256([]byte("remind" + m.Head.String()))
	l.InReplyTo, l.References = l.MessageID, append(l.References, l.MessageID)
	token, err := c.tokenOf(m, len(m.Entries)-1, to)
	l.MessageID = letterID("remind."+hex.EncodeToString(sum[:16]), token, domain(m, 0))
	l.Date, l.Automatic = c.shelf.Now(), "auto-generated"
	return l, err
}
