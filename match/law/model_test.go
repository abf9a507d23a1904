package law_test

import (
	"fmt"
	"math/bits"
	"strings"
)

// The files of this package contain a second, naive implementation of the law of a match, as an oracle. It was written from
// PROTOCOL.md and shares no code with package match. It has no games, dates or signatures: the signer of a step is taken as given. Of
// dice it knows only whose links are public.

// stepKind is what a step does.
type stepKind string

const (
	stepMove   stepKind = "move"
	stepLink   stepKind = "link" // the umpire owes one after each move
	stepDraw   stepKind = "draw"
	stepUndo   stepKind = "undo" // its argument is the first ply to be taken back
	stepPause  stepKind = "pause"
	stepResume stepKind = "resume"
	stepAgree  stepKind = "agree"
	stepAway   stepKind = "away"
	stepResign stepKind = "resign"
	stepClaim  stepKind = "claim"
	stepMoved  stepKind = "address"
	stepOther  stepKind = "other" // an act of a newer program
	stepSay    stepKind = "say"   // only a message

	stepPropose stepKind = "propose" // a substitute
	stepIn      stepKind = "in"      // by a stranger; its argument is the person
	stepOut     stepKind = "out"     // by the party that has proposed, or by a stranger as stepIn
	stepWelcome stepKind = "welcome" // agrees to the substitute of the party that is its argument
	stepPass    stepKind = "pass"    // gives the seat to the substitute

	stepSettle  stepKind = "settle"
	stepRechain stepKind = "rechain" // by a stranger; its argument is the party whose new key the stranger claims to have
)

// An entry is the number of a step in a tree of lines. Entry 0 is the beginning that all have accepted.
// A line is named by its last entry.
type entry int

// A step is the content of an entry. Two equal steps after the same entry are one entry.
type step struct {
	by    int // the party; 0 is a stranger's key
	kind  stepKind
	arg   int
	first entry // the first original of what is made again, else 0
	at    int   // when it was signed; made again it keeps that of the original
	says  bool  // somebody says something with it
	names entry // the head of the line that a settlement puts away
}

// maxParties is the maximum number of parties in a match.
const maxParties = 5

// partySet is a set of parties, which count from 1.
type partySet uint16

func partiesOf(p ...int) (s partySet) {
	for _, p := range p {
		s |= 1 << p
	}
	return s
}

func (s partySet) has(p int) bool                  { return s>>p&1 == 1 }
func (s partySet) without(other partySet) partySet { return s &^ other }
func (s partySet) len() int                        { return bits.OnesCount16(uint16(s)) }

func (s partySet) String() string {
	var names []string
	for p := range 16 {
		if s.has(p) {
			names = append(names, fmt.Sprint(p))
		}
	}
	return strings.Join(names, ",")
}

// An asking is a pending offer, with the parties that have agreed or have no vote. Without an offer it has no kind.
type asking struct {
	kind   stepKind
	entry  entry
	by     int
	arg    int
	agreed partySet
}

// A state is the state at the end of a line.
type state struct {
	ply    int
	turn   int
	due    int      // the player to move, even if the umpire has to act first
	out    partySet // the players who have resigned while the others keep playing
	open   asking
	idle   bool     // the match is paused
	halted bool     // by the umpire, and only the umpire can resume it
	dice   partySet // whose links for the open event of dice are public; nobody's if none is open
	over   bool
	keys   [maxParties + 1]entry // of each party the request for its present key, 0 for its first
	lent   [maxParties + 1]entry // the same, but 0 also for the first key of a substitute

	leaves [maxParties + 1]leaving // of each party its proposal of a substitute
	seats  [maxParties + 1]int     // of each party the substitute who plays for it, 0 for the player who joined
}

// A node is an entry of a tree.
type node struct {
	step
	parent entry
	depth  int
	state
}

// A tree holds all entries of one conversation, including those that only some parties know.
type tree struct {
	*rules
	parties int
	umpire  bool // there is an umpire, as party 1
	chance  bool // each move waits for a throw
	writer  int  // the mail-only player, 0 for none
	scribe  int  // the party that signs for the mail-only player
	nodes   []node
	numbers map[placed]entry
	watch   watcher
	rows    map[[2]entry]row      // between two lines, as far as was asked
	less    func(a, b entry) bool // whether the hash of a is lower
	clock   int
}

// placed is a step and its place in the tree.
type placed struct {
	parent entry
	step
}

