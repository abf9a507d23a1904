package desk

import (
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"hikyaku/kif"
	"hikyaku/match"
	"hikyaku/match/fair"
	"hikyaku/store"
)

// Pen is what signs the steps of one player.
type Pen struct {
	System store.System
	Secret string // the file of secrets
	Links  int    // how many events of chance a commitment is for; 0 is fair.DefaultLength
	Me     kif.Seat
}

// Pen is what signs our steps.
func (d *Desk) Pen() Pen { return Pen{d.System, d.Secret, d.Links, d.Me} }

// party is ours in m, 0 for none.
func (p Pen) party(m *match.Match) int { return m.Roster.At(p.Me.Address) }

// Keyring is what we sign and throw dice with.
func (p Pen) Keyring() (*Keyring, error) { return LoadKeyring(p.System, p.Secret) }

// Sign is m with e at its end, as a step of ours or of a letter writer for whom we sign: with its time, its link and its
// signature where an invitation began the match. Nothing is written.
func (p Pen) Sign(m *match.Match, e kif.Event, by int) (*match.Match, error) {
	m, err := p.withoutKeyRequest(m, e)
	if err != nil {
		return nil, err
	}
	if e.At.IsZero() {
		e.At = p.System.Now()
	}
	if e.Spent = -1; e.Again == (kif.Hash{}) && !kif.IsAct(e.Step) {
		e.Spent = spent(m, e.At)
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
	if e.Got.IsZero() {
		e.Got = p.got(m, e, by)
	}
	return p.seal(m, e, by)
}

// got is when the letter reached us that the step answers: the one that gave us the turn and, to an umpire, the turn itself.
func (p Pen) got(m *match.Match, e kif.Event, by int) time.Time {
	if !m.Clock.Limited() || by != p.party(m) || by != m.Turn {
		return time.Time{}
	}
	umpire := m.Roster.Umpire()
	switch _, acts := e.Step.(kif.Receipt); {
	case acts:
		return arrival(m.Record.Events[m.LastEntry()])
	case umpire != 0 || kif.IsAct(e.Step):
		return time.Time{}
	}
	return m.Clock.Came()
}

// arrival is when a step came, or was entered here for a letter writer.
func arrival(e kif.Event) time.Time {
	if e.Came.IsZero() {
		return e.At
	}
	return e.Came
}

// seal completes an event of an invited match: the link that is due, a new chain where the old one runs out, the signature.
func (p Pen) seal(m *match.Match, e kif.Event, by int) (*match.Match, error) {
	ring, err := p.Keyring()
	if err != nil {
		return nil, err
	}
	draft, err := m.Draft(e)
	if err != nil {
		return nil, err
	}
	if due := draft.Due; due != nil {
		if e, err = p.addLink(ring, draft.Event, due); err != nil {
			return nil, err
		}
		if draft, err = m.Draft(e); err != nil {
			return nil, err
		}
	}
	key := draft.Event.Key
	if key == "" {
		key = m.Keys.Of(p.signer(m, by))
	}
	signer, err := ring.signer(key)
	if err != nil {
		return nil, err
	}
	draft.Event.Sign = kif.Signature(signer.Sign(draft.Entry.Bytes()))
	return m.Append(draft.Event)
}

// signer is the party whose key signs for by: its own, or ours where it has none.
func (p Pen) signer(m *match.Match, by int) int {
	if m.Keys.Of(by) != "" {
		return by
	}
	return p.party(m)
}

// addLink adds the link that e must carry and, with the last ones, a new chain.
func (p Pen) addLink(ring *Keyring, e kif.Event, due *match.Due) (kif.Event, error) {
	link, err := ring.Open(due.Chain, due.Index)
	if err != nil {
		return e, err
	}
	e.Link = kif.Link{Index: due.Index, Secret: link}
	if due.Renew && e.Chain == (kif.Chain{}) {
		e.Chain, err = p.newChain(ring)
	}
	return e, err
}

// newChain draws an id of our own and commits to its chain.
func (p Pen) newChain(ring *Keyring) (kif.Chain, error) {
	var id fair.ID
	if _, err := rand.Read(id[:]); err != nil {
		return kif.Chain{}, fmt.Errorf("draw a chain: %w", err)
	}
	length := p.Links
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

// ReadDice is m with the throws of the open event, if they are ours to read, and the link that proves them where they end the
// game. Nothing is written.
func (p Pen) ReadDice(m *match.Match) (*match.Match, error) {
	ring, err := p.Keyring()
	if err != nil {
		return nil, err
	}
	after, err := match.ReadDice(m, p.party(m), ring.Open)
	if errors.Is(err, match.ErrNotReader) {
		return nil, &match.NotYourTurn{Text: match.DiceWait(m)}
	}
	if me := p.party(m); err == nil && after.Outcome != nil && after.Turn == me {
		return p.Sign(after, kif.Event{Step: linkBy(after, me), Posted: true}, me)
	}
	return after, err
}

// linkBy is the step with which party opens its link: an umpire's also says that the turn before was received.
func linkBy(m *match.Match, party int) kif.Step {
	if party == m.Roster.Umpire() {
		return kif.Receipt{}
	}
	return kif.OpenLink{}
}

// withoutKeyRequest is m without the question for a new key at its end, which whoever goes on does not answer: left in the
// record, one that is forged would keep its victim from going on.
func (p Pen) withoutKeyRequest(m *match.Match, e kif.Event) (*match.Match, error) {
	o := m.Offer
	if o == nil || o.Asks != kif.RechainQuestion || o.Party == p.party(m) || e.Step == kif.Step(kif.Agree{To: kif.RechainQuestion}) {
		return m, nil
	}
	asked := m.LastOf(isRechain)
	return appendThrows(m.Cut(asked), m.Record.Events[asked+1:])
}

// appendThrows is m with the throws among events behind it.
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

func isRechain(s kif.Step) bool { return s == kif.Step(kif.Rechain{}) }

// withoutThrows is m without throws behind its last entry where dice are committed to: they stand only with the link that
// proves them, and follow from it again.
func withoutThrows(m *match.Match) *match.Match {
	if !m.Roster.Invited {
		return m
	}
	return m.Cut(m.LastEntry() + 1)
}

// spent is the thinking time between the last move and now, negative if unknown.
func spent(m *match.Match, now time.Time) time.Duration {
	i := match.LastMove(m)
	if i < 0 {
		return 0
	}
	last := m.Record.Events[i].At
	if last.IsZero() || now.Before(last) {
		return -1
	}
	return now.Sub(last).Truncate(time.Second)
}

// Post is m with its last step marked as handed to the courier. A step that was not marked before is dated now: the clock of
// the others runs from when a turn is sent. What stands before another unsent step, or brings a key, keeps its date.
// A draw that was to go with it does.
func Post(d *Desk, file string, m *match.Match) (*match.Match, error) {
	posted, err := d.Pen().post(m)
	if err != nil || posted == m {
		return posted, err
	}
	return withWish(d, file, posted)
}

func (p Pen) post(m *match.Match) (*match.Match, error) {
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
	if e.Key != "" || e.Again != (kif.Hash{}) || i > 0 && !m.Record.Events[i-1].Posted && m.By(i-1) == p.party(m) {
		e.Closing = ""
		return base.Append(e)
	}
	return p.Sign(base, kif.Event{Step: e.Step, Seat: e.Seat, Party: e.Party, Comment: e.Comment, Mail: e.Mail, Posted: true}, m.By(i))
}
