package match

import (
	"slices"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/match/fair"
)

// Dice tracks the committed dice of a match of two (PROTOCOL.md): which event of chance is open, which links are public,
// and which throws they prove.
//
// An event opens with the entry after which the match waits for dice; the author of that entry is the opener, the other
// player the reader. It closes with the next move of the reader, or with a bare link. The reader makes all throws in
// between. An umpire adds a link as soon as the event is open, and reads the dice for a reader who has only a mail program.
type Dice struct {
	Event  int // the last event that opened
	Thrown int // throws so far, proved or not
	Proved int // throws that follow from links
	Chains int // commitments that replaced lost ones

	parties [maxParties + 1]contributor // by party, from 1
	skipped int                         // events up to this number that have not opened never will
	opener  int
	open    bool
	pending []pendingThrow              // throws since the event opened
	request *rechain                    // a request not yet agreed to; nil for none
	stepsIn [maxParties + 1]*commitment // by party, the chain of a substitute who has answered; nil for none
}

// contributor is the contribution of one party to the dice.
type contributor struct {
	chains []commitment
	words  fair.Link // used instead of links, for a party that has only a mail program
	fixed  fair.Link // the value of words when the last event opened
}

// commitment is a chain of links for the events after base: link i is for event base + i.
type commitment struct {
	base int
	root fair.Tip // the published commitment
	tip  fair.Tip // the known part of the chain
}

// rechain is a request for a new chain instead of one whose secret was lost.
type rechain struct {
	party int
	chain commitment
}

type pendingThrow struct {
	throw kif.Throw
	sides []int
}

// renewAt is the number of remaining links below which a new chain may follow.
const renewAt = 8

// Next returns the number of the next event to open.
func (d *Dice) Next() int { return max(d.Event, d.skipped) + 1 }

// Open reports whether an event is open.
func (d *Dice) Open() bool { return d.open }

// afterThrow returns the dice after the throw n. A throw that ends the game is proved at once if all links are public,
// because no entry follows.
func (d *Dice) afterThrow(n *moment) (*Dice, error) {
	next := *d
	next.Thrown++
	if d.committed() {
		next.pending = append(slices.Clip(d.pending), pendingThrow{n.event.Step.(kif.Throw), n.sides})
	}
	if n.Outcome != nil && d.open && d.next(n.Roster) == 0 {
		return &next, next.close(n)
	}
	return &next, nil
}

// next returns the party whose link the open event waits for, or 0.
func (d *Dice) next(r *Roster) int {
	switch {
	case !d.open:
	case !d.umpireHasLinked(r):
		return r.Umpire()
	case d.Commits(d.reader(r)):
		return d.reader(r)
	}
	return 0
}

// umpireHasLinked reports whether the umpire, if there is one, has added a link to the open event.
func (d *Dice) umpireHasLinked(r *Roster) bool { return r.Umpire() == 0 || d.public(r.Umpire()) }

// public reports whether the link of party for the last event is public.
func (d *Dice) public(party int) bool {
	_, err := d.link(party, d.Event)
	return err == nil
}

// committed reports whether the match has committed dice.
func (d *Dice) committed() bool {
	return slices.ContainsFunc(d.parties[:], func(p contributor) bool { return len(p.chains) > 0 })
}

// reader returns the player for whom the dice of the open event are thrown.
func (d *Dice) reader(r *Roster) int {
	players := r.Players()
	return players[0] + players[1] - d.opener
}

// closer returns the party whose entry closes the open event.
func (d *Dice) closer(r *Roster) int {
	if umpire := r.Umpire(); umpire != 0 && !d.Commits(d.reader(r)) {
		return umpire
	}
	return d.reader(r)
}

