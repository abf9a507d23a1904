package law_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"testing"
)

// modelLines is the model as the implementation under test. Its lines are entries of its own tree.
type modelLines struct {
	rules  *rules
	tree   *tree
	hashes []string
}

func modelBy(r func() *rules) func() lines { return func() lines { return &modelLines{rules: r()} } }

func (m *modelLines) Start(players int, umpire bool) line {
	if umpire {
		players++
	}
	m.tree = newTree(m.rules, players, umpire)
	m.tree.less = func(a, b entry) bool { return m.hash(a) < m.hash(b) }
	return entry(0)
}

func (m *modelLines) Chance() bool { return false }

func (m *modelLines) Add(l line, s step, of line) (line, error) {
	s.first, s.names = 0, 0
	switch {
	case of != nil && s.kind == stepSettle:
		s.names = of.(entry)
	case of != nil:
		s.first = of.(entry)
	}
	if !m.tree.legal(m.tree, l.(entry), s) {
		return nil, errors.New("illegal")
	}
	e, _ := m.tree.add(l.(entry), s)
	return e, nil
}

func (m *modelLines) Meet(ours, theirs line) meeting {
	v := m.tree.judge(ours.(entry), theirs.(entry))
	forked := places(v.forked)
	doubted := forked.without(places(v.forked.without(v.doubted)))
	switch v.stands {
	case ours:
		return meeting{sideOurs, forked, doubted}
	case theirs:
		return meeting{sideTheirs, forked, doubted}
	}
	return meeting{sideNeither, forked, doubted}
}

func (m *modelLines) Repeat(stands, gone line, by int) (line, error) {
	p := m.tree.parting(stands.(entry), gone.(entry))
	return m.tree.repeat(stands.(entry), m.tree.path(p, gone.(entry)), by), nil
}

func (m *modelLines) Turn(l line) int { return m.tree.nodes[l.(entry)].turn }

func (m *modelLines) Head(l line) string { return m.hash(l.(entry)) }

// hash returns the hash of an entry and all entries before it.
func (m *modelLines) hash(e entry) string {
	for i := entry(len(m.hashes)); i <= e; i++ {
		n, before := m.tree.nodes[i], ""
		if i > 0 {
			before = m.hashes[n.parent]
		}
		m.hashes = append(m.hashes, fmt.Sprintf("%x", sha256.Sum256(fmt.Appendf(nil, "%s %+v", before, n.step)))[:16])
	}
	return m.hashes[e]
}

func TestLawInLockstep(t *testing.T) { inStep.check(t, inLockstep(modelBy(theLaw))) }

