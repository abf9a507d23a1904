// Package courier sends the messages of a match, reads incoming ones, and
// verifies and answers them. Package letter composes messages, package match
// defines what a record means, and a Shelf stores records and the secret keys
// that sign them.
//
// The path of a message is fetch, take, judge, weigh (poll.go), extend
// (merge.go); then serve (serve.go) takes automatic steps and sends.
package courier

import (
	"cmp"
	"context"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"time"

	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
	"hikyaku/internal/letter"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/match"
)

// Delivery is the result of sending one message.
type Delivery struct {
	match.Copy // zero for a digest, which is about several matches, and for a puzzle

	To     mailbox.Address
	Err    error // nil if the server accepted it
	Aside  bool  // it carries no step: an answer to a reply, a reminder, a digest, a puzzle
	Puzzle bool  // it is about a puzzle
}

// Send hands the last entry of m to the courier and sends it to everybody else
// in the match. Sending again sends the same message.
func (c *Courier) Send(ctx context.Context, m match.Copy) (sent []Delivery, err error) {
	if err := c.CanSend(m); err != nil {
		return nil, err
	}
	if err := c.Shelf.Current(m); err != nil {
		return nil, err
	}
	if !c.signed(m.Match)(m.LastEntry()) {
		return nil, &match.NotYourTurn{Text: i18n.T("refused.send")}
	}
	posted, err := c.Shelf.Post(m)
	if err == nil && posted != m.Match { // otherwise it was handed over when it was written
		err = c.Shelf.Put(m, posted)
	}
	if errors.Is(err, match.ErrChanged) {
		err = i18n.Err("record.send-again")
	}
	if err != nil {
		return nil, err
	}
	m.Match = posted
	if m.Roster.Umpire() == 0 && len(m.Roster.Players()) == 2 && m.ReadFor() { // a mail-only player needs to see their dice
		if m, _, err = c.Shelf.Attend(m); err != nil {
			return nil, err
		}
	}
	err = c.withState(func(s *state) error {
		if c.Spoken != "" && len(m.Entries) == 1 {
			if err := c.rememberLanguage(m.Match); err != nil {
				return err
			}
		}
		n, err := c.notes(s, m.Hash().String())
		if err != nil {
			return err
		}
		for _, to := range c.recipients(m.Match, n) {
			at := c.shows(m.Match, to)
			if at != nil && !(letter.Observes(m.Match, to) && n.Sent[to.Addr] == at.Head.String()) {
				sent = append(sent, Delivery{Copy: m, To: to, Err: c.deliver(ctx, n, m, at, to)})
			}
		}
		return nil
	})
	return sent, err
}

// CanSend returns an error unless turns of m can be sent: it must be a match of
// ours with somebody to send to.
func (c *Courier) CanSend(m match.Copy) error {
	if !m.Roster.Invited {
		return i18n.Err("refused.nobody-invited", "file", filepath.Base(m.File))
	}
	if c.party(m.Match) == 0 && !m.IsGuest(c.Shelf.Self().Address) {
		return i18n.Err("refused.address", "address", c.Shelf.Self().Address)
	}
	return nil
}

// party returns our party in m, or 0.
func (c *Courier) party(m *match.Match) int { return m.Roster.At(c.Shelf.Self().Address) }

// signed returns a function that reports whether we have signed event i of m,
// for ourselves, for a mail-only player or as a substitute.
func (c *Courier) signed(m *match.Match) func(i int) bool {
	me := c.party(m)
	return func(i int) bool {
		if m.BySubstitute(i) {
			return c.Shelf.Holds(m.Record.Events[i].Key)
		}
		if left, _, passed := m.Passed(i); passed && m.Scribe(i) == 0 { // a player who has left is no longer a party
			return identity.SameAddress(left.Address, c.Shelf.Self().Address)
		}
		return me != 0 && (m.By(i) == me || m.Scribe(i) == me)
	}
}

// Due is a turn to send to one reader: the match in a file up to one of its
// events.
type Due struct {
	File   string
	Events int      // the number of events that the message shows
	Head   kif.Hash // of the last entry among them
	To     mailbox.Address
}

// Compose composes the message of a turn that Later received, with first as
// its first paragraphs. The result is always the same, and nothing is stored.
// It is nil if the turn is on a line of the match that is no longer the current
// one.
func (c *Courier) Compose(d Due, first ...i18n.Text) (letter *mailbox.Letter, err error) {
	whole, err := c.Shelf.Open(d.File)
	if err != nil || len(whole.Record.Events) < d.Events {
		return nil, err
	}
	m := whole.Cut(d.Events)
	if m.Head != d.Head {
		return nil, nil
	}
	err = c.withState(func(s *state) error {
		n, err := c.notes(s, m.Hash().String())
		if err != nil {
			return err
		}
		letter, err = c.writer(n).Turn(m, d.To, first...)
		return err
	})
	return letter, err
}

