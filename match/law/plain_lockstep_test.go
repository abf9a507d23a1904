package law_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"hikyaku/kif"
)

// This file compares the plain law with package match and the model.

// beside is an implementation together with the plain law.
type beside struct {
	plain
	lines
	known  map[string]doubleLine // by the head
	throws map[string]kif.Throw  // by the event and the chains of all
	differ func(format string, args ...any)
}

// A doubleLine is a line in both forms.
type doubleLine struct {
	real  line
	plain plainLine
}

// realOf returns the line of package match.
func realOf(l line) realLine {
	if double, ok := l.(doubleLine); ok {
		l = double.real
	}
	return l.(realLine)
}

func (l plainLine) String() string {
	words := ""
	for _, w := range l {
		words += fmt.Sprintf(" %s%d/%d", w.kind, w.by, w.arg)
	}
	return "[" + words + " ]"
}

// plainBeside returns a function that makes a watcher with an implementation and the plain law for a tree.
func plainBeside(newLines func() lines) func(*tree, shape) watcher {
	return func(t *tree, s shape) watcher {
		b := &beside{lines: newLines(), known: map[string]doubleLine{}, throws: map[string]kif.Throw{}, differ: func(string, ...any) {}}
		w := inLockstep(func() lines { return b })(t, s)
		b.differ = w.(*lockstep).differ
		return w
	}
}

func (b *beside) Start(players int, umpire bool) line {
	first := b.lines.Start(players, umpire)
	b.plain = plain{players, umpire, b.lines.(*realLines).dice}
	return doubleLine{real: first}
}

func (b *beside) Add(l line, s step, of line) (line, error) {
	before := l.(doubleLine)
	w := written{by: s.by, kind: s.kind, arg: s.arg, at: s.at, says: s.says}
	var realOf line
	if of != nil {
		realOf, w.of = of.(doubleLine).real, of.(doubleLine).plain
	}
	real, err := b.lines.Add(before.real, s, realOf)
	refused := b.refuses(before.plain, w)
	if errors.Is(err, errLimit) {
		if refused == nil {
			b.differ("PLAIN LIMIT: %s by %d (%d) behind %s: real %v", s.kind, s.by, s.arg, before.plain, err)
		}
		return nil, err
	}
	if (refused == nil) != (err == nil) {
		b.differ("PLAIN: %s by %d (%d) behind %s: plain %v, real %v", s.kind, s.by, s.arg, before.plain, refused, err)
	}
	if err != nil {
		return nil, err
	}
	w.head = b.lines.Head(real)
	after := doubleLine{real, before.plain.with(w)}
	b.known[w.head] = after
	if s := b.state(after.plain); !s.over && b.toAct(s) != b.lines.Turn(real) {
		b.differ("PLAIN: %d, not %d, is to act behind %s", b.toAct(s), b.lines.Turn(real), after.plain)
	}
	if real := real.(realLine); b.players == 2 && real.Dice.Event > 0 {
		b.compareDice(after.plain, real)
	}
	return after, nil
}

// compareDice compares the number of the next event, the link of the last step and the throw that it proves, which must be the same on all lines.
func (b *beside) compareDice(l plainLine, real realLine) {
	d, last := b.dice(l), real.Entries[len(real.Entries)-1]
	if d.last != real.Dice.Event || d.next() != real.Dice.Next() || d.open != real.Dice.Open || d.link != last.Event.Link.Index {
		b.differ("PLAIN: event %d, open %v, next %d, link %d behind %s; real event %d, open %v, next %d, link %d", d.last, d.open, d.next(), d.link, l,
			real.Dice.Event, real.Dice.Open, real.Dice.Next(), last.Event.Link.Index)
	}
	if (d.closes != 0) != (len(last.Dice) > 0) {
		b.differ("PLAIN: closes event %d behind %s; real throws %v", d.closes, l, last.Dice)
	}
	if d.closes == 0 || len(last.Dice) == 0 {
		return
	}
	throw := last.Dice[0].Throw
	if other, thrown := b.throws[d.proof]; thrown && other != throw {
		b.differ("PLAIN: %s and %s for event %s behind %s", other, throw, d.proof, l)
	}
	b.throws[d.proof] = throw
}

