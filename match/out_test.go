package match_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"hikyaku/kif"
	"hikyaku/match"
)

// four is a match of four players, without dice.
var four = setting{options: "players=4 dice=none", players: 4, version: match.Version}

// stands wants the seats that are out, in the order of leaving, and the party to move; 0 if the match is over.
func stands(t *testing.T, m *match.Match, turn int, out ...int) {
	t.Helper()
	if !slices.Equal(m.Roster.Out, out) || m.Turn != turn || (m.Outcome != nil) != (turn == 0) {
		t.Errorf("%v are out and it is the turn of %d, outcome %+v; want %v and %d, behind %s", m.Roster.Out, m.Turn, m.Outcome, out, turn, steps(m))
	}
}

// TestOthersPlayOn checks that a player who resigns is skipped, on their turn or not, until one player is left.
func TestOthersPlayOn(t *testing.T) {
	tb, m := sit(t, four)
	m = tb.run(m, "1 add1; 3 投了")
	stands(t, m, 2, 3)
	m = tb.run(m, "2 add1")
	stands(t, m, 4, 3)
	m = tb.run(m, "4 投了")
	stands(t, m, 1, 3, 4)
	m = tb.run(m, "1 add1; 2 add1")
	stands(t, m, 1, 3, 4)
	tb.stops(m, "3 投了", "but this player is out, and can only send messages or agree to a")
	tb.stops(m, "3 合意引分", "but this player is out, and can only send messages or agree to a")
	over := tb.run(m, "1 投了")
	stands(t, over, 0, 3, 4, 1)
	if o := over.Outcome; !slices.Equal(o.Places, []int{2, 1, 4, 3}) || o.Word != kif.Resignation || o.Seat != 1 {
		t.Errorf("outcome %+v", o)
	}
	if e := over.Record.Events[over.LastEntry()]; e.Closing != "まで4手で席1の投了" || e.Number != 5 {
		t.Errorf("closed by %q, number %d", e.Closing, e.Number)
	}
	if end := over.Scene().Result; end == nil || end.Seat != 2 || end.How.En != "won as the last player left" {
		t.Errorf("the picture tells %+v", end)
	}
	if got := over.Status().En; got != "Bob won as the last player left" {
		t.Errorf("status %q", got)
	}
	if got := m.Status(); got.En != "Alice to move (Carol and Dave out of the game)" || !strings.Contains(got.Ja, "離脱：") {
		t.Errorf("status %+v", got)
	}
	sameMatch(t, over, judged(t, counting, string(over.Record.Bytes())))
	// By the rule of the game they finish last.
	m = m.Cut(m.LastEntry() + 1)
	r := strings.Replace(string(m.Record.Bytes()), "target=1000", "target=10", 1)
	if _, err := judge(counting, r); err == nil {
		t.Error("other options under the same signature")
	}
}

// TestResignationsPayNobody checks that the first to leave is last, so that two players can't resign to take the place
// of a third.
func TestResignationsPayNobody(t *testing.T) {
	tb, m := sit(t, four)
	m = tb.run(m, "1 add1; 2 投了; 4 投了; 1 draw-offer")
	for script, want := range map[string][]int{"1 合意引分": nil, "3 合意引分": {1, 4, 1, 3}, "3 投了": {1, 4, 2, 3}, "1 投了": {2, 4, 1, 3}} {
		over, err := tb.follow(m, script)
		if (err == nil) != (want != nil) || err == nil && !slices.Equal(over.Outcome.Places, want) {
			t.Errorf("%s: %v, want %v", script, err, want)
		}
	}
}

// TestWhoIsOutHasNoSay checks that a player who is out may only send messages, and agree to a take-back that brings
// them back.
func TestWhoIsOutHasNoSay(t *testing.T) {
	tb, m := sit(t, setting{options: "players=4 dice=none", players: 4, version: match.Version, time: "3d"})
	m = tb.run(m, "1 add1; 3 投了")
	for _, step := range []string{"draw-offer", "undo-offer 1", "pause-offer", "away 2026-12-01", "address carol@example.net", "claim", "contest",
		"substitute Zoe <zoe@example.org>", "rotate", "agree draw", "step-out", "rechain"} {
		tb.stops(m, "3 "+step, "but this player is out, and can only send messages or agree to a")
	}
	said := tb.do(m, 3, kif.Say{}, says("good luck"))
	stands(t, said, 2, 3)
	if _, err := tb.run(m, "1 draw-offer").Consent(3); err == nil {
		t.Error("who is out is asked")
	}
	if q := tb.run(m, "1 draw-offer").For(3).Question(); q.En != "" {
		t.Errorf("who is out is asked: %s", q.En)
	}
	stands(t, tb.run(m, "1 draw-offer; 2 agree draw; 4 合意引分"), 0, 3)
	if paused := tb.run(m, "1 pause-offer; 2 agree pause; 4 agree pause"); paused.Paused.IsZero() {
		t.Error("three of three who are in do not pause the match")
	}
	called := tb.called(m, 2, 5)
	if passed := tb.run(called, "1 agree substitute 2; 4 agree substitute 2; 2 hand-over"); passed.Roster.Parties[1].Name != "Eve" {
		t.Errorf("the seat is that of %s", passed.Roster.Parties[1].Name)
	}
}

