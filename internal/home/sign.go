package home

import (
	"cmp"
	"crypto/rand"
	"errors"
	"time"

	"hikyaku/kif"
	"hikyaku/match"
	"hikyaku/match/fair"
)

// keyring loads the secret keys for signing and throwing dice.
func (d *Desk) keyring() (*Keyring, error) {
	if d.Ring != nil {
		return d.Ring, nil
	}
	return LoadKeyring(d.System, d.Secret)
}

// signer returns our secret keys, and the one of our key in m.
func (d *Desk) signer(m *match.Match) (ring *Keyring, signer fair.Master, err error) {
	if ring, err = d.keyring(); err == nil {
		signer, err = ring.signer(m.Keys.Of[d.Party(m)])
	}
	return ring, signer, err
}

// MakeKeyring returns our secret keys, and creates one if there is none.
func (d *Desk) MakeKeyring() (*Keyring, error) {
	if d.Ring != nil {
		return d.Ring, nil
	}
	return MakeKeyring(d.System, d.Secret)
}

// Sign returns m with e appended as a step of party by: us, or a mail-only
// player for whom we sign. It adds the date and, in a match by invitation, the
// link and the signature. It writes nothing.
func (d *Desk) Sign(m *match.Match, e kif.Event, by int) (*match.Match, error) {
	var err error
	me := d.Party(m)
	if o := m.Offer; o != nil && o.Asks == kif.RechainQuestion && o.Party != me && e.Step != kif.Step(kif.Agree{To: kif.RechainQuestion}) {
		// Otherwise a forged request for a new key at the end of m would keep its victim from moving.
		asked := m.LastOf(func(s kif.Step) bool { return s == kif.Step(kif.Rechain{}) })
		m, err = appendThrows(m.Cut(asked), m.Record.Events[asked+1:])
	}
	if err == nil && m.Roster.TossDue() {
		m, err = d.withToss(m)
	}
	if err != nil {
		return nil, err
	}
	if e.At.IsZero() {
		e.At = d.System.Now()
	}
	if e.Step == kif.Step(kif.Accept{}) {
		e.Version = match.Version
	}
	if e.Spent = -1; e.Again == (kif.Hash{}) && !kif.IsAct(e.Step) {
		e.Spent = spent(m, e.At)
	}
	if m.Record.Theirs() { // their file has no place for the date
		e.At, e.Spent = time.Time{}, -1
	}
	if !m.Roster.Invited {
		draft, err := m.Draft(e)
		if err != nil {
			return nil, err
		}
		return m.Append(draft.Event)
	}
	if _, moved := e.Step.(kif.Move); !moved {
		e.Party = by
	}
	if e.Got.IsZero() && by == me && by == m.Turn && m.Clock.Limited() {
		e.Got = got(m, e)
	}
	return d.seal(m, e, cmp.Or(m.Keys.Of[by], m.Keys.Of[me])) // we sign for a party without a key
}

// got returns when we received the message that e, in our turn, answers: the one
// that gave us the turn or, for an umpire, the one with the turn itself.
func got(m *match.Match, e kif.Event) time.Time {
	switch pauses := e.Step == kif.Step(kif.PauseOffer{}) || e.Step == kif.Step(kif.Agree{To: kif.PauseQuestion}); {
	case e.Step == kif.Step(kif.Receipt{}):
		last := m.Record.Events[m.LastEntry()]
		if last.Came.IsZero() { // it was entered here for a mail-only player
			return last.At
		}
		return last.Came
	case m.Roster.Umpire() != 0 || kif.IsAct(e.Step) && !pauses:
		return time.Time{}
	}
	return m.Clock.Came
}

// seal appends e to a match by invitation with its due link, a new chain if
// the old one is running out, and its signature with a key, unless e has one.
func (d *Desk) seal(m *match.Match, e kif.Event, key string) (*match.Match, error) {
	ring, err := d.keyring()
	if err != nil {
		return nil, err
	}
	draft, err := m.Draft(e)
	if err != nil {
		return nil, err
	}
	if due := draft.Due; due != nil {
		if e, err = d.addLink(ring, draft.Event, due); err != nil {
			return nil, err
		}
		if draft, err = m.Draft(e); err != nil {
			return nil, err
		}
	}
	signer, err := ring.signer(cmp.Or(draft.Event.Key, key))
	if err != nil {
		return nil, err
	}
	draft.Event.Sign = kif.Signature(signer.Sign(draft.Entry.Bytes()))
	return m.Append(draft.Event)
}

