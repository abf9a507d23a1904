package match_test

import "slices"

// This file says what must hold in every conversation.

func (t *talk) cheater(p int) bool { return slices.Contains(t.cheats, p) }

// accusations fails where a seat accuses an honest party.
func (t *talk) accusations(s *seat) {
	for p := 1; p <= t.parties; p++ {
		if s.accused.has(p) && !t.cheater(p) {
			t.fail("%d accuses %d, who is honest", s.me, p)
		}
	}
}

// compare fails where a seat gave up, for its new line, an entry of an honest party that a cheat had answered: any entry between
// two players, moves always.
func (t *talk) compare(s *seat, parting, old entry) {
	gone, stands := t.path(parting, old), t.path(parting, s.head)
	for i, e := range gone {
		n := t.nodes[e]
		answered := slices.ContainsFunc(gone[i+1:], func(x entry) bool { return t.cheater(t.nodes[x].by) })
		again := slices.ContainsFunc(stands, func(x entry) bool { return t.original(x) == t.original(e) })
		if !t.cheater(n.by) && answered && !again && (t.parties == 2 || n.kind == stepMove) {
			t.fail("%d lost %s, which was answered", s.me, t.word(e))
		}
	}
}

// nothingLost fails where a line that stood somewhere is neither part of what stands there now nor kept, or where an own entry
// has gone untold.
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

// toldOf fails where an own entry of a line is gone without a word.
func (t *talk) toldOf(s *seat, line entry) {
	stands := t.path(0, s.head)
	for _, e := range t.path(0, line) {
		if t.nodes[e].by == s.me && !s.told[e] && !slices.Contains(stands, e) {
			t.fail("own entry %s of %d is gone untold", t.word(e), s.me)
		}
	}
}

// exposed fails where honest seats have different lines and no fork is known that explains it.
func (t *talk) exposed() {
	if t.equal() {
		return
	}
	for _, s := range t.seats {
		if s.accused != 0 {
			return
		}
	}
	t.fail("unequal heads, and nobody is exposed")
}