// TestTakeBackOfALeaving checks that a take-back to before a player left brings them back and needs their consent,
// unlike one to a later move.
func TestTakeBackOfALeaving(t *testing.T) {
	tb, m := sit(t, four)
	m = tb.run(m, "1 add1; 2 add1; 3 投了; 4 add1")
	later := tb.run(m, "1 undo-offer 3; 2 agree undo")
	if e, err := later.Consent(3); err == nil {
		t.Errorf("who stays out is asked for %s", e.Step)
	}
	tb.stops(later, "3 agree undo", "but this player is out, and can only send messages or agree to a")
	stands(t, tb.run(later, "4 agree undo"), 4, 3)

	back := tb.run(m, "1 undo-offer 2; 2 agree undo; 4 agree undo")
	stands(t, back, 1, 3)
	if o := back.Offer; o == nil || o.Missing(back.Roster) != 1 || back.For(3).Question().En == "" {
		t.Errorf("offer %+v", o)
	}
	if e, err := back.Consent(3); err != nil || e.Step != kif.Step(kif.Agree{To: kif.UndoQuestion}) {
		t.Errorf("consent %v, %v", e.Step, err)
	}
	tb.stops(back, "3 draw-offer", "but this player is out, and can only send messages or agree to a")
	back = tb.run(back, "3 agree undo")
	stands(t, back, 2)
	stands(t, tb.run(back, "2 add1; 3 add1; 4 add1; 2 投了"), 1, 2)
	sameMatch(t, back, judged(t, counting, string(back.Record.Bytes())))
	for _, e := range back.Record.Events {
		if behind := e.Number > 1; e.Undone != behind {
			t.Errorf("%s with number %d is taken back: %v", e.Step, e.Number, e.Undone)
		}
	}
	if e := back.Cut(back.LastEntry()); !slices.Equal(e.Roster.Out, []int{3}) || strings.Contains(string(e.Record.Bytes()), "#- ") {
		t.Errorf("before the last consent %v are out of\n%s", e.Roster.Out, e.Record.Bytes())
	}
	if moves := back.Moves(); len(moves) != 1 || len(back.Played()) != 1 {
		t.Errorf("played %v", moves)
	}
}

// TestLeavingEndsWhatWasAsked checks that a player's leaving ends offers, their own proposals and claims against them,
// and that requests to all others start again, so that somebody can give the last consent.
func TestLeavingEndsWhatWasAsked(t *testing.T) {
	tb, m := sit(t, setting{options: "players=4 dice=none", players: 4, version: match.Version, time: "3d"})
	m = tb.run(m, "1 add1")
	if left := tb.run(m, "3 draw-offer; 1 agree draw; 2 agree draw; 4 投了"); left.Offer != nil {
		t.Errorf("offer %+v", left.Offer)
	}
	if left := tb.run(tb.called(m, 3, 5), "3 投了"); left.Substitutes[3] != nil {
		t.Errorf("substitution %+v", left.Substitutes[3])
	}
	called := tb.run(tb.called(m, 3, 5), "1 agree substitute 3; 2 agree substitute 3; 4 投了")
	tb.stops(called, "3 hand-over", "but not all other players have agreed to the substitute")
	if s := called.Substitutes[3]; s == nil || len(s.Agreed) != 0 {
		t.Errorf("substitution %+v", s)
	}
	if passed := tb.run(called, "1 agree substitute 3; 2 agree substitute 3; 3 hand-over"); passed.Roster.Parties[2].Name != "Eve" {
		t.Errorf("the seat is that of %s", passed.Roster.Parties[2].Name)
	}

	claimed := tb.do(m, 1, kif.Claim{}, at(days(5)))
	if left := tb.do(claimed, 2, kif.Resignation); left.Claim != nil || left.Turn != 3 {
		t.Errorf("claim %+v against who has left", left.Claim)
	}
	if left := tb.do(claimed, 1, kif.Resignation); left.Claim != nil || left.Turn != 2 {
		t.Errorf("claim %+v by who has left", left.Claim)
	}
	left := tb.run(claimed, "3 agree claim; 4 投了")
	if c := left.Claim; c == nil || !slices.Equal(c.Agreed, []int{1}) {
		t.Fatalf("claim %+v", c)
	}
	out := tb.do(left, 3, kif.TimeOut, seat(2))
	stands(t, out, 3, 4, 2)
	// Of two who are left, the claimant's word is not enough.
	two := tb.run(claimed, "4 投了; 3 投了")
	tb.refuses(two, "but a match can only be ended by one's own resignation, an agreed", 1, kif.TimeOut, seat(2))
	stands(t, tb.do(two, 2, kif.TimeOut), 0, 4, 3, 2)
}

