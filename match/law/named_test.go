package law_test

import "testing"

// These named conversations are rarely found at random. Each is played by package match, the model and the plain law, and
// the test says which line must be valid.

// story is a tree whose lines are written by hand.
type story struct {
	*testing.T
	*tree
	l *lockstep
}

func newStory(t *testing.T, parties int, umpire bool) *story {
	s := &story{T: t, tree: newTree(theLaw(), parties, umpire)}
	s.watch = plainBeside(diced)(s.tree, shape{parties, umpire, 0})
	s.l = s.watch.(*lockstep)
	return s
}

// then appends steps to a line, each of which must be legal.
func (s *story) then(line entry, steps ...step) entry {
	s.Helper()
	for _, st := range steps {
		if !s.legal(s.tree, line, st) {
			s.Fatalf("%s by %d is illegal behind %s", st.kind, st.by, s.text(line))
		}
		line, _ = s.sign(line, st)
	}
	s.fits()
	return line
}

// refuses requires that a step is illegal.
func (s *story) refuses(line entry, st step) {
	s.Helper()
	if s.legal(s.tree, line, st) {
		s.Errorf("%s by %d is legal behind %s", st.kind, st.by, s.text(line))
	}
	st.at = s.clock + 1
	s.watch.tried(line, st, false)
	s.fits()
}

// stands requires that line a takes precedence over line b and that nobody has forked.
func (s *story) stands(a, b entry) {
	s.Helper()
	v := s.judge(a, b)
	s.watch.judged(a, b, v)
	if s.fits(); v.stands != a || v.forked != 0 {
		s.Errorf("%s and %s: %+v", s.text(a), s.text(b), v)
	}
}

// fits fails if the model and package match differ.
func (s *story) fits() {
	s.Helper()
	if s.l.wrong != "" {
		s.Fatal(s.l.wrong)
	}
}

// leaves are the steps by which a party proposes a substitute to whom all others agree.
func leaves(party, person int, others ...int) []step {
	list := []step{{by: party, kind: stepPropose}, {kind: stepIn, arg: person}}
	for _, other := range others {
		list = append(list, step{by: other, kind: stepWelcome, arg: party})
	}
	return list
}

func move(by int) step { return step{by: by, kind: stepMove} }

// TestHandOverIsShownToTheSubstituteAlone: the substitute moves, while the others complete a take-back and continue.
func TestHandOverIsShownToTheSubstituteAlone(t *testing.T) {
	s := newStory(t, 3, false)
	person, _ := substitutes(1)
	asked := s.then(0, move(1), move(2), step{by: 3, kind: stepUndo, arg: 1}, step{by: 1, kind: stepAgree})
	all := s.then(asked, leaves(1, person, 2, 3)...)
	hidden := s.then(all, step{by: 1, kind: stepPass})
	theirs := s.then(all, step{by: 2, kind: stepAgree})
	s.stands(s.then(theirs, step{by: 2, kind: stepAway}), s.then(hidden, step{by: 1, kind: stepAway}))
	// The same holds if the substitute moves: that move does not count, and the others have agreed.
	s = newStory(t, 3, false)
	asked = s.then(0, move(1), move(2), move(3), step{by: 3, kind: stepUndo, arg: 2}, step{by: 1, kind: stepAgree})
	all = s.then(asked, leaves(1, person, 2, 3)...)
	s.stands(s.then(all, step{by: 2, kind: stepAgree}), s.then(all, step{by: 1, kind: stepPass}, move(1)))
	// With two players the take-back would have to be offered by the leaver, and the proposal withdraws that offer.
	s = newStory(t, 2, false)
	person, _ = substitutes(2)
	all = s.then(0, append([]step{move(1), {by: 2, kind: stepUndo, arg: 1}}, leaves(2, person, 1)...)...)
	s.refuses(all, step{by: 1, kind: stepAgree})
	on := s.then(all, step{by: 2, kind: stepPass}, move(2))
	s.stands(on, s.then(all, step{by: 1, kind: stepAway}))
	// On the opponent's turn, the opponent's move takes precedence over the hand-over and the substitute's words.
	all = s.then(0, leaves(2, person, 1)...)
	s.stands(s.then(all, move(1)), s.then(all, step{by: 2, kind: stepPass}, step{by: 2, kind: stepAway}))
}

