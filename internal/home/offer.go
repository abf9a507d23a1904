package home

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
	"syscall"

	"hikyaku/internal/atomicfile"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/match"
)

// Step returns the event of a step of party me other than a move, such as Draw
// or Agree.
type Step func(d *Desk, m *match.Match, me int) (kif.Event, error)

// Do appends the event of step to the match in c, before any throws that no
// move has used yet. If post is set, the step is handed to the courier.
func (d *Desk) Do(c Copy, step Step, post bool) (Copy, error) {
	return d.Change(c, func(m *match.Match) (*match.Match, error) {
		me, err := d.takesPart(m)
		if err != nil {
			return nil, err
		}
		if m.Outcome == nil {
			if m, err = d.withToss(withoutThrows(m)); err != nil { // throws that have ended the match stay
				return nil, err
			}
		}
		e, err := step(d, m, me)
		if agrees := e.Step == kif.Step(kif.Agree{To: kif.UndoQuestion}); m.Outcome == nil && m.Roster.IsOut(me) && e.Step != kif.Step(kif.Say{}) && !agrees {
			return nil, i18n.Err("refused.out")
		}
		if m.Outcome != nil && (err != nil || !kif.AfterEnd(e.Step)) {
			return nil, &match.NotYourTurn{Text: m.Over()}
		}
		if err != nil {
			return nil, err
		}
		e.Posted = post
		return d.Sign(m, e, me)
	})
}

// mayWrite returns our party in m, or an error unless m is an unfinished match
// by invitation in which we take part and are not out.
func (d *Desk) mayWrite(m *match.Match) (int, error) {
	me, err := d.takesPart(m)
	switch {
	case err != nil:
	case m.Outcome != nil:
		err = &match.NotYourTurn{Text: m.Over()}
	case m.Roster.IsOut(me):
		err = i18n.Err("refused.out")
	}
	return me, err
}

// takesPart returns our party in m, or an error unless m is a match by invitation in which we take part.
func (d *Desk) takesPart(m *match.Match) (int, error) {
	me := d.Party(m)
	switch {
	case !m.Roster.Invited:
		return 0, i18n.Err("refused.one-machine")
	case me == 0 && d.Me.Address == "":
		return 0, i18n.Err("refused.no-address")
	case me == 0 && m.Roster.HasLeft(d.Me.Address):
		return 0, i18n.Err("refused.left")
	case me == 0 && m.AskedToReplace(d.Me.Address) != 0:
		return 0, &match.NotYourTurn{Text: m.Summarise("", d.Me.Address).Status}
	case me == 0:
		return 0, i18n.Err("refused.address", "address", d.Me.Address)
	case m.Roster.Joining() != 0 && m.Outcome == nil:
		return 0, &match.NotYourTurn{Text: m.Status()}
	}
	return me, nil
}

// EndLocal ends the match in c, which must not be by invitation, with word: an
// agreed draw or a missed time limit, which some games count as a move.
func (d *Desk) EndLocal(c Copy, word kif.Ending) (Copy, error) {
	if word == kif.TimeOut && c.Game.OnTimeout != "" {
		return d.Play(c, Turn{Move: string(c.Game.OnTimeout)})
	}
	return d.Change(c, func(m *match.Match) (*match.Match, error) {
		if m.Outcome != nil {
			return nil, &match.NotYourTurn{Text: m.Over()}
		}
		return d.Sign(m, kif.Event{Step: word, Seat: m.Due()}, m.Mover())
	})
}

// Doing returns the step of the act called name, which must be one of
// match.Acts that are steps, with the text that goes with it.
func Doing(name string, text ...string) Step {
	if name == "agree" {
		return Consent{}.Step()
	}
	a, _ := match.ActNamed(name)
	return func(d *Desk, m *match.Match, me int) (kif.Event, error) {
		e, err := a.Step(m, me, match.Input{Text: strings.Join(text, " "), Now: d.System.Now, Came: d.System.Now})
		if r := new(match.Refusal); errors.As(err, &r) && r.Input {
			return e, &UsageError{err}
		}
		if s, proposed := e.Step.(kif.Substitute); proposed && err == nil {
			if err := d.checkReach(s.Who); err != nil {
				return e, &UsageError{err}
			}
		}
		return e, err
	}
}

// OfferDraw is Do with a draw. On our own turn it stores the offer beside the
// record for the next move instead, and returns true for waits.
func (d *Desk) OfferDraw(c Copy, post bool) (after Copy, waits bool, err error) {
	after, err = d.Do(c, Doing("draw"), post)
	if !errors.Is(err, match.ErrWithMove) {
		return after, false, err
	}
	return c, true, d.noteDraw(c)
}

