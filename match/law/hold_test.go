package law_test

import "slices"

// This file contains the properties that must hold in every conversation.

// holds fails if a property does not hold at the end of the conversation.
func (t *talk) holds() {
	t.nothingLost()
	t.provable()
}

// everythingSaid fails if the common record lacks a message, or has it twice. Without cheats, and if
// no settlement is pending, nothing on the others' lines can keep a message out.
func (t *talk) everythingSaid() {
	stands := t.path(0, t.seats[0].head)
	if len(stands) >= maxDepth || t.substitutes {
		return
	}
	for e, n := range t.nodes {
		if !n.says || n.first != 0 || !t.voices(n.kind) {
			continue
		}
		times := 0
		for _, x := range stands {
			if t.original(x) == entry(e) {
				times++
			}
		}
		if times != 1 {
			t.fail("%d has said %s, which all have %d times", n.by, t.word(entry(e)), times)
		}
	}
}

// cheater reports whether a cheat signs for a person.
func (t *talk) cheater(p int) bool {
	if p > maxParties {
		_, cheat := substitutes(placeOf(p))
		return p == cheat
	}
	return slices.Contains(t.cheats, p) || p == t.writer && slices.Contains(t.cheats, t.scribe)
}

// honestly reports whether an entry was signed by an honest party.
func (t *talk) honestly(e entry) bool {
	n := t.nodes[e]
	return n.by != 0 && !t.cheater(t.person(e)) && !t.foreign(n.parent, n.by)
}

// accusations fails if a seat accuses somebody honest.
func (t *talk) accusations(s *seat) {
	for p := range 16 {
		if s.accused.has(p) && !t.cheater(p) {
			t.fail("%d accuses %d, who is honest", s.me, p)
		}
	}
}

// provable fails if any two lines of the conversation, whoever knows them, accuse somebody honest.
func (t *talk) provable() {
	for a := range t.nodes {
		for b := range a {
			v := t.judge(entry(a), entry(b))
			for p := range 16 {
				if v.forked.without(v.doubted).has(p) && !t.cheater(p) {
					t.fail("%s and %s accuse %d, who is honest", t.text(entry(a)), t.text(entry(b)), p)
				}
			}
		}
	}
}

// compare fails if a seat gave up, for its new line, an entry of an honest party that a cheat had answered: with two players any
// entry, with more a move, unless it crossed an agreement that was completed without it.
func (t *talk) compare(s *seat, parting, old entry) {
	if t.rekeys && !t.sits(s, old) {
		return // an observer cannot tell whose key a line has
	}
	gone, stands := t.path(parting, old), t.path(parting, s.head)
	if n := t.nodes[old]; len(gone) > 0 && n.over && n.kind == stepAgree && !byCounting(t, parting, stands) && !t.settledBehind(stands) {
		t.fail("%d gave up a draw that was agreed to: %s", s.me, t.text(old))
	}
	two := t.players().len() == 2 && !t.umpire
	agreed := t.completes(parting, stands)
	for i, e := range gone {
		protected := two || t.nodes[e].kind == stepMove && !agreed
		if protected && t.honestly(e) && t.answered(gone[i+1:], t.nodes[e].by) && !t.standsAgain(e, stands) && !t.consented(e, gone[:i], stands) {
			t.fail("%d lost %s, which was answered", s.me, t.word(e))
		}
	}
}

// answered reports whether a cheat in a seat other than a party's has signed a step of a line that is not about a settlement.
func (t *talk) answered(line []entry, party int) bool {
	return slices.ContainsFunc(line, func(e entry) bool {
		n := t.nodes[e]
		return !t.honestly(e) && n.by != 0 && n.by != party && t.settlement(e) == 0
	})
}

func (t *talk) standsAgain(e entry, line []entry) bool {
	return slices.ContainsFunc(line, func(x entry) bool { return t.original(x) == t.original(e) })
}

// nothingLost fails if a line that was valid somewhere is neither part of the current line there nor kept, or if a seat was not
// told that its own entry was rejected.
func (t *talk) nothingLost() {
	for _, s := range t.seats {
		for _, h := range s.heads {
			in := func(line entry) bool { return t.begins(h, line) }
			if !in(s.head) && !slices.ContainsFunc(s.kept, in) {
				t.fail("%d has not kept %s", s.me, t.text(h))
			}
			t.toldOf(s, h)
		}
	}
}

// toldOf fails if a seat was not told that its own entry on a line was rejected.
func (t *talk) toldOf(s *seat, line entry) {
	stands := t.path(0, s.head)
	for _, e := range t.path(0, line) {
		if slices.Contains(t.hands(s.me), t.nodes[e].by) && !s.told[e] && !slices.Contains(stands, e) {
			t.fail("own entry %s of %d is gone untold", t.word(e), s.me)
		}
	}
}

// exposed fails if honest seats have different lines and no fork is known that explains it.
func (t *talk) exposed() {
	known := slices.ContainsFunc(t.seats, func(s *seat) bool {
		robbed := func(other *seat) bool { return t.robbed(s, other.head) } // as its own program reports
		return s.accused|s.doubted != 0 || slices.ContainsFunc(t.seats, robbed)
	})
	if !t.equal() && !known {
		t.fail("unequal heads, and nobody is exposed")
	}
}

// byCounting reports whether somebody who held a seat at the beginning of a line has moved on it.
func byCounting(t *talk, parting entry, line []entry) bool {
	return slices.ContainsFunc(line, func(e entry) bool {
		return t.nodes[e].kind == stepMove && t.person(e) == t.holder(parting, t.nodes[e].by)
	})
}

// settledBehind reports whether a settlement is complete on a line.
func (t *talk) settledBehind(line []entry) bool {
	return slices.ContainsFunc(line, func(e entry) bool { return t.completed(e) != 0 })
}
