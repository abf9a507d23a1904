package law_test

import "slices"

// against is a conversation in which the cheats sign anything after anything that they have seen, withhold, repeat and reorder.
func (t *talk) against() {
	acts := pick(t.rng, []int{25, 25, 40}) // of a hundred steps, those of the honest
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

// cheat lets a cheat sign something on a line of its choice and show it to whom it likes.
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

// show sends a line to some.
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

// pretended returns a step made again, of something that its party once signed somewhere.
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

// everything is a conversation of any kind: honest, or with cheats, where seats change hands, some lose their keys and forks
// are settled.
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
