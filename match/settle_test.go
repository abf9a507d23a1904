package match_test

import (
	"slices"
	"strings"
	"testing"

	"hikyaku/kif"
	"hikyaku/match"
	"hikyaku/match/fair"
)

// besides puts the other line below a settlement.
func besides(lines string) with { return func(e *draft) { e.Other = lines } }

// settle takes the line m by a party's word, and puts away the other.
func (tb *table) settle(m, away *match.Match, by int) *match.Match {
	tb.Helper()
	e, err := m.Settle(away, by)
	tb.must(err)
	return tb.do(m, by, e.Step, besides(e.Other))
}

// forked returns a match that Bob has forked: two lines of it.
func forked(t testing.TB, s setting) (tb *table, m, first, second *match.Match) {
	t.Helper()
	tb, m = sit(t, s)
	m = tb.run(m, "1 add1")
	first, second = tb.run(m, "2 add1"), tb.run(m, "2 add2")
	meets(t, first, second, nil, 2)
	return tb, m, first, second
}

func TestWhoSettles(t *testing.T) {
	tb, _, first, second := forked(t, three)
	e, err := first.Settle(second, 1)
	tb.must(err)
	tb.refuses(first, "but a player who signed both versions can't propose one", 2, e.Step, besides(e.Other))
	tb.refuses(first, "but only a player who has not signed both versions, and has not", 3, kif.Agree{To: kif.SettleQuestion})
	proposed := tb.settle(first, second, 1)
	for _, by := range []int{1, 2} {
		tb.refuses(proposed, "but only a player who has not signed both versions, and has not", by, kif.Agree{To: kif.SettleQuestion})
		if _, err := proposed.Settle(second, by); err == nil {
			t.Errorf("%d settles what is settled, or has forked", by)
		}
	}
	if s := proposed.Settlement; s.Complete || s.Party != 1 || !slices.Equal(s.Excluded, []int{2}) {
		t.Errorf("%+v", s)
	}
	agreed := tb.settle(proposed, second, 3)
	if s := agreed.Settlement; !s.Complete || len(s.Agreed) != 2 || proposed.Settlement.Complete || agreed.Record.Events[agreed.LastEntry()].Step != kif.Step(kif.Agree{To: kif.SettleQuestion}) {
		t.Errorf("%+v", s)
	}
	tb.refuses(agreed, "but only a player who has not signed both versions, and has not", 3, kif.Agree{To: kif.SettleQuestion})
	tb, _, first, second = forked(t, plain)
	if s := tb.settle(first, second, 1).Settlement; !s.Complete {
		t.Errorf("%+v: nobody is left to agree", s)
	}
	tb, m := sit(t, umpired)
	first, second = tb.play(m, "add1"), tb.play(m, "add2")
	e, err = first.Settle(second, 3)
	tb.must(err)
	tb.refuses(first, "but only a player can do this, not the umpire", 1, e.Step, besides(e.Other))
	tb.refuses(first, "but only a player who has not signed both versions, and has not", 3, kif.Agree{To: kif.SettleQuestion})
	if s := tb.settle(first, second, 3).Settlement; !s.Complete {
		t.Errorf("%+v: an umpire is not asked", s)
	}
}

// TestAllForked checks that all must agree if everybody has signed both lines.
func TestAllForked(t *testing.T) {
	tb, m := sit(t, plain)
	m = tb.run(m, "1 add1")
	first, second := tb.run(m, "1 away 2026-12-01; 2 add1"), tb.run(m, "1 away 2026-12-02; 2 add2")
	meets(t, first, second, nil, 1, 2)
	proposed := tb.settle(first, second, 1)
	if proposed.Settlement.Complete {
		t.Error("who has forked too settles alone")
	}
	agreed := tb.settle(proposed, second, 2)
	meets(t, agreed, second, agreed)
}

