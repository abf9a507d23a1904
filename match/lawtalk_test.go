package match_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// A seat is an honest party with a program that follows the law.
type seat struct {
	me      int
	head    entry
	accused partySet
	kept    []entry // the lines that were put away or that a fork keeps apart
	heads   []entry // every line that ever stood here
	told    map[entry]bool
}

// A letter carries a line to a party.
type letter struct {
	to   int
	line entry
}

// A talk is one random conversation about one match.
type talk struct {
	*tree
	rng     *rand.Rand
	seats   []*seat
	cheats  []int
	letters []letter
	seen    []entry // what the cheats have seen, in order
	log     []string
	logging bool
	wrong   string // the first property that did not hold
}

// A shape is who takes part in a conversation.
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
	t := &talk{tree: newTree(r, s.parties, s.umpire), rng: rand.New(rand.NewPCG(seed, 0)), seen: []entry{0}}
	order := t.rng.Perm(s.parties)
	for i, p := range order {
		if i < s.cheats {
			t.cheats = append(t.cheats, p+1)
		}
	}
	for p := 1; p <= s.parties; p++ {
		if !slices.Contains(t.cheats, p) {
			t.seats = append(t.seats, &seat{me: p, heads: []entry{0}, told: map[entry]bool{}})
		}
	}
	return t
}

func (t *talk) say(format string, args ...any) {
	if t.logging {
		t.log = append(t.log, fmt.Sprintf(format, args...))
	} else {
		t.log = append(t.log, "")
	}
}

func (t *talk) fail(format string, args ...any) {
	if t.wrong == "" {
		t.wrong = fmt.Sprintf(format, args...)
		t.say("WRONG: %s", t.wrong)
	}
}

func (t *talk) seat(p int) *seat {
	for _, s := range t.seats {
		if s.me == p {
			return s
		}
	}
	return nil
}

// pick gives one of a list by chance.
func pick[T any](rng *rand.Rand, of []T) T { return of[rng.IntN(len(of))] }

// stand makes a line the head of a seat.
func (s *seat) stand(line entry) {
	s.head = line
	s.heads = append(s.heads, line)
}

// act lets a seat do one of the things that it may do, and send it.
func (t *talk) act(s *seat) {
	may := t.choices(s)
	if len(may) == 0 {
		return
	}
	line, ok := t.sign(s.head, pick(t.rng, may))
	if !ok {
		return
	}
	s.stand(line)
	t.say("%d signs %s", s.me, t.text(line))
	t.send(s)
}

// choices lists what an honest party may do on its line, what is likelier more than once.
func (t *talk) choices(s *seat) (may []step) {
	n := t.nodes[s.head]
	add := func(times int, k stepKind, arg int) {
		if st := (step{by: s.me, kind: k, arg: arg}); t.legal(t.tree, s.head, st) {
			may = append(may, slices.Repeat([]step{st}, times)...)
		}
	}
	add(8, stepLink, 0)
	if !t.plays(s.me) {
		return may
	}
	add(3, stepAgree, 0)
	add(6, stepMove, 0)
	add(1, stepDraw, 0)
	if n.ply > 0 {
		add(1, stepUndo, n.ply-t.rng.IntN(min(3, n.ply)))
	}
	if n.turn != s.me {
		add(1, stepAway, 0)
		add(1, stepClaim, 0)
		if t.rng.IntN(7) == 0 {
			add(1, stepResign, 0)
		}
	}
	return may
}

// send puts a seat's line into everybody else's mail.
func (t *talk) send(s *seat) {
	for _, q := range t.seats {
		if q != s {
			t.letters = append(t.letters, letter{q.me, s.head})
		}
	}
	t.see(s.head)
}

// see shows a line to the cheats.
func (t *talk) see(line entry) {
	for _, e := range t.path(0, line) {
		if !slices.Contains(t.seen, e) {
			t.seen = append(t.seen, e)
		}
	}
}

// receive lets a seat judge a line, and tells whether its own line changed to it or beyond it.
func (t *talk) receive(s *seat, line entry) (changed bool) {
	old := s.head
	if line == old {
		return false
	}
	v := t.judge(old, line)
	if t.watch != nil {
		t.watch.judged(old, line, v)
	}
	switch {
	case v.forked != 0:
		s.accused |= v.forked
		s.keep(line)
		t.say("%d gets %s: fork by %v", s.me, t.text(line), v.forked)
	case v.stands == old:
		s.keep(line)
		t.say("%d gets %s: keeps %s", s.me, t.text(line), t.text(old))
	default:
		t.follow(s, v, line)
		t.say("%d gets %s: follows, now %s", s.me, t.text(line), t.text(s.head))
		t.compare(s, v.parting, old)
		return true
	}
	t.accusations(s)
	return false
}

func (s *seat) keep(line entry) {
	if !slices.Contains(s.kept, line) {
		s.kept = append(s.kept, line)
	}
}

// follow takes a line in place of a seat's own, keeps and tells what is put away, and makes again what the law says.
func (t *talk) follow(s *seat, v verdict, line entry) {
	gone := t.path(v.parting, s.head)
	old := s.head
	if len(gone) > 0 {
		s.keep(old)
	}
	s.stand(line)
	for _, e := range gone {
		if t.nodes[e].by == s.me {
			s.told[e] = true
		}
	}
	if again := t.repeat(line, gone, s.me); again != line {
		s.stand(again)
	}
	if t.watch != nil {
		t.watch.repeated(line, old, s.me, s.head)
	}
}

