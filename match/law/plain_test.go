package law_test

import (
	"errors"
	"fmt"
	"slices"
)

// The files plain_*_test.go implement the law of a match again, from PROTOCOL.md alone and as simply as possible: a line
// is a list of steps, and everything is computed from its first step on. It shares only the steps with the model.

// A written step is a step on a line, with what the law needs of it.
type written struct {
	by   int // the party, 0 for a stranger's key
	kind stepKind
	arg  int
	at   int
	says bool
	head string // the hash of the entry
	of   plainLine
}

// first returns the hash of the first original.
func (w written) first() string {
	if w.of != nil && w.kind != stepSettle {
		return w.of[len(w.of)-1].head
	}
	return w.head
}

// A plainLine is a match from its last acceptance up to some step.
type plainLine []written

// with returns the line with one more step.
func (l plainLine) with(w written) plainLine { return append(slices.Clip(l), w) }

// parting returns how many steps two lines have in common.
func parting(a, b plainLine) (n int) {
	for n < len(a) && n < len(b) && a[n].head == b[n].head {
		n++
	}
	return n
}

// plain is the law for a match with these players.
type plain struct {
	players int
	umpire  bool
	chance  bool // two play, and each move waits for a throw
}

// A plainQuestion waits for consents: an offer, a settlement or a substitute.
type plainQuestion struct {
	kind    stepKind
	index   int // of the step that asks
	by, arg int
	say     []int // the parties that must agree
	agreed  []int
}

func (q plainQuestion) complete() bool {
	return q.kind != "" && !slices.ContainsFunc(q.say, func(p int) bool { return !slices.Contains(q.agreed, p) })
}

// may reports whether a party has still to agree.
func (q plainQuestion) may(p int) bool {
	return q.kind != "" && slices.Contains(q.say, p) && !slices.Contains(q.agreed, p)
}

func (q plainQuestion) agree(p int) plainQuestion {
	q.agreed = append(slices.Clip(q.agreed), p)
	return q
}

// A plainProposal is a substitute whom a party has proposed.
type plainProposal struct {
	plainQuestion
	person int // the person who has answered, 0 for nobody
}

// plainState is the state at the end of a line.
type plainState struct {
	moves []plainMoment // of the current game, each with the state before it
	plainMoment
	over      bool
	paused    bool
	halted    bool // by the umpire
	due       bool // a receipt
	claimant  int  // the party whose claim against the mover is open, 0 for none
	offer     plainQuestion
	settle    plainQuestion
	proposals map[int]plainProposal
	person    map[int]int    // who holds the seat of each party
	key       map[int]string // of each party: the question that brought its key, or the substitute
	replaced  map[int]bool   // its key was replaced with the consent of the others
	completes plainQuestion  // what the last step completed
}

// A plainMoment is the state of the players at one point of the game.
type plainMoment struct {
	mover int   // whose turn it is
	out   []int // the parties that have left
}

// without lists those of some parties who have not left.
func (m plainMoment) without(parties []int) []int {
	return slices.DeleteFunc(slices.Clone(parties), func(party int) bool { return slices.Contains(m.out, party) })
}

// next is the next player after another who has not left.
func (p plain) next(m plainMoment) int {
	players := p.seated()
	for i := slices.Index(players, m.mover) + 1; ; i++ {
		if player := players[i%p.players]; !slices.Contains(m.out, player) {
			return player
		}
	}
}

func (p plain) parties() (list []int) {
	if p.umpire {
		list = append(list, 1)
	}
	return append(list, p.seated()...)
}

// seated lists the players.
func (p plain) seated() (list []int) {
	first := 1
	if p.umpire {
		first = 2
	}
	for i := range p.players {
		list = append(list, first+i)
	}
	return list
}

func (p plain) isPlayer(party int) bool { return slices.Contains(p.seated(), party) }

func (p plain) isParty(party int) bool { return slices.Contains(p.parties(), party) }

// toAct is the party for which the match waits, 0 after its end.
func (p plain) toAct(s plainState) int {
	switch {
	case s.over:
		return 0
	case s.due:
		return 1
	}
	return s.mover
}

// state computes the state at the end of a line.
func (p plain) state(l plainLine) plainState {
	s := plainState{proposals: map[int]plainProposal{}, person: map[int]int{}, key: map[int]string{}, replaced: map[int]bool{}}
	s.mover = p.seated()[0]
	for _, party := range p.parties() {
		s.person[party] = party
	}
	for i := range l {
		p.step(&s, l, i)
	}
	return s
}

