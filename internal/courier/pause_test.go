package courier_test

import (
	"strings"
	"testing"
	"time"

	"hikyaku/internal/courier"
	"hikyaku/internal/home"
)

// leftTo returns how much time the player to move has left as seen by a party, in hours.
func (tb *table) leftTo(p *player, viewer int) time.Duration {
	tb.Helper()
	end, limited := tb.open(p).Clock.Deadline(viewer)
	if !limited {
		tb.Error("no limit runs")
	}
	return end.Sub(*tb.now).Round(time.Hour) // each call moves the clock by a minute
}

// TestPauseByAgreement checks that Bob can propose it in Alice's turn, and resume the match some weeks later.
func TestPauseByAgreement(t *testing.T) {
	tb, alice, bob := two(timed(t, "quoridor", "3d"))
	tb.refuses(bob, "the match is not paused", home.Doing("resume"))
	tb.wait(24 * time.Hour)
	tb.do(bob, home.Doing("pause"))
	tb.refuses(bob, "you have already proposed or accepted this pause: the proposal stays", home.Doing("pause"))
	want := "Bob proposes a pause. All clocks stop during a pause. To accept, type hikyaku accept " + tb.open(alice).Short() + "; to decline, just move.\n\nYour turn. Please move by Monday 23 November, "
	if l := tb.lastTo(alice); !saysSo(l, want) {
		t.Errorf("the letter is\n%s\nwant\n%s", l.Text, want)
	}
	arrived := tb.open(alice).Clock.Came
	tb.do(alice, home.Doing("pause"))
	if m := tb.open(bob); !m.Record.Events[m.LastEntry()].Got.Equal(arrived) || arrived.IsZero() {
		t.Errorf("Alice does not say that her turn came at %s:\n%s", arrived, tb.bytes(bob))
	}
	tb.wait(40 * 24 * time.Hour)
	tb.refuses(alice, "the match is already paused", home.Doing("pause"))
	tb.refuses(bob, "the match is paused by agreement, so no clock is running: hikyaku", home.Doing("claim"))
	if _, sent := tb.poll(bob); len(sent) != 0 {
		t.Errorf("%d letters in a pause, want no reminder", len(sent))
	}
	tb.do(bob, home.Doing("resume"))
	if own, others := tb.leftTo(alice, 1), tb.leftTo(bob, 2); own != 48*time.Hour || others != 60*time.Hour {
		t.Errorf("%v left to Alice, and %v in the eyes of Bob, want two days and twelve hours more", own, others)
	}
	if l := tb.lastTo(alice); !strings.HasPrefix(l.Text, "Bob resumed the match.\n\nYour turn. Please move by Saturday 2 January, ") {
		t.Errorf("the letter is\n%s", l.Text)
	}
	tb.play(alice, "e2")
	tb.poll(bob)
	tb.same()
}

// TestProposalOutOfTurn checks that a player who isn't to move is not told to decline a proposal by moving.
func TestProposalOutOfTurn(t *testing.T) {
	tb, alice, bob := two(timed(t, "quoridor", "3d"))
	tb.do(alice, home.Doing("pause"))
	want := "Alice proposes a pause. All clocks stop during a pause. To accept, type hikyaku accept " + tb.open(bob).Short() + "; to decline, do nothing.\n\nIt is Alice's turn now."
	if l := tb.lastTo(bob); !saysSo(l, want) {
		t.Errorf("the letter is\n%s\nwant\n%s", l.Text, want)
	}
}

// TestPauseCrossesAMove checks that the move counts and the consent is rejected.
func TestPauseCrossesAMove(t *testing.T) {
	tb, alice, bob := two(timed(t, "quoridor", "3d"))
	tb.do(alice, home.Doing("pause"))
	_, err := bob.Do(bob.copy(), home.Doing("agree"), true)
	tb.must(err)
	tb.play(alice, "e2")
	tb.send(bob)
	tb.wantPoll(alice, "known")
	tb.wantReport(bob, courier.Taken, "your consent crossed with a message from the other side")
	tb.same()
	if m := tb.open(bob); m.Ply() != 1 || !m.Paused.IsZero() || m.Offer != nil {
		t.Errorf("ply %d, paused since %s", m.Ply(), m.Paused)
	}
}