// TestProposedSettlement checks that only consent, or another settlement, follows the proposal of one.
func TestProposedSettlement(t *testing.T) {
	tb, _, first, second := forked(t, three)
	proposed := tb.settle(first, second, 1)
	for _, s := range []kif.Step{kif.Move("add1"), kif.DrawOffer{}, kif.Resignation, stepOf("away 2026-12-01")} {
		tb.refuses(proposed, "expected agreement to the version of the match that was proposed", 3, s)
	}
	e, err := first.Settle(second, 3)
	tb.must(err)
	other := tb.do(proposed, 3, e.Step, besides(e.Other))
	if s := other.Settlement; s.Party != 3 || s.Complete {
		t.Errorf("%+v", s)
	}
	complete := tb.settle(other, second, 1)
	meets(t, complete, second, complete)
	// It weighs nothing while it waits.
	meets(t, proposed, second, nil, 2)
	on := tb.run(first, "3 add1")
	meets(t, proposed, on, on)
	// Nobody keeps one out by talking.
	for range 30 {
		first = tb.do(first, 2, stepOf("away 2026-12-01"))
	}
	tb.settle(tb.settle(first, second, 1), second, 3)
}

// TestSettlement checks that a line on which all but the party that signed both agree takes precedence over every other
// line.
func TestSettlement(t *testing.T) {
	tb, m, first, second := forked(t, plain)
	settled := tb.settle(first, second, 1)
	meets(t, settled, second, settled)
	meets(t, settled, tb.run(second, "2 away 2026-12-01; 1 add1; 2 add1"), settled)
	on := tb.run(settled, "1 add1; 2 add1; 1 add1")
	meets(t, on, second, on)
	meets(t, on, tb.run(second, "1 add1; 2 add1"), on)
	other := tb.settle(second, first, 1)
	meets(t, other, first, other)
	// Neither an older copy of the other line escapes, nor a branch beside both, nor one beside the line that was taken.
	second = tb.run(second, "1 add1; 2 add1")
	settled = tb.settle(first, second, 1)
	for _, line := range []*match.Match{second.Cut(second.LastEntry()), tb.run(m, "2 add2; 2 away 2026-12-03"), tb.run(m, "1 away 2026-12-04"), tb.run(first, "1 add2; 2 add1")} {
		meets(t, settled, line, settled)
	}

	tb, _, first, second = forked(t, three)
	second = tb.run(second, "3 add1") // Carol knew of no other line
	proposed := tb.settle(first, second, 1)
	meets(t, proposed, second, nil, 2)
	agreed := tb.settle(proposed, second, 3)
	meets(t, agreed, second, agreed)
	agreed = tb.run(agreed, "3 add2; 1 add1; 2 add1")
	meets(t, agreed, second, agreed)
	byCarol := tb.settle(tb.settle(first, second, 3), second, 1)
	meets(t, byCarol, second, byCarol)
}

// TestSettlingIsNoFork checks that a player who has signed the other line may propose this one.
func TestSettlingIsNoFork(t *testing.T) {
	tb, m := sit(t, three)
	m = tb.run(m, "1 add1; 2 add1")
	first, second := tb.run(m, "2 away 2026-12-01"), tb.run(m, "2 away 2026-12-02; 3 add1")
	meets(t, first, second, nil, 2)
	proposed := tb.settle(first, second, 3)
	meets(t, proposed, second, nil, 2)
	agreed := tb.settle(proposed, second, 1)
	meets(t, agreed, second, agreed)
}

