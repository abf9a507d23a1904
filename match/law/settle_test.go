package law_test

import (
	"cmp"
	"slices"
	"testing"
)

// A settlement is an offer to take the line that it stands on, to put away the line that it names, and to go on. Its argument is
// the party that has forked the match between the two, who has no say.

// settling is how the law of settlements is read. Each of its parts is needed.
type settling struct {
	idle   bool // a settlement that is not complete weighs nothing
	wide   bool // a complete one stands over every line that lacks it, not only over the one that it names
	frozen bool // nothing but agreement, or another settlement, follows a proposal
}

var soundSettling = settling{idle: true, wide: true, frozen: true}

func (v settling) law() *rules {
	r := theLaw()
	r.legal, r.after, r.settled = v.legal, afterSettlements, v.bySettlement
	r.counts, r.sure = butSettlements, butSettlements
	if v.idle {
		r.weighs = butIdleSettlements
	}
	return r
}

func (v settling) legal(t *tree, line entry, s step) bool {
	n := t.nodes[line]
	open := n.open.kind == stepSettle
	switch {
	case n.depth > maxDepth:
		return false
	case s.kind == stepSettle:
		return t.plays(s.by) && s.arg != s.by
	case s.kind == stepAgree && open:
		return t.plays(s.by) && !n.open.agreed.has(s.by)
	}
	return !(open && v.frozen) && legal(t, line, s)
}

func afterSettlements(t *tree, b state, s step, e entry) state {
	switch {
	case s.kind == stepSettle:
		b.open = asking{s.kind, e, s.by, s.arg, partiesOf(s.by, s.arg)}
	case s.kind == stepAgree && b.open.kind == stepSettle:
		b.open.agreed |= partiesOf(s.by)
	default:
		return after(t, b, s, e)
	}
	if t.players().without(b.open.agreed) == 0 {
		b.open = asking{}
	}
	return b
}

// settlement is the one that an entry proposes or agrees to, 0 for none.
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

// completed is the settlement that an entry makes complete, if it is justified; else 0.
func (t *tree) completed(e entry) entry {
	if s := t.settlement(e); s != 0 && t.nodes[e].open.kind == "" && t.justified(s) {
		return s
	}
	return 0
}

// justified tells whether the party that a settlement names has forked between the line it takes and the line it names.
func (t *tree) justified(settlement entry) bool {
	if j, known := t.just[settlement]; known {
		return j
	}
	s := t.nodes[settlement]
	p := t.parting(s.parent, s.names)
	j := t.forkers(p, t.path(p, s.parent), t.path(p, s.names), t.counts).has(s.arg)
	t.just[settlement] = j
	return j
}

// butSettlements counts no proposal of a settlement and no agreement to one.
func butSettlements(t *tree, parting, e entry) partySet {
	if t.settlement(e) != 0 {
		return 0
	}
	return bySigner(t, parting, e)
}

// butIdleSettlements leaves out what is about settlements that the line does not make complete.
func butIdleSettlements(t *tree, line []entry) (rest []entry) {
	complete := map[entry]bool{0: true}
	for _, e := range line {
		complete[t.completed(e)] = true
	}
	for _, e := range line {
		if complete[t.settlement(e)] {
			rest = append(rest, e)
		}
	}
	return rest
}

// bySettlement prefers the line with a complete settlement; of two settlements the one of the party with the lower number.
func (v settling) bySettlement(t *tree, _ entry, a, b []entry) int {
	x, y := v.settles(t, a, b), v.settles(t, b, a)
	switch {
	case x == 0 && y == 0:
		return 0
	case y == 0:
		return 1
	case x == 0:
		return -1
	case t.nodes[x].by != t.nodes[y].by:
		return t.nodes[y].by - t.nodes[x].by
	}
	return byHash(t, 0, []entry{x}, []entry{y})
}

// settles is the first complete settlement on a line that puts another away, 0 for none.
func (v settling) settles(t *tree, line, other []entry) entry {
	end := other[len(other)-1]
	for _, e := range line {
		if s := t.completed(e); s != 0 && (v.wide || t.begins(end, t.nodes[s].names) || t.begins(t.nodes[s].names, end)) {
			return s
		}
	}
	return 0
}

