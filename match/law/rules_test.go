package law_test

import "slices"

// maxDepth bounds the lines of the model.
const maxDepth = 40

// rules are the parts of the law, so that a test can take one out or put a wrong one in.
type rules struct {
	legal     func(t *tree, line entry, s step) bool
	after     func(t *tree, line entry, s step, e entry) state
	settled   weight                                         // what comes before rule 1
	counts    func(t *tree, parting entry, e entry) partySet // rule 1: for whom an entry counts
	sure      func(t *tree, parting entry, e entry) partySet // rule 1: and for whom it certainly counts
	excuse    func(c *change, on int, signed [2]int) bool    // rule 1: what excuses a change of line
	proposing func(t *tree, a, b []entry) int                // rule 2: which of two lines is valid if no entry counts
	weighs    func(t *tree, line []entry) []entry            // rule 2: the entries of a line that count
	order     []weight                                       // rule 2: the criteria; the first that differs decides
	again     func(k stepKind) bool                          // rule 3: what is repeated
	voices    func(k stepKind) bool                          // rule 3: whether the comment of another step is repeated as a message
	unbound   bool                                           // a party to an incomplete settlement may sign other steps
}

// theLaw returns the rules of PROTOCOL.md.
func theLaw() *rules {
	return &rules{
		legal:     legal,
		after:     after,
		settled:   bySettlement,
		counts:    bySigner,
		sure:      byFirstKey,
		excuse:    (*change).excused,
		proposing: byProposal,
		weighs:    withoutQuestions,
		order:     []weight{byMove, byAgreement, byPlayer, byTurn, byParty, byHash},
		again:     func(k stepKind) bool { return k == stepResign || k == stepAway || k == stepMoved },
		voices:    func(k stepKind) bool { return k != stepLink },
	}
}

// bySigner counts an entry for its signer, unless it concerns a settlement.
func bySigner(t *tree, _ entry, e entry) partySet {
	if t.settlement(e) != 0 {
		return 0
	}
	return partiesOf(t.person(e))
}

// withoutQuestions leaves out steps about settlements, and strangers' requests for keys and answers.
func withoutQuestions(t *tree, line []entry) (rest []entry) {
	for _, e := range line {
		if t.settlement(e) == 0 && t.nodes[e].by != 0 {
			rest = append(rest, e)
		}
	}
	return rest
}

// legal reports whether a step may follow a line.
func legal(t *tree, line entry, s step) bool {
	n := t.nodes[line]
	switch {
	case s.kind == stepSay && n.over && n.depth <= maxDepth:
		return 1 <= s.by && s.by <= t.parties
	case n.over || n.depth > maxDepth:
		return false
	case n.out.has(s.by) && s.kind != stepSay && !(s.kind == stepAgree && n.open.kind == stepUndo && t.asked(line, n.open).has(s.by)):
		return false
	case s.kind == stepSettle:
		return t.maySettle(line, s)
	case n.open.kind == stepSettle:
		return s.kind == stepAgree && t.plays(s.by) && !n.open.agreed.has(s.by)
	case s.kind == stepRechain:
		return s.by == 0 && 1 <= s.arg && s.arg <= t.parties && !n.out.has(s.arg)
	case s.kind == stepAgree && n.open.kind == stepRechain:
		return s.by != 0 && !n.open.agreed.has(s.by)
	case slices.Contains([]stepKind{stepPropose, stepIn, stepOut, stepWelcome, stepPass}, s.kind):
		return t.maySubstitute(line, s)
	case s.kind == stepLink:
		return t.umpire && s.by == 1 && n.turn == 1
	case s.kind == stepOther, s.kind == stepSay, s.kind == stepMoved && s.by != t.writer:
		return 1 <= s.by && s.by <= t.parties
	case t.umpire && s.by == 1 && s.kind == stepPause:
		return !n.idle && n.open.kind != stepPause && t.plays(n.turn)
	case t.umpire && s.by == 1 && s.kind == stepResume:
		return n.idle && n.halted && t.plays(n.turn)
	case !t.plays(s.by):
		return false
	}
	switch s.kind {
	case stepMove:
		return n.turn == s.by
	case stepDraw:
		return n.turn != s.by && n.open.kind != stepDraw
	case stepUndo:
		return 1 <= s.arg && s.arg <= n.ply
	case stepPause:
		return !n.idle && n.open.kind != stepPause
	case stepResume:
		return n.idle && !n.halted && t.plays(n.turn) // an umpire first says when the pause began
	case stepAgree:
		return n.open.kind != "" && !n.open.agreed.has(s.by) && (n.open.kind != stepPause || t.plays(n.turn))
	case stepClaim:
		return n.turn != s.by && t.plays(n.turn) && !n.idle
	}
	return s.kind == stepAway || s.kind == stepResign
}

