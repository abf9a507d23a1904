package match

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hikyaku/engine"
	"hikyaku/kif"
	"hikyaku/kif/fair"
)

// ledger is the bookkeeping of committed dice over one match of two (PROTOCOL.md): which event of chance is open,
// which links are public, and which throws they prove.
//
// An event opens with the entry after which the match waits for dice; its author is the opener. It closes with the
// reader's, that is the other player's, next move, or with a bare link. The reader makes all throws in between. An umpire
// adds a link of his own as soon as the event is open, and reads the dice of a reader who has only a mail program.
type ledger struct {
	line    *kif.Line
	parties [maxParties + 1]contributor // by party, from 1
	event   int                         // the last that opened
	opener  int
	open    bool
	pending []pendingThrow // recorded since the event opened
	request *rechain       // that was not yet agreed to
	proved  int
	renewed int // chains in the place of lost ones
	thrown  int
	turns   []int // after each event, the party that is to act
}

// contributor is what one party adds to the dice.
type contributor struct {
	chains []commitment
	words  fair.Link // in place of links, for a party that has only a mail program
	fixed  fair.Link // the words as they were when the last event opened
}

// commitment is a chain of links for the events after base: event d is its link d - base.
type commitment struct {
	base int
	root fair.Tip // as it was published
	tip  fair.Tip // as far as it is known
}

// rechain asks for a new chain in place of one whose secret was lost.
type rechain struct {
	party int
	chain commitment
}

type pendingThrow struct {
	kif.Event
	sides []int
}

// renewAt is with how few links left a chain is followed by a new one.
const renewAt = 8

// follow reads the whole of l. Its error is a *kif.Error at the first event that breaks the protocol.
func follow(l *kif.Line) (*ledger, error) {
	g := &ledger{line: l}
	for i, e := range l.Record.Events {
		if e.Kind == kif.Throw {
			g.thrown++
			if l.Invited() {
				g.pending = append(g.pending, pendingThrow{e, l.Waits(i)})
			}
		} else if err := g.step(i, e); err != nil {
			return nil, &kif.Error{Line: e.Line, Found: strconv.Quote(e.Text), Wanted: "dice that follow from the links", Err: err}
		}
		g.turns = append(g.turns, g.turn(i+1))
	}
	return g, nil
}

// turn is the party that is to act after the first n events, 0 before all have joined and after the end.
func (g *ledger) turn(n int) int {
	if next := g.next(); next != 0 {
		return next
	}
	return g.line.PartyOf(engine.Due(g.line.Positions[n]))
}

// next is the party whose link the open event waits for, 0 for none.
func (g *ledger) next() int {
	switch {
	case !g.open:
	case !g.attended():
		return g.line.Umpire()
	case len(g.parties[g.reader()].chains) > 0:
		return g.reader()
	}
	return 0
}

// attended tells whether the umpire, where there is one, has added a link to the open event.
func (g *ledger) attended() bool {
	umpire := g.line.Umpire()
	return umpire == 0 || g.public(umpire)
}

// public tells whether the link of party for the last event is.
func (g *ledger) public(party int) bool {
	_, err := g.link(party, g.event)
	return err == nil
}

// committed tells whether the match has committed dice.
func (g *ledger) committed() bool {
	return slices.ContainsFunc(g.parties[:], func(p contributor) bool { return len(p.chains) > 0 })
}

// reader is the player for whom the dice of the open event are thrown.
func (g *ledger) reader() int {
	players := g.line.Players()
	return players[0] + players[1] - g.opener
}

// closer is the party whose entry closes the open event.
func (g *ledger) closer() int {
	if umpire := g.line.Umpire(); umpire != 0 && len(g.parties[g.reader()].chains) == 0 {
		return umpire
	}
	return g.reader()
}