// TestLeavingAndTheClock checks that a turn continues with the time left if somebody else leaves, and is over if its
// player leaves.
func TestLeavingAndTheClock(t *testing.T) {
	tb, m := sit(t, setting{options: "players=4 dice=none", players: 4, time: "3d"})
	m = tb.do(m, 1, kif.Move("add1"), at(days(1)))
	end, _ := m.Clock.Deadline(0)
	left := tb.do(m, 3, kif.Resignation, at(days(2)))
	if later, _ := left.Clock.Deadline(0); !later.Equal(end) {
		t.Errorf("the turn of another lasts until %s instead of %s", later, end)
	}
	left = tb.do(left, 2, kif.Resignation, at(days(2.5)))
	if later, _ := left.Clock.Deadline(0); left.Turn != 4 || !later.Equal(epoch.Add(days(5.5)+12*time.Hour)) {
		t.Errorf("the turn of %d lasts until %s", left.Turn, later)
	}
	// While more than two are in, a claim that nobody answers wins nothing: the others can confirm it.
	claimed := tb.do(m, 1, kif.Claim{}, at(days(6)))
	if !claimed.ClaimWinsAt().IsZero() || !strings.Contains(claimed.For(3).Question().En, "is out") {
		t.Errorf("the claim lapses on %s: %s", claimed.ClaimWinsAt(), claimed.For(3).Question().En)
	}
	two := tb.do(tb.do(claimed, 3, kif.Resignation), 4, kif.Resignation)
	if two.ClaimWinsAt().IsZero() {
		t.Error("the claim of one of two does not lapse")
	}
	// An umpire gives the receipt for a turn that its player leaves, and for no other.
	tb, m = sit(t, setting{options: "players=3 dice=none", players: 3, umpire: true, time: "3d"})
	if out := tb.do(m, 4, kif.Resignation); out.ReceiptDue || out.Turn != 2 {
		t.Errorf("receipt due %v, turn of %d", out.ReceiptDue, out.Turn)
	}
	out := tb.do(m, 2, kif.Resignation)
	if !out.ReceiptDue || out.Turn != 1 {
		t.Errorf("receipt due %v, turn of %d", out.ReceiptDue, out.Turn)
	}
	tb.refuses(out, "receipt", 3, kif.Move("add1"))
	stands(t, tb.attend(out), 3, 1)
}

// TestSeveralSeatsLeave checks that seats leave one by one, and that the match is over when all the others belong to
// one player, who shares first place.
func TestSeveralSeatsLeave(t *testing.T) {
	tb, m := sit(t, setting{options: "players=4 dice=none", players: 3})
	if !slices.Equal(m.Roster.Seating, []int{1, 2, 3, 1}) {
		t.Fatalf("seats %v", m.Roster.Seating)
	}
	m = tb.do(m, 1, kif.Resignation, seat(4))
	if stands(t, m, 1, 4); m.Roster.IsOut(1) {
		t.Error("who has a seat left is out")
	}
	tb.run(m, "1 away 2026-12-01")
	tb.refuses(m, "but this player is out, and can only send messages or agree to a", 1, kif.Resignation, seat(4))
	tb.refuses(m, "but a match can only be ended by one's own resignation, an agreed", 1, kif.Resignation, seat(2))
	tb, m = sit(t, setting{options: "players=4 dice=none", players: 3})
	m = tb.run(m, "2 投了; 3 投了")
	stands(t, m, 0, 2, 3)
	if !slices.Equal(m.Outcome.Places, []int{1, 4, 3, 1}) || m.Status().En != "Alice (Player 1) and Alice (Player 4) won as the last player left" {
		t.Errorf("%v: %s", m.Outcome.Places, m.Status().En)
	}
}

