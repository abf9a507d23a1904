package law_test

import (
	"cmp"
	"slices"
	"testing"
)

// This file adds settlements. A settlement is an offer to continue with its own line and to reject the line that it names.
// Parties that forked the match between the two have no vote.

// A row is the set of persons that forked two lines, and of the parties without a vote on the first of them.
type row struct{ forked, silent partySet }

// row returns the row of two lines, of which neither begins the other.
func (t *tree) row(a, b entry) row {
	if r, known := t.rows[[2]entry{a, b}]; known {
		return r
	}
	p := t.parting(a, b)
	x, y := t.path(p, a), t.path(p, b)
	r := row{forked: t.forkers(p, x, y, t.counts)}
	r.silent = t.silentAt(a, t.forkers(p, x, y, t.sure))
	if t.players().without(r.silent|t.nodes[a].out) == 0 {
		r.silent = 0
	}
	t.rows[[2]entry{a, b}] = r
	return r
}

// maySettle reports whether a step settles a fork: its party has a vote, and the rejected line contains no settlement.
func (t *tree) maySettle(line entry, s step) bool {
	p := t.parting(line, s.names)
	if !t.plays(s.by) || p == line || p == s.names {
		return false
	}
	x, y := t.path(p, line), t.path(p, s.names)
	holds := slices.ContainsFunc(y, func(e entry) bool { return t.settlement(e) != 0 })
	r := t.row(line, s.names)
	return !holds && t.settled(t, p, x, y) == 0 && r.forked != 0 && !r.silent.has(s.by)
}

// settlement returns the settlement that an entry proposes or agrees to, or 0.
func (t *tree) settlement(e entry) entry {
	n := t.nodes[e]
	switch before := t.nodes[n.parent].open; {
	case n.kind == stepSettle:
		return e
	case n.kind == stepAgree && before.kind == stepSettle:
		return before.entry
	}
	return 0
}

// completed returns the settlement that an entry makes complete, 0 for none.
func (t *tree) completed(e entry) entry {
	if t.nodes[e].open.kind == "" {
		return t.settlement(e)
	}
	return 0
}

// bySettlement prefers the line with a complete settlement, and of two the one whose settlement outranks the other.
func bySettlement(t *tree, _ entry, a, b []entry) int {
	switch x, y := t.settles(a, b), t.settles(b, a); {
	case x == 0 && y == 0:
		return 0
	case y == 0 || x != 0 && t.outranks(x, y):
		return 1
	}
	return -1
}

// byProposal prefers the line with the proposal that outranks all of the other.
func byProposal(t *tree, a, b []entry) int {
	highest := func(line []entry) (x entry) {
		for _, e := range line {
			if t.nodes[e].kind == stepSettle && (x == 0 || t.outranks(e, x)) {
				x = e
			}
		}
		return x
	}
	switch x, y := highest(a), highest(b); {
	case x == y:
		return 0
	case y == 0 || x != 0 && t.outranks(x, y):
		return 1
	}
	return -1
}

// outranks reports which of two complete settlements takes precedence: the one proposed by the party with the lower number, of
// two by the same party the later.
func (t *tree) outranks(x, y entry) bool {
	a, b := t.nodes[x], t.nodes[y]
	if a.by != b.by {
		return a.by < b.by
	}
	return a.at > b.at
}

// settles returns the first settlement that is complete on a line and not on another, 0 for none.
func (t *tree) settles(line, other []entry) entry {
	for _, e := range line {
		if c := t.completed(e); c != 0 && !slices.ContainsFunc(other, func(o entry) bool { return t.completed(o) == c }) {
			return c
		}
	}
	return 0
}

// beforeProposal returns a line up to a settlement that is not complete.
func (t *tree) beforeProposal(line entry) entry {
	for t.nodes[line].open.kind == stepSettle {
		line = t.nodes[line].parent
	}
	return line
}

// bound lists the settlements to which a seat has agreed and which may still be completed and reject what it signs. It signs
// nothing else meanwhile, except a settlement that outranks them.
func (t *talk) bound(s *seat) (list []entry) {
	if t.unbound {
		return nil
	}
	stands := t.path(0, s.head)
	for _, line := range s.aside {
		x := t.settlement(line)
		over := func(e entry) bool { c := t.completed(e); return c != 0 && (c == x || t.outranks(c, x)) }
		if !slices.ContainsFunc(stands, over) {
			list = append(list, x)
		}
	}
	return list
}

// mayConsent reports whether a settlement outranks all to which a seat is bound.
func (t *talk) mayConsent(s *seat, x entry) bool {
	return !slices.ContainsFunc(t.bound(s), func(y entry) bool { return x != y && !t.outranks(x, y) })
}

// settle makes a seat agree to a settlement or propose one, if it can, and reports whether it did.
func (t *talk) settle(s *seat) bool {
	if !t.plays(s.me) || !t.sits(s, s.head) {
		return false
	}
	if lines := t.proposals(s); len(lines) > 0 {
		line := slices.MinFunc(lines, func(a, b entry) int {
			x, y := t.nodes[a].open, t.nodes[b].open
			return cmp.Or(x.by-y.by, int(y.entry-x.entry), y.agreed.len()-x.agreed.len(), int(a-b))
		})
		return t.signAside(s, line, step{by: s.me, kind: stepAgree})
	}
	disputes := t.disputes(s)
	open := t.nodes[s.head].open
	if len(disputes) == 0 || open.kind == stepSettle && open.agreed.has(s.me) || slices.ContainsFunc(t.bound(s), func(x entry) bool { return t.nodes[x].by < s.me }) {
		return false
	}
	take, away := s.head, pick(t.rng, disputes)
	if t.rng.IntN(4) == 0 {
		take, away = away, take
	}
	return t.signAside(s, take, step{by: s.me, kind: stepSettle, names: t.beforeProposal(away)})
}

