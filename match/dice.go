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
	Event  int  // the last event that opened
	Open   bool // it is still open
	Thrown int  // throws so far, proved or not
	Proved int  // throws that follow from links
	Chains int  // commitments that replaced lost ones

	umpire  int                         // the party that is the umpire, 0 for none
	parties [maxParties + 1]contributor // by party, from 1
	skipped int                         // events up to this number that have not opened never will
	opener  int                         // the author of the entry that opened the event
	reader  int                         // the player for whom its dice are thrown
	closer  int                         // the party whose entry closes it
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

// afterThrow returns the dice after the throw n. A throw that ends the game is proved at once if all links are public,
// because no entry follows.
func (d *Dice) afterThrow(n *moment) (*Dice, error) {
	next := *d
	next.Thrown++
	if d.committed() {
		next.pending = append(slices.Clip(d.pending), pendingThrow{n.event.Step.(kif.Throw), n.m.Next().Throw})
	}
	if n.Outcome != nil && d.Open && d.next() == 0 {
		return &next, next.close(n)
	}
	return &next, nil
}

// next returns the party whose link the open event waits for, or 0.
func (d *Dice) next() int {
	switch {
	case !d.Open:
	case !d.umpireHasLinked():
		return d.umpire
	case d.Commits(d.reader):
		return d.reader
	}
	return 0
}

// umpireHasLinked reports whether the umpire, if there is one, has added a link to the open event.
func (d *Dice) umpireHasLinked() bool { return d.umpire == 0 || d.public(d.umpire) }

// public reports whether the link of party for the last event is public.
func (d *Dice) public(party int) bool {
	_, err := d.link(party, d.Event)
	return err == nil
}

// committed reports whether the match has committed dice.
func (d *Dice) committed() bool {
	return slices.ContainsFunc(d.parties[:], func(p contributor) bool { return len(p.chains) > 0 })
}

// after returns the dice after the entry of n.
func (d *Dice) after(n *moment) (*Dice, error) {
	next := *d
	if err := next.commit(n); err != nil {
		return nil, err
	}
	does := next.part(n)
	renews := d.short(n.by) && n.event.Chain != (kif.Chain{}) // with a bare link that opens nothing
	if does.due == 0 && n.event.Step == kif.Step(kif.OpenLink{}) && !renews {
		return nil, i18n.Err("link.unasked")
	}
	if !next.committed() {
		if err := next.publish(n, does); err != nil {
			return nil, err
		}
		return &next, next.renew(n, false)
	}
	switch {
	case does.remakes && n.by != next.opener:
		return nil, i18n.Err("link.opener-last")
	case does.opens && !does.remakes && d.Short() != 0:
		return nil, i18n.Err("link.short", "event", d.Next(), "who", i18n.Person(n.Roster.Name(d.Short())))
	case does.closes && n.m.Next().Throw != nil:
		return nil, i18n.Err("link.no-throws")
	case len(next.pending) > 0 && !does.closes: // throws need the reader's link
		return nil, i18n.Err("link.bare-throw", "throw", next.pending[0].throw)
	case n.Undone != 0:
		next.Open = false // the event is given up, and the next number may be known from a line that crosses this one
		next.skipped = next.Next()
	}
	if err := next.publish(n, does); err != nil {
		return nil, err
	}
	if does.closes {
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
	if does.opens {
		players := n.Roster.Players()
		next.Event, next.Open, next.opener, next.reader = next.Next(), true, n.by, players[0]+players[1]-n.by
		if next.closer = next.reader; d.umpire != 0 && !next.Commits(next.reader) {
			next.closer = d.umpire
		}
		for party := range next.parties { // mail-only players could otherwise choose their contribution while the event is open
			next.parties[party].fixed = next.parties[party].words
		}
	}
	return &next, next.renew(n, does.remakes)
}

// Short returns the first party whose chain has no link for the next event, or
// 0. That party must publish a new chain before the event opens: with the link
// of the open event or, if that is public already, with a bare link.
func (d *Dice) Short() int {
	for party := range d.parties {
		if d.short(party) {
			return party
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
func (d *Dice) waitsForChain() int {
	for party := range d.parties {
		if d.short(party) && (!d.Open || d.public(party)) {
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

// part is what an entry does for the dice.
type part struct {
	opens   bool // it opens an event
	remakes bool // it is the last consent to a new chain, and the lost chain leaves an event open, which becomes void
	closes  bool // it closes the open event
	due     int  // the event whose link it must carry, or 0
}

// part returns what n does for the dice. d has the commitment that n brings.
func (d *Dice) part(n *moment) (does part) {
	does.remakes = n.consented == kif.RechainQuestion && d.voids()
	throws, relays := n.next(n.position).Throw != nil, false
	switch n.event.Step.(type) {
	case kif.Accept:
		does.opens = throws
	case kif.Move:
		does.opens, does.closes = throws, n.by == d.closer
	case kif.OpenLink, kif.HandOver:
		does.closes = n.by == d.closer
	case kif.Receipt:
		does.closes, relays = n.by == d.closer, n.by == d.umpire && !d.umpireHasLinked()
	case kif.Agree:
		// It opens an event instead of the void one: when the new chain was chosen, links for the old event were known.
		does.opens = throws && does.remakes
	}
	does.closes = does.closes && d.Open
	switch {
	case !d.Commits(n.by):
	case does.opens:
		does.due = d.Next()
	case does.closes, relays && d.Open:
		does.due = d.Event
	}
	return does
}

// voids reports whether consent to the requested chain voids the open event.
func (d *Dice) voids() bool {
	return d.request != nil && d.Open && !d.public(d.request.party)
}

// publish applies the link of n, which must be the one for the event that is due.
func (d *Dice) publish(n *moment, does part) error {
	due := does.due
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
	if does.remakes {
		// The author of the last consent publishes a new chain too: the next link of the old one would reveal the throw that follows
		// if the match continues without the consent.
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
	d.pending, d.Open = nil, false
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
	case d.Open && !d.public(n.by):
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
	if d.Open && !d.public(r.party) {
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
	does := held.part(n)
	event := does.due
	switch {
	case event == 0 && n.event.Step == kif.Step(kif.OpenLink{}) && d.short(n.by):
		return &Due{Renew: true}
	case event == 0:
		return nil
	case does.remakes:
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