// TestLeavingsThatCross checks that of two resignations one is taken and the other repeated, unless its player is out.
func TestLeavingsThatCross(t *testing.T) {
	tb, m := sit(t, setting{options: "players=4 dice=none", players: 4, time: "3d"})
	m = tb.do(m, 1, kif.Move("add1"))
	a, b := tb.run(m, "3 投了"), tb.run(m, "4 投了")
	meets(t, a, b, a)
	both := tb.remake(a, b, 4)
	stands(t, both, 2, 3, 4)
	if e := both.Record.Events[both.LastEntry()]; e.Again != b.Head || e.Seat != 4 {
		t.Errorf("%+v", e)
	}
	meets(t, both, b, both)
	moved := tb.run(m, "2 add1")
	meets(t, moved, a, moved)
	stands(t, tb.remake(moved, a, 3), 4, 3)
	// The others have put him out on the line that stands.
	late := tb.run(tb.do(m, 1, kif.Claim{}, at(days(9))), "3 agree claim")
	out := tb.run(tb.do(late, 4, kif.TimeOut, seat(2)), "3 add1")
	resigned := tb.do(late, 2, kif.Resignation)
	meets(t, out, resigned, out)
	for _, e := range out.Again(resigned, match.Meet(out, resigned).Common, everybody) {
		tb.refuses(out, "but this player is out, and can only send messages or agree to a", 2, e.Step, again(e.Again), seat(e.Seat))
	}
	// Two of three resign at once, and one is left.
	tb, m = sit(t, three)
	a, b = tb.run(m, "2 投了"), tb.run(m, "3 投了")
	over := tb.remake(a, b, 3)
	stands(t, over, 0, 2, 3)
	if !slices.Equal(over.Outcome.Places, []int{1, 3, 2}) {
		t.Errorf("places %v", over.Outcome.Places)
	}
}

// TestSettlingWithoutWhoIsOut checks that a conflict is resolved by the players still in, without waiting for one who
// is out.
func TestSettlingWithoutWhoIsOut(t *testing.T) {
	tb, m := sit(t, four)
	m = tb.run(m, "4 投了; 1 add1")
	first, second := tb.run(m, "2 add1"), tb.run(m, "2 add2")
	if _, err := first.Settle(second, 4); err == nil {
		t.Error("who is out settles")
	}
	proposed := tb.settle(first, second, 1)
	if got := proposed.Status().En; !strings.HasPrefix(got, "waiting for Carol to agree to this version of the match") {
		t.Errorf("status %q", got)
	}
	if agreed := tb.settle(proposed, second, 3); !agreed.Settlement.Complete {
		t.Errorf("%+v", agreed.Settlement)
	}
	// With one who has forked and one who is out, the third decides.
	tb, m = sit(t, three)
	m = tb.run(m, "3 投了")
	if s := tb.settle(tb.run(m, "1 add1"), tb.run(m, "1 add2"), 2).Settlement; !s.Complete {
		t.Errorf("%+v", s)
	}
}

// TestRecordOfLeavings checks that the ending of a seat takes no move number, and that events follow it only if it
// names its seat.
func TestRecordOfLeavings(t *testing.T) {
	head := "ゲーム：counting\n設定：players=3 dice=none\n1 add1\n"
	m := judged(t, counting, head+"2 投了\n#: seat 3\n2 add1\n3 切れ負け\n#: seat 1\nまで2手で席1の切れ負け\n")
	stands(t, m, 0, 3, 1)
	if m.Ply() != 2 || !slices.Equal(m.Moves(), []string{"add1", "add1"}) || len(m.Played()) != 3 {
		t.Errorf("%d plies, %v", m.Ply(), m.Moves())
	}
	if at := m.AtPly(1); !slices.Equal(at.Roster.Out, []int{3}) || m.AfterPlies()[1].String() != at.Last().String() {
		t.Errorf("after ply 1 it is %s, and %v are out", m.AfterPlies()[1], at.Roster.Out)
	}
	for text, want := range map[string]string{
		"2 投了\n":                                     "expected a seat from 1 to 3",
		"2 投了\n#: seat 4\n":                          "expected a seat from 1 to 3",
		"2 投了\n2 add1\n":                             "but nothing may follow 投了",
		"2 投了\n#: seat 3\n3 add1\n":                  "expected number 2",
		"2 投了\n#: seat 3\n2 投了\n#: seat 3\n":         "but this player is out, and can only send messages or agree to a",
		"2 投了\n#: seat 3\n2 反則勝ち\n#: seat 3\n":       "but this player is out, and can only send messages or agree to a",
		"2 投了\n#: seat 3\nまで1手で席3の投了\n2 add1\n":      "but nothing may follow the closing sentence in line",
		"2 中断\n#: seat 3\n2 add1\n":                  "but nothing may follow 中断",
		"2 投了\n#: seat 3\n2 投了\n#: seat 2\n3 add1\n": "number",
		"2 投了\n#: seat 3\n2 投了\n#: seat 2\n2 add1\n": "may follow the end",
	} {
		if _, err := judge(counting, head+text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	if _, err := judge(counting, twoSeats+"1 投了\n#: seat 1\n1 add1\n"); err == nil || !strings.Contains(err.Error(), "may follow the end") {
		t.Errorf("of two players one plays on: %v", err)
	}
}
