package law_test

import (
	"errors"
	"fmt"
	"testing"
)

// This file runs the plain law beside package match and the model.

// beside is an implementation and the plain law beside it.
type beside struct {
	plain
	lines
	known  map[string]doubleLine // by the head
	differ func(format string, args ...any)
}

// A doubleLine is the same line twice.
type doubleLine struct {
	real  line
	plain plainLine
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
		b := &beside{lines: newLines(), known: map[string]doubleLine{}, differ: func(string, ...any) {}}
		w := inLockstep(func() lines { return b })(t, s)
		b.differ = w.(*lockstep).differ
		return w
	}
}

func (b *beside) Start(players int, umpire bool) line {
	b.plain = plain{players, umpire}
	return doubleLine{real: b.lines.Start(players, umpire)}
}

func (b *beside) Add(l line, s step, of line) (line, error) {
	before := l.(doubleLine)
	w := written{by: s.by, kind: s.kind, arg: s.arg, at: s.at, says: s.says}
	var realOf line
	if of != nil {
		realOf, w.of = of.(doubleLine).real, of.(doubleLine).plain
	}
	real, err := b.lines.Add(before.real, s, realOf)
	if errors.Is(err, errLimit) {
		return nil, err
	}
	refused := b.refuses(before.plain, w)
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
	return after, nil
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

// Repeat compares what a party makes again too.
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

// slower is how many conversations the others hold while the plain law holds one, because it works everything out anew.
const slower = 5

func (c conversation) checkSome(t *testing.T, watch func(*tree, shape) watcher) {
	t.Helper()
	n := max(1, *conversations/slower)
	if wrong, seed, log := c.search(n, watch); wrong > 0 {
		t.Errorf("%d of %d conversations went wrong; the shortest (-seed %d -conversations 1):\n%s", wrong, n, seed, log)
	}
}

// TestPlainInLockstep runs the plain law beside package match and the model.
func TestPlainInLockstep(t *testing.T) {
	inStep.checkSome(t, plainBeside(newRealLines))
}