// Consent selects the request to which a player agrees.
type Consent struct {
	Substitute string // the address of the substitute, if several may be proposed; empty for the request that match.Consent finds
	NewKey     bool   // confirms the key of a substitute whose address is known with another one
}

// Step returns the step by which a player agrees.
func (c Consent) Step() Step {
	return func(d *Desk, m *match.Match, me int) (kif.Event, error) {
		e, err := m.Consent(me)
		if c.Substitute != "" {
			party := m.AskedToReplace(c.Substitute)
			if party == 0 {
				return kif.Event{}, i18n.Err("refused.no-such-substitute", "who", c.Substitute)
			}
			e, err = kif.Event{Step: kif.Agree{To: kif.SubstituteQuestion, Seat: party}}, nil
		}
		step, agrees := e.Step.(kif.Agree)
		if err != nil || !agrees || step.To != kif.SubstituteQuestion {
			return e, err
		}
		who := m.Substitutes[step.Seat].Who
		if blocked, err := d.BlockedSenders(); err != nil || holdsAddress(blocked, who.Address) {
			return kif.Event{}, errors.Join(err, i18n.Err("refused.substitute-blocked", "who", who.Address))
		}
		known, err := d.known().all()
		if err != nil {
			return kif.Event{}, err
		}
		contacts := slices.DeleteFunc(m.Contacts(d.Me.Address), func(other match.Contact) bool { return !other.Called || other.Address != who.Address })
		if list := changed(known, contacts, m.Short()); len(list) > 0 && !c.NewKey {
			return kif.Event{}, list[0]
		}
		return e, d.known().confirm(contacts)
	}
}

// Rotate is the step that replaces our key in the match with that of our
// newest secret key; the old key signs the change too.
func Rotate(d *Desk, m *match.Match, me int) (kif.Event, error) {
	ring, old, err := d.signer(m)
	if err != nil {
		return kif.Event{}, err
	}
	if old == ring.newest() {
		return kif.Event{}, i18n.Err("refused.newest-secret")
	}
	draft, err := m.Draft(kif.Event{Step: kif.Rotate{}, Party: me, At: d.System.Now(), Key: ring.key()})
	if err != nil {
		return kif.Event{}, err
	}
	draft.Event.SignOld = kif.Signature(old.Sign(draft.Entry.Bytes()))
	return draft.Event, nil
}

// Rechain is the step that asks the others to accept a new key and a new
// dice chain of ours, because the secret key of the match is lost.
func Rechain(d *Desk, m *match.Match, me int) (kif.Event, error) {
	ring, err := MakeKeyring(d.System, d.Secret)
	if err != nil {
		return kif.Event{}, err
	}
	if _, err := ring.signer(m.Keys.Of[me]); err == nil {
		return kif.Event{}, i18n.Err("refused.secret-there")
	}
	e := kif.Event{Step: kif.Rechain{}, Key: ring.key()}
	if len(m.Roster.Players()) == 2 {
		e.Chain, err = d.newChain(ring)
	}
	return e, err
}

// noteDraw stores that our next move offers a draw.
func (d *Desk) noteDraw(c Copy) error {
	if !c.Roster.Invited {
		return i18n.Err("refused.draw-local")
	}
	return atomicfile.Replace(d.System, atomicfile.Beside(c.File, "draw"), []byte(c.Head.String()+"\n"))
}

// withDraw returns the match in c with the stored draw offer appended, if it has
// been continued since then only with a posted move of ours, and allows the offer.
func (d *Desk) withDraw(c Copy) (*match.Match, error) {
	m := c.Match
	data, err := atomicfile.Read(d.System, atomicfile.Beside(c.File, "draw"))
	if errors.Is(err, fs.ErrNotExist) {
		return m, nil
	}
	if err != nil {
		return nil, err
	}
	me := d.Party(m)
	if m.Outcome != nil || m.Turn == me || !onlyMoved(m, me, strings.TrimSpace(string(data))) {
		return m, nil
	}
	offered, err := d.Sign(m, kif.Event{Step: kif.DrawOffer{}, Posted: true}, me)
	if err != nil && !errors.As(err, new(syscall.Errno)) {
		return m, nil
	}
	return offered, err
}

// onlyMoved reports whether only party has moved since the entry with the hash
// head, and m ends with such a move.
func onlyMoved(m *match.Match, party int, head string) (ok bool) {
	since := false
	for i, e := range m.Record.Events {
		_, moved := e.Step.(kif.Move)
		if since && (m.After(i).Undone != 0 || moved && m.By(i) != party) {
			return false
		}
		ok, since = since && moved, since || m.After(i).Head.String() == head
	}
	return ok
}
