// Package courier carries turns: it sends the letters of a match, reads those that come, and believes them or answers them.
// How a letter is written is the concern of package letter, what a record means the law of package match; where records lie,
// and the secrets that sign them, are the concern of a Shelf.
//
// The way of a letter can be read from top to bottom in poll.go: fetch, read, find the match, judge, record, answer.
package courier

import (
	"context"
	"errors"
	"io"
	"slices"

	"hikyaku/internal/i18n"
	"hikyaku/internal/letter"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/match"
)

// Delivery is what became of one letter.
type Delivery struct {
	File  string
	Match *match.Match // nil for a digest, which is about many, and for a puzzle
	To    mailbox.Address
	Err   error // nil where the server took it
	Aside bool  // it carries no step: an answer to a reply, a reminder, a digest, a puzzle

	Puzzle bool // it is about a puzzle
}

// errNotOurs returns the error of sending where the last step is another's.
func errNotOurs() error { return &match.NotYourTurn{Text: i18n.T("refused.send")} }

// Send hands the last entry of the match in file to the courier and sends it to everybody else who plays. Sending again
// sends the same letter.
func (c *Courier) Send(ctx context.Context, file string) (sent []Delivery, err error) {
	m, err := c.Shelf.Open(file)
	if err != nil {
		return nil, err
	}
	if err := c.CanSend(m); err != nil {
		return nil, err
	}
	if err := c.Shelf.Current(file, m); err != nil {
		return nil, err
	}
	if !c.signed(m, m.LastEntry()) {
		return nil, errNotOurs()
	}
	posted, err := c.Shelf.Post(file, m)
	if err == nil {
		err = c.Shelf.Put(file, m, posted)
	}
	if errors.Is(err, match.ErrChanged) {
		err = i18n.Err("record.send-again")
	}
	if err != nil {
		return nil, err
	}
	if posted.Roster.Umpire() == 0 && len(posted.Roster.Players()) == 2 && posted.ReadFor() { // a letter writer is to see his dice
		if posted, _, err = c.Shelf.Attend(file, posted); err != nil {
			return nil, err
		}
	}
	err = c.remembering(func(s *state) error {
		if err := c.speak(posted); err != nil {
			return err
		}
		n, err := c.notes(s, posted.Hash().String())
		if err != nil {
			return err
		}
		for _, to := range c.recipients(posted, n) {
			at := c.shows(posted, to)
			if at != nil && !(letter.Observes(posted, to) && n.Sent[to.Addr] == at.Head.String()) {
				sent = append(sent, Delivery{File: file, Match: posted, To: to, Err: c.deliver(ctx, s, n, file, at, to)})
			}
		}
		return nil
	})
	return sent, err
}

// CanSend tells whether turns of m can be sent: a match of ours with somebody to send to.
func (c *Courier) CanSend(m *match.Match) error {
	if !m.Roster.Invited {
		return i18n.Err("refused.nobody-invited")
	}
	if c.party(m) == 0 && !m.IsGuest(c.Shelf.Me().Address) {
		return i18n.Err("refused.address", "address", c.Shelf.Me().Address)
	}
	return nil
}

// party is ours in m, 0 for none.
func (c *Courier) party(m *match.Match) int { return m.Roster.At(c.Shelf.Me().Address) }

// signed tells whether we have signed event i of m, for ourselves, for a letter writer or as a substitute.
func (c *Courier) signed(m *match.Match, i int) bool {
	if m.BySubstitute(i) {
		return c.Shelf.Holds(m.Record.Events[i].Key)
	}
	me := c.party(m)
	if left, _, passed := m.Passed(i); passed && m.Scribe(i) == 0 { // who has left is no party any more
		return match.SameAddress(left.Address, c.Shelf.Me().Address)
	}
	return me != 0 && (m.By(i) == me || m.Scribe(i) == me)
}

// Due is a turn that is due to one reader: the match in a file up to one of its events.
type Due struct {
	File   string
	Events int      // how many of the record the letter shows
	Head   kif.Hash // of the last entry among them
	To     mailbox.Address
}

// Compose composes the letter of a turn that was due when Later took it, the same however often, with what is to be said first. It
// returns nil where the line of the match that the turn stood in is no longer the one that is played.
func (c *Courier) Compose(d Due, first ...i18n.Text) (letter *mailbox.Letter, err error) {
	m, err := c.Shelf.Open(d.File)
	if err != nil || len(m.Record.Events) < d.Events {
		return nil, err
	}
	if m = m.Cut(d.Events); m.Head != d.Head {
		return nil, nil
	}
	err = c.remembering(func(s *state) error {
		n, err := c.notes(s, m.Hash().String())
		if err != nil {
			return err
		}
		_, met := n.Titles[d.To.Addr]
		if letter, err = c.writer(n).Turn(m, d.To, first...); err != nil || met {
			return err
		}
		return c.keep(s, m.Hash().String(), n)
	})
	return letter, err
}

