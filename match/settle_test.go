package match_test

import (
	"testing"

	"hikyaku/kif"
	"hikyaku/match"
)

// settle takes the line m by a party's word, and puts away the other, which forker has forked.
func (tb *table) settle(m, away *match.Match, by, forker int) *match.Match {
	tb.Helper()
	return tb.do(m, by, kif.Settle{Other: away.Head, Forker: forker})
}

// forked is a match that Bob has forked: two lines of it.
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
	tb.refuses(first, "a party that forked, which is not the one who settles", 2, kif.Settle{Other: second.Head, Forker: 2})
	tb.refuses(first, "a party that forked", 1, kif.Settle{Other: second.Head, Forker: 4})
	tb.refuses(first, "a party that forked", 1, kif.Settle{Other: second.Head, Forker: 0})
	tb.refuses(first, "a settlement that another player has proposed", 3, kif.Agree{To: kif.SettleQuestion})
	proposed := tb.settle(first, second, 1, 2)
	for _, by := range []int{1, 2} {
		tb.refuses(proposed, "a settlement that another player has proposed", by, kif.Agree{To: kif.SettleQuestion})
	}
	if s := proposed.Settlement; s.Complete || s.Party != 1 {
		t.Errorf("%+v", s)
	}
	agreed := tb.run(proposed, "3 agree settle")
	if s := agreed.Settlement; !s.Complete || len(s.Agreed) != 2 || proposed.Settlement.Complete {
		t.Errorf("%+v", s)
	}
	tb.refuses(agreed, "a settlement that another player has proposed", 3, kif.Agree{To: kif.SettleQuestion})
	tb, _, first, second = forked(t, plain)
	if s := tb.settle(first, second, 1, 2).Settlement; !s.Complete {
		t.Errorf("%+v: nobody is left to agree", s)
	}
	tb, m := sit(t, umpired)
	m = tb.run(m, "2 add1")
	tb.refuses(m, "the umpire has no say", 1, kif.Settle{Other: kif.Hash{1}, Forker: 2})
	tb.refuses(tb.do(m, 2, kif.Settle{Other: kif.Hash{1}, Forker: 3}), "the umpire has no say", 1, kif.Agree{To: kif.SettleQuestion})
}

// TestSettlement: a line that all but the forker take stands over the other, and over whatever is added there.
func TestSettlement(t *testing.T) {
	tb, _, first, second := forked(t, plain)
	settled := tb.settle(first, second, 1, 2)
	meets(t, settled, second, settled)
	meets(t, settled, tb.run(second, "2 away 2026-12-01; 1 add1; 2 add1"), settled)
	on := tb.run(settled, "1 add1; 2 add1; 1 add1")
	meets(t, on, second, on)
	meets(t, on, tb.run(second, "1 add1; 2 add1"), on)
	other := tb.settle(second, first, 1, 2)
	meets(t, other, first, other)

	tb, _, first, second = forked(t, three)
	second = tb.run(second, "3 add1") // Carol knew of no other line
	proposed := tb.settle(first, second, 1, 2)
	meets(t, proposed, second, nil, 2)
	agreed := tb.run(proposed, "3 agree settle")
	meets(t, agreed, second, agreed)
	agreed = tb.run(agreed, "3 add2; 1 add1; 2 add1")
	meets(t, agreed, second, agreed)
	byCarol := tb.run(tb.settle(first, second, 3, 2), "1 agree settle")
	meets(t, byCarol, second, byCarol)
}

// TestSettlingIsNoFork: who has signed the other line proposes this one.
func TestSettlingIsNoFork(t *testing.T) {
	tb, m := sit(t, three)
	m = tb.run(m, "1 add1; 2 add1")
	first, second := tb.run(m, "2 away 2026-12-01"), tb.run(m, "2 away 2026-12-02; 3 add1")
	meets(t, first, second, nil, 2)
	proposed := tb.settle(first, second, 3, 2)
	meets(t, proposed, second, nil, 2)
	agreed := tb.run(proposed, "1 agree settle")
	meets(t, agreed, second, agreed)
}