// after returns the dice after the entry of n.
func (d *Dice) after(n *moment) (*Dice, error) {
	next := *d
	if err := next.commit(n); err != nil {
		return nil, err
	}
	due := next.due(n)
	renews := d.short(n.by) && n.event.Chain != (kif.Chain{}) // with a bare link that opens nothing
	if due == 0 && n.event.Step == kif.Step(kif.OpenLink{}) && !renews {
		return nil, i18n.Err("link.unasked")
	}
	if !next.committed() {
		if err := next.publish(n, due); err != nil {
			return nil, err
		}
		return &next, next.renew(n, false)
	}
	closes := next.closes(n)
	switch {
	case n.consented == kif.RechainQuestion && next.voids() && n.by != next.opener:
		return nil, i18n.Err("link.opener-last")
	case d.opens(n) && !d.remakes(n) && d.Short(n.Roster) != 0:
		return nil, i18n.Err("link.short", "event", d.Next(), "who", i18n.Person(n.Roster.Name(d.Short(n.Roster))))
	case closes && len(n.sides) > 0:
		return nil, i18n.Err("link.no-throws")
	case len(next.pending) > 0 && !closes: // throws need the reader's link
		return nil, i18n.Err("link.bare-throw", "throw", next.pending[0].throw)
	case n.Undone != 0:
		next.open = false // the event is given up, and the next number may be known from a line that crosses this one
		next.skipped = next.Next()
	}
	if err := next.publish(n, due); err != nil {
		return nil, err
	}
	if closes {
		if err := next.close(n); err != nil {
			return nil, err
		}
	}
	if n.event.Mail != (kif.Hash{}) {
		next.parties[n.by].words = fair.Words(n.event.Comment)
		if w := n.event.Withheld.Words; w != (kif.Hash{}) {
			next.parties[n.by].words = fair.Link(w)
		}
	}
	if n.consented == kif.SettleQuestion {
		next.skipped = max(next.skipped, n.Settlement.Dice)
	}
	if d.opens(n) {
		next.Event, next.opener, next.open = next.Next(), n.by, true
		for party := range next.parties { // mail-only players could otherwise choose their contribution while the event is open
			next.parties[party].fixed = next.parties[party].words
		}
	}
	return &next, next.renew(n, d.remakes(n))
}

// Short returns the first party whose chain has no link for the next event, or
// 0. That party must publish a new chain before the event opens: with the link
// of the open event or, if that is public already, with a bare link.
func (d *Dice) Short(r *Roster) int {
	for i := range r.Parties {
		if d.short(i + 1) {
			return i + 1
		}
	}
	return 0
}

func (d *Dice) short(party int) bool {
	p := &d.parties[party]
	return len(p.chains) > 0 && p.end() < d.Next()
}

// waitsForChain returns the party that must publish a new chain with a bare
// link before the match can continue, or 0.
func (d *Dice) waitsForChain(r *Roster) int {
	for i := range r.Parties {
		if party := i + 1; d.short(party) && (!d.open || d.public(party)) {
			return party
		}
	}
	return 0
}

// commit applies the dice commitment of an invitation or acceptance.
func (d *Dice) commit(n *moment) error {
	switch n.event.Step.(type) {
	case kif.Invite, kif.Accept:
	default:
		return nil
	}
	if len(n.Roster.Players()) != 2 {
		return nil
	}
	c, err := newCommitment(n.event.Chain)
	switch {
	case n.event.Chain == (kif.Chain{}) && n.event.Key != "":
		return i18n.Err("link.no-commitment")
	case n.event.Chain == (kif.Chain{}):
		return nil
	case err != nil:
		return err
	}
	d.parties[n.by].chains = []commitment{c}
	return nil
}

func newCommitment(c kif.Chain) (commitment, error) {
	tip, err := fair.NewTip(fair.ID(c.ID), c.Length, fair.Link(c.Tip))
	return commitment{0, tip, tip}, err
}

// closes reports whether n closes the open event.
func (d *Dice) closes(n *moment) bool {
	if !d.open || n.by != d.closer(n.Roster) {
		return false
	}
	switch n.event.Step.(type) {
	case kif.Move, kif.OpenLink, kif.Receipt, kif.HandOver:
		return true
	}
	return false
}