// TestDrawOfWhoLeaves: the leaver's draw offer is accepted after all have agreed to the substitute.
func TestDrawOfWhoLeaves(t *testing.T) {
	s := newStory(t, 2, false)
	person, _ := substitutes(2)
	offered := s.then(0, step{by: 2, kind: stepDraw})
	drawn := s.then(offered, step{by: 1, kind: stepAgree})
	called := s.then(offered, leaves(2, person)...)
	s.stands(drawn, called)
	s.refuses(s.then(called, step{by: 1, kind: stepWelcome, arg: 2}), step{by: 1, kind: stepAgree})
}

// TestTakeBackAndDice: Bob asks to take back a move, then moves. Alice reads that, agrees to the take-back and moves.
func TestTakeBackAndDice(t *testing.T) {
	s := newStory(t, 2, false)
	asked := s.then(0, move(1), move(2), move(1), step{by: 2, kind: stepUndo, arg: 3})
	bobs := s.then(asked, move(2))
	alices := s.then(asked, step{by: 1, kind: stepAgree}, move(1))
	s.stands(alices, bobs)
	on := s.then(alices, move(2), move(1), move(2))
	if foreseen := s.l.events()[on].foreseen; len(foreseen) > 0 {
		t.Errorf("party %d foresaw a throw", foreseen[0])
	}
	// Bob reads her move before he signs his, and hers is valid all the same.
	s.stands(on, s.then(asked, move(2), step{by: 2, kind: stepAway}))
}

// TestUmpireOfAnEventInPlaceOfAVoidOne checks that the new event needs a link too, before anybody can move.
func TestUmpireOfAnEventInPlaceOfAVoidOne(t *testing.T) {
	s := newStory(t, 3, true)
	link := step{by: 1, kind: stepLink}
	given := s.then(0, move(2), link)
	lost := func(line entry, party int, others ...int) entry {
		line = s.then(line, step{kind: stepRechain, arg: party})
		for _, other := range others {
			line = s.then(line, step{by: other, kind: stepAgree})
		}
		return line
	}
	void := lost(given, 3, 1, 2)
	s.refuses(void, move(3))
	s.then(void, link, move(3), link)
	s.then(void, step{by: 2, kind: stepUndo, arg: 1}, step{by: 3, kind: stepAgree}, link, move(2))
	// The links of the opener and of the umpire are public, so the event is not void.
	s.then(lost(given, 2, 1, 3), move(3))
	s.then(lost(given, 1, 2, 3), move(3))
	// The umpire's link is not public before the receipt, and the opener agrees last.
	s.then(lost(s.then(0, move(2)), 1, 3, 2), link, move(3))
}

// TestSettlementsProposedAtOnce: the settlement of the party with the lower number is valid, so the other player can agree to it.
func TestSettlementsProposedAtOnce(t *testing.T) {
	s := newStory(t, 3, false)
	settle := func(by int, names entry) step { return step{by: by, kind: stepSettle, names: names} }
	taken, away := s.then(0, move(1)), s.then(0, step{by: 1, kind: stepAway})
	for range 8 { // each time with other hashes
		taken = s.then(taken, step{by: 1, kind: stepOther})
		third := s.then(taken, settle(3, away))
		second := s.then(taken, settle(2, away))
		s.stands(second, third)
		s.stands(s.then(taken, settle(3, away)), third)
		s.stands(third, s.then(taken, step{kind: stepRechain, arg: 2}))
		s.stands(s.then(third, settle(2, away)), second)
		s.stands(s.then(second, step{by: 3, kind: stepAgree}), away)
	}
}
