package law_test

import "testing"

// This file adds substitutes. A party proposes one, who answers with a new key, and with the consent of the last other player the
// seat can be handed over. Persons are numbered: those who have joined by their party, then for each party an honest substitute and a cheat.

// substitutes returns the persons who may continue instead of a party.
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

// A leaving is the proposal of a substitute. It has no entry if there is none.
type leaving struct {
	entry  entry
	person int // the person who has answered, 0 for nobody
	agreed partySet
}

// holder returns the person who signs for a party at the end of a line.
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

// maySubstitute reports whether a step about a substitute may follow a line.
func (t *tree) maySubstitute(line entry, s step) bool {
	p, stranger := placeOf(s.arg), s.by == 0 && s.arg > maxParties
	switch s.kind {
	case stepPropose:
		return t.plays(s.by) && s.by != t.scribe
	case stepIn:
		open := t.nodes[line].leaves[p]
		return stranger && open.entry != 0 && open.person == 0 && t.holder(line, p) != s.arg
	case stepOut:
		if !stranger {
			return t.plays(s.by) && t.nodes[line].leaves[s.by].entry != 0
		}
		open := t.nodes[line].leaves[p]
		return open.entry != 0 && (open.person == 0 || open.person == s.arg)
	case stepPass:
		return t.plays(s.by) && t.welcome(line, s.by)
	}
	if !t.plays(s.arg) || !t.plays(s.by) || s.by == s.arg {
		return false
	}
	open := t.nodes[line].leaves[s.arg]
	return open.person != 0 && !open.agreed.has(s.by)
}

// welcome reports whether all others have agreed to the substitute of a party.
func (t *tree) welcome(line entry, p int) bool {
	open := t.nodes[line].leaves[p]
	return open.person != 0 && t.players().without(open.agreed|partiesOf(p)|t.nodes[line].out) == 0
}

// substituted returns the state after a step about a substitute.
func substituted(t *tree, b state, s step, e entry) state {
	p := s.by
	if p == 0 {
		p = placeOf(s.arg)
	}
	switch s.kind {
	case stepPropose:
		b.leaves[p] = leaving{entry: e}
		if b.open.by == p && b.open.kind != stepRechain {
			b.open = asking{}
		}
	case stepIn:
		b.leaves[p].person = s.arg
	case stepOut:
		b.leaves[p] = leaving{}
	case stepWelcome:
		b.leaves[s.arg].agreed |= partiesOf(s.by)
		if all := t.players().without(b.leaves[s.arg].agreed | partiesOf(s.arg) | b.out); all == 0 && t.umpire && b.due == s.arg {
			b.turn = 1
		}
	case stepPass:
		b.seats[p], b.lent[p] = b.leaves[p].person, 0
		b.open, b.leaves[p] = asking{}, leaving{}
		if !b.dice.has(p) { // it closes the open event, whose reader was the leaver
			b.dice = 0
		}
	}
	return b
}

// silentAt returns the parties whose persons at the end of a line are among some.
func (t *tree) silentAt(line entry, persons partySet) (parties partySet) {
	for p := 1; p <= t.parties; p++ {
		if persons.has(t.holder(line, p)) {
			parties |= partiesOf(p)
		}
	}
	return parties
}

// sits reports whether a seat belongs to its party at the end of a line.
func (t *talk) sits(s *seat, line entry) bool { return t.holder(line, s.me) == s.person }

// handovers is such that seats may change hands in one of that many conversations. It has no divisor in common with the number of
// shapes.
const handovers = 5

// withSubstitutes adds the honest substitutes, who only observe until they are asked.
func (t *talk) withSubstitutes() {
	t.substitutes = true
	for p := 1; p <= t.parties; p++ {
		if honest, _ := substitutes(p); t.plays(p) {
			t.seats = append(t.seats, &seat{me: p, person: honest, heads: []entry{0}, told: map[entry]bool{}})
		}
	}
}

// answers lists what a seat that has no party yet may do: answer a proposal.
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

// pretenders lists what a cheat might sign as a substitute, and for parties whose seat a cheat has taken.
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

// proposed makes a player propose a substitute, who answers, before the conversation begins. All know of it.
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

// byParties counts an entry for its party, whoever signs.
func byParties(t *tree, _, e entry) partySet {
	if t.settlement(e) != 0 {
		return 0
	}
	return partiesOf(t.nodes[e].by)
}