// proposals lists the lines known to a seat, and rejected by none that it knows, on which a settlement waits for its consent.
func (t *talk) proposals(s *seat) (lines []entry) {
	for _, l := range append([]entry{s.head}, s.kept...) {
		open := t.nodes[l].open
		if open.kind != stepSettle || open.agreed.has(s.me) || !t.mayConsent(s, open.entry) {
			continue
		}
		gone := slices.ContainsFunc(s.kept, func(k entry) bool { return t.putAway(l, k) })
		if !gone && (l == s.head || t.disputed(s, l)) {
			lines = append(lines, l)
		}
	}
	return lines
}

// putAway reports whether a line is rejected by more than another proposal.
func (t *tree) putAway(line, by entry) bool {
	v := t.judge(line, by)
	behind := t.path(v.parting, by)
	return v.stands == by && by != line && (t.settles(behind, nil) != 0 || len(t.weighs(t, behind)) > 0)
}

// disputed reports whether a line and a seat's own are forked, and the seat has a vote on that.
func (t *talk) disputed(s *seat, line entry) bool {
	return t.judge(s.head, line).forked != 0 && !t.row(t.beforeProposal(s.head), t.beforeProposal(line)).silent.has(s.me)
}

// disputes lists the disputed lines of a seat.
func (t *talk) disputes(s *seat) (lines []entry) {
	for _, l := range s.kept {
		if t.disputed(s, l) {
			lines = append(lines, l)
		}
	}
	return lines
}

// signAside makes a seat sign a step on any line, follow that line if it is valid, and send it.
func (t *talk) signAside(s *seat, line entry, st step) bool {
	if !t.sits(s, line) || !t.legal(t.tree, line, st) {
		return false
	}
	longer, ok := t.sign(line, st)
	if !ok {
		return false
	}
	t.say("%d signs %s", s.me, t.text(longer))
	s.aside = append(s.aside, longer)
	t.receive(s, longer)
	t.send(s, longer)
	return true
}

// consented reports whether a line holds a complete settlement to which the signer of an entry that it rejects has agreed: for
// entries signed before that, or on the line that it names. A settlement gives no consent to reject entries after another settlement.
func (t *talk) consented(e entry, before, line []entry) bool {
	if slices.ContainsFunc(before, func(x entry) bool { return t.completed(x) != 0 }) {
		return false
	}
	for _, x := range line {
		c := t.completed(x)
		if c != 0 && slices.ContainsFunc(line, func(y entry) bool { return t.settlement(y) == c && t.consents(y, c, e) }) {
			return true
		}
	}
	return false
}

func (t *talk) consents(agreement, settlement, e entry) bool {
	s := t.nodes[settlement]
	p := t.parting(s.parent, s.names)
	named := t.parting(e, s.names) != p && t.begins(p, e)
	return t.nodes[agreement].by == t.nodes[e].by && (named || t.nodes[e].at < t.nodes[agreement].at)
}

// reconciled is a conversation with cheats in which honest seats settle, and end with one line unless a second cheat prevents
// that, or the end of a line, after which nothing can be settled.
func (t *talk) reconciled() {
	t.settles = true
	t.against()
	for round := 0; round < 30 && !t.equal(); round++ {
		for _, i := range t.rng.Perm(len(t.seats)) {
			t.settle(t.seats[i])
		}
		t.settleDown()
	}
	t.holds()
	ended := slices.ContainsFunc(t.seats, func(s *seat) bool { return t.nodes[s.head].over })
	if len(t.cheats) == 1 && !t.equal() && !ended {
		t.fail("not reunited")
	}
}

func TestLawOfSettlements(t *testing.T) {
	conversation{theLaw, cheatShapes, (*talk).reconciled}.check(t, nil)
}

func TestSettlementsNeedEachPart(t *testing.T) {
	mustFail(t, "only the line named is put away", 0, settledBy(func(r *rules) { r.settled = overNamed }, shape{3, false, 1}))
	mustFail(t, "who has agreed plays on elsewhere", 36400, settledBy(func(r *rules) { r.unbound = true }, shape{3, false, 2}))
}

// settledBy returns a conversation in which forks are settled by a faulty law.
func settledBy(spoil func(r *rules), s shape) conversation {
	return conversation{func() *rules {
		r := theLaw()
		spoil(r)
		return r
	}, []shape{s}, (*talk).reconciled}
}

// overNamed lets a settlement prevail only over the line that it names, and its beginnings and continuations.
func overNamed(t *tree, parting entry, a, b []entry) int {
	over := func(line, other []entry) entry {
		x, end := t.settles(line, other), other[len(other)-1]
		if n := t.nodes[x].names; x != 0 && !t.begins(end, n) && !t.begins(n, end) {
			return 0
		}
		return x
	}
	switch x, y := over(a, b), over(b, a); {
	case x == 0 && y == 0:
		return 0
	case y == 0 || x != 0 && t.outranks(x, y):
		return 1
	}
	return -1
}
