package match

import (
	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/match/fair"
)

// Opener returns the link with this index of one's own chain, identified by its commitment.
type Opener func(chain fair.Tip, index int) (fair.Link, error)

// ErrNotReader is the error of reading dice that another party must read, or
// that nobody can read yet.
var ErrNotReader = i18n.Err("refused.reader")

// Reads reports whether party reads the dice of the open event now. That is the party that closes the event or, without an
// umpire, the opponent of a reader who has only a mail program.
func (m *Match) Reads(party int) bool {
	d := m.Dice
	if !d.Open || party == 0 || !d.umpireHasLinked() && party != d.umpire {
		return false
	}
	return party == d.closer || d.umpire == 0 && !d.Commits(d.reader)
}

// ReadFor reports whether another party reads the dice of the open event for a
// mail-only player.
func (m *Match) ReadFor() bool { return m.Dice.Open && !m.Dice.Commits(m.Dice.reader) }

// Opens reports whether party must sign a bare link: it has read the dice and
// another party is to move or the game is over, or its chain is too short for
// the next event.
func (m *Match) Opens(party int) bool {
	d := m.Dice
	if m.Outcome == nil && d.waitsForChain() == party && party != 0 {
		return true
	}
	if !d.Open || party != d.reader || !d.Commits(party) || m.Next().Throw != nil {
		return false
	}
	return m.linkDue() || m.Outcome == nil && (m.Mover() != party || d.short(party))
}

// ReadDice returns m with the throws that the open event gives to its reader, party; open returns links of party's chain.
// It returns ErrNotReader if party does not read them.
func (m *Match) ReadDice(party int, open Opener) (*Match, error) {
	if !m.Reads(party) {
		return nil, ErrNotReader
	}
	links, err := m.Dice.links(m.Roster, party, open)
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

// links returns the contributions of all parties to the open event, in order; open supplies that of party, 0 for none, if
// it is not public.
func (d *Dice) links(r *Roster, party int, open Opener) (links []fair.Link, err error) {
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

// Commits reports whether a party has committed to dice, as its substitute
// must.
func (d *Dice) Commits(party int) bool { return len(d.parties[party].chains) > 0 }

// ChainIDs returns the ids of all chains, so that callers can detect a reused one.
func (d *Dice) ChainIDs() (ids []fair.ID) {
	for _, p := range d.parties {
		for _, c := range p.chains {
			ids = append(ids, c.root.ID)
		}
	}
	return ids
}

// Follows reports whether a link of a chain follows from a later one, so that
// it need not be stored.
func Follows(chain kif.Chain, link, later kif.Link) bool {
	tip := fair.Tip{ID: chain.ID, Length: chain.Length, Last: link.Secret, Index: link.Index}
	_, err := tip.Check(later.Index, later.Secret)
	return link.Index > 0 && err == nil
}
