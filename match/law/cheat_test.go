package law_test

import "slices"

// against is a conversation in which cheats sign any step after any entry that they have seen, and withhold, repeat and reorder messages.
func (t *talk) against() {
	acts := pick(t.rng, []int{25, 25, 40}) // how many of a hundred steps honest players take
	for range t.length() {
		t.try()
		switch x := t.rng.IntN(100); {
		case x < acts:
			t.act(pick(t.rng, t.seats))
		case x < acts+30 && len(t.letters) > 0:
			if l := t.takeLetter(); t.rng.IntN(10) > 0 {
				t.deliver(l)
			}
		case x < 95 && t.waits && t.rng.IntN(3) > 0:
			t.waitAndSign()
		case x < 95:
			t.cheat()
		default:
			t.letters = append(t.letters, letter{pick(t.rng, t.seats).person, pick(t.rng, t.seen)})
		}
	}
	t.settleDown()
	t.holds()
	t.exposed()
}

// cheat makes a cheat sign a step on any line, and send it to any of the others.
func (t *talk) cheat() {
	line := pick(t.rng, t.seen)
	if t.rng.IntN(2) == 0 {
		line = slices.MaxFunc(t.seen, func(a, b entry) int { return t.nodes[a].depth - t.nodes[b].depth })
	}
	cheat := pick(t.rng, t.cheats)
	may := t.anything(line, pick(t.rng, t.hands(cheat)))
	if t.holder(line, cheat) != cheat {
		may = nil
	}
	if t.substitutes {
		may = append(may, t.pretenders(line)...)
	}
	if t.settles && t.rng.IntN(4) == 0 && t.holder(line, cheat) == cheat {
		may = append(may, step{by: cheat, kind: stepSettle, names: pick(t.rng, t.seen)})
	}
	if t.rekeys {
		may = append(may, t.impostures(line)...)
	}
	may = slices.DeleteFunc(may, func(s step) bool { return !t.legal(t.tree, line, s) })
	if len(may) == 0 {
		return
	}
	t.clock++
	s := spoken(pick(t.rng, may), t.clock)
	s.says = speaks(s, t.clock)
	if s.at = t.clock; t.rng.IntN(4) == 0 && t.again(s.kind) {
		s = t.pretended(s)
	}
	if longer, ok := t.add(line, s); ok {
		t.say("cheat %d signs %s", cheat, t.text(longer))
		t.genuine[longer] = s.kind == stepRechain && t.cheater(s.arg)
		t.show(longer)
	}
}

// show sends a line to some of the seats.
func (t *talk) show(line entry) {
	t.see(line)
	for _, q := range t.seats {
		if t.rng.IntN(10) < 7 {
			t.letters = append(t.letters, letter{q.person, line})
		}
	}
}

// anything lists what a party might do on a line.
func (t *talk) anything(line entry, by int) (may []step) {
	kinds := []stepKind{stepMove, stepMove, stepLink, stepDraw, stepUndo, stepPause, stepResume, stepAgree, stepAgree, stepAway, stepClaim, stepMoved, stepOther}
	if t.substitutes {
		kinds = append(kinds, stepPropose, stepOut, stepWelcome, stepWelcome, stepPass, stepPass)
	}
	if t.rng.IntN(10) < 3 {
		kinds = append(kinds, stepResign)
	}
	for _, k := range kinds {
		s := step{by: by, kind: k}
		switch k {
		case stepUndo:
			s.arg = 1 + t.rng.IntN(max(1, t.nodes[line].ply))
		case stepWelcome:
			s.arg = 1 + t.rng.IntN(t.parties)
		}
		may = append(may, s)
	}
	return may
}

// pretended returns the repetition of a step that its party has signed on some line.
func (t *talk) pretended(s step) step {
	for _, i := range t.rng.Perm(len(t.seen)) {
		if e := t.seen[i]; e != 0 && t.nodes[e].by == s.by && t.nodes[e].kind == s.kind {
			s.first = t.original(e)
			s.at = t.nodes[e].at
			break
		}
	}
	return s
}

// everything is a conversation of any kind: with or without cheats, substitutes, lost keys, and settlements of forks.
func (t *talk) everything() {
	if t.seed%handovers == 0 {
		t.withSubstitutes()
		t.proposed()
	}
	if len(t.cheats) == 0 {
		t.honest()
		return
	}
	t.settles, t.rekeys = t.rng.IntN(2) == 0, t.rng.IntN(3) == 0
	t.against()
}
