package match

import (
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"fmt"

	"hikyaku/engine"
	"hikyaku/kif"
	"hikyaku/kif/fair"
)

// keyring is what a desk signs and throws dice with.
func (d *Desk) keyring() (*Keyring, error) { return LoadKeyring(d.System, d.Secret) }

// seal completes our event e of an invited match: the link that is due, a new chain where the old one runs out, the
// signature. by is the party whose event it is.
func (d *Desk) seal(m *Match, e kif.Event, by int) (kif.Event, error) {
	ring, err := d.keyring()
	if err != nil {
		return e, err
	}
	after, err := m.Append(e)
	if err != nil {
		return e, err
	}
	if e, err = d.addLink(m, ring, after, e, by); err != nil {
		return e, err
	}
	return d.sign(m, ring, e, by)
}

// addLink adds the link that e must carry and, with the last ones, a new chain.
func (d *Desk) addLink(m *Match, ring *Keyring, after *kif.Line, e kif.Event, by int) (kif.Event, error) {
	if len(m.Players()) != 2 {
		return e, nil
	}
	g := *m.ledger
	g.line = after
	if err := g.commit(e, by); err != nil {
		return e, err
	}
	i := len(after.Record.Events) - 1
	due := g.due(i, e, by)
	if due == 0 {
		return e, nil
	}
	c := g.parties[by].current(due)
	link, err := ring.link(c, due)
	if err != nil {
		return e, err
	}
	e.Notes = append(e.Notes, kif.Note{Word: "link", Text: fmt.Sprintf("%d %s", due-c.base, link)})
	if c.tip.Length-(due-c.base) < renewAt && e.Note("chain") == "" {
		note, err := d.newChain(ring)
		if err != nil {
			return e, err
		}
		e.Notes = append(e.Notes, note)
	}
	return e, nil
}

// link is our own link for event d.
func (k *Keyring) link(c *commitment, d int) (fair.Link, error) {
	chain, err := k.chain(c.root.ID, c.root.Length, c.root.Last)
	if err != nil {
		return fair.Link{}, err
	}
	return chain.Link(d - c.base)
}

// newChain draws an id of our own and commits to its chain.
func (d *Desk) newChain(ring *Keyring) (kif.Note, error) {
	var id fair.ID
	if _, err := rand.Read(id[:]); err != nil {
		return kif.Note{}, fmt.Errorf("draw a chain: %w", err)
	}
	length := d.Links
	if length == 0 {
		length = fair.DefaultLength
	}
	chain, err := fair.NewChain(ring.newest(), id, length)
	if err != nil {
		return kif.Note{}, err
	}
	tip := chain.Tip()
	return kif.Note{Word: "chain", Text: fmt.Sprintf("%s %d %s", tip.ID, tip.Length, tip.Last)}, nil
}

// sign adds our signature over the entry that e makes.
func (d *Desk) sign(m *Match, ring *Keyring, e kif.Event, by int) (kif.Event, error) {
	after, err := m.Append(e)
	if err != nil {
		return e, err
	}
	key := e.Note("key")
	if key == "" {
		key = m.pins.keys[m.scribeOf(by, d.Me.Addr)]
	}
	signer, err := ring.signer(key)
	if err != nil {
		return e, err
	}
	bytes := after.Entries[len(after.Entries)-1].Bytes()
	e.Notes = append(e.Notes, kif.Note{Word: "sign", Text: hex.EncodeToString(signer.Sign(bytes))})
	return e, nil
}

// scribeOf is the party whose key signs for by: its own, or ours where it has none.
func (m *Match) scribeOf(by int, me string) int {
	if m.pins.keys[by] != "" {
		return by
	}
	return m.PartyAt(me)
}

// readDice makes the throws of the open event, if they are ours to read.
func (d *Desk) readDice(m *Match) (*kif.Line, error) {
	g := m.ledger
	me := m.PartyAt(d.Me.Addr)
	if !g.open || !g.ours(me) || !g.attended() && me != m.Umpire() {
		return nil, &NotYourTurn{m.waitsForDice()}
	}
	links, err := d.links(g, me)
	if err != nil {
		return nil, err
	}
	stream, err := g.prove(links)
	if err != nil {
		return nil, err
	}
	l := m.Line
	for l.Next().Throw != nil {
		faces, err := stream.Throw(l.Next().Throw...)
		if err != nil {
			return nil, err
		}
		if l, err = l.Append(kif.Event{Kind: kif.Throw, Text: string(engine.Throw(faces...))}); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// ours tells whether me reads the dice of the open event: who closes it, or without an umpire the opponent of a reader who
// has only a mail program.
func (g *ledger) ours(me int) bool {
	return me == g.closer() || g.line.Umpire() == 0 && len(g.parties[g.reader()].chains) == 0
}

// links is what all parties add to the open event, in their order, our own from the secret if it is not public.
func (d *Desk) links(g *ledger, me int) (links []fair.Link, err error) {
	for i := range g.line.Parties() {
		party := i + 1
		link, err := g.link(party, g.event)
		if err != nil && party == me {
			var ring *Keyring
			if ring, err = d.keyring(); err == nil {
				link, err = ring.link(g.parties[party].current(g.event), g.event)
			}
		}
		if err != nil {
			return nil, err
		}
		links = append(links, link)
	}
	return links, nil
}

// waitsForDice says whose program makes the throws that the match waits for.
func (m *Match) waitsForDice() engine.Text {
	who := m.partyName(cmp.Or(m.ledger.next(), m.Turn(), 1))
	return engine.Text{
		En: fmt.Sprintf("the dice are for %s to read: their letter has not come", who),
		Ja: fmt.Sprintf("サイコロは%sの側で振られる。手紙がまだ届いていない", who),
	}
}