// opens reports whether n opens an event. Consent to a new chain opens one instead of a void one: when the new chain was
// chosen, links for the old event were known.
func (d *Dice) opens(n *moment) bool {
	if len(n.diceDue(n.position)) == 0 {
		return false
	}
	switch n.event.Step.(type) {
	case kif.Move, kif.Accept:
		return true
	}
	return d.remakes(n)
}

// remakes reports whether n, the last consent to a new chain, opens an event
// instead of the one that the lost chain leaves open. Its author publishes a
// new chain too: the next link of the old one would reveal the throw that
// follows if the match continues without the consent.
func (d *Dice) remakes(n *moment) bool { return n.consented == kif.RechainQuestion && d.voids() }

// voids reports whether consent to the requested chain voids the open event.
func (d *Dice) voids() bool {
	return d.request != nil && d.open && !d.public(d.request.party)
}

// due returns the event whose link n must carry, or 0. d has the commitment
// that n brings.
func (d *Dice) due(n *moment) int {
	umpire := n.Roster.Umpire()
	switch {
	case !d.Commits(n.by):
		return 0
	case d.opens(n):
		return d.Next()
	case d.closes(n):
		return d.Event
	case d.open && umpire != 0 && n.by == umpire && n.event.Step == kif.Step(kif.Receipt{}) && !d.umpireHasLinked(n.Roster):
		return d.Event
	}
	return 0
}

// publish applies the link of n, which must be the one for event due.
func (d *Dice) publish(n *moment, due int) error {
	switch link := n.event.Link; {
	case link.Index == 0 && due == 0:
		return nil
	case link.Index == 0:
		return i18n.Err("link.missing", "event", due)
	case due == 0:
		return i18n.Err("link.undue")
	}
	p := &d.parties[n.by]
	p.chains = slices.Clone(p.chains)
	if d.remakes(n) {
		c, err := newCommitment(n.event.Chain)
		if err != nil {
			return i18n.Err("link.no-fresh")
		}
		c.base = due - 1
		p.chains = append(p.chains, c)
	}
	c := p.current(due)
	if n.event.Link.Index != due-c.base {
		return i18n.Err("link.wrong", "n", n.event.Link.Index, "due", due-c.base)
	}
	tip, err := c.tip.Check(due-c.base, fair.Link(n.event.Link.Secret))
	c.tip = tip
	return err
}

// current returns the chain with the link for event d.
func (p *contributor) current(d int) *commitment {
	i := len(p.chains) - 1
	for i > 0 && p.chains[i].base >= d {
		i--
	}
	return &p.chains[i]
}

// link returns the contribution of party to an event, or an error if it is not public.
func (d *Dice) link(party, event int) (fair.Link, error) {
	p := &d.parties[party]
	if len(p.chains) == 0 {
		return p.fixed, nil
	}
	c := p.current(event)
	return c.tip.Link(event - c.base)
}

// close proves the throws of the open event and closes it.
func (d *Dice) close(n *moment) error {
	links, err := d.links(n.Roster, 0, nil)
	if err != nil {
		return err
	}
	if _, err := d.prove(n.ID, links); err != nil {
		return err
	}
	d.Proved += len(d.pending)
	d.pending, d.open = nil, false
	return nil
}

// prove compares the throws of the open event with those that the links of all parties give, in the order of parties. It
// returns the stream, positioned after these throws.
func (d *Dice) prove(match kif.Hash, links []fair.Link) (*fair.Stream, error) {
	stream := fair.NewStream(fair.NewSeed(match, d.Event, links...))
	for _, t := range d.pending {
		faces, err := stream.Throw(t.sides...)
		if err != nil {
			return nil, err
		}
		if !slices.Equal(t.throw.Faces(), faces) {
			return nil, i18n.Err("link.other-throw", "throw", t.throw, "event", d.Event, "given", engine.Throw(faces...))
		}
	}
	return stream, nil
}