// TestLyingSettlement checks that a settlement must agree with the lines that it names.
func TestLyingSettlement(t *testing.T) {
	tb, m, first, second := forked(t, plain)
	e, err := first.Settle(second, 1)
	tb.must(err)
	common := e.Step.(kif.Settle).Common
	lines := func(m *match.Match) string { return m.Record.Lines(m.EventOf(common-1) + 1) }
	for _, c := range []struct {
		want  string
		step  kif.Settle
		other string
	}{
		{"the other version has a different head", kif.Settle{Other: kif.Hash{1}, Common: common}, e.Other},
		{"the other version has a different head", kif.Settle{Other: m.Head, Common: common}, e.Other},
		{"the two versions differ from another point on", kif.Settle{Other: first.Head, Common: common}, lines(first)},
		{"the two versions differ from another point on", kif.Settle{Other: second.Head, Common: common - 1}, second.Record.Lines(second.EventOf(common-2) + 1)},
		{"this version has no entries after the point where the two diverge", kif.Settle{Other: second.Head, Common: common + 1}, e.Other},
		{"this version has no entries after the point where the two diverge", kif.Settle{Other: second.Head, Common: 1 << 40}, e.Other},
		{"but this is only possible if the match has two versions, with the", kif.Settle{Other: second.Head, Common: common}, ""},
		{"but this is only possible if the match has two versions, with the", kif.Settle{Other: second.Head, Common: common}, strings.Replace(e.Other, "add2", "add1", 1)},
		{"but this is only possible if the match has two versions, with the", kif.Settle{Other: second.Head, Common: common}, strings.Replace(e.Other, "#: sign ", "#: sign 00", 1)},
		{"it isn't written the way hikyaku writes it", kif.Settle{Other: second.Head, Common: common}, e.Other + "\n#: came 2026-12-01T00:00:00Z"},
		{"nobody has signed both versions", kif.Settle{Other: tb.run(m, "1 away 2026-12-01").Head, Common: common}, lines(tb.run(m, "1 away 2026-12-01"))},
		{"the other version contains a proposal to resolve a conflict itself", kif.Settle{Other: tb.settle(second, first, 1).Head, Common: common}, lines(tb.settle(second, first, 1))},
	} {
		tb.refuses(first, c.want, 1, c.step, besides(c.other))
	}
	tb.refuses(first, "but the other version of the match may only follow a proposal to resolve the conflict", 1, stepOf("away 2026-12-01"), besides(e.Other))
	// A player who has forked cannot accuse the other.
	mine, too := tb.run(m, "2 add1; 1 add1"), tb.run(m, "2 add1; 1 add2")
	meets(t, mine, too, nil, 1)
	e, err = mine.Settle(too, 2)
	tb.must(err)
	tb.refuses(mine, "but a player who signed both versions can't propose one", 1, e.Step, besides(e.Other))
	// A fork must have been there when it was settled.
	if _, err := tb.run(m, "1 away 2026-12-01").Settle(second, 1); err == nil {
		t.Error("nobody has forked where letters have crossed")
	}
}

// TestSettlementIsNotUndone checks that no later proposal, by anybody, reverses a settlement.
func TestSettlementIsNotUndone(t *testing.T) {
	tb, _, first, second := forked(t, plain)
	settled := tb.settle(first, second, 1)
	if _, err := second.Settle(settled, 1); err == nil {
		t.Error("what is settled is settled again")
	}
	other := tb.settle(tb.run(settled, "1 add1; 2 add1"), tb.run(settled, "1 add1; 2 add2"), 1)
	meets(t, other, second, other)
	meets(t, other, tb.run(settled, "1 add1; 2 add2"), other)
}

// TestSettlementsThatCross checks that both sides take the settlement of the party with the lower number.
func TestSettlementsThatCross(t *testing.T) {
	tb, _, first, second := forked(t, three)
	a := tb.settle(tb.settle(first, second, 1), second, 3)
	b := tb.settle(tb.settle(second, first, 3), first, 1)
	meets(t, a, b, a)
	b = tb.settle(tb.settle(second, first, 1), first, 3)
	if x, y := match.Meet(a, b), match.Meet(b, a); x.Valid == y.Valid || x.Valid == match.Neither {
		t.Errorf("two by the same: %+v and %+v", x, y)
	}
	c := tb.settle(second, first, 3) // which nobody has agreed to
	meets(t, a, c, a)
	// Taking a line on which another is proposed rejects what was signed before.
	taken := tb.settle(tb.settle(first, c, 1), c, 3)
	meets(t, taken, c, taken)
	// After the next fork, what was agreed before it counts for neither side.
	here, there := tb.run(a, "2 away 2026-12-01"), tb.run(a, "2 away 2026-12-02")
	proposed := tb.settle(here, there, 3)
	meets(t, tb.rechain(here, 2, fair.MasterFrom([32]byte{9})), proposed, proposed)
}

