package law_test

import (
	"errors"
	"fmt"
)

// A line is the record of a match up to some entry, in the form of the implementation under test. It never changes.
type line any

// errLimit is wrapped by an error of Add that comes of a limit which the model does not know, such as the length of a record.
var errLimit = errors.New("a limit")

// lines is the law of a match under test.
type lines interface {
	// Start begins a match that all have accepted. The players are parties 1 to players. An umpire is party 1, and the
	// players come after it.
	Start(players int, umpire bool) line
	// Chance reports whether each move waits for a throw.
	Chance() bool
	// Add returns the line with one more step, or the error for which the law refuses it. The moment at which it was signed is
	// never the same for two steps, unless one repeats the other: of is then the line that ends in the first original, and
	// the step carries the moment of that. The same step twice after the same line gives the same Head. Entries that the step
	// names itself are the model's: of is the line that a settlement names.
	Add(l line, s step, of line) (line, error)
	// Meet compares two lines of one match.
	Meet(ours, theirs line) meeting
	// Turn is the party whose turn it is.
	Turn(l line) int
	// Head is the hash of the last entry, by which the last rule decides. Equal heads mean equal entries.
	Head(l line) string
}

// A repeater also repeats what a party signed on a rejected line.
type repeater interface {
	Repeat(stands, gone line, by int) (line, error)
}

// A side tells which of two lines is valid.
type side string

const (
	sideOurs    side = "ours"
	sideTheirs  side = "theirs"
	sideNeither side = "neither" // somebody has forked
)

// A meeting is a verdict of the implementation under test.
type meeting struct {
	stands  side
	forked  partySet
	doubted partySet // those of forked who may be innocent
}

// lockstep repeats the operations on a tree with an implementation, and stores the first difference.
type lockstep struct {
	*tree
	real  lines
	line  map[entry]line
	heads map[string]entry
	wrong string
}

// inLockstep returns a function that makes a watcher with its own implementation for a tree.
func inLockstep(newLines func() lines) func(*tree, shape) watcher {
	return func(t *tree, s shape) watcher {
		l := &lockstep{tree: t, real: newLines(), line: map[entry]line{}, heads: map[string]entry{}}
		l.place(0, l.real.Start(t.players().len(), t.umpire))
		t.chance = l.real.Chance()
		t.less = func(a, b entry) bool { return l.real.Head(l.line[a]) < l.real.Head(l.line[b]) }
		return l
	}
}

func (l *lockstep) differ(format string, args ...any) {
	if l.wrong == "" {
		l.wrong = fmt.Sprintf("the model and the real thing differ: "+format, args...)
	}
}

// place stores the real line of an entry and compares its head and turn.
func (l *lockstep) place(e entry, real line) {
	l.line[e] = real
	head := l.real.Head(real)
	if other, known := l.heads[head]; known && other != e {
		l.differ("equal heads for %s and %s", l.text(other), l.text(e))
	}
	l.heads[head] = e
	if n := l.nodes[e]; !n.over && l.real.Turn(real) != n.turn {
		l.differ("turn of %d, not %d, behind %s", l.real.Turn(real), n.turn, l.text(e))
	}
}

// added signs the same step on the real line.
func (l *lockstep) added(e entry) bool {
	n := l.nodes[e]
	real, err := l.real.Add(l.line[n.parent], n.step, l.of(n.step))
	switch {
	case errors.Is(err, errLimit):
		return false
	case err != nil:
		l.differ("refuses %s: %v", l.text(e), err)
		return false
	}
	if before, known := l.line[e]; known && l.real.Head(before) != l.real.Head(real) {
		l.differ("%s twice gives two heads", l.text(e))
	}
	l.place(e, real)
	return true
}

// of returns the line to which a step refers, or nil.
func (l *lockstep) of(s step) line {
	switch {
	case s.kind == stepSettle:
		return l.line[s.names]
	case s.first != 0:
		return l.line[s.first]
	}
	return nil
}

// judged compares a verdict.
func (l *lockstep) judged(ours, theirs entry, v verdict) {
	forked := places(v.forked)
	want := meeting{sideOurs, forked, forked.without(places(v.forked.without(v.doubted)))}
	switch v.stands {
	case theirs:
		want.stands = sideTheirs
	case -1:
		want.stands = sideNeither
	}
	l.meet(ours, theirs, want)
	l.meet(theirs, ours, want.turned())
}

// turned returns the same verdict with the sides exchanged.
func (m meeting) turned() meeting {
	switch m.stands {
	case sideOurs:
		m.stands = sideTheirs
	case sideTheirs:
		m.stands = sideOurs
	}
	return m
}

func (l *lockstep) meet(ours, theirs entry, want meeting) {
	if got := l.real.Meet(l.line[ours], l.line[theirs]); got != want {
		l.differ("ours %s, theirs %s: want %v, got %v", l.text(ours), l.text(theirs), want, got)
	}
}

// repeated compares what a party repeated.
func (l *lockstep) repeated(stands, gone entry, by int, longer entry) {
	r, ok := l.real.(repeater)
	if !ok {
		return
	}
	real, err := r.Repeat(l.line[stands], l.line[gone], by)
	if errors.Is(err, errLimit) {
		return
	}
	if err != nil || l.real.Head(real) != l.real.Head(l.line[longer]) {
		l.differ("%d, who had %s, makes other things again behind %s than %s: %v", by, l.text(gone), l.text(stands), l.text(longer), err)
	}
}

// tried compares whether a step may be signed.
func (l *lockstep) tried(on entry, s step, legal bool) {
	_, err := l.real.Add(l.line[on], s, l.of(s))
	if !errors.Is(err, errLimit) && legal != (err == nil) {
		l.differ("%s by %d (%d, %s) behind %s: want legal %v, got %v", s.kind, s.by, s.arg, l.text(s.names), l.text(on), legal, err)
	}
}