// renew applies a chain that follows one nearly used up, or that replaces a
// lost one or that of a player who leaves. If used is true, publish has
// already applied the new chain.
func (d *Dice) renew(n *moment, used bool) error {
	if d.request != nil && n.consented == kif.RechainQuestion {
		d.replace(d.request)
		d.request, d.Chains = nil, d.Chains+1
	}
	chain := n.event.Chain
	switch n.event.Step.(type) {
	case kif.Invite, kif.Accept:
		return nil
	case kif.HandOver:
		if c := d.stepsIn[n.by]; c != nil {
			d.replace(&rechain{n.by, *c})
			d.stepsIn[n.by] = nil
		}
	case kif.Rechain:
		d.request = nil // an earlier request lapses
	case kif.StepIn:
		if chain == (kif.Chain{}) && d.Commits(n.by) {
			return i18n.Err("link.no-commitment")
		}
	}
	if chain == (kif.Chain{}) {
		return nil
	}
	next, err := newCommitment(chain)
	p := &d.parties[n.by]
	switch {
	case err != nil:
		return err
	case len(p.chains) == 0:
		return i18n.Err("chain.uncommitted")
	case n.event.Step == kif.Step(kif.Rechain{}):
		d.request = &rechain{n.by, next}
	case n.event.Step == kif.Step(kif.StepIn{}):
		d.stepsIn[n.by] = &next
	case used:
		return nil
	case n.event.Step == kif.Step(kif.HandOver{}), n.event.Link.Index == 0 && !d.short(n.by):
		return i18n.Err("chain.no-link")
	case d.left(n.by) >= renewAt:
		return i18n.Err("chain.early", "n", d.left(n.by), "most", renewAt)
	case d.open && !d.public(n.by):
		return i18n.Err("chain.late", "event", d.Event)
	default:
		next.base = d.Next() - 1
		p.chains = append(slices.Clip(p.chains), next)
	}
	return nil
}

// replace puts the accepted chain instead of the former one, from the open event on if its link is not public yet.
func (d *Dice) replace(r *rechain) {
	chain := r.chain
	chain.base = d.Next() - 1
	if d.open && !d.public(r.party) {
		chain.base = d.Event - 1
	}
	p := &d.parties[r.party]
	p.chains = append(slices.Clip(p.chains), chain)
}

// end returns the last event for which the last chain of p has a link.
func (p *contributor) end() int {
	c := &p.chains[len(p.chains)-1]
	return c.base + c.tip.Length
}

// left returns how many events the last chain of party can still serve.
func (d *Dice) left(party int) int { return max(0, d.parties[party].end()-d.Next()+1) }

// Due is the link that an entry must carry, a new chain, or both.
type Due struct {
	Chain fair.Tip // the published commitment; the zero Tip for the new chain
	Index int      // the index of the link in the chain; 0 for none
	Renew bool     // few links are left, so the entry should bring a new chain
}

// Fresh reports whether the link is one of the new chain that the entry brings.
func (d *Due) Fresh() bool { return d.Index > 0 && d.Chain == (fair.Tip{}) }

// dueLink returns what n must carry, or nil.
func (d *Dice) dueLink(n *moment) *Due {
	held := *d
	if held.commit(n) != nil {
		return nil
	}
	event := held.due(n)
	switch {
	case event == 0 && n.event.Step == kif.Step(kif.OpenLink{}) && d.short(n.by):
		return &Due{Renew: true}
	case event == 0:
		return nil
	case d.remakes(n):
		return &Due{Index: 1, Renew: true}
	}
	p := &held.parties[n.by]
	if event > p.end() {
		return nil // the entry is refused
	}
	c := p.current(event)
	left := p.end() - max(event, d.skipped)
	_, passes := n.event.Step.(kif.HandOver)
	return &Due{c.root, event - c.base, left < renewAt && !passes}
}

// WordsHash returns the hash that represents the words of a mail in the dice after it (see kif.Withheld).
func WordsHash(words string) kif.Hash { return kif.Hash(fair.Words(words)) }