func (b *beside) Meet(ours, theirs line) meeting {
	x, y := ours.(doubleLine), theirs.(doubleLine)
	real := b.lines.Meet(x.real, y.real)
	got := meeting{stands: map[int]side{-1: sideOurs, 0: sideNeither, 1: sideTheirs}[b.meet(x.plain, y.plain)]}
	if got.stands == sideNeither {
		sure, doubted := b.forked(x.plain, y.plain)
		for _, person := range doubted {
			got.doubted |= partiesOf(placeOf(person))
		}
		for _, person := range sure {
			got.forked |= partiesOf(placeOf(person))
		}
		got.doubted = got.doubted.without(got.forked)
		got.forked |= got.doubted
	}
	if got != real {
		b.differ("PLAIN: ours %s, theirs %s: plain %v, real %v", x.plain, y.plain, got, real)
	}
	return real
}

func (b *beside) Turn(l line) int { return b.lines.Turn(l.(doubleLine).real) }

func (b *beside) Head(l line) string { return b.lines.Head(l.(doubleLine).real) }

// Repeat also compares what a party repeats.
func (b *beside) Repeat(stands, gone line, by int) (line, error) {
	x, y := stands.(doubleLine), gone.(doubleLine)
	real, err := b.lines.(repeater).Repeat(x.real, y.real, by)
	if err != nil {
		return nil, err
	}
	again := x
	for _, w := range b.again(x.plain, y.plain, by) {
		if b.refuses(again.plain, w) != nil {
			if w.kind == stepSay || !w.says {
				continue
			}
			if w.kind = stepSay; b.refuses(again.plain, w) != nil {
				continue
			}
		}
		longer, err := b.Add(again, step{by: w.by, kind: w.kind, arg: w.arg, at: w.at, says: w.says}, b.known[w.first()])
		if err == nil {
			again = longer.(doubleLine)
		}
	}
	if b.Head(again) != b.lines.Head(real) {
		b.differ("PLAIN: %d, who had %s, makes again behind %s: plain %s", by, y.plain, x.plain, again.plain)
	}
	return doubleLine{real: real}, nil
}

// thicket is not a conversation: anybody signs any step that is legal after any line, rarely legal ones first, and all lines are
// compared with all others. Random conversations rarely contain most of these cases.
func (t *talk) thicket() {
	t.substitutes, t.rekeys = t.rng.IntN(2) == 0, t.rng.IntN(3) == 0
	lines, kinds := []entry{0}, t.kinds()
	if t.substitutes {
		t.proposed()
		lines = append(lines, entry(len(t.nodes)-1))
	}
	meet := func(a, b entry) {
		if a != b {
			lines = append(lines, t.meetAndRepeat(a, b)...)
		}
	}
	for range 12 + t.rng.IntN(18) {
		line := lines[len(lines)-1]
		if t.rng.IntN(4) == 0 {
			line = pick(t.rng, lines)
		}
		if s, found := t.anyStep(line, lines, kinds); found {
			t.clock++
			s.at = t.clock
			s.says = s.kind != stepPass && speaks(s, s.at) // a program hands over automatically, without a comment
			if longer, ok := t.add(line, s); ok {
				lines = append(lines, longer)
				t.say("%s", t.text(longer))
			}
		}
		if t.rng.IntN(5) == 0 {
			meet(pick(t.rng, lines), pick(t.rng, lines))
		}
	}
	for _, a := range slices.Clone(lines) {
		for range 6 {
			meet(a, pick(t.rng, lines))
		}
	}
}

