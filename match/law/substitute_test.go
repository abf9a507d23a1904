package law_test

import "testing"

// This file adds substitutes. A party proposes one, a stranger's key answers, and with the agreement of the last other player the
// seat is another person's. Persons are numbered: who has joined by the party, then for each party an honest substitute and a cheat.

// substitutes returns the persons who may go on in place of a party.
func substitutes(p int) (honest, cheat int) { return 2*p + 4, 2*p + 5 }

// placeOf returns the party for which a person plays.
func placeOf(person int) int {
	if person <= maxParties {
		return person
	}
	return person/2 - 2
}

// places returns the parties of persons.
func places(persons partySet) (parties partySet) {
	for p := range 16 {
		if persons.has(p) {
			parties |= partiesOf(placeOf(p))
		}
	}
	return parties
}

// A leaving is the proposal of a substitute. It has no party if there is none.
type leaving struct {
	by     int
	person int // who has answered, 0 for nobody
	agreed partySet
}

// holder returns the person who signs for a party behind a line.
func (t *tree) holder(line entry, p int) int {
	if person := t.nodes[line].seats[p]; person != 0 {
		return person
	}
	return p
}

// person returns the person who made an entry, 0 for a stranger.
func (t *tree) person(e entry) int {
	if n := t.nodes[e]; n.by != 0 {
		return t.holder(n.parent, n.by)
	}
	return 0
}

// maySubstitute reports whether a step about a substitute may stand after a line.
func (t *tree) maySubstitute(line entry, s step) bool {
	open := t.nodes[line].leaves
	p, stranger := placeOf(s.arg), s.by == 0 && s.arg > maxParties
	switch s.kind {
	case stepPropose:
		return t.plays(s.by) && (open.by == 0 || open.by == s.by) && s.by != t.scribe
	case stepIn:
		return stranger && open.by == p && open.person == 0 && t.holder(line, p) != s.arg
	case stepOut:
		return open.by != 0 && (s.by == open.by || stranger && p == open.by && (open.person == 0 || open.person == s.arg))
	}
	return open.person != 0 && t.plays(s.by) && s.by != open.by && !open.agreed.has(s.by)
}

// substituted returns the state after a step about a substitute.
func substituted(t *tree, b state, s step, e entry) state {
	switch s.kind {
	case stepPropose:
		b.leaves = leaving{by: s.by}
	case stepIn:
		b.leaves.person = s.arg
	case stepOut:
		b.leaves = leaving{}
	case stepWelcome:
		b.leaves.agreed |= partiesOf(s.by)
		if p := b.leaves.by; t.players().without(b.leaves.agreed|partiesOf(p)|b.out) == 0 {
			b.seats[p], b.keys[p] = b.leaves.person, e
			if b.open, b.leaves = (asking{}), (leaving{}); t.umpire && b.due == p {
				b.turn = 1
			}
		}
	}
	return b
}

// passes reports whether a seat changes hands on a line.
func (t *tree) passes(line []entry) bool {
	for _, e := range line {
		if n := t.nodes[e]; n.kind == stepWelcome && n.leaves.by == 0 {
			return true
		}
	}
	return false
}

var byPassing = either(func(t *tree, _ entry, l []entry) bool { return t.passes(l) })

// silentAt returns the parties whose persons behind a line are among some.
func (t *tree) silentAt(line entry, persons partySet) (parties partySet) {
	for p := 1; p <= t.parties; p++ {
		if persons.has(t.holder(line, p)) {
			parties |= partiesOf(p)
		}
	}
	return parties
}

// sits reports whether a seat is that of its party behind a line.
func (t *talk) sits(s *seat, line entry) bool { return t.holder(line, s.me) == s.person }

// handovers is the number of conversations of which seats may change hands in one. It has no divisor in common with the number of
// shapes.
const handovers = 5

// withSubstitutes adds the honest substitutes, who look on until they are asked.
func (t *talk) withSubstitutes() {
	t.substitutes = true
	for p := 1; p <= t.parties; p++ {
		if honest, _ := substitutes(p); t.plays(p) {
			t.seats = append(t.seats, &seat{me: p, person: honest, heads: []entry{0}, told: map[entry]bool{}})
		}
	}
}

// answers lists what a seat may do who is not in its place: answer a proposal.
func (t *talk) answers(s *seat) (may []step) {
	if !t.substitutes || s.person == s.me {
		return nil
	}
	for _, k := range []stepKind{stepIn, stepIn, stepIn, stepOut} {
		if st := (step{kind: k, arg: s.person}); t.legal(t.tree, s.head, st) {
			may = append(may, st)
		}
	}
	return may
}

// pretenders lists what a cheat might sign as a substitute, and for those whose seat such a one has.
func (t *talk) pretenders(line entry) (may []step) {
	for p := 1; p <= t.parties; p++ {
		_, person := substitutes(p)
		may = append(may, step{kind: stepIn, arg: person}, step{kind: stepOut, arg: person})
		if t.holder(line, p) == person {
			may = append(may, t.anything(line, p)...)
		}
	}
	return may
}

// handedOver is a conversation with cheats in which seats change hands.
func (t *talk) handedOver() {
	t.withSubstitutes()
	t.proposed()
	t.against()
}

// proposed lets a player propose a substitute, who answers, before the conversation begins. All have that.
func (t *talk) proposed() {
	p := t.player(t.rng.IntN(t.parties))
	person, cheat := substitutes(p)
	line, _ := t.sign(0, step{by: p, kind: stepPropose})
	t.see(line)
	line, _ = t.sign(line, step{kind: stepIn, arg: pick(t.rng, []int{person, cheat})})
	t.see(line)
	for _, s := range t.seats {
		s.stand(line)
	}
}

func (t *talk) handedOverHonestly() {
	t.withSubstitutes()
	t.proposed()
	t.honest()
}

func TestLawOfSubstitutes(t *testing.T) {
	conversation{theLaw, honestShapes, (*talk).handedOverHonestly}.check(t, nil)
	conversation{theLaw, cheatShapes, (*talk).handedOver}.check(t, nil)
}

func TestSubstitutesNeedEachPart(t *testing.T) {
	for name, spoil := range map[string]func(r *rules){
		"who has left and who goes on are one": func(r *rules) { r.counts, r.sure = byParties, byParties },
		"a passing weighs nothing":             func(r *rules) { r.order = r.order[1:] },
	} {
		mustFail(t, name, 0, conversation{func() *rules {
			r := theLaw()
			spoil(r)
			return r
		}, []shape{{2, false, 1}}, (*talk).handedOver})
	}
}

// byParties counts an entry for its party, whoever signs.
func byParties(t *tree, _, e entry) partySet {
	if t.settlement(e) != 0 {
		return 0
	}
	return partiesOf(t.nodes[e].by)
}