// after returns the state after a step.
func after(t *tree, line entry, s step, e entry) state {
	b := t.nodes[line].state
	switch s.kind {
	case stepMove:
		b.ply++
		b.due = t.next(b.due, b.out)
		b.turn, b.open, b.idle, b.dice = b.due, asking{}, false, partiesOf(s.by)
		if t.umpire {
			b.turn = 1
		}
	case stepLink:
		if b.turn = b.due; b.dice != 0 {
			b.dice |= partiesOf(1)
		}
	case stepResume:
		if b.idle = false; t.umpire {
			b.turn = 1
		}
	case stepDraw, stepUndo, stepPause:
		b.open = asking{s.kind, e, s.by, s.arg, partiesOf(s.by)}
		if s.kind == stepPause {
			if b.halted = !t.plays(s.by); b.halted {
				b.open, b.idle, b.turn = asking{}, true, 1
			}
		}
	case stepSettle:
		b.open = asking{s.kind, e, s.by, 0, partiesOf(s.by) | t.row(line, s.names).silent}
	case stepRechain:
		b.open = asking{s.kind, e, 0, s.arg, partiesOf(s.arg)}
	case stepAgree:
		b.open.agreed |= partiesOf(s.by)
	case stepPropose, stepIn, stepOut, stepWelcome, stepPass:
		b = substituted(t, b, s, e)
	case stepResign:
		b = left(t, b, s.by)
	}
	if slices.Contains([]stepKind{stepMove, stepDraw, stepUndo, stepPause, stepResume, stepClaim}, s.kind) || s.kind == stepAgree && t.nodes[line].open.kind != stepSettle {
		b.leaves[s.by] = leaving{} // a player who plays on stays
	}
	if b.open.kind != "" && t.asked(line, b.open).without(b.open.agreed) == 0 {
		b = agreedTo(t, line, b, s.by)
	}
	return b
}

// left returns the state after a player has left. If one player remains, the match is over. Otherwise offers to all end, and
// the consent of all others to a substitute is asked anew.
func left(t *tree, b state, by int) state {
	b.out |= partiesOf(by)
	b.over = t.players().without(b.out).len() == 1
	b.open = asking{}
	for p := range b.leaves {
		b.leaves[p].agreed = 0
	}
	b.leaves[by] = leaving{}
	if b.due != by || b.over {
		return b
	}
	if b.due = t.next(by, b.out); b.turn == by {
		b.turn = b.due
	}
	if t.umpire {
		b.turn = 1
	}
	return b
}

// asked returns the parties that must agree to an offer at the end of a line: those who are not out, and those whom a take-back brings back.
func (t *tree) asked(line entry, open asking) partySet {
	out := t.nodes[line].out
	if open.kind == stepUndo {
		out = t.before(line, open.arg).out
	}
	if open.kind == stepRechain && t.umpire {
		return t.players().without(out) | partiesOf(1)
	}
	return t.players().without(out)
}

// before returns the state before a ply of a line.
func (t *tree) before(line entry, ply int) state {
	for e := line; ; e = t.nodes[e].parent {
		if n := t.nodes[e]; n.kind == stepMove && n.ply == ply {
			return t.nodes[n.parent].state
		}
	}
}

// agreedTo returns the state after the last agreement that an offer needed, which a party has given.
func agreedTo(t *tree, line entry, b state, by int) state {
	switch b.open.kind {
	case stepDraw:
		b.over = true
	case stepUndo:
		was := t.before(line, b.open.arg)
		b.ply, b.due, b.out, b.dice = b.open.arg-1, was.due, was.out, 0
		if b.turn = b.due; t.umpire {
			b.turn = 1
		}
	case stepPause:
		if b.idle = true; t.umpire {
			b.turn = 1
		}
	case stepRechain:
		b.keys[b.open.arg], b.lent[b.open.arg] = b.open.entry, b.open.entry
		if t.chance && b.dice != 0 && !b.dice.has(b.open.arg) { // the consent opens an event in place of the void one
			if b.dice = partiesOf(by); t.umpire {
				b.turn = 1
			}
		}
	}
	b.open = asking{}
	return b
}

// A weight reports which of two lines after their last common entry outweighs the other: 1 for a, -1 for b, 0 for neither.
// Neither line is empty.
type weight func(t *tree, parting entry, a, b []entry) int

// either prefers the line with a property that the other lacks.
func either(has func(t *tree, parting entry, line []entry) bool) weight {
	return func(t *tree, parting entry, a, b []entry) int {
		switch x, y := has(t, parting, a), has(t, parting, b); {
		case x == y:
			return 0
		case x:
			return 1
		}
		return -1
	}
}

var (
	byMove = either(func(t *tree, parting entry, l []entry) bool {
		return slices.ContainsFunc(l, func(e entry) bool {
			return t.nodes[e].kind == stepMove && t.person(e) == t.holder(parting, t.nodes[e].by)
		})
	})
	byAgreement = either((*tree).completes)
	byPlayer    = either(func(t *tree, _ entry, l []entry) bool { return t.any(l, func(n node) bool { return t.plays(n.by) }) })
	byTurn      = either(func(t *tree, parting entry, l []entry) bool {
		return t.any(l, func(n node) bool { return t.plays(n.by) && n.by == t.nodes[parting].turn })
	})
)

func (t *tree) any(line []entry, has func(n node) bool) bool {
	return slices.ContainsFunc(line, func(e entry) bool { return has(t.nodes[e]) })
}