// receiveEvidence lets a seat judge the lines that the settlements of a line name: a letter brings them with it, and they may well
// stand over its own.
func (t *talk) receiveEvidence(s *seat, line entry) (changed bool) {
	for _, e := range t.path(0, line) {
		if n := t.nodes[e]; n.kind == stepSettle && !slices.Contains(s.kept, n.names) && !t.begins(n.names, s.head) {
			changed = t.receive(s, n.names) || changed
			s.keep(n.names)
		}
	}
	return changed
}

// settle lets a seat agree to a settlement, or propose one, and tells whether it did.
func (t *talk) settle(s *seat) bool {
	if !t.plays(s.me) {
		return false
	}
	if lines := t.proposals(s); len(lines) > 0 {
		line := slices.MinFunc(lines, func(a, b entry) int {
			x, y := t.nodes[a].open, t.nodes[b].open
			return cmp.Or(x.by-y.by, int(x.entry-y.entry), y.agreed.len()-x.agreed.len(), int(a-b))
		})
		return t.signAside(s, line, step{by: s.me, kind: stepAgree})
	}
	open := t.nodes[s.head].open
	disputes := t.disputes(s)
	if len(disputes) == 0 || open.kind == stepSettle && t.justified(open.entry) {
		return false
	}
	take, away := s.head, pick(t.rng, disputes)
	forked := t.judge(take, away).forked
	if t.rng.IntN(4) == 0 {
		take, away = away, take
	}
	forker := slices.IndexFunc([]int{0, 1, 2, 3, 4, 5}, forked.has)
	return t.signAside(s, take, step{by: s.me, kind: stepSettle, arg: forker, names: away})
}

// proposals lists the lines known to a seat, and put away by none that it knows, on which a settlement waits for it.
func (t *talk) proposals(s *seat) (lines []entry) {
	for _, l := range append([]entry{s.head}, s.kept...) {
		open := t.nodes[l].open
		if open.kind != stepSettle || open.agreed.has(s.me) || !t.justified(open.entry) {
			continue
		}
		gone := slices.ContainsFunc(s.kept, func(k entry) bool { return k != l && t.judge(l, k).stands == k })
		if v := t.judge(s.head, l); !gone && (l == s.head || v.forked != 0 && !v.forked.has(s.me)) {
			lines = append(lines, l)
		}
	}
	return lines
}

// disputes lists the lines that a fork by another keeps apart from a seat's own.
func (t *talk) disputes(s *seat) (lines []entry) {
	for _, l := range s.kept {
		if v := t.judge(s.head, l); v.forked != 0 && !v.forked.has(s.me) {
			lines = append(lines, l)
		}
	}
	return lines
}

// signAside lets a seat sign something on a line that need not be its own, follow it if it stands, and send it.
func (t *talk) signAside(s *seat, line entry, st step) bool {
	if !t.legal(t.tree, line, st) {
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

// consented tells whether a line holds a complete settlement to which the signer of an entry that it puts away has agreed: of
// what he signed before that, or on the side that it names. No settlement gives consent to put away what stands behind another.
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

// reconciled is a conversation with cheats in which the honest settle, and in the end stand on one line where no second cheat keeps
// them from it.
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
	if len(t.cheats) == 1 && !t.equal() {
		t.fail("not reunited")
	}
}

func TestLawOfSettlements(t *testing.T) {
	conversation{soundSettling.law, cheatShapes, (*talk).reconciled}.check(t, nil)
}

func TestSettlementsNeedEachPart(t *testing.T) {
	two, three := []shape{{2, false, 1}}, []shape{{3, false, 1}}
	mustFail(t, "a proposal weighs", 2000, conversation{settling{wide: true, frozen: true}.law, two, (*talk).reconciled})
	mustFail(t, "only the line named is put away", 200, conversation{settling{idle: true, frozen: true}.law, three, (*talk).reconciled})
	mustFail(t, "a proposal holds nothing up", 14100, conversation{settling{idle: true, wide: true}.law, three, (*talk).reconciled})
}