// faults are laws with one error each, which the lockstep test must find.
var faults = []struct {
	name  string
	spoil func(r *rules)
}{
	{"moves weigh nothing", without(0)},
	{"agreements weigh nothing", without(1)},
	{"the umpire's links weigh as much as a player's acts", without(2)},
	{"the turn weighs nothing", without(3)},
	{"the number of the party weighs nothing", without(4)},
	{"agreements before moves", swapped(0, 1)},
	{"the turn before agreements", swapped(1, 3)},
	{"the number before the turn", swapped(3, 4)},
	{"the higher number stands", turnedRound(4)},
	{"the turn is that of the head", func(r *rules) { r.order[3] = byTurnAtTheHead }},
	{"an absence stops an agreement", func(r *rules) { r.order[1] = byAgreementAtOnce }},
	{"nobody ever forks", func(r *rules) { r.counts = func(*tree, entry, entry) partySet { return 0 } }},
	{"what is made again is no fork", func(r *rules) { r.counts = butNotAgain }},
	{"moves alone are forks", func(r *rules) { r.counts = movesOnly }},
	{"the umpire never forks", func(r *rules) { r.counts = playersOnly }},
	{"all that stands on the other line excuses a change", func(r *rules) { r.excuse = wholeOtherLine }},
	{"all that was left forbids a change", func(r *rules) { r.excuse = wholeOwnLine }},
	{"nothing excuses a change", func(r *rules) { r.excuse = noExcuse }},
	{"offers are made again", func(r *rules) { r.again = func(k stepKind) bool { return k != stepMove && k != stepLink } }},
	{"absences are not made again", func(r *rules) { r.again = func(k stepKind) bool { return k == stepResign || k == stepMoved } }},
	{"new addresses are not made again", func(r *rules) { r.again = func(k stepKind) bool { return k == stepResign || k == stepAway } }},
	{"words are not made again", func(r *rules) { r.voices = func(k stepKind) bool { return k != stepLink && k != stepSay } }},
	{"words with a move are lost with it", func(r *rules) { r.voices = func(k stepKind) bool { return k != stepLink && k != stepMove } }},
	{"words of programs are made again", func(r *rules) { r.voices = func(stepKind) bool { return true } }},
	{"nothing can be said behind the end", func(r *rules) {
		r.legal = func(t *tree, l entry, s step) bool { return legal(t, l, s) && (s.kind != stepSay || !t.nodes[l].over) }
	}},
	{"a draw may be offered on one's own turn", mayAlso(func(t *tree, l entry, s step) bool { return s.kind == stepDraw && t.plays(s.by) })},
	{"a move may be made out of turn", mayAlso(func(t *tree, l entry, s step) bool { return s.kind == stepMove && t.plays(s.by) })},
	{"an ended match goes on with absences", mayAlso(func(t *tree, l entry, s step) bool { return s.kind == stepAway })},
	{"an umpire may resign", mayAlso(func(t *tree, l entry, s step) bool { return s.kind == stepResign && !t.nodes[l].over })},
	{"a claim needs no turn of another", mayAlso(func(t *tree, l entry, s step) bool { return s.kind == stepClaim && t.plays(s.by) })},
	{"an act of a newer program ends an offer", afterwards(stepOther, func(_ state, a *state) { a.open = asking{} })},
	{"an act of a newer program stops an agreement", func(r *rules) { r.order[1] = byAgreementWithoutOthers }},
	{"an umpire has no newer program", func(r *rules) {
		r.legal = func(t *tree, l entry, s step) bool { return legal(t, l, s) && (s.kind != stepOther || t.plays(s.by)) }
	}},
	{"an offer outlives a move", afterwards(stepMove, func(b state, a *state) { a.open = b.open })},
	{"an offer outlives another", afterwards(stepUndo, func(b state, a *state) {
		if b.open.kind != "" {
			a.open = b.open
		}
	})},
	{"a move ends no pause", afterwards(stepMove, func(b state, a *state) { a.idle = b.idle })},
	{"a resumption ends no pause", afterwards(stepResume, func(_ state, a *state) { a.idle = true })},
	{"one word pauses", afterwards(stepPause, func(_ state, a *state) { a.idle = true })},
	{"a pause forbids no claim", mayAlso(func(t *tree, l entry, s step) bool {
		n := t.nodes[l]
		return s.kind == stepClaim && t.plays(s.by) && t.plays(n.turn) && n.turn != s.by && !n.over && n.open.kind != stepSettle
	})},
	{"an agreed draw ends nothing", afterwards(stepAgree, func(_ state, a *state) { a.over = false })},
	{"taking back changes no turn", afterwards(stepAgree, func(b state, a *state) { a.turn = b.turn })},
	{"one agreement is enough", afterwards(stepAgree, func(b state, a *state) { a.open, a.over = asking{}, b.open.kind == stepDraw })},
	{"a settlement decides nothing", func(r *rules) { r.settled = undecided }},
	{"a proposal weighs", func(r *rules) { r.weighs = butStrangers }},
	{"of two proposals the hash decides", func(r *rules) { r.proposing = func(*tree, []entry, []entry) int { return 0 } }},
	{"a stranger's request weighs", func(r *rules) { r.weighs = butSettlements }},
	{"to settle is to sign on", func(r *rules) { r.counts = bySignerOfAll }},
	{"new keys prove as much as old ones", func(r *rules) { r.sure = r.counts }},
	{"what new keys sign counts for nobody", func(r *rules) { r.counts = byFirstKey }},
	{"anything follows a proposal", mayAlso(behindProposal)},
	{"the forker settles", mayAlso(func(t *tree, l entry, s step) bool {
		p := t.parting(l, s.names)
		return s.kind == stepSettle && t.plays(s.by) && p != l && p != s.names && t.row(l, s.names).silent.has(s.by)
	})},
	{"one word settles", afterwards(stepSettle, func(_ state, a *state) { a.open = asking{} })},
	{"one word makes a new key", afterwards(stepRechain, func(_ state, a *state) { a.keys[a.open.arg], a.open = a.open.entry, asking{} })},
	{"who has left and who goes on are one", func(r *rules) { r.counts, r.sure = byParties, byParties }},
	{"the last consent gives a seat away", afterwards(stepWelcome, func(b state, a *state) {
		for p := range a.leaves {
			if a.leaves[p].agreed != b.leaves[p].agreed {
				a.seats[p] = b.leaves[p].person
			}
		}
	})},
	{"a proposal outlives a move", afterwards(stepMove, func(b state, a *state) { a.leaves = b.leaves })},
	{"a proposal withdraws no offer", afterwards(stepPropose, func(b state, a *state) { a.open = b.open })},
	{"an offer outlives who has left", afterwards(stepPass, func(b state, a *state) { a.open = b.open })},
	{"others end a proposal", mayAlso(func(t *tree, l entry, s step) bool {
		return s.kind == stepOut && t.plays(s.by) && t.nodes[l].leaves[s.by].entry == 0 && !t.nodes[l].over
	})},
	{"the umpire is never due", afterwards(stepMove, func(b state, a *state) { a.turn = b.turn })},
}