// repeat is rule 3: it makes a party's steps of what was put away again behind what stands.
func (t *tree) repeat(line entry, gone []entry, by int) entry {
	for _, e := range gone {
		s := t.nodes[e].step
		s.first = t.original(e)
		stands := slices.ContainsFunc(t.path(0, line), func(x entry) bool { return t.original(x) == s.first })
		if s.by != by || !t.again(s.kind) || stands || !t.legal(t, line, s) {
			continue
		}
		if longer, ok := t.add(line, s); ok {
			line = longer
		}
	}
	return line
}

// deliver lets a seat read a letter, and send on what came of it beyond the letter.
func (t *talk) deliver(l letter) {
	s := t.seat(l.to)
	if t.receive(s, l.line) && s.head != l.line {
		t.send(s)
	}
}

// takeLetter takes a letter out of the mail by chance.
func (t *talk) takeLetter() letter {
	i := t.rng.IntN(len(t.letters))
	l := t.letters[i]
	t.letters = slices.Delete(t.letters, i, i+1)
	return l
}

// settleDown brings all that is on the way, and then the lines of all to all until nothing changes any more.
func (t *talk) settleDown() {
	t.rng.Shuffle(len(t.letters), func(i, j int) { t.letters[i], t.letters[j] = t.letters[j], t.letters[i] })
	letters := t.letters
	t.letters = nil
	for _, l := range letters {
		t.receive(t.seat(l.to), l.line)
	}
	for round := 0; round < 14 && !t.equal(); round++ {
		t.exchange()
	}
}

func (t *talk) exchange() {
	for _, i := range t.rng.Perm(len(t.seats)) {
		for _, s := range t.seats {
			t.receive(s, t.seats[i].head)
		}
	}
}

func (t *talk) equal() bool {
	return !slices.ContainsFunc(t.seats, func(s *seat) bool { return s.head != t.seats[0].head })
}

// try asks for a step on any line by anybody, legal or not, so that what may be signed is compared too.
func (t *talk) try() {
	if t.watch == nil {
		return
	}
	line := entry(t.rng.IntN(len(t.nodes)))
	kinds := []stepKind{stepMove, stepLink, stepDraw, stepUndo, stepAgree, stepAway, stepResign, stepClaim}
	s := step{by: 1 + t.rng.IntN(t.parties), kind: pick(t.rng, kinds), at: t.clock + 1}
	if s.kind == stepUndo {
		s.arg = t.rng.IntN(t.nodes[line].ply + 2)
	}
	t.watch.tried(line, s, t.legal(t.tree, line, s))
}

// honest is a conversation of honest parties whose letters are lost, doubled, late and out of order.
func (t *talk) honest() {
	for range 3 + t.rng.IntN(14) {
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
	t.nothingLost()
	if !t.equal() {
		t.fail("unequal heads")
	}
}

// cheating is a conversation in which the cheats sign anything behind anything that they have seen, withhold, repeat and reorder.
func (t *talk) cheating() {
	for range 4 + t.rng.IntN(15) {
		t.try()
		switch x := t.rng.IntN(100); {
		case x < 25:
			t.act(pick(t.rng, t.seats))
		case x < 55 && len(t.letters) > 0:
			if l := t.takeLetter(); t.rng.IntN(10) > 0 {
				t.deliver(l)
			}
		case x < 95:
			t.cheat()
		default:
			t.letters = append(t.letters, letter{pick(t.rng, t.seats).me, pick(t.rng, t.seen)})
		}
	}
	t.settleDown()
	t.nothingLost()
	t.exposed()
}

// cheat lets a cheat sign something on a line of its choice and show it to whom it likes.
func (t *talk) cheat() {
	line := pick(t.rng, t.seen)
	if t.rng.IntN(2) == 0 {
		line = slices.MaxFunc(t.seen, func(a, b entry) int { return t.nodes[a].depth - t.nodes[b].depth })
	}
	s, ok := t.anything(line, pick(t.rng, t.cheats))
	if !ok {
		return
	}
	longer, ok := t.add(line, s)
	if !ok {
		return
	}
	t.see(longer)
	t.say("cheat %d signs %s", s.by, t.text(longer))
	for _, q := range t.seats {
		if t.rng.IntN(10) < 7 {
			t.letters = append(t.letters, letter{q.me, longer})
		}
	}
}

// anything is a legal step of a party on a line, new or made again.
func (t *talk) anything(line entry, by int) (s step, ok bool) {
	kinds := []stepKind{stepMove, stepMove, stepLink, stepDraw, stepUndo, stepAgree, stepAgree, stepAway, stepClaim}
	if t.rng.IntN(10) < 3 {
		kinds = append(kinds, stepResign)
	}
	var may []step
	for _, k := range kinds {
		s := step{by: by, kind: k}
		if k == stepUndo {
			s.arg = 1 + t.rng.IntN(max(1, t.nodes[line].ply))
		}
		if t.legal(t.tree, line, s) {
			may = append(may, s)
		}
	}
	if len(may) == 0 {
		return s, false
	}
	s = pick(t.rng, may)
	t.clock++
	s.at = t.clock
	if t.rng.IntN(4) == 0 && t.again(s.kind) {
		s = t.pretended(s)
	}
	return s, true
}

// pretended is a step made again, of something that its party once signed somewhere.
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