// TestSettlementsProposedAtOnce checks that everybody follows the settlement of the lower number, whatever the hashes,
// and that the other player can agree to no other.
func TestSettlementsProposedAtOnce(t *testing.T) {
	tb, _, first, second := forked(t, three)
	for range 8 {
		first = tb.do(first, 2, stepOf("away 2026-12-01"))
		byAlice, byCarol := tb.settle(first, second, 1), tb.settle(first, second, 3)
		meets(t, byAlice, byCarol, byAlice)
		meets(t, tb.rechain(first, 2, fair.MasterFrom([32]byte{9})), byCarol, byCarol)
		if again := tb.settle(byCarol, second, 1); again.Settlement.Party != 3 || !again.Settlement.Complete {
			t.Errorf("Alice, who has agreed to nothing, signs %+v", again.Settlement)
		}
		e, err := byCarol.Settle(second, 1, byAlice)
		tb.must(err)
		again := tb.do(byCarol, 1, e.Step, besides(e.Other))
		if s := again.Settlement; s.Party != 1 || s.Complete {
			t.Errorf("Alice, who has agreed to her own proposal, signs %+v", s)
		}
		meets(t, again, byAlice, again)
		if e, err := byAlice.Settle(second, 3, byCarol); err != nil || e.Step != kif.Step(kif.Agree{To: kif.SettleQuestion}) {
			t.Errorf("Carol signs %v, %v", e.Step, err)
		}
	}
}

// TestBound checks that a party that has agreed to a settlement signs nothing that the settlement could reject, and
// agrees to none of lower precedence.
func TestBound(t *testing.T) {
	tb, _, first, second := forked(t, three)
	byAlice, byCarol := tb.settle(first, second, 1), tb.settle(first, second, 3)
	n := len(first.Entries)
	came := func(e *draft) { e.sealed = append(e.sealed, func(e *kif.Event) { e.Came = epoch.AddDate(0, 1, 0) }) }
	complete := tb.settle(byAlice, second, 3)
	for name, c := range map[string]struct {
		m     *match.Match
		party int
		kept  *match.Match
		bound bool
	}{
		"a move":                       {tb.run(first, "3 add1"), 3, byCarol, true},
		"a substitute":                 {tb.do(first, 3, kif.Substitute{Who: seatOf("Zoe")}), 3, byCarol, true},
		"a move of who has not agreed": {tb.run(first, "3 add1"), 3, byAlice, false},
		"what came by letter":          {tb.do(first, 3, kif.Move("add1"), came), 3, byCarol, false},
		"what stands there":            {tb.run(first, "3 add1"), 3, tb.run(first, "3 add1"), false},
		"another's step":               {tb.run(first, "3 add1"), 1, byCarol, false},
		"a settlement above":           {complete, 3, byCarol, false},
		"a settlement below":           {tb.settle(byCarol, second, 1), 1, byAlice, true},
		"what follows one above":       {tb.run(complete, "3 add1"), 3, byCarol, false},
	} {
		if s := c.m.Bound(n, c.party, []*match.Match{c.kept}); (s != nil) != c.bound {
			t.Errorf("%s: bound by %+v", name, s)
		}
	}
}

// TestSettledDice checks that numbers are not used again if anything about them was public on either line.
func TestSettledDice(t *testing.T) {
	tb, m := sit(t, setting{})
	m = tb.play(m, "add1", "add1", "add1") // the third opens event 1, which Bob reads
	m = tb.attend(m)
	taken, away := tb.do(m, 2, kif.Move("add1")), tb.do(m, 2, kif.Move("add2"))
	for away.Dice.Event < 4 {
		away = tb.play(away, "add1")
	}
	if taken.Dice.Event > 2 || away.Dice.Event != 4 {
		t.Fatalf("events %d and %d", taken.Dice.Event, away.Dice.Event)
	}
	settled := tb.settle(taken, away, 1)
	if settled.Settlement.Dice != 4 {
		t.Fatalf("%+v", settled.Settlement)
	}
	meets(t, settled, away, settled)
	sameMatch(t, settled, judged(t, counting, string(settled.Record.Bytes())))
	for settled.Dice.Event <= 4 || settled.Next().Throw != nil {
		settled = tb.play(settled, "add1")
	}
	opened := 0
	for _, e := range settled.Record.Events[settled.LastOf(func(s kif.Step) bool { _, settles := s.(kif.Settle); return settles }):] {
		if n := e.Link.Index; n > taken.Dice.Event && n < 5 { // the event that is open stays
			t.Errorf("link %d behind a settlement that gives up 4 events", n)
		}
		opened = max(opened, e.Link.Index)
	}
	if opened < 5 {
		t.Errorf("no event is opened behind the settlement")
	}
	if p := settled.NewProof(); p.Proved != p.Throws {
		t.Errorf("proof %+v", p)
	}
}

