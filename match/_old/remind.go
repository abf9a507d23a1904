package match

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"hikyaku/engine"
	"hikyaku/kif"
	"hikyaku/mailbox"
)

// remindAhead is how long before the end of the time limit a reminder goes out.
const remindAhead = 24 * time.Hour

// remindAll reminds the players of our matches whose time is running out, each once a turn. Where several could, the first
// party that is not to move itself does.
func (c *Courier) remindAll(ctx context.Context, s *state, shelf []*Match) (sent []Delivery) {
	for _, m := range shelf {
		if !c.remindsIn(m) {
			continue
		}
		turn := m.Entries[m.turnSince()].Hash().String()
		if s.Reminded[m.hash().String()] == turn {
			continue
		}
		s.Reminded[m.hash().String()] = turn
		if err := s.save(c.System, c.State); err != nil { // before sending: a reminder goes out once
			return append(sent, Delivery{Match: m, Err: err, Aside: true})
		}
		letter, err := c.reminder(m)
		if err == nil {
			err = c.Box.Send(ctx, letter)
		}
		sent = append(sent, Delivery{m, letter.To, err, true})
	}
	return sent
}

// remindsIn tells whether a reminder is due in m, and ours to send.
func (c *Courier) remindsIn(m *Match) bool {
	end, limited := m.Deadline()
	turn, me := m.Turn(), m.PartyAt(c.Me.Addr)
	if !limited || me == 0 || turn == me || turn == 0 || me > 1 && turn != 1 || me > 2 {
		return false
	}
	now := c.System.Now()
	return end.Sub(m.time.since) > remindAhead && now.After(end.Add(-remindAhead)) && now.Before(end)
}

// turnSince is the index of the entry that gave the turn: the last but for acts after which it was the same party's.
func (m *Match) turnSince() (since int) {
	entry, turn := -1, 0
	for i, e := range m.Record.Events {
		if e.Kind == kif.Throw {
			continue
		}
		entry++
		if next := m.ledger.turns[i]; e.Kind != kif.Act || next != turn {
			since, turn = entry, next
		}
	}
	return since
}

// reminder is the letter that reminds whoever is to move.
func (c *Courier) reminder(m *Match) (*mailbox.Letter, error) {
	p := m.Parties()[m.Turn()-1]
	to := mailbox.Address{Name: p.Name, Addr: p.Address}
	at, err := c.at(m, m.lastEntry())
	if err != nil {
		return &mailbox.Letter{To: to}, err
	}
	l, err := c.letter(at, to)
	if err != nil {
		return &mailbox.Letter{To: to}, err
	}
	sum := sha256.Sum256([]byte("remind" + m.Head().String()))
	l.InReplyTo, l.References = l.MessageID, append(l.References, l.MessageID)
	l.MessageID = fmt.Sprintf("<hk1.remind.%s@%s>", hex.EncodeToString(sum[:16]), m.domain(0))
	text := engine.Text{En: "A reminder: less than a day is left for your move.", Ja: "お知らせ：残り時間が1日を切りました。"}
	l.Text, l.HTML, l.Automatic = text.In(c.Lang)+"\n\n"+l.Text, "", "auto-generated"
	l.Date = c.System.Now()
	return l, nil
}