// TestMoveInAPauseOfOthers checks that a player who moves out of turn after the other side has agreed to a pause isn't told to send that step.
func TestMoveInAPauseOfOthers(t *testing.T) {
	tb, alice, bob := two(sitAt(t, 2, timedBy("quoridor", "3d")))
	tb.do(bob, home.Doing("pause"))
	tb.do(alice, home.Doing("agree"))
	if _, err := bob.Play(bob.copy(), home.Turn{Move: "e8"}); err == nil || err.Error() != "it is Alice's turn; if the move has already been sent, hikyaku poll fetches it" {
		t.Errorf("Play() = %v", err)
	}
}

// TestMoveOutOfTurnByMail checks that a mail-only player who moves out of turn reads whose turn it is.
func TestMoveOutOfTurnByMail(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(1)))
	tb.reply("e8")
	if r := tb.report(alice); r.Reason.Ja != "あなたの手番です" {
		t.Errorf("Alice reads that %q", r.Reason.Ja)
	}
	if l := tb.last(); !saysSo(l, "Nothing was played: it isn't your turn. It is Alice's turn now.") {
		t.Errorf("the answer is\n%s", l.Text)
	}
}

// TestPauseDatedAhead checks that a pause or its end isn't accepted before its date.
func TestPauseDatedAhead(t *testing.T) {
	tb, alice, bob := two(timed(t, "quoridor", "3d"))
	early := func(step home.Step) {
		now := *tb.now
		tb.wait(time.Hour)
		_, err := bob.Do(bob.copy(), step, true)
		tb.must(err)
		tb.send(bob)
		*tb.now = now
		tb.unchanged(alice, func() { tb.wantReport(alice, courier.Refused, "in the future") })
		tb.wait(2 * time.Hour)
		_, err = bob.Do(bob.copy(), home.Doing("say", "It is time."), true) // its message makes it accepted
		tb.must(err)
		tb.send(bob)
		tb.wantPoll(alice, "taken")
	}
	early(home.Doing("pause"))
	tb.do(alice, home.Doing("agree"))
	early(home.Doing("resume"))
	tb.do(alice, home.Doing("pause"))
	early(home.Doing("agree"))
	tb.same()
}

// TestLetterWriterPauses checks that a mail-only player proposes, accepts and ends a pause with one word each.
func TestLetterWriterPauses(t *testing.T) {
	tb, alice, bob := two(bobWrites(t, timedBy("quoridor", "3d")))
	tb.wait(24 * time.Hour)
	tb.reply("May we pause?")
	tb.wantPoll(alice, "taken")
	_, err := alice.Do(alice.copy(), home.Doing("agree"), true)
	tb.must(err)
	tb.send(alice)
	tb.begins(bob, "Alice agreed to the pause.\n\nThe match has been paused by agreement since Saturday 21 November, 19:55 UTC, and all clocks are stopped. "+
		"To resume, reply \"resume\" or just move.\n\nIt is Alice's turn now.")
	for typed, want := range map[string]string{"pause": "the match is already paused", "claim": "nobody has run out of time"} {
		tb.unchanged(alice, func() {
			tb.reply(typed)
			tb.wantPoll(alice, "answered")
		})
		if l := tb.last(); !strings.Contains(l.Text, want) {
			t.Errorf("%q is answered by\n%s", typed, l.Text)
		}
	}
	tb.wait(30 * 24 * time.Hour)
	tb.reply("再開します")
	tb.wantPoll(alice, "taken")
	if left := tb.leftTo(alice, 1); left != 48*time.Hour {
		t.Errorf("%v left to Alice, want two days", left)
	}
	tb.unchanged(alice, func() {
		tb.reply("resume")
		tb.wantPoll(alice, "answered")
	})
	_, err = alice.Do(alice.copy(), home.Doing("pause"), true)
	tb.must(err)
	tb.send(alice)
	tb.reply("agree") // it can be undone, so it is done at once
	tb.wantPoll(alice, "taken")
	if tb.open(alice).Paused.IsZero() {
		t.Errorf("not paused:\n%s", tb.bytes(alice))
	}
	tb.play(alice, "e2")
	tb.begins(bob, "Alice played e2.\n\nYour turn. Please move by Thursday 24 December, 20:48 UTC.")
}