// kinds returns the kinds of step of a thicket; those wanted often are listed more than once. Most thickets leave out all but two
// topics, and settlements, which are slow to judge. So each pair of topics is tried often, such as a claim and a pause, or an offer and a hand-over.
func (t *talk) kinds() (kinds []stepKind) {
	topics := [][]stepKind{{stepDraw}, {stepUndo}, {stepPause, stepResume}, {stepClaim}, {stepAway, stepMoved, stepOther, stepSay}}
	if t.substitutes {
		topics = append(topics, []stepKind{stepPropose, stepIn, stepIn, stepOut, stepWelcome, stepWelcome, stepPass, stepPass, stepPass})
	}
	if t.rekeys {
		topics = append(topics, []stepKind{stepRechain})
	}
	kinds = []stepKind{stepLink, stepLink, stepLink, stepAgree, stepAgree, stepAgree, stepMove}
	if t.rng.IntN(4) == 0 {
		return append(slices.Concat(append(topics, kinds)...), stepMove, stepMove, stepSettle, stepResign, stepResign, stepResign)
	}
	t.rng.Shuffle(len(topics), func(i, j int) { topics[i], topics[j] = topics[j], topics[i] })
	few := slices.Concat(topics[:2]...)
	return slices.Concat(few, few, kinds, []stepKind{stepAgree, stepAgree, stepAgree, pick(t.rng, []stepKind{stepMove, stepResign})})
}

// anyStep returns a legal step. It chooses the kind first, so that rarely legal steps occur often.
func (t *talk) anyStep(line entry, lines []entry, kinds []stepKind) (step, bool) {
	for range 20 {
		k := pick(t.rng, kinds)
		var may []step
		for by := 1; by <= t.parties; by++ {
			for _, s := range t.steps(k, by, line, lines) {
				legal := t.legal(t.tree, line, s)
				s.at = t.clock + 1
				t.watch.tried(line, s, legal)
				if legal {
					may = append(may, s)
				}
			}
		}
		if len(may) > 0 {
			return pick(t.rng, may), true
		}
	}
	return step{}, false
}

// steps lists steps of a kind that a party might sign.
func (t *talk) steps(k stepKind, by int, line entry, lines []entry) []step {
	s := step{by: by, kind: k, says: k == stepSay}
	honest, cheat := substitutes(by)
	switch k {
	case stepUndo:
		s.arg = 1 + t.rng.IntN(t.nodes[line].ply+1)
	case stepWelcome:
		s.arg = 1 + t.rng.IntN(t.parties)
	case stepSettle:
		s.names = pick(t.rng, lines)
	case stepRechain:
		s.by, s.arg = 0, by
	case stepIn:
		return []step{{kind: k, arg: honest}, {kind: k, arg: cheat}}
	case stepOut:
		return []step{{kind: k, arg: honest}, {kind: k, arg: cheat}, s}
	}
	return []step{s}
}

// meetAndRepeat judges two lines, lets each party repeat what it can, and returns the resulting lines.
func (t *talk) meetAndRepeat(ours, theirs entry) (longer []entry) {
	v := t.judge(ours, theirs)
	t.watch.judged(ours, theirs, v)
	gone := t.path(t.parting(ours, theirs), ours)
	if v.stands != theirs || len(gone) == 0 {
		return nil
	}
	for by := 1; by <= t.parties; by++ {
		again := t.repeat(theirs, gone, by)
		t.watch.repeated(theirs, ours, by, again)
		if again != theirs {
			longer = append(longer, again)
		}
	}
	return longer
}

// slower is how many conversations the other tests run for one with the plain law, which computes everything anew each time.
const slower = 20

func (c conversation) checkSome(t *testing.T, watch func(*tree, shape) watcher) {
	t.Helper()
	n := max(1, *conversations/slower)
	if wrong, seed, log := c.search(n, watch); wrong > 0 {
		t.Errorf("%d of %d conversations went wrong; the shortest (-seed %d -conversations 1):\n%s", wrong, n, seed, log)
	}
}

// TestPlainInLockstep compares the plain law with package match and the model.
func TestPlainInLockstep(t *testing.T) {
	for name, c := range map[string]struct {
		conversation
		lines func() lines
	}{
		"in step":            {inStep, newRealLines},
		"thickets":           {conversation{theLaw, inStep.shapes, (*talk).thicket}, newRealLines},
		"thickets with dice": {conversation{theLaw, inStep.shapes, (*talk).thicket}, diced},
		"those who wait":     {conversation{theLaw, waitingShapes, (*talk).waiting}, diced},
		"leavers":            {leavers, newRealLines},
	} {
		t.Run(name, func(t *testing.T) { c.checkSome(t, plainBeside(c.lines)) })
	}
}
