package law_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// A seat is an honest party whose program follows the law.
type seat struct {
	me      int // the party
	person  int
	head    entry
	accused partySet
	doubted partySet
	kept    []entry // the rejected lines, and those in conflict
	heads   []entry // every line that was ever valid here
	told    map[entry]bool
	aside   []entry // what was signed about a settlement, on whatever line
	keyless bool    // it has lost the key that it had at the beginning
}

// A letter brings a line to a party.
type letter struct {
	to   int
	line entry
}

// A talk is one random conversation about one match.
type talk struct {
	*tree
	seed        uint64
	rng         *rand.Rand
	seats       []*seat
	cheats      []int
	letters     []letter
	seen        []entry        // what the cheats have seen, in order
	settles     bool           // forks are settled
	rekeys      bool           // keys are lost, and strangers ask for new ones
	substitutes bool           // seats change hands
	waits       bool           // the cheats read everything, and sign when it helps them
	leaves      bool           // players often resign
	genuine     map[entry]bool // the requests for a new key that were made by the party that they name
	log         []string
	logging     bool
	wrong       string // the first property that did not hold
}

// A shape is the set of participants of a conversation.
type shape struct {
	parties int
	umpire  bool
	cheats  int
}

var honestShapes = []shape{{2, false, 0}, {3, false, 0}, {4, false, 0}, {3, true, 0}, {4, true, 0}}

var cheatShapes = []shape{
	{2, false, 1}, {3, false, 1}, {4, false, 1}, {3, true, 1}, {3, false, 2}, {4, false, 2}, {4, true, 1}, {3, true, 2},
}

// newTalk begins a conversation; everything in it follows from the seed.
func newTalk(r *rules, s shape, seed uint64) *talk {
	t := &talk{tree: newTree(r, s.parties, s.umpire), seed: seed, rng: rand.New(rand.NewPCG(seed, 0)), seen: []entry{0}, genuine: map[entry]bool{}}
	for i, p := range t.rng.Perm(s.parties) {
		if i < s.cheats {
			t.cheats = append(t.cheats, p+1)
		} else {
			t.seats = append(t.seats, &seat{me: p + 1, person: p + 1, heads: []entry{0}, told: map[entry]bool{}})
		}
	}
	return t
}

// say logs what happened, if the log will be read.
func (t *talk) say(format string, args ...any) {
	words := ""
	if t.logging {
		words = fmt.Sprintf(format, args...)
	}
	t.log = append(t.log, words)
}

func (t *talk) fail(format string, args ...any) {
	if t.wrong == "" {
		t.wrong = fmt.Sprintf(format, args...)
		t.say("WRONG: %s", t.wrong)
	}
}

func (t *talk) seat(person int) *seat {
	i := slices.IndexFunc(t.seats, func(s *seat) bool { return s.person == person })
	return t.seats[i]
}

// pick returns one of a list by chance.
func pick[T any](rng *rand.Rand, of []T) T { return of[rng.IntN(len(of))] }

// hands lists the parties for whom one signs: oneself, and the mail-only player whose scribe one is.
func (t *talk) hands(p int) []int {
	if t.scribe == p {
		return []int{p, t.writer}
	}
	return []int{p}
}

// stand makes a line the current one of a seat.
func (s *seat) stand(line entry) {
	s.head = line
	s.heads = append(s.heads, line)
}

// act makes a seat take one of the steps that it may take, and send it.
func (t *talk) act(s *seat) {
	if t.settles && t.rng.IntN(2) == 0 && t.settle(s) {
		return
	}
	may := t.choices(s, pick(t.rng, t.hands(s.me)))
	if len(may) == 0 || len(t.bound(s)) > 0 {
		return
	}
	line, ok := t.sign(s.head, spoken(pick(t.rng, may), t.clock))
	if !ok {
		return
	}
	t.genuine[line] = true
	s.stand(line)
	t.say("%d signs %s", s.person, t.text(line))
	t.send(s, line)
}