// A watcher is notified of every operation on a tree, to repeat it elsewhere.
type watcher interface {
	added(e entry) bool // false if the entry cannot be made; it is then removed
	judged(ours, theirs entry, v verdict)
	repeated(stands, gone entry, by int, line entry)
	tried(line entry, s step, legal bool)
}

func newTree(r *rules, parties int, umpire bool) *tree {
	t := &tree{rules: r, parties: parties, umpire: umpire, numbers: map[placed]entry{}, rows: map[[2]entry]row{}}
	t.nodes = []node{{state: state{turn: t.player(0), due: t.player(0)}}}
	t.less = func(a, b entry) bool { return a < b }
	return t
}

// player returns the party to move after n plies if nobody is out.
func (t *tree) player(n int) int {
	if t.umpire {
		return 2 + n%(t.parties-1)
	}
	return 1 + n%t.parties
}

// next returns the player to move after another, among those who are not out.
func (t *tree) next(p int, out partySet) int {
	for {
		if p++; p > t.parties {
			p = t.player(0)
		}
		if !out.has(p) {
			return p
		}
	}
}

func (t *tree) plays(p int) bool { return p >= 1 && p <= t.parties && !(t.umpire && p == 1) }

func (t *tree) players() (s partySet) {
	for p := 1; p <= t.parties; p++ {
		if t.plays(p) {
			s |= partiesOf(p)
		}
	}
	return s
}

// add appends a step to a line and returns the longer line. It does not check whether the step is legal.
// ok is false if the watcher refuses the step.
func (t *tree) add(line entry, s step) (longer entry, ok bool) {
	if e, twice := t.numbers[placed{line, s}]; twice {
		return e, t.watch == nil || t.watch.added(e)
	}
	e := entry(len(t.nodes))
	before := t.nodes[line]
	behind := t.after(t, line, s, e)
	if behind.over {
		behind.turn = 0 // no party has to act
	}
	t.nodes = append(t.nodes, node{s, line, before.depth + 1, behind})
	if t.watch != nil && !t.watch.added(e) {
		t.nodes = t.nodes[:e]
		clear(t.rows) // another entry will get the number
		return line, false
	}
	t.numbers[placed{line, s}] = e
	return e, true
}

// sign appends a new step, signed at the next moment.
func (t *tree) sign(line entry, s step) (longer entry, ok bool) {
	t.clock++
	s.at, s.says = t.clock, speaks(s, t.clock)
	return t.add(line, s)
}

// speaks reports whether a step signed at a moment has a comment: every fourth has.
func speaks(s step, at int) bool { return s.kind == stepSay || s.by != 0 && at%4 == 0 }

// spoken turns some absences into messages, without drawing a random number.
func spoken(s step, at int) step {
	if s.kind == stepAway && at%3 != 0 {
		s.kind, s.says = stepSay, true
	}
	return s
}

// path lists the entries after one entry, up to and including a later one.
func (t *tree) path(from, to entry) []entry {
	p := make([]entry, t.nodes[to].depth-t.nodes[from].depth)
	for i, e := len(p)-1, to; e != from; i, e = i-1, t.nodes[e].parent {
		p[i] = e
	}
	return p
}

// parting returns the last common entry of two lines.
func (t *tree) parting(a, b entry) entry {
	for a != b {
		if t.nodes[a].depth >= t.nodes[b].depth {
			a = t.nodes[a].parent
		} else {
			b = t.nodes[b].parent
		}
	}
	return a
}

// begins reports whether line a is a beginning of line b, or line b itself.
func (t *tree) begins(a, b entry) bool { return t.parting(a, b) == a }

// original returns the first original of an entry: the entry itself, unless it is a repetition.
func (t *tree) original(e entry) entry {
	if f := t.nodes[e].first; f != 0 {
		return f
	}
	return e
}

// inWords formats a line: kind, party, argument, =original, #number.
type inWords struct {
	*tree
	line entry
}

func (t *tree) text(line entry) fmt.Stringer { return inWords{t, line} }

func (w inWords) String() string {
	var words []string
	for _, e := range w.path(0, w.line) {
		words = append(words, w.word(e))
	}
	return "[" + strings.Join(words, " ") + "]"
}

func (t *tree) word(e entry) string {
	n := t.nodes[e]
	w := fmt.Sprintf("%s%d", n.kind, n.by)
	if n.arg != 0 {
		w += fmt.Sprintf("/%d", n.arg)
	}
	if n.names != 0 {
		w += fmt.Sprintf("!%d", n.names)
	}
	if n.first != 0 {
		w += fmt.Sprintf("=%d", n.first)
	}
	if n.says {
		w += `"`
	}
	return fmt.Sprintf("%s#%d", w, e)
}
