package law_test

import (
	"flag"
	"slices"
	"strings"
	"testing"
)

var (
	conversations = flag.Int("conversations", 50, "random conversations of each kind in the tests of the law")
	lawSeed       = flag.Uint64("seed", 1, "the seed of the first of them; the next has the next number")
)

// A conversation describes a kind of talk: the participants, the rules, and the steps they take.
type conversation struct {
	rules  func() *rules
	shapes []shape
	run    func(t *talk)
}

var (
	honestly = conversation{theLaw, honestShapes, (*talk).honest}
	cheating = conversation{theLaw, cheatShapes, (*talk).against}
	inStep   = conversation{theLaw, append(slices.Clone(cheatShapes), honestShapes...), (*talk).everything}
)

// hold runs one conversation with an optional watcher and returns it.
func (c conversation) hold(seed uint64, watch func(*tree, shape) watcher, logging bool) *talk {
	s := c.shapes[seed%uint64(len(c.shapes))]
	t := newTalk(c.rules(), s, seed)
	t.logging = logging
	if watch != nil {
		t.watch = watch(t.tree, s)
	}
	c.run(t)
	if l, ok := t.watch.(*lockstep); ok && l.wrong != "" {
		t.wrong = l.wrong
	}
	return t
}

// search runs n conversations and returns how many failed, and the seed and log of the shortest failure.
func (c conversation) search(n int, watch func(*tree, shape) watcher) (wrong int, seed uint64, log string) {
	shortest := -1
	for i := range n {
		s := *lawSeed + uint64(i)
		t := c.hold(s, watch, false)
		if t.wrong == "" {
			continue
		}
		wrong++
		if shortest < 0 || len(t.log) < shortest {
			shortest, seed = len(t.log), s
		}
	}
	if wrong > 0 {
		t := c.hold(seed, watch, true)
		log = strings.Join(append(t.log, t.wrong), "\n")
	}
	return wrong, seed, log
}

// check reports the shortest conversation that fails.
func (c conversation) check(t *testing.T, watch func(*tree, shape) watcher) {
	t.Helper()
	if wrong, seed, log := c.search(*conversations, watch); wrong > 0 {
		t.Errorf("%d of %d conversations went wrong; the shortest (-seed %d -conversations 1):\n%s", wrong, *conversations, seed, log)
	}
}

func TestLawAmongTheHonest(t *testing.T) { honestly.check(t, nil) }

func TestLawAgainstCheats(t *testing.T) { cheating.check(t, nil) }

// mustFail fails if no conversation from a seed on fails with a law that is known to be unsound. The first that does is
// known to come soon.
func mustFail(t *testing.T, name string, from uint64, c conversation) {
	t.Run(name, func(t *testing.T) {
		for i := range uint64(tries) {
			if c.hold(from+i, nil, false).wrong != "" {
				t.Logf("found with seed %d", from+i)
				return
			}
		}
		t.Errorf("nothing went wrong in %d conversations", tries)
	})
}