// choices lists what an honest seat may do for a party on its line. Likely steps are listed more than once.
func (t *talk) choices(s *seat, by int) (may []step) {
	add := func(times int, k stepKind, arg int) {
		if st := (step{by: by, kind: k, arg: arg}); t.legal(t.tree, s.head, st) {
			may = append(may, slices.Repeat([]step{st}, times)...)
		}
	}
	if !t.sits(s, s.head) {
		return t.answers(s)
	}
	n := t.nodes[s.head]
	if t.mayAgree(s) {
		add(3, stepAgree, 0)
	}
	if !t.holdsKey(s, s.head) {
		return t.asksForKey(s)
	}
	add(8, stepLink, 0)
	add(6, stepMove, 0)
	add(1, stepDraw, 0)
	add(1, stepPause, 0)
	add(2, stepResume, 0)
	if n.ply > 0 {
		add(1, stepUndo, n.ply-t.rng.IntN(min(3, n.ply)))
	}
	if n.turn != by {
		add(1, stepOther, 0)
		add(1, stepMoved, 0)
		add(1, stepAway, 0)
		add(1, stepClaim, 0)
	}
	if t.substitutes {
		add(1, stepPropose, 0)
		for p := 1; p <= t.parties; p++ {
			add(4, stepWelcome, p)
		}
		add(9, stepPass, 0)
		if t.rng.IntN(7) == 0 {
			add(1, stepOut, 0)
		}
	}
	if t.leaves && t.rng.IntN(3) == 0 || n.turn != by && t.rng.IntN(7) == 0 {
		add(1, stepResign, 0)
	}
	return may
}

// mayAgree reports whether an honest party may simply agree to an offer. It agrees to settlements in another way, and to a key
// only if it knows that the party has asked for it.
func (t *talk) mayAgree(s *seat) bool {
	open := t.nodes[s.head].open
	return open.kind != stepSettle && (open.kind != stepRechain || t.genuine[open.entry])
}

// send sends a line to everybody else.
func (t *talk) send(from *seat, line entry) {
	for _, q := range t.seats {
		if q != from {
			t.letters = append(t.letters, letter{q.person, line})
		}
	}
	t.see(line)
}

// see shows a line to the cheats.
func (t *talk) see(line entry) {
	for _, e := range t.path(0, line) {
		if !slices.Contains(t.seen, e) {
			t.seen = append(t.seen, e)
		}
	}
}

// receive makes a seat judge a line, and reports whether it adopted that line, perhaps with more steps.
func (t *talk) receive(s *seat, line entry) bool {
	if line == s.head {
		return false
	}
	old := s.head
	v := t.judge(old, line)
	if t.watch != nil {
		t.watch.judged(old, line, v)
	}
	switch {
	case v.stands == line && !t.robbed(s, line):
		t.follow(s, v, line)
		t.say("%d gets %s: follows, now %s", s.person, t.text(line), t.text(s.head))
		t.compare(s, v.parting, old)
		return true
	case s.keep(line):
		t.say("%d gets %s: keeps %s, fork by [%v]", s.person, t.text(line), t.text(old), v.forked)
	}
	s.accused |= v.forked.without(v.doubted)
	s.doubted |= v.doubted
	t.accusations(s)
	return false
}

// keep stores a line beside a seat's own, and reports whether it was new.
func (s *seat) keep(line entry) bool {
	if slices.Contains(s.kept, line) {
		return false
	}
	s.kept = append(s.kept, line)
	return true
}

// follow replaces a seat's own line by another, keeps and reports what is rejected, and repeats what the law requires.
func (t *talk) follow(s *seat, v verdict, line entry) {
	old := s.head
	gone := t.path(v.parting, old)
	if len(gone) > 0 {
		s.keep(old)
	}
	s.stand(line)
	for _, e := range gone {
		s.told[e] = slices.Contains(t.hands(s.me), t.nodes[e].by)
	}
	if !t.holdsKey(s, line) {
		return
	}
	for _, by := range t.hands(s.me) {
		before := s.head
		if again := t.repeat(before, gone, by); again != before {
			s.stand(again)
		}
		if t.watch != nil {
			t.watch.repeated(before, old, by, s.head)
		}
	}
}

// repeat repeats a party's steps on the rejected line on the valid one (rule 3).
func (t *tree) repeat(line entry, gone []entry, by int) entry {
	for _, e := range gone {
		s := t.repeated(e)
		if s.kind != "" && s.says && !t.legal(t, line, s) {
			s = t.words(e) // only the comment of the step can still be repeated
		}
		stands := slices.ContainsFunc(t.path(0, line), func(x entry) bool { return t.original(x) == s.first })
		if s.kind == "" || s.by != by || !t.owns(line, e) || stands || !t.legal(t, line, s) {
			continue
		}
		if longer, ok := t.add(line, s); ok {
			line = longer
		}
	}
	return line
}

// owns reports whether the holder of a seat on a line signed an entry, with a key that this person has had there.
func (t *tree) owns(line, e entry) bool {
	n := t.nodes[e]
	p, key := n.by, t.nodes[n.parent].lent[n.by]
	had := func(x entry) bool { return t.nodes[x].seats[p] == t.nodes[line].seats[p] && t.nodes[x].lent[p] == key }
	return t.person(e) == t.holder(line, p) && (slices.ContainsFunc(t.path(0, line), had) || had(0))
}