// addLink adds the links due to e and, if few are left, a new chain.
func (d *Desk) addLink(ring *Keyring, e kif.Event, due *match.Due) (kif.Event, error) {
	var err error
	if due.Renew && e.Chain == (kif.Chain{}) {
		if e.Chain, err = d.newChain(ring); err != nil {
			return e, err
		}
	}
	if due.Index == 0 {
		return e, nil
	}
	chain := due.Chain
	if due.Fresh() {
		chain = fair.Tip{ID: e.Chain.ID, Length: e.Chain.Length, Last: e.Chain.Tip}
	}
	link, err := ring.Open(chain, due.Index)
	e.Link = kif.Link{Index: due.Index, Secret: link}
	return e, err
}

// newChain draws a random id and returns a commitment to its chain. The id
// must be our own, so that links of one match are worthless in another.
func (d *Desk) newChain(ring *Keyring) (kif.Chain, error) {
	var id fair.ID
	_, _ = rand.Read(id[:]) // it never fails
	length := d.Links
	if length == 0 {
		length = fair.DefaultLength
	}
	chain, err := fair.NewChain(ring.newest(), id, length)
	if err != nil {
		return kif.Chain{}, err
	}
	tip := chain.Tip()
	return kif.Chain{ID: tip.ID, Length: tip.Length, Tip: tip.Last}, nil
}

// ReadDice returns m with the throws of the open event, if they are ours to
// read, and with the link that proves them if they end the game. It writes
// nothing.
func (d *Desk) ReadDice(m *match.Match) (*match.Match, error) {
	ring, err := d.keyring()
	if err != nil {
		return nil, err
	}
	after, err := m.ReadDice(d.Party(m), ring.Open)
	if errors.Is(err, match.ErrNotReader) {
		return nil, &match.NotYourTurn{Text: m.DiceWait()}
	}
	if me := d.Party(m); err == nil && after.Outcome != nil && after.Turn == me {
		link := kif.Event{Step: kif.OpenLink{}, Posted: true}
		if me == after.Roster.Umpire() {
			link.Step = kif.Receipt{} // of the last turn
		}
		return d.Sign(after, link, me)
	}
	return after, err
}

// withToss returns m with the result of an open toss that only we know, and
// the link that proves it. A move carries that link, but any other step would
// keep the result from the other player.
func (d *Desk) withToss(m *match.Match) (*match.Match, error) {
	me := d.Party(m)
	if !m.Roster.TossDue() || !m.Reads(me) || me == m.Roster.Umpire() || m.Offer != nil && m.Offer.Asks == kif.RechainQuestion {
		return m, nil
	}
	if _, _, err := d.signer(m); err != nil {
		return m, nil // the key is lost, and the link with it
	}
	m, err := d.ReadDice(m)
	if err != nil {
		return nil, err
	}
	return d.Sign(m, kif.Event{Step: kif.OpenLink{}, Posted: true}, me)
}

// appendThrows returns m with the throws among events appended.
func appendThrows(m *match.Match, events []kif.Event) (after *match.Match, err error) {
	after = m
	for _, e := range events {
		if !kif.IsThrow(e.Step) {
			continue
		}
		if after, err = after.Append(e); err != nil {
			return nil, err
		}
	}
	return after, nil
}

// withoutThrows returns m without the throws after its last entry if its dice
// are committed: they are valid only with the link that proves them, and can
// be derived again.
func withoutThrows(m *match.Match) *match.Match {
	if !m.Roster.Invited {
		return m
	}
	return m.Cut(m.LastEntry() + 1)
}

// spent returns the thinking time since the last move or take-back, or a negative time if it is unknown.
func spent(m *match.Match, now time.Time) time.Duration {
	i := len(m.Record.Events) - 1
	for ; i >= 0; i-- { // a take-back gives the turn, as a move does
		if _, moved := m.Record.Events[i].Step.(kif.Move); moved || m.After(i).Undone != 0 {
			break
		}
	}
	if i < 0 {
		return 0
	}
	last := m.Record.Events[i].At
	if last.IsZero() || now.Before(last) {
		return -1
	}
	return now.Sub(last).Truncate(time.Second)
}

func (d *Desk) post(m *match.Match) (*match.Match, error) {
	i := m.LastEntry()
	e := m.Record.Events[i]
	if e.Posted {
		return m, nil
	}
	first := i
	for first > 0 && kif.IsThrow(m.Record.Events[first-1].Step) {
		first--
	}
	base, err := appendThrows(m.Cut(first), m.Record.Events[first:i])
	if err != nil {
		return nil, err
	}
	e.Posted = true
	if e.Key != "" || e.Again != (kif.Hash{}) || i > 0 && !m.Record.Events[i-1].Posted && m.By(i-1) == d.Party(m) {
		e.Closing = ""
		return base.Append(e)
	}
	return d.Sign(base, kif.Event{Step: e.Step, Seat: e.Seat, Party: e.Party, Comment: e.Comment, Mail: e.Mail, Posted: true}, m.By(i))
}