// step takes event i, which is no throw.
func (g *ledger) step(i int, e kif.Event) error {
	by := g.line.By(i)
	if err := g.commit(e, by); err != nil {
		return err
	}
	if due := g.due(i, e, by); due == 0 && e.Kind == kif.Act && e.Text == kif.OpenLink {
		return fmt.Errorf("a link that nobody waits for")
	}
	if !g.committed() {
		return nil
	}
	closes := g.closes(e, by)
	switch {
	case e.Text == kif.Agree && g.voids() && (by == g.opener) != agreedAt(g.line, i):
		return fmt.Errorf("who opened the event of dice agrees last: the dice are thrown anew with another link")
	case closes && g.line.Waits(i) != nil:
		return fmt.Errorf("the throws that the link proves are missing")
	case len(g.pending) > 0 && !closes: // a move needs the throws, and throws need the reader's link
		return fmt.Errorf("the throw %s does not stand with the link that proves it", g.pending[0].Text)
	case e.Text == kif.UndoAgree:
		g.open = false // its dice are lost, and its number with them
	}
	if err := g.publish(e, by, g.due(i, e, by)); err != nil {
		return err
	}
	if closes {
		if err := g.close(); err != nil {
			return err
		}
	}
	if e.Note("mail") != "" {
		g.parties[by].words = fair.Words(e.Comment)
	}
	if g.opens(i, e) {
		g.begin(by)
	}
	return g.renew(i, e, by)
}

// begin opens the next event. What letter writers have said until now counts for it, whatever they say while it is open.
func (g *ledger) begin(opener int) {
	g.event, g.opener, g.open = g.event+1, opener, true
	for party := range g.parties {
		g.parties[party].fixed = g.parties[party].words
	}
}

// commit takes the commitment of an invitation or acceptance.
func (g *ledger) commit(e kif.Event, by int) error {
	if !g.line.Invited() || len(g.line.Players()) != 2 {
		return nil
	}
	text, joins := e.Note("chain"), e.Text == kif.Invite || e.Text == kif.Accept
	switch {
	case joins && text == "" && e.Note("key") != "":
		return fmt.Errorf("the commitment to dice is missing")
	case !joins || text == "":
		return nil
	}
	c, err := parseCommitment(text)
	if err != nil {
		return err
	}
	g.parties[by].chains = []commitment{c}
	return nil
}

// parseCommitment reads "id length tip".
func parseCommitment(text string) (commitment, error) {
	words := strings.Fields(text)
	if len(words) != 3 {
		return commitment{}, fmt.Errorf("the chain %q is not an id, a length and a tip", text)
	}
	id, err := hex.DecodeString(words[0])
	if err != nil || len(id) != len(fair.ID{}) || words[0] != strings.ToLower(words[0]) {
		return commitment{}, fmt.Errorf("the chain's id %q is not 32 lower-case hex digits", words[0])
	}
	length, err := strconv.Atoi(words[1])
	if err != nil {
		return commitment{}, fmt.Errorf("the chain's length %q is no number", words[1])
	}
	link, err := fair.ParseLink(words[2])
	if err != nil {
		return commitment{}, err
	}
	tip, err := fair.NewTip(fair.ID(id), length, link)
	return commitment{0, tip, tip}, err
}

// closes tells whether e by that party closes the open event.
func (g *ledger) closes(e kif.Event, by int) bool {
	return g.open && by == g.closer() && (e.Kind == kif.Move || e.Text == kif.OpenLink)
}

// opens tells whether event i opens an event of chance. Consent to a new chain opens another in the place of one for which
// the lost chain was needed: the new one was chosen when links for it were known.
func (g *ledger) opens(i int, e kif.Event) bool {
	return (e.Kind == kif.Move || e.Text == kif.Accept || e.Text == kif.Agree && g.voids()) && g.line.Waits(i+1) != nil
}

// voids tells whether consent to the new chain that is asked for voids the open event.
func (g *ledger) voids() bool {
	return g.request != nil && g.open && !g.public(g.request.party)
}

// due is the event whose link e must carry, 0 for none: the highest that is public after it.
func (g *ledger) due(i int, e kif.Event, by int) int {
	switch {
	case len(g.parties[by].chains) == 0:
		return 0
	case g.opens(i, e):
		return g.event + 1
	case g.closes(e, by), by == g.line.Umpire() && e.Text == kif.OpenLink && !g.attended():
		return g.event
	}
	return 0
}

// publish takes the link of e, which must be that of event due.
func (g *ledger) publish(e kif.Event, by, due int) error {
	text := e.Note("link")
	switch {
	case text == "" && due == 0:
		return nil
	case text == "":
		return fmt.Errorf("the link for event %d is missing", due)
	case due == 0:
		return fmt.Errorf("a link where none is due")
	}
	number, digits, _ := strings.Cut(text, " ")
	link, err := fair.ParseLink(digits)
	if err != nil {
		return err
	}
	c := g.parties[by].current(due)
	if number != strconv.Itoa(due-c.base) {
		return fmt.Errorf("link %s where link %d is due", number, due-c.base)
	}
	c.tip, err = c.tip.Check(due-c.base, link)
	return err
}