// deliver sends the letter of m's last entry to one address and writes down what became of it.
func (c *Courier) deliver(ctx context.Context, s *state, n *notes, file string, m *match.Match, to mailbox.Address) error {
	if c.Later != nil {
		n.Sent[to.Addr] = m.Head.String()
		return errors.Join(c.Later(Due{file, len(m.Record.Events), m.Head, to}), c.keep(s, m.Hash().String(), n))
	}
	letter, err := c.writer(n).Turn(m, to)
	if err != nil {
		return err
	}
	err = c.Box.Send(ctx, letter)
	var refused *mailbox.SendError
	switch {
	case err == nil:
		n.Sent[to.Addr] = m.Head.String()
	case errors.As(err, &refused) && refused.Kind == mailbox.Refused:
		n.Refused[to.Addr] = m.Head.String()
	default:
		return err // still due: poll sends the same letter again
	}
	return errors.Join(err, c.keep(s, m.Hash().String(), n))
}

// flush sends every letter of a match that is due and has not gone out: the outbox is the records themselves.
func (c *Courier) flush(ctx context.Context, s *state, n *notes, file string, m *match.Match) (sent []Delivery) {
	for _, to := range c.recipients(m, n) {
		at := c.shows(m, to)
		if at == nil || n.done(to.Addr, at.Head.String()) {
			continue
		}
		sent = append(sent, Delivery{File: file, Match: m, To: to, Err: c.deliver(ctx, s, n, file, at, to)})
	}
	return sent
}

// shows is the match as the letter shows it that to must have, nil for none.
func (c *Courier) shows(m *match.Match, to mailbox.Address) *match.Match {
	due := c.due(m, to)
	switch {
	case due < 0 || answered(m, due, to.Addr):
		return nil
	case m.Roster.ReaderAt(to.Addr) == 0 && !letter.At(m, due).IsGuest(to.Addr): // it is from before he was asked
		return nil
	case letter.Observes(m, to):
		return letter.Observed(letter.At(m, due))
	}
	return letter.At(m, due)
}

// due is the index of the event whose letter to must have: our own last one, and from the scribe, to somebody without hikyaku
// or an observer, the last of anybody; -1 for none.
func (c *Courier) due(m *match.Match, to mailbox.Address) int {
	if !m.Roster.Invited {
		return -1
	}
	relays := c.party(m) == m.Roster.Scribe() && (letter.Observes(m, to) || m.Writes(m.Roster.At(to.Addr)))
	for i, e := range slices.Backward(m.Record.Events) {
		ours := c.signed(m, i)
		if ours && e.Posted || relays && !ours && !kif.IsThrow(e.Step) {
			return i
		}
	}
	return -1
}

// recipients are all who get a letter of m: the other players, the observers, and with Copy ourselves, but for those who have
// stopped it, and who is asked to go on for one of them. To those who have only a mail program, or have not answered yet, and to observers nobody writes but the scribe,
// whose program alone reads what they reply.
func (c *Courier) recipients(m *match.Match, n *notes) (to []mailbox.Address) {
	me, scribe := c.party(m), m.Roster.Scribe()
	for _, p := range m.Others(c.Shelf.Me().Address) {
		if scribe == me || !m.Writes(m.Roster.At(p.Address)) {
			to = append(to, letter.Address(c.Shelf.Reach(m, p)))
		}
	}
	if scribe == me {
		for _, p := range m.Roster.Observers {
			to = append(to, letter.Address(p))
		}
	}
	for _, who := range m.Guests() {
		if !match.SameAddress(who.Address, c.Shelf.Me().Address) {
			to = append(to, letter.Address(who))
		}
	}
	if c.Copy {
		to = append(to, letter.Address(c.Shelf.Me()))
	}
	return slices.DeleteFunc(to, func(a mailbox.Address) bool { return n.stopped(a.Addr) })
}

// answered tells whether the player at an address has done something since event i: the proof that our letter arrived.
func answered(m *match.Match, i int, address string) bool {
	party := m.Roster.At(address)
	for j := i + 1; j < len(m.Record.Events); j++ {
		if m.By(j) == party && party != 0 && !m.BySubstitute(j) {
			return true
		}
	}
	return false
}

// WriteTurn writes the page on which the next move of m is made by somebody to whom c writes, and who answers by mail. It
// reports false, and writes nothing, where the next move is somebody else's.
func (c *Courier) WriteTurn(w io.Writer, m *match.Match) (written bool, err error) {
	party := m.Roster.PartyOf(m.Due())
	if !m.Roster.Invited || m.Outcome != nil || m.Roster.Joining() != 0 || party == 0 || party == c.party(m) {
		return false, nil
	}
	err = c.remembering(func(s *state) error {
		n, err := c.notes(s, m.Hash().String())
		if err == nil {
			written, err = c.writer(n).WriteTurn(w, m, letter.Address(m.Roster.Parties[party-1]))
		}
		return err
	})
	return written, err
}

// mayAnswer reports whether a letter may be answered by a program, and else the sign that it may not.
func (c *Courier) mayAnswer(l *mailbox.Letter) (ok bool, sign string) {
	return l.MayAnswer(letter.Address(c.Shelf.Me()))
}