// completes reports whether a line completes the offer at its beginning, before any step that ends it.
func (t *tree) completes(parting entry, line []entry) bool {
	open := t.nodes[parting].open
	for _, e := range line {
		switch n := t.nodes[e]; {
		case open.kind == "", t.nodes[n.parent].open.entry != open.entry:
			return false
		case n.kind == stepAgree && n.open.kind == "":
			return t.plays(n.by)
		case !slices.Contains([]stepKind{stepAgree, stepAway, stepLink, stepClaim, stepResume, stepMoved, stepOther, stepSay, stepPropose, stepIn, stepOut, stepWelcome}, n.kind):
			return false
		}
	}
	return false
}

// byParty prefers the line that begins with the party of the lower number.
func byParty(t *tree, _ entry, a, b []entry) int { return t.nodes[b[0]].by - t.nodes[a[0]].by }

func byHash(t *tree, _ entry, a, b []entry) int {
	if t.less(a[0], b[0]) {
		return 1
	}
	return -1
}

// outweighs reports whether line a takes precedence over line b (rule 2).
func (t *tree) outweighs(parting entry, a, b []entry) bool {
	if o := t.settled(t, parting, a, b); o != 0 {
		return o > 0
	}
	x, y := t.weighs(t, a), t.weighs(t, b)
	switch {
	case len(x) == 0 && len(y) == 0:
		if o := t.proposing(t, a, b); o != 0 {
			return o > 0
		}
		return byHash(t, parting, a, b) > 0
	case len(x) == 0 || len(y) == 0:
		return len(y) == 0
	}
	a, b = x, y
	for _, w := range t.order {
		if o := w(t, parting, a, b); o != 0 {
			return o > 0
		}
	}
	panic("two lines that nothing tells apart")
}

// A verdict reports which of two lines is valid, or which persons have forked the match.
type verdict struct {
	stands  entry // -1 if somebody has forked the match
	parting entry
	forked  partySet
	doubted partySet // those of forked whose keys have forked the match, but perhaps not themselves
}

// judge returns the verdict on two lines.
func (t *tree) judge(ours, theirs entry) verdict {
	v := verdict{stands: ours, parting: t.parting(ours, theirs)}
	if v.parting == theirs {
		return v
	}
	if v.parting == ours {
		v.stands = theirs
		return v
	}
	a, b := t.path(v.parting, ours), t.path(v.parting, theirs)
	o := t.settled(t, v.parting, a, b)
	if o == 0 {
		v.forked = t.forkers(v.parting, a, b, t.counts)
	}
	switch {
	case v.forked != 0:
		v.stands = -1
		v.doubted = v.forked.without(t.forkers(v.parting, a, b, t.sure))
	case t.outweighs(v.parting, b, a):
		v.stands = theirs
	}
	return v
}

// forkers returns the persons with entries on both lines that did not change from one to the other by rule 2 (rule 1).
func (t *tree) forkers(parting entry, a, b []entry, counts func(*tree, entry, entry) partySet) (forked partySet) {
	lines := [2][]entry{a, b}
	var signers [2][]partySet
	var on [2]partySet
	for i, line := range lines {
		for _, e := range line {
			who := counts(t, parting, e)
			signers[i] = append(signers[i], who)
			on[i] |= who
		}
	}
	for p := 1; p < 16; p++ {
		if !on[0].has(p) || !on[1].has(p) {
			continue
		}
		c := change{t: t, parting: parting, lines: lines, dead: map[[3]int]bool{}}
		for i := range lines {
			for place, who := range signers[i] {
				if who.has(p) {
					c.steps[i] = append(c.steps[i], place)
				}
			}
		}
		if !c.lawful(0, [2]int{1, 0}) && !c.lawful(1, [2]int{0, 1}) {
			forked |= partiesOf(p)
		}
	}
	return forked
}

// A change searches for an order in which one party may have signed its steps on two lines.
type change struct {
	t       *tree
	parting entry
	lines   [2][]entry
	steps   [2][]int
	dead    map[[3]int]bool
}

// lawful reports whether a party that is on a line, and has signed the first steps of each, may have signed the rest.
func (c *change) lawful(on int, signed [2]int) bool {
	if signed[0] == len(c.steps[0]) && signed[1] == len(c.steps[1]) {
		return true
	}
	key := [3]int{on, signed[0], signed[1]}
	if c.dead[key] {
		return false
	}
	c.dead[key] = true
	for to := range 2 {
		if signed[to] == len(c.steps[to]) || to != on && !c.t.excuse(c, on, signed) {
			continue
		}
		more := signed
		more[to]++
		if c.lawful(to, more) {
			return true
		}
	}
	return false
}

// excused reports whether the other line, before the party's next step there, outranks this line as far as the party had
// signed it.
func (c *change) excused(on int, signed [2]int) bool {
	other := 1 - on
	stood := c.lines[other][:c.steps[other][signed[other]]]
	left := c.lines[on][:c.steps[on][signed[on]-1]+1]
	return len(stood) > 0 && c.t.outweighs(c.parting, stood, left)
}
