package courier_test

import (
	"strings"
	"testing"
)

// TestPreparedAnswers checks that a mail-only player's answer is played when its move comes, and that no other move plays it.
func TestPreparedAnswers(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(1)))
	tb.play(alice, "e2")
	tb.reply("e8\nIf e3, then E7\nif d2 then d8")
	tb.wantPoll(alice, "taken")
	if l := tb.last(); !strings.Contains(unbroken(l.Text), unbroken("Prepared: if e3, then e7 and if d2, then d8.")) {
		t.Errorf("Bob reads\n%s", l.Text)
	}
	tb.unchanged(alice, func() { tb.wantPoll(alice, "") })
	tb.play(alice, "e3")
	tb.wantPoll(alice, "acted")
	m := tb.open(alice)
	if m.Ply() != 4 || m.Turn != 1 {
		t.Fatalf("ply %d, party %d to move", m.Ply(), m.Turn)
	}
	tb.wantPoll(alice, "")

	tb.play(alice, "e4")
	tb.reply("e6\nif e5 then d6")
	tb.wantPoll(alice, "taken")
	tb.play(alice, "d4")
	tb.unchanged(alice, func() { tb.wantPoll(alice, "") })
}

// TestPreparedAloneAndReplaced checks that a plan may follow the move in a later message, and that the last one counts.
func TestPreparedAloneAndReplaced(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(1)))
	tb.play(alice, "e2")
	tb.reply("e8\nif e3 then e7")
	tb.wantPoll(alice, "taken")
	tb.reply("e3なら d8")
	tb.wantPoll(alice, "answered")
	tb.reply("Thanks, good luck!")
	tb.wantPoll(alice, "taken")
	tb.play(alice, "e3")
	tb.wantPoll(alice, "acted")
	if m := tb.open(alice); m.Record.Events[m.LastEntry()].Step.String() != "d8" {
		t.Errorf("the last step is %s", m.Record.Events[m.LastEntry()].Step)
	}
}

// TestPreparedAnswersAreCancelled checks that a mail-only player can drop a plan, in both languages, and is told when there is none.
func TestPreparedAnswersAreCancelled(t *testing.T) {
	for _, typed := range []string{"cancel plan", "Cancel my prepared answers.", "予約取り消し"} {
		tb, alice := one(bobWrites(t, quoridor(1)))
		tb.play(alice, "e2")
		tb.reply("e8\nif e3 then e7")
		tb.wantPoll(alice, "taken")
		if l := tb.last(); !saysSo(l, `To cancel, reply "cancel plan".`) {
			t.Errorf("Bob reads\n%s", l.Text)
		}
		for _, want := range []string{"are cancelled", "nothing to cancel"} {
			tb.reply(typed)
			tb.wantPoll(alice, "answered")
			if l := tb.last(); !saysSo(l, want) && !strings.Contains(l.Text, "取り消") {
				t.Errorf("%s: Bob reads\n%s", typed, l.Text)
			}
		}
		tb.play(alice, "e3")
		tb.unchanged(alice, func() { tb.wantPoll(alice, "") })
	}
}

// TestPreparedImpossible checks that an impossible answer is refused with the reason, and that the move in the same message counts.
func TestPreparedImpossible(t *testing.T) {
	for plan, want := range map[string]string{
		"if e3 then e5": "pawn.too-far",
		"if e4 then e7": "pawn.too-far",

		"if e3 then e7\nif e3 then d8": "two answers",
	} {
		tb, alice := one(bobWrites(t, quoridor(1)))
		tb.play(alice, "e2")
		tb.reply("e8\n" + plan)
		tb.wantPoll(alice, "taken")
		if l := tb.last(); !strings.HasPrefix(l.Text, "You played e8.\n") || !strings.Contains(unbroken(l.Text), unbroken("can't prepare")) || !strings.Contains(l.Text, want) {
			t.Errorf("Bob reads\n%s", l.Text)
		}
		tb.play(alice, "e3")
		tb.unchanged(alice, func() { tb.wantPoll(alice, "") })
	}
}

// TestConfirmedMoveKeepsItsPlan checks that if every move must be confirmed, the answers prepared with it wait for the yes.
func TestConfirmedMoveKeepsItsPlan(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(1)))
	alice.Confirm = true
	tb.play(alice, "e2")
	tb.reply("e8\nif e3 then e7")
	tb.wantPoll(alice, "answered")
	tb.reply("yes")
	tb.wantPoll(alice, "taken")
	tb.play(alice, "e3")
	tb.wantPoll(alice, "acted")
}

// TestOldPlan checks that an answer is for the next move only, though the same move may come later.
func TestOldPlan(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(1)))
	tb.play(alice, "e2")
	tb.reply("e8\nif a1h then h8h")
	tb.wantPoll(alice, "taken")
	tb.play(alice, "e3")
	tb.reply("e7")
	tb.wantPoll(alice, "taken")
	tb.play(alice, "a1h")
	tb.unchanged(alice, func() { tb.wantPoll(alice, "") })
}