// TestLyingSettlement: it holds only if its party has forked the two lines, as far as it names them.
func TestLyingSettlement(t *testing.T) {
	tb, m, first, second := forked(t, plain)
	meets(t, tb.do(first, 1, kif.Settle{Other: kif.Hash{1}, Forker: 2}), second, nil, 2)
	meets(t, tb.do(first, 1, kif.Settle{Other: m.Head, Forker: 2}), second, nil, 2)
	meets(t, tb.do(first, 1, kif.Settle{Other: first.Head, Forker: 2}), second, nil, 2)
	// Who has forked says that the other did.
	mine, too := tb.run(m, "2 add1; 1 add1"), tb.run(m, "2 add1; 1 add2")
	meets(t, mine, too, nil, 1)
	lie := tb.do(mine, 1, kif.Settle{Other: too.Head, Forker: 2})
	meets(t, lie, too, nil, 1)
	// A fork must have been there when it was settled.
	early := tb.run(tb.settle(tb.run(m, "1 away 2026-12-01"), second, 1, 2), "2 add1")
	meets(t, early, second, nil, 2)
	// Nobody has forked where letters have crossed.
	moved, away := tb.run(m, "2 add1"), tb.run(m, "1 away 2026-12-01")
	meets(t, moved, tb.do(away, 1, kif.Settle{Other: moved.Head, Forker: 2}), moved)
	// A fork behind what the settlement names does not bear it out.
	later := tb.run(away, "2 add2")
	meets(t, tb.do(tb.run(m, "2 add1"), 1, kif.Settle{Other: away.Head, Forker: 2}), later, nil, 2)
}

// TestSettlementIsNotUndone: no later proposal takes it back, by whomever.
func TestSettlementIsNotUndone(t *testing.T) {
	tb, _, first, second := forked(t, plain)
	settled := tb.settle(first, second, 1, 2)
	undone := tb.do(settled, 2, kif.Settle{Other: kif.Hash{7}, Forker: 1})
	meets(t, undone, second, undone)
	tb, _, first, second = forked(t, three)
	settled = tb.run(tb.settle(first, second, 1, 2), "3 agree settle")
	undone = tb.do(settled, 2, kif.Settle{Other: second.Head, Forker: 1})
	meets(t, undone, second, undone)
}

// TestSettlementsThatCross: that of the lower number stands, to both sides.
func TestSettlementsThatCross(t *testing.T) {
	tb, _, first, second := forked(t, three)
	a := tb.run(tb.settle(first, second, 1, 2), "3 agree settle")
	b := tb.run(tb.settle(second, first, 3, 2), "1 agree settle")
	meets(t, a, b, a)
	b = tb.run(tb.settle(second, first, 1, 2), "3 agree settle")
	if x, y := match.Meet(a, b), match.Meet(b, a); x.Stands == y.Stands || x.Stands == match.Neither {
		t.Errorf("two by the same: %+v and %+v", x, y)
	}
	c := tb.settle(second, first, 3, 2) // which nobody has agreed to
	meets(t, a, c, a)
}

// TestSettleOn is the step that a program signs.
func TestSettleOn(t *testing.T) {
	tb, m, first, second := forked(t, three)
	if _, err := match.SettleOn(first, second, 2); err == nil {
		t.Error("the forker settles")
	}
	if _, err := match.SettleOn(tb.run(m, "2 add1"), tb.run(m, "1 away 2026-12-01"), 3); err == nil {
		t.Error("nothing is to be settled where letters have crossed")
	}
	step, err := match.SettleOn(first, second, 3)
	if err != nil || step != kif.Step(kif.Settle{Other: second.Head, Forker: 2}) {
		t.Errorf("%v, %v", step, err)
	}
	proposed := tb.do(first, 3, step)
	if !match.BearsOut(proposed, second) || match.BearsOut(first, second) || match.BearsOut(proposed, proposed) {
		t.Error("a proposal is not borne out by the line that it names, and by no other")
	}
	step, err = match.SettleOn(proposed, second, 1)
	if err != nil || step != kif.Step(kif.Agree{To: kif.SettleQuestion}) {
		t.Errorf("%v, %v", step, err)
	}
	agreed := tb.do(proposed, 1, step)
	meets(t, agreed, second, agreed)
}