func without(i int) func(*rules) {
	return func(r *rules) { r.order = slices.Delete(r.order, i, i+1) }
}

func swapped(i, j int) func(*rules) {
	return func(r *rules) { r.order[i], r.order[j] = r.order[j], r.order[i] }
}

func turnedRound(i int) func(*rules) {
	return func(r *rules) {
		right := r.order[i]
		r.order[i] = func(t *tree, parting entry, a, b []entry) int { return right(t, parting, b, a) }
	}
}

var byTurnAtTheHead = either(func(t *tree, _ entry, l []entry) bool {
	return t.any(l, func(n node) bool { return t.plays(n.by) && n.by == t.nodes[l[len(l)-1]].turn })
})

var byAgreementAtOnce = either(func(t *tree, parting entry, l []entry) bool {
	others := slices.IndexFunc(l, func(e entry) bool { return t.nodes[e].kind != stepAgree })
	if others >= 0 {
		l = l[:others]
	}
	return t.completes(parting, l)
})

var byAgreementWithoutOthers = either(func(t *tree, parting entry, l []entry) bool {
	if i := slices.IndexFunc(l, func(e entry) bool { return t.nodes[e].kind == stepOther }); i >= 0 {
		l = l[:i]
	}
	return t.completes(parting, l)
})

func undecided(*tree, entry, []entry, []entry) int { return 0 }

func butStrangers(t *tree, line []entry) []entry {
	return slices.DeleteFunc(slices.Clone(line), func(e entry) bool { return t.nodes[e].by == 0 })
}

func butSettlements(t *tree, line []entry) []entry {
	return slices.DeleteFunc(slices.Clone(line), func(e entry) bool { return t.settlement(e) != 0 })
}

func bySignerOfAll(t *tree, _, e entry) partySet { return partiesOf(t.person(e)) }

// behindProposal reports whether a step would be legal if no proposal were pending.
func behindProposal(t *tree, line entry, s step) bool {
	n := t.nodes[line]
	if n.open.kind != stepSettle || s.kind == stepSettle || s.kind == stepAgree || s.kind == stepRechain {
		return false
	}
	t.nodes[line].open = asking{}
	ok := legal(t, line, s)
	t.nodes[line].open = n.open
	return ok
}