// deliver sends the message of the last entry of shown, which is m as an address
// is to see it, to that address and stores the result.
func (c *Courier) deliver(ctx context.Context, n *notes, m match.Copy, shown *match.Match, to mailbox.Address) error {
	if c.Later != nil {
		if n.Titles[to.Addr] == "" { // here, so that Compose changes nothing
			r, err := c.reader(to.Addr)
			if err != nil {
				return err
			}
			n.Titles[to.Addr] = r.Lang
		}
		n.Sent[to.Addr] = shown.Head.String()
		return errors.Join(c.Later(Due{m.File, len(shown.Record.Events), shown.Head, to}), n.save())
	}
	letter, err := c.writer(n).Turn(shown, to)
	if err != nil {
		return err
	}
	err = c.Box.Send(ctx, letter)
	var failed *mailbox.SendError
	var why i18n.Text
	waits := false
	switch errors.As(err, &failed); {
	case err == nil:
		n.Sent[to.Addr] = shown.Head.String()
	case failed != nil && failed.Kind == mailbox.Refused:
		n.Refused[to.Addr], why = shown.Head.String(), i18n.Of(err)
	default: // the next poll sends the same message again
		why, waits = i18n.Of(mailbox.PlainError(cmp.Or(errors.Unwrap(err), err))), true
		if _, known := n.Sent[to.Addr]; !known && (failed == nil || failed.Kind != mailbox.Temporary) {
			n.Sent[to.Addr] = "" // it may have arrived
		}
	}
	return errors.Join(err, c.Shelf.NoteUndelivered(m, to.Addr, why, waits), n.save())
}

// flush sends every message due in a match that has not been sent: the records
// themselves are the outbox.
func (c *Courier) flush(ctx context.Context, n *notes, m match.Copy) (sent []Delivery) {
	for _, to := range c.recipients(m.Match, n) {
		at := c.shows(m.Match, to)
		if at == nil || n.delivered(to.Addr, at.Head.String()) {
			continue
		}
		party := at.Roster.At(to.Addr)
		receipt := party != 0 && !letter.Observes(at, to) && at.By(at.LastEntry()) == party && at.Outcome == nil && at.Turn != party
		if receipt && (c.Silent || c.isQuiet()) { // it would only confirm a step of its reader's own
			continue
		}
		sent = append(sent, Delivery{Copy: m, To: to, Err: c.deliver(ctx, n, m, at, to)})
	}
	return sent
}

// shows returns the match as the message due to an address shows it, or nil if
// none is due.
func (c *Courier) shows(m *match.Match, to mailbox.Address) *match.Match {
	if !m.Roster.Invited {
		return nil
	}
	// Our own last event is due or, from the scribe to mail-only players and observers, the last one by anybody.
	reader := m.Roster.ReaderAt(to.Addr)
	observes := m.Roster.Observes(reader)
	relays := c.party(m) == match.Scribe && (observes || m.MayUseMailOnly(reader))
	due, signed := len(m.Record.Events)-1, c.signed(m)
	for ; due >= 0; due-- {
		e, ours := m.Record.Events[due], signed(due)
		if ours && e.Posted || relays && !ours && !kif.IsThrow(e.Step) {
			break
		}
	}
	switch {
	case due < 0 || hasActed(m, due, to.Addr):
		return nil
	case reader == 0 && !letter.At(m, due).IsGuest(to.Addr): // it is from before the substitute was asked
		return nil
	case observes:
		return letter.Observed(letter.At(m, due))
	}
	return letter.At(m, due)
}

// recipients returns everybody who gets messages of m: the other players, the
// observers, guests and, with Copy, ourselves, except those who have
// unsubscribed. Only the scribe writes to players who have only a mail program
// or have not answered yet, and to observers, because only the scribe's
// program reads their replies. Those to whom no message of an invitation was ever
// handed over are not told that it is withdrawn.
func (c *Courier) recipients(m *match.Match, n *notes) (to []mailbox.Address) {
	who, scribe := c.Shelf.Self(), match.Scribe
	me := m.Roster.At(who.Address)
	for _, n := range m.Others(who.Address) {
		if scribe == me || !m.MayUseMailOnly(n) {
			to = append(to, letter.Address(c.Shelf.Reach(m, m.Roster.Parties[n-1])))
		}
	}
	if scribe == me {
		for _, p := range m.Roster.Observers {
			to = append(to, letter.Address(p))
		}
	}
	for _, guest := range m.Guests() {
		if !identity.SameAddress(guest.Address, who.Address) {
			to = append(to, letter.Address(guest))
		}
	}
	if c.Copy {
		to = append(to, letter.Address(who))
	}
	withdrawn := me == 1 && m.Outcome != nil && m.Outcome.Rule.ID == match.Declined
	return slices.DeleteFunc(to, func(a mailbox.Address) bool {
		_, reached := n.Sent[a.Addr]
		return n.unsubscribed(a.Addr) || withdrawn && !reached
	})
}

// hasActed reports whether the player at an address has acted since event i,
// which proves that our message arrived.
func hasActed(m *match.Match, i int, address string) bool {
	party := m.Roster.At(address)
	for j := i + 1; j < len(m.Record.Events); j++ {
		if m.By(j) == party && party != 0 && !m.BySubstitute(j) {
			return true
		}
	}
	return false
}

// WriteTurn writes the page on which the mail-only player to move in m enters
// the next move. It returns false, and writes nothing, if somebody else is to
// move.
func (c *Courier) WriteTurn(w io.Writer, m *match.Match) (written bool, err error) {
	party := m.Mover()
	if !m.Roster.Invited || m.Outcome != nil || m.Roster.Joining() != 0 || party == 0 || party == c.party(m) {
		return false, nil
	}
	err = c.withState(func(s *state) error {
		n, err := c.notes(s, m.Hash().String())
		if err == nil {
			written, err = c.writer(n).WriteTurn(w, m, letter.Address(m.Roster.Parties[party-1]))
		}
		return err
	})
	return written, err
}

// mayAnswer reports whether a program may answer a message, and otherwise the
// sign that it may not.
func (c *Courier) mayAnswer(l *mailbox.Letter) (ok bool, sign string) {
	return l.MayAnswer(letter.Address(c.Shelf.Self()))
}

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