// repeated returns the step as which an entry is repeated; without a kind, it is not repeated.
func (t *tree) repeated(e entry) step {
	s := t.nodes[e].step
	s.first = t.original(e)
	switch {
	case t.again(s.kind):
		return s
	case s.says && t.voices(s.kind):
		return t.words(e)
	}
	return step{}
}

// words returns the message that repeats the comment of an entry.
func (t *tree) words(e entry) step {
	n := t.nodes[e]
	return step{by: n.by, kind: stepSay, first: t.original(e), at: n.at, says: true}
}

// deliver makes a seat read a letter, and send the result if it differs from the letter.
func (t *talk) deliver(l letter) {
	s := t.seat(l.to)
	if t.receive(s, l.line) && s.head != l.line {
		t.send(s, s.head)
	}
}

// takeLetter takes a random letter out of the mail.
func (t *talk) takeLetter() letter {
	i := t.rng.IntN(len(t.letters))
	l := t.letters[i]
	t.letters = slices.Delete(t.letters, i, i+1)
	return l
}

// settleDown delivers all letters, and then the lines of all seats to all others until nothing changes any more.
func (t *talk) settleDown() {
	t.rng.Shuffle(len(t.letters), func(i, j int) { t.letters[i], t.letters[j] = t.letters[j], t.letters[i] })
	letters := t.letters
	t.letters = nil
	for _, l := range letters {
		t.receive(t.seat(l.to), l.line)
	}
	for round := 0; round < 14 && !t.equal() && t.exchange(); round++ {
	}
}

// exchange delivers the lines of all seats to all others, and reports whether anybody adopted one.
func (t *talk) exchange() (changed bool) {
	for _, i := range t.rng.Perm(len(t.seats)) {
		for _, s := range t.seats {
			for _, line := range t.shared(t.seats[i]) {
				changed = t.receive(s, line) || changed
			}
		}
	}
	return changed
}

// shared lists the lines that a seat sends: its own, and all that it has kept if forks are settled, since others may lack
// the one that prevails over theirs.
func (t *talk) shared(s *seat) []entry {
	lines := append(slices.Clone(s.aside), s.head)
	if t.settles {
		lines = append(lines, s.kept...)
	}
	return lines
}

func (t *talk) equal() bool {
	return !slices.ContainsFunc(t.seats, func(s *seat) bool { return s.head != t.seats[0].head })
}

// try tries a step on any line by anybody, legal or not, so that legality is compared too.
func (t *talk) try() {
	line := entry(t.rng.IntN(len(t.nodes)))
	kinds := []stepKind{stepMove, stepLink, stepDraw, stepUndo, stepPause, stepResume, stepAgree, stepAway, stepResign, stepClaim, stepMoved, stepOther, stepSettle, stepRechain}
	if t.substitutes {
		kinds = append(kinds, stepPropose, stepIn, stepOut, stepWelcome, stepPass)
	}
	if t.leaves {
		line = entry(len(t.nodes) - 1 - t.rng.IntN(min(3, len(t.nodes))))
	}
	s := step{by: 1 + t.rng.IntN(t.parties), kind: pick(t.rng, kinds), at: t.clock + 1}
	switch s.kind {
	case stepUndo:
		s.arg = t.rng.IntN(t.nodes[line].ply + 2)
	case stepSettle:
		s.names = entry(t.rng.IntN(len(t.nodes)))
	case stepRechain:
		s.by, s.arg = 0, s.by
	case stepWelcome:
		s.arg = t.rng.IntN(t.parties + 1)
	case stepIn, stepOut:
		if s.kind == stepIn || t.rng.IntN(2) == 0 {
			s.by, s.arg = 0, 6+t.rng.IntN(10)
		}
	}
	s = spoken(s, t.clock)
	if t.watch != nil {
		t.watch.tried(line, s, t.legal(t.tree, line, s))
	}
}

// longOnes is such that one of that many conversations is long.
const longOnes = 8

// length returns a random number of steps: mostly few, whose failures are readable, sometimes many, which find more.
func (t *talk) length() int {
	n := 3 + t.rng.IntN(15)
	if t.settles || t.rng.IntN(longOnes) == 0 {
		n *= 3
	}
	return n
}

// honest is a conversation of honest parties whose letters are lost, doubled, late and out of order.
func (t *talk) honest() {
	for range t.length() {
		t.try()
		if len(t.letters) == 0 || t.rng.IntN(100) < 45 {
			t.act(pick(t.rng, t.seats))
			continue
		}
		l := t.takeLetter()
		switch t.rng.IntN(8) {
		case 0:
			t.say("lost to %d: %s", l.to, t.text(l.line))
			continue
		case 1:
			t.letters = append(t.letters, l)
		}
		t.deliver(l)
	}
	t.settleDown()
	t.holds()
	if !t.equal() {
		t.fail("unequal heads")
	}
	t.everythingSaid()
}