func butNotAgain(t *tree, _, e entry) partySet {
	if t.nodes[e].first != 0 {
		return 0
	}
	return partiesOf(t.person(e))
}

func movesOnly(t *tree, _, e entry) partySet {
	if t.nodes[e].kind != stepMove {
		return 0
	}
	return partiesOf(t.person(e))
}

func playersOnly(t *tree, _, e entry) partySet {
	if !t.plays(t.nodes[e].by) {
		return 0
	}
	return partiesOf(t.person(e))
}

func wholeOtherLine(c *change, on int, signed [2]int) bool {
	left := c.lines[on][:c.steps[on][signed[on]-1]+1]
	return c.t.outweighs(c.parting, c.lines[1-on], left)
}

func wholeOwnLine(c *change, on int, signed [2]int) bool {
	stood := c.lines[1-on][:c.steps[1-on][signed[1-on]]]
	return len(stood) > 0 && c.t.outweighs(c.parting, stood, c.lines[on])
}

func noExcuse(*change, int, [2]int) bool { return false }

func mayAlso(more func(t *tree, l entry, s step) bool) func(*rules) {
	return func(r *rules) {
		r.legal = func(t *tree, l entry, s step) bool { return legal(t, l, s) || more(t, l, s) }
	}
}

func afterwards(k stepKind, wrong func(before state, behind *state)) func(*rules) {
	return func(r *rules) {
		r.after = func(t *tree, line entry, s step, e entry) state {
			a := after(t, line, s, e)
			if s.kind == k {
				wrong(t.nodes[line].state, &a)
			}
			return a
		}
	}
}

// Some changes change nothing and are no faults. What completes an agreement or holds an act of the player to move holds a
// player's act, so the third rule may stand before or after its neighbours. An agreement to an offer made after the parting
// needs all players there, who then have forked or outweigh the other line anyway. The last rule decides no line, only who else
// is named beside a fork: lines that begin with steps of one party are always a fork by it.

// tries limits the number of conversations in which a fault must be found.
const tries = 20000

// telling are conversations that reveal the faults that few reveal. They are tried first; after a change of the law or of the
// conversations, others may be needed, which the log of this test names.
var telling = map[string]uint64{
	"moves weigh nothing":                          203,
	"agreements weigh nothing":                     211,
	"agreements before moves":                      203,
	"the turn before agreements":                   550,
	"the turn is that of the head":                 162,
	"an absence stops an agreement":                349,
	"what is made again is no fork":                121,
	"the umpire never forks":                       110,
	"words with a move are lost with it":           377,
	"an act of a newer program stops an agreement": 1161,
	"a move ends no pause":                         1274,
	"a resumption ends no pause":                   203,
	"a pause forbids no claim":                     299,
	"a proposal weighs":                            84,
	"of two proposals the hash decides":            3969,
	"a stranger's request weighs":                  71,
	"to settle is to sign on":                      1099,
	"new keys prove as much as old ones":           1638,
	"what new keys sign counts for nobody":         1638,
	"anything follows a proposal":                  368,
	"one word settles":                             83,
	"who has left and who goes on are one":         1638,
	"a proposal outlives a move":                   185,
	"a proposal withdraws no offer":                195,
	"an offer outlives who has left":               6240,
}

func TestLockstepFindsFaults(t *testing.T) {
	for _, f := range faults {
		t.Run(f.name, func(t *testing.T) {
			spoilt := inLockstep(modelBy(func() *rules {
				r := theLaw()
				f.spoil(r)
				return r
			}))
			for i := range uint64(tries) {
				if i == 0 {
					i = telling[f.name]
				}
				if inStep.hold(i, spoilt, false).wrong != "" {
					t.Logf("found in conversation %d", i)
					return
				}
			}
			t.Errorf("not found in %d conversations", tries)
		})
	}
}