// step adds the i-th step of a line to the state before it.
func (p plain) step(s *plainState, l plainLine, i int) {
	w := l[i]
	s.completes = plainQuestion{}
	if endsProposal(*s, w) {
		delete(s.proposals, w.by)
	}
	others := func(list []int) []int { return slices.DeleteFunc(list, func(q int) bool { return q == w.by }) }
	switch w.kind {
	case stepMove:
		s.moves = append(slices.Clip(s.moves), s.plainMoment)
		s.mover = p.next(s.plainMoment)
		s.offer, s.claimant, s.paused, s.due = plainQuestion{}, 0, false, p.umpire
	case stepLink:
		s.due = false
	case stepPause:
		if s.halted = !p.isPlayer(w.by); s.halted {
			s.offer, s.claimant, s.paused, s.due = plainQuestion{}, 0, true, true
			return
		}
		s.offer = plainQuestion{w.kind, i, w.by, w.arg, others(s.without(p.seated())), nil}
	case stepDraw:
		s.offer = plainQuestion{w.kind, i, w.by, w.arg, others(s.without(p.seated())), nil}
	case stepUndo: // which may bring back a player who has left
		s.offer = plainQuestion{w.kind, i, w.by, w.arg, others(s.moves[w.arg-1].without(p.seated())), nil}
	case stepRechain:
		s.offer = plainQuestion{w.kind, i, w.arg, 0, slices.DeleteFunc(s.without(p.parties()), func(q int) bool { return q == w.arg }), nil}
	case stepResume:
		s.paused, s.due = false, p.umpire
	case stepAgree:
		if s.settle.kind != "" {
			if s.settle = s.settle.agree(w.by); s.settle.complete() {
				s.completes, s.settle = s.settle, plainQuestion{}
			}
			return
		}
		if s.offer = s.offer.agree(w.by); s.offer.complete() {
			s.completes, s.offer = s.offer, plainQuestion{}
			p.agreed(s, l, i)
		}
	case stepResign:
		p.leaves(s, w.by)
	case stepClaim:
		s.claimant = w.by
	case stepPropose:
		s.proposals[w.by] = plainProposal{plainQuestion: plainQuestion{w.kind, i, w.by, 0, others(s.without(p.seated())), nil}}
		if s.offer.by == w.by && s.offer.kind != stepRechain {
			s.offer = plainQuestion{}
		}
	case stepIn:
		party := placeOf(w.arg)
		proposal := s.proposals[party]
		proposal.person = w.arg
		s.proposals[party] = proposal
	case stepOut:
		if w.by == 0 {
			delete(s.proposals, placeOf(w.arg))
		}
	case stepWelcome:
		proposal := s.proposals[w.arg]
		proposal.plainQuestion = proposal.agree(w.by)
		s.proposals[w.arg] = proposal
		if proposal.complete() && s.mover == w.arg {
			s.claimant = 0
			s.due = p.umpire
		}
	case stepPass:
		s.person[w.by] = s.proposals[w.by].person
		s.key[w.by] = fmt.Sprint("substitute ", s.person[w.by])
		delete(s.proposals, w.by)
		s.offer = plainQuestion{}
	case stepSettle:
		s.offer = plainQuestion{}
		s.settle = plainQuestion{w.kind, i, w.by, 0, p.haveSay(l[:i], w.of), []int{w.by}}
		if s.settle.complete() {
			s.completes, s.settle = s.settle, plainQuestion{}
		}
	}
}

// leaves puts a player out. The others keep playing while there are two.
func (p plain) leaves(s *plainState, by int) {
	s.out = append(slices.Clip(s.out), by)
	if len(s.without(p.seated())) == 1 {
		s.over = true
		return
	}
	s.offer = plainQuestion{}
	delete(s.proposals, by)
	for party, proposal := range s.proposals { // the others must agree again
		proposal.agreed, proposal.say = nil, s.without(slices.DeleteFunc(p.seated(), func(q int) bool { return q == party }))
		s.proposals[party] = proposal
	}
	if s.claimant == by {
		s.claimant = 0
	}
	if s.mover == by {
		s.mover, s.claimant = p.next(s.plainMoment), 0
		s.due = p.umpire
	}
}

// agreed carries out a completed offer.
func (p plain) agreed(s *plainState, l plainLine, i int) {
	switch q := s.completes; q.kind {
	case stepDraw:
		s.over = true
	case stepUndo:
		s.plainMoment, s.moves = s.moves[q.arg-1], s.moves[:q.arg-1]
		s.claimant = 0
		s.due = p.umpire
	case stepPause:
		s.paused, s.claimant, s.due = true, 0, p.umpire
	case stepRechain:
		s.key[q.by] = l[q.index].head
		s.replaced[q.by] = true
		if p.void(l[:i], q.by) { // the umpire has yet to add a link to the event in its place
			s.due = p.umpire
		}
	}
}

// void reports whether a new chain of a party would void the open event at the end of a line.
func (p plain) void(l plainLine, party int) bool {
	if !p.chance {
		return false
	}
	d := p.dice(l)
	return d.open && !d.public[party]
}

// endsProposal reports whether a step shows that its party keeps playing, or withdraws the proposed substitute.
func endsProposal(s plainState, w written) bool {
	switch w.kind {
	case stepOut, stepMove, stepDraw, stepUndo, stepPause, stepResume, stepClaim:
		return w.by != 0
	case stepAgree:
		return s.settle.kind == ""
	}
	return false
}