// current is the chain that event d belongs to.
func (p *contributor) current(d int) *commitment {
	i := len(p.chains) - 1
	for i > 0 && p.chains[i].base >= d {
		i--
	}
	return &p.chains[i]
}

// link is what party adds to event d, if it is public.
func (g *ledger) link(party, d int) (fair.Link, error) {
	p := &g.parties[party]
	if len(p.chains) == 0 {
		return p.fixed, nil
	}
	c := p.current(d)
	return c.tip.Link(d - c.base)
}

// close proves the throws of the open event.
func (g *ledger) close() error {
	var links []fair.Link
	for party := range g.line.Parties() {
		link, err := g.link(party+1, g.event)
		if err != nil {
			return err
		}
		links = append(links, link)
	}
	if _, err := g.prove(links); err != nil {
		return err
	}
	g.proved += len(g.pending)
	g.pending, g.open = nil, false
	return nil
}

// prove compares the throws of the open event with what the links of all parties give, in their order. The stream it
// returns stands behind them.
func (g *ledger) prove(links []fair.Link) (*fair.Stream, error) {
	stream := fair.NewStream(fair.NewSeed(g.line.Match(), g.event, links...))
	for _, t := range g.pending {
		faces, err := stream.Throw(t.sides...)
		if err != nil {
			return nil, err
		}
		if thrown, _ := engine.Move(t.Text).Throw(); !slices.Equal(thrown, faces) {
			return nil, fmt.Errorf("the throw is recorded as %s, but the links of event %d give %s", t.Text, g.event, engine.Throw(faces...))
		}
	}
	return stream, nil
}

// renew takes a chain that follows one that is nearly used up, or replaces one whose secret was lost.
func (g *ledger) renew(i int, e kif.Event, by int) error {
	if r := g.request; e.Text == kif.Agree && r != nil && agreedAt(g.line, i) {
		g.replace(r)
	}
	text := e.Note("chain")
	if text == "" || e.Text == kif.Invite || e.Text == kif.Accept {
		return nil
	}
	next, err := parseCommitment(text)
	switch {
	case err != nil:
		return err
	case len(g.parties[by].chains) == 0:
		return fmt.Errorf("a chain of somebody who committed to none")
	case e.Text == kif.Rechain:
		g.request = &rechain{by, next}
	case e.Note("link") == "":
		return fmt.Errorf("a new chain without a link")
	case g.left(by) >= renewAt:
		return fmt.Errorf("a new chain with %d links left: it may come with fewer than %d", g.left(by), renewAt)
	case g.parties[by].last().reached() < g.event:
		return fmt.Errorf("a new chain for event %d, of which others' links may be known", g.event)
	default:
		c := g.parties[by].last()
		next.base = c.reached()
		g.parties[by].chains = append(g.parties[by].chains, next)
	}
	return nil
}

// replace puts a chain that was agreed to in the place of a lost one, for the open event too if its link is not yet public.
func (g *ledger) replace(r *rechain) {
	r.chain.base = g.event
	if g.open && !g.public(r.party) {
		r.chain.base--
	}
	p := &g.parties[r.party]
	p.chains = append(p.chains, r.chain)
	g.request, g.renewed = nil, g.renewed+1
}

// agreedAt tells whether with event i all others have agreed to what was last asked for by a Rechain.
func agreedAt(l *kif.Line, i int) bool {
	agreed := 0
	for ; i >= 0; i-- {
		switch e := l.Record.Events[i]; {
		case e.Kind == kif.Act && e.Text == kif.Agree:
			agreed++
		case e.Kind == kif.Act && e.Text == kif.Rechain:
			return agreed == len(l.Parties())-1
		}
	}
	return false
}

// reached is the last event for which the link of c is public.
func (c *commitment) reached() int { return c.base + c.tip.Index }

func (p *contributor) last() *commitment { return &p.chains[len(p.chains)-1] }

// left is how many links of a party's last chain are not yet public.
func (g *ledger) left(party int) int {
	tip := g.parties[party].last().tip
	return tip.Length - tip.Index
}