// TestSettledOpenEvent checks that the pending throw keeps its dice, whatever was played with them on the other line,
// and that other events opened there are skipped.
func TestSettledOpenEvent(t *testing.T) {
	for _, umpire := range []bool{false, true} {
		tb, m := sit(t, setting{umpire: umpire, time: "3d"})
		first, second := m.Roster.Players()[0], m.Roster.Players()[1]
		m = tb.attend(tb.play(m, "add1", "add1", "add1"))
		m = m.Cut(m.LastEntry() + 1)
		read, err := m.ReadDice(second, tb.open)
		tb.must(err)
		want := read.Record.Events[len(read.Record.Events)-1].Step
		for _, moves := range []int{1, 3} {
			taken, away := tb.do(m, second, stepOf("away 2026-12-01")), tb.attend(tb.do(m, second, kif.Move("add2")))
			for range moves - 1 {
				away = tb.play(away, "add1")
			}
			open, touched := taken.Dice.Event, away.Dice.Event
			settled := tb.settle(taken, away, first)
			if touched > open && settled.Settlement.Dice != touched || touched == open && settled.Settlement.Dice != 0 {
				t.Fatalf("%+v, of events up to %d", settled.Settlement, touched)
			}
			if settled.Dice.Event != open || settled.Record.Events[settled.LastEntry()].Link.Index != 0 || settled.Dice.Next() != touched+1 {
				t.Errorf("event %d, next %d", settled.Dice.Event, settled.Dice.Next())
			}
			since := taken.Clock.Since
			settled = tb.attend(settled)
			if settled.Turn != second || !settled.Clock.Since.Equal(since) {
				t.Errorf("turn %d since %s, want the forker's clock to run on from %s", settled.Turn, settled.Clock.Since, since)
			}
			if got := thrownFor(t, tb, settled, open); got != want {
				t.Errorf("thrown is %s, and not %s as before", got, want)
			}
			settled = tb.play(settled, "add1", "add1", "add1")
			meets(t, settled, away, settled)
			if p := settled.NewProof(); p.Proved != p.Throws {
				t.Errorf("proof %+v", p)
			}
			sameMatch(t, settled, judged(t, settled.Game, string(settled.Record.Bytes())))
		}
	}
}

// TestForgedKeySettlesNothingAlone checks that between two players the opponent, who can agree to a key of their own in
// the player's seat and sign both lines with it, can't reject what the player has signed and they have answered.
func TestForgedKeySettlesNothingAlone(t *testing.T) {
	tb, m := sit(t, plain)
	evil := fair.MasterFrom([32]byte{9})
	forged := tb.do(tb.rechain(m, 1, evil), 2, kif.Agree{To: kif.RechainQuestion})
	forged = tb.do(forged, 1, stepOf("away 2026-12-01"), signer(evil))
	said := tb.do(m, 1, kif.Say{}, says("hello"))
	answered := tb.run(said, "1 add1; 2 add1")
	doubts(t, said, forged, []int{1}, 1)
	proposed := tb.settle(said, forged, 2)
	if s := proposed.Settlement; s.Complete || len(s.Excluded) != 0 {
		t.Errorf("%+v: Bob puts away alone what Alice has played and he has answered", s)
	}
	meets(t, answered, proposed, answered)
	agreed := tb.settle(proposed, forged, 1)
	meets(t, agreed, answered, agreed)
}