// TestSettledDice: numbers of which anything was public on either line are not used again.
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
	step, err := match.SettleOn(taken, away, 1)
	tb.must(err)
	if step.(kif.Settle).Dice != 4 {
		t.Fatalf("%s", step)
	}
	settled := tb.do(taken, 1, step)
	meets(t, settled, away, settled)
	sameMatch(t, settled, judged(t, counting, string(settled.Record.Bytes())))
	for settled.Dice.Event <= 4 || settled.Next().Throw != nil {
		settled = tb.play(settled, "add1")
	}
	opened := settled.Record.Events[settled.LastEntry()]
	if opened.Link.Index < 5 {
		t.Errorf("link %d behind a settlement that gives up 4 events", opened.Link.Index)
	}
	if p := match.NewProof(settled); p.Proved != p.Throws {
		t.Errorf("proof %+v", p)
	}
	// More than were public, or fewer, is no settlement of these lines.
	for _, dice := range []int{0, 3, 5, 39} {
		lie := tb.do(taken, 1, kif.Settle{Other: away.Head, Forker: 2, Dice: dice})
		meets(t, lie, away, nil, 2)
		if match.BearsOut(lie, away) || !match.BearsOut(settled, away) {
			t.Errorf("%d events are given up, where 4 were public", dice)
		}
	}
	tb.refuses(taken, "an event for which all have a link", 1, kif.Settle{Other: away.Head, Forker: 2, Dice: 40})
	tb.refuses(taken, "an event for which all have a link", 1, kif.Settle{Other: away.Head, Forker: 2, Dice: 1 << 40})
}

// TestSettledOpenEvent: one whose dice were read on the other line is void, and opened anew.
func TestSettledOpenEvent(t *testing.T) {
	for _, umpire := range []bool{false, true} {
		tb, m := sit(t, setting{umpire: umpire, time: "3d"})
		first, second := m.Roster.Players()[0], m.Roster.Players()[1]
		m = tb.attend(tb.play(m, "add1", "add1", "add1"))
		m = m.Cut(m.LastEntry() + 1)
		taken, away := tb.do(m, second, stepOf("away 2026-12-01")), tb.attend(tb.do(m, second, kif.Move("add2")))
		step, err := match.SettleOn(taken, away, first)
		tb.must(err)
		want := away.Dice.Event
		if step.(kif.Settle).Dice != want || !match.Reads(taken, second) {
			t.Fatalf("%s, want %d", step, want)
		}
		settled := tb.do(taken, first, step)
		if settled.Dice.Event != want+1 || settled.Record.Events[settled.LastEntry()].Link.Index != want+1 {
			t.Errorf("event %d", settled.Dice.Event)
		}
		since := taken.Clock.Since()
		settled = tb.attend(settled)
		if settled.Turn != second || !settled.Clock.Since().Equal(since) {
			t.Errorf("turn %d since %s, want the forker's clock to run on from %s", settled.Turn, settled.Clock.Since(), since)
		}
		settled = tb.play(settled, "add1", "add1", "add1")
		meets(t, settled, away, settled)
		if p := match.NewProof(settled); p.Proved != p.Throws {
			t.Errorf("proof %+v", p)
		}
	}
}

// TestFabricatedSettlement: one that nothing bears out would throw dice anew that displease. The record alone cannot know.
func TestFabricatedSettlement(t *testing.T) {
	tb, m := sit(t, setting{})
	m = tb.do(tb.play(m, "add1", "add1"), 1, kif.Move("add1"))
	before := m.Dice.Event
	cheat := tb.do(m, 2, kif.Settle{Other: kif.Hash{1}, Forker: 1, Dice: before})
	if cheat.Dice.Event != before+1 {
		t.Fatalf("event %d", cheat.Dice.Event)
	}
	for _, away := range []*match.Match{m, tb.play(m, "add1"), tb.do(m, 1, stepOf("away 2026-12-01"))} {
		if match.BearsOut(cheat, away) {
			t.Error("borne out")
		}
	}
}
