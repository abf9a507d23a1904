package match

import (
	"errors"

	"hikyaku/engine"
	"hikyaku/kif"
	"hikyaku/match/fair"
)

// Opener opens a link of one's own chain, which is known by its commitment.
type Opener func(chain fair.Tip, index int) (fair.Link, error)

// ErrNotReader is the error of reading dice that are another's to read, or that nobody can read yet.
var ErrNotReader = errors.New("the dice are for another to read, whose letter has not come")

// Reads tells whether the dice of the open event are for party to read now: for who closes it, or without an umpire for the
// opponent of a reader who has only a mail program.
func Reads(m *Match, party int) bool {
	d := m.Dice
	if !d.open || party == 0 || !d.attended(m.Roster) && party != m.Roster.Umpire() {
		return false
	}
	return party == d.closer(m.Roster) || m.Roster.Umpire() == 0 && len(d.parties[d.reader(m.Roster)].chains) == 0
}

// ReadFor tells whether another party reads the dice of the open event for a letter writer, who is to see them.
func ReadFor(m *Match) bool {
	return m.Dice.open && len(m.Dice.parties[m.Dice.reader(m.Roster)].chains) == 0
}

// Opens tells whether party is to open its link with an entry of its own: the dice are read, and it is another's turn or they
// have ended the game.
func Opens(m *Match, party int) bool {
	return m.Dice.open && party == m.Dice.reader(m.Roster) && len(m.Dice.parties[party].chains) > 0 &&
		len(m.waits(m.Last())) == 0 && (m.Outcome == nil || m.linkDue()) && m.Roster.PartyOf(m.Due()) != party
}

// ReadDice is m with the throws that the open event gives, which party reads; open opens its own link. Its error is ErrNotReader
// where the dice are not for party.
func ReadDice(m *Match, party int, open Opener) (*Match, error) {
	if !Reads(m, party) {
		return nil, ErrNotReader
	}
	links, err := links(m.Dice, m.Roster, party, open)
	if err != nil {
		return nil, err
	}
	stream, err := m.Dice.prove(m.ID, links)
	if err != nil {
		return nil, err
	}
	for m.Next().Throw != nil {
		faces, err := stream.Throw(m.Next().Throw...)
		if err != nil {
			return nil, err
		}
		if m, err = m.Append(kif.Plain(kif.Throw(engine.Throw(faces...)))); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// links is what all parties add to the open event, in their order: that of party by open if it is not public.
func links(d *Dice, r *Roster, party int, open Opener) (links []fair.Link, err error) {
	for i := range r.Parties {
		link, err := d.link(i+1, d.Event)
		if err != nil && i+1 == party {
			c := d.parties[party].current(d.Event)
			link, err = open(c.root, d.Event-c.base)
		}
		if err != nil {
			return nil, err
		}
		links = append(links, link)
	}
	return links, nil
}

// ChainIDs lists the commitments of all parties, so that one which is not fresh can be found.
func ChainIDs(d *Dice) (ids []fair.ID) {
	for _, p := range d.parties {
		for _, c := range p.chains {
			ids = append(ids, c.root.ID)
		}
	}
	return ids
}
