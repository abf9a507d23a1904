package law_test

import (
	"maps"
	"slices"
	"testing"

	_ "hikyaku/internal/gctest"
	"hikyaku/kif"
	"hikyaku/match/fair"
)

// This file adds dice, which the model does not have. Their properties are checked on the lines of package match.

// dice are the events of a line.
type dice struct {
	throws   map[int]kif.Throw // by their numbers
	open     entry             // that opened the open event
	foreseen []int             // the players who opened an event of which they already knew the other link
	replaced bool              // a secret was said to be lost
}

// events returns the dice of each line. Entries are numbered in the order of signing, so a link is known from the
// first entry from which it follows. A step that was only tried is not an entry, and nobody knows its link.
func (l *lockstep) events() []dice {
	lines, known := make([]dice, len(l.nodes)), map[fair.ID]map[int]entry{}
	for e := entry(1); int(e) < len(l.nodes); e++ {
		parent := l.nodes[e].parent
		d, before, real := lines[parent], realOf(l.line[parent]), realOf(l.line[e])
		was, now, last := before.Dice, real.Dice, real.Entries[len(real.Entries)-1]
		d.replaced = d.replaced || now.Chains > was.Chains
		link := last.Event.Link.Index
		if len(last.Dice) > 0 { // it closes an event
			if d.throws = maps.Clone(d.throws); d.throws == nil {
				d.throws = map[int]kif.Throw{}
			}
			d.throws[was.Event] = last.Dice[0].Throw
			if first, public := known[real.chain][link-(now.Event-was.Event)]; public && first < d.open {
				d.foreseen = append(slices.Clip(d.foreseen), l.nodes[d.open].by)
			}
		}
		if known[real.chain] == nil {
			known[real.chain] = map[int]entry{}
		}
		for i := link; i > 0; i-- {
			if _, public := known[real.chain][i]; public {
				break
			}
			known[real.chain][i] = e
		}
		if now.Event > was.Event {
			d.open = e
		}
		lines[e] = d
	}
	return lines
}

// diced makes the implementation under test play with dice.
func diced() lines {
	r := newRealLines().(*realLines)
	r.dice = true
	return r
}

// fairDice fails if a seat has seen two throws of one number, or has played on behind one that its opener foresaw, where nobody is
// shown to have forked, no settlement has put anything away, and no secret is said to be lost.
func (t *talk) fairDice() {
	l, ok := t.watch.(*lockstep)
	if !ok {
		return
	}
	events := l.events()
	for _, s := range t.seats {
		throws, replaced := map[int]kif.Throw{}, false
		for _, h := range s.heads {
			replaced = replaced || events[h].replaced
			for n, throw := range events[h].throws {
				if other, seen := throws[n]; seen && other != throw && !replaced {
					t.fail("%d has seen %s and %s for number %d", s.person, other, throw, n)
				}
				throws[n] = throw
			}
		}
		settled := slices.ContainsFunc(t.path(0, s.head), func(e entry) bool { return t.completed(e) != 0 })
		if d := events[s.head]; len(d.foreseen) > 0 && s.accused|s.doubted == 0 && !settled {
			t.fail("%d plays on behind a throw that %d foresaw: %s", s.person, d.foreseen[0], t.text(s.head))
		}
	}
}

// waiting is a conversation with cheats that read everything, wait, and then sign whatever helps them.
func (t *talk) waiting() {
	t.waits = true
	if t.seed%2 == 0 {
		t.withSubstitutes()
		t.proposed()
	}
	t.settles = t.rng.IntN(3) == 0
	if t.rekeys = !t.umpire && t.rng.IntN(4) == 0; t.rekeys && len(t.cheats) > 0 {
		t.seats[0].keyless = t.rng.IntN(3) == 0
	}
	t.against()
	t.fairDice()
}

// waitAndSign makes a cheat go back to an earlier entry of the longest line it has seen, and there agree to an offer, claim that its
// secret is lost, or hand over, and then move. It sends the result to some of the others.
func (t *talk) waitAndSign() {
	longest := slices.MaxFunc(t.seen, func(a, b entry) int { return t.nodes[a].depth - t.nodes[b].depth })
	line, cheat := longest, pick(t.rng, t.cheats)
	for range t.rng.IntN(6) {
		line = t.nodes[line].parent
	}
	signed := false
	for range 1 + t.rng.IntN(3) {
		may := t.helpful(line, cheat)
		if len(may) == 0 {
			break
		}
		s := pick(t.rng, may)
		t.clock++
		s.at = t.clock
		longer, ok := t.add(line, s)
		if !ok {
			break
		}
		t.genuine[longer] = s.kind == stepRechain && t.cheater(s.arg)
		line, signed = longer, true
		t.say("cheat %d waited and signs %s", cheat, t.text(line))
	}
	if signed {
		t.show(line)
	}
}

// helpful lists steps that may undo something or change the dice: answers, hand-overs, take-backs, lost secrets, and moves.
func (t *talk) helpful(line entry, cheat int) (may []step) {
	n := t.nodes[line]
	if t.holder(line, cheat) == cheat {
		may = append(may, step{by: cheat, kind: stepMove}, step{by: cheat, kind: stepMove}, step{by: cheat, kind: stepDraw}, step{by: cheat, kind: stepUndo, arg: max(1, n.ply)})
		may = append(may, slices.Repeat([]step{{by: cheat, kind: stepAgree}}, 4)...)
		if t.settles {
			may = append(may, step{by: cheat, kind: stepSettle, names: pick(t.rng, t.seen)})
		}
	}
	if t.substitutes {
		may = append(may, slices.Repeat([]step{{by: cheat, kind: stepPass}}, 4)...)
		may = append(may, step{by: cheat, kind: stepPropose})
		for p := 1; p <= t.parties; p++ {
			may = append(may, step{by: cheat, kind: stepWelcome, arg: p}, step{by: cheat, kind: stepWelcome, arg: p})
		}
		if t.holder(line, cheat) != cheat {
			may = nil
		}
		may = append(may, t.pretenders(line)...)
	}
	if t.rekeys {
		may = append(may, t.impostures(line)...)
	}
	return slices.DeleteFunc(may, func(s step) bool { return !t.legal(t.tree, line, s) })
}

var waitingShapes = []shape{{2, false, 1}, {3, true, 1}, {2, false, 1}, {3, false, 1}}

// TestLawAgainstThoseWhoWait runs package match with dice where two play, beside the model.
func TestLawAgainstThoseWhoWait(t *testing.T) {
	conversation{theLaw, waitingShapes, (*talk).waiting}.check(t, inLockstep(diced))
}