var errPlain = errors.New("the law refuses it")

// refuses returns why a step cannot follow a line, or nil.
func (p plain) refuses(l plainLine, w written) error {
	s := p.state(l)
	ok := p.may(s, l, w)
	if w.of != nil && w.kind != stepSettle { // a repetition
		ok = ok && slices.Contains([]stepKind{stepResign, stepAway, stepMoved, stepSay}, w.kind)
		for _, x := range l {
			if x.head == w.first() || x.by == w.by && x.first() == w.first() {
				ok = false
			}
		}
	}
	if !ok {
		return errPlain
	}
	return nil
}

// may reports whether a step can follow a line with this state.
func (p plain) may(s plainState, l plainLine, w written) bool {
	if w.by != 0 && !p.isParty(w.by) {
		return false
	}
	if s.over {
		return w.kind == stepSay
	}
	if slices.Contains(s.out, w.by) {
		return w.kind == stepSay && s.settle.kind == "" || w.kind == stepAgree && s.settle.kind == "" && s.offer.kind == stepUndo && s.offer.may(w.by)
	}
	if s.settle.kind != "" {
		return w.kind == stepSettle && p.maySettle(l, w) || w.kind == stepAgree && s.settle.may(w.by)
	}
	player := p.isPlayer(w.by)
	switch w.kind {
	case stepMove:
		return player && p.toAct(s) == w.by
	case stepLink:
		return p.umpire && w.by == 1 && s.due
	case stepDraw:
		return player && p.toAct(s) != w.by && s.offer.kind != stepDraw
	case stepUndo:
		return player && w.arg >= 1 && w.arg <= len(s.moves)
	case stepPause:
		return (player || p.umpire && w.by == 1 && !s.due) && !s.paused && s.offer.kind != stepPause
	case stepResume:
		return s.paused && !s.due && (player && !s.halted || p.umpire && w.by == 1 && s.halted)
	case stepAgree:
		return s.offer.may(w.by) && !(s.offer.kind == stepPause && s.due) && !p.tooEarly(s, l, w)
	case stepAway:
		return player
	case stepResign:
		return player
	case stepClaim:
		return player && s.mover != w.by && !s.due && !s.paused && s.claimant == 0
	case stepMoved, stepOther, stepSay:
		return true
	case stepPropose:
		return player
	case stepIn:
		proposal := s.proposals[placeOf(w.arg)]
		return proposal.kind != "" && proposal.person == 0 && p.fresh(l, w.arg)
	case stepOut:
		if w.by != 0 {
			return s.proposals[w.by].kind != ""
		}
		proposal := s.proposals[placeOf(w.arg)]
		return proposal.kind != "" && (proposal.person == w.arg || proposal.person == 0)
	case stepWelcome:
		return s.proposals[w.arg].person != 0 && s.proposals[w.arg].may(w.by)
	case stepPass:
		if d := p.dice(l); p.chance && p.umpire && d.open && d.opener != w.by && !d.public[1] {
			return false // the reader's entry follows the umpire's link
		}
		return s.proposals[w.by].person != 0 && s.proposals[w.by].complete()
	case stepSettle:
		return p.maySettle(l, w)
	case stepRechain:
		return p.isParty(w.arg) && !slices.Contains(s.out, w.arg)
	}
	return false
}

// tooEarly reports whether a step is the last consent to a new key that makes the open event void, and not the opener's.
func (p plain) tooEarly(s plainState, l plainLine, w written) bool {
	return s.offer.kind == stepRechain && s.offer.agree(w.by).complete() && p.void(l, s.offer.by) && p.dice(l).opener != w.by
}

// fresh reports whether nobody in the match has the key of a person.
func (p plain) fresh(l plainLine, person int) bool {
	for _, seated := range p.state(l).person {
		if seated == person {
			return false
		}
	}
	return true
}

// maySettle reports whether somebody has forked the line that a step rejects.
func (p plain) maySettle(l plainLine, w written) bool {
	if !slices.Contains(p.haveSay(l, w.of), w.by) {
		return false
	}
	for _, x := range w.of[parting(l, w.of):] {
		if x.kind == stepSettle {
			return false
		}
	}
	_, apart := p.bySettlement(l, w.of)
	sure, doubted := p.forked(l, w.of)
	return !apart && len(sure)+len(doubted) > 0
}

// haveSay lists the players who decide whether a line takes precedence over the other.
func (p plain) haveSay(l, other plainLine) []int {
	sure, _ := p.forked(l, other)
	s := p.state(l)
	in := s.without(p.seated())
	say := slices.DeleteFunc(slices.Clone(in), func(party int) bool { return slices.Contains(sure, s.person[party]) })
	if len(say) == 0 {
		return in
	}
	return say
}
