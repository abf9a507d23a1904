package match

import (
	"errors"
	"slices"

	"hikyaku/kif"
)

// serve does for every match what needs no person: it reads the dice that are due, opens the link that proves them where
// somebody else is to move, and plays answers that were planned.
func (d *Desk) serve(shelf []*Match) ([]*Match, error) {
	var failed []error
	for i, m := range shelf {
		after, err := d.attend(m)
		if err == nil {
			after, err = d.follow(after)
		}
		if err != nil {
			failed = append(failed, err)
			continue
		}
		shelf[i] = after
	}
	return shelf, errors.Join(failed...)
}

// attend is serve for one match.
func (d *Desk) attend(m *Match) (*Match, error) {
	me, g := m.PartyAt(d.Me.Addr), m.ledger
	switch {
	case !m.Invited() || me == 0 || m.Outcome() != nil || !g.open:
		return m, nil
	case me == m.Umpire():
		return d.officiate(m, me)
	case !g.ours(me) || !g.attended():
		return m, nil
	}
	m, err := d.cast(m.File)
	if err != nil || m.PartyOf(m.Due()) == me || !m.ledger.open || me != m.ledger.reader() {
		return m, err
	}
	return d.openLink(m, me)
}

// officiate adds the umpire's link to the open event, behind the throws where nobody else can read them.
func (d *Desk) officiate(m *Match, me int) (_ *Match, err error) {
	if m.ledger.attended() {
		return m, nil
	}
	if m.ledger.closer() == me {
		if m, err = d.cast(m.File); err != nil {
			return m, err
		}
	}
	return d.openLink(m, me)
}

func (d *Desk) openLink(m *Match, me int) (*Match, error) {
	return d.change(m.File, func(m *Match) (*kif.Record, error) {
		return d.append(m, kif.Event{Kind: kif.Act, Text: kif.OpenLink, Party: me}, me, true)
	})
}

// Throws lists the throws behind the last entry: what the next turn is played with.
func (m *Match) Throws() []string {
	var words []string
	for _, e := range slices.Backward(m.Record.Events) {
		if e.Kind != kif.Throw {
			break
		}
		words = append([]string{e.Text}, words...)
	}
	return words
}
