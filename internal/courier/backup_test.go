package courier_test

import (
	"errors"
	"os"
	"testing"

	"hikyaku/internal/courier"
	"hikyaku/internal/home"
)

// old expects p not to write to its record.
func (tb *table) old(p *player) {
	tb.Helper()
	var old *home.OldRecord
	tb.unchanged(p, func() {
		for name, act := range map[string]func() error{
			"Play":   func() error { _, err := p.Play(p.copy(), home.Turn{Move: tb.someMove(p), Post: true}); return err },
			"Do":     func() error { _, err := p.Do(p.copy(), home.Doing("away", "2026-12-20..2026-12-24"), true); return err },
			"Resign": func() error { _, err := p.Resign(p.copy(), 0, true); return err },
			"Undo":   func() error { _, err := p.Undo(p.copy()); return err },
			"Send":   func() error { _, err := p.Send(tb.Context(), p.copy()); return err },
		} {
			if err := act(); !errors.As(err, &old) || old.File != p.file {
				tb.Errorf("%s gives %v", name, err)
			}
		}
	})
}

// restore replaces p's record with an earlier copy.
func (tb *table) restore(p *player, backup string) {
	tb.Helper()
	tb.must(os.WriteFile(p.file, []byte(backup), 0o644))
}

// TestOldBackup checks that a copy without steps that were sent is not changed, and is completed by the next message.
func TestOldBackup(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	backup := tb.bytes(alice)
	tb.play(alice, "e2")
	tb.wantPoll(bob, "taken")
	tb.restore(alice, backup)
	tb.old(alice)
	tb.play(bob, "e8")
	tb.wantPoll(alice, "taken")
	tb.same()
	tb.play(alice, "e3")
	tb.wantPoll(bob, "taken")
	tb.same()
}

// TestOldBackupReadsTheMailboxAnew checks that a message that was read earlier completes the copy once the courier's memory is lost.
func TestOldBackupReadsTheMailboxAnew(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	backup := tb.bytes(alice)
	tb.play(alice, "e2")
	tb.poll(bob)
	tb.play(bob, "e8")
	tb.wantPoll(alice, "taken")
	tb.restore(alice, backup)
	sent := tb.sent
	tb.wantReport(alice, courier.Refused, "is older than what you have sent")
	if tb.sent != sent {
		t.Error("an old letter was sent again")
	}
	tb.old(alice)
	tb.must(forget(alice))
	tb.wantPoll(alice, "known taken")
	tb.same()
	tb.play(alice, "e3")
}

// TestBackupOfADraft restores a copy with a step in the state before it was dated and sent.
func TestBackupOfADraft(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	_, err := alice.Play(alice.copy(), home.Turn{Move: "e2"})
	tb.must(err)
	backup := tb.bytes(alice)
	tb.send(alice)
	tb.wantPoll(bob, "taken")
	tb.restore(alice, backup)
	sent := tb.sent
	tb.old(alice)
	if tb.sent != sent {
		t.Error("another e2 went out")
	}
}

// TestBackupThatHealsByHalf receives a message with something new but without the steps that were sent.
func TestBackupThatHealsByHalf(t *testing.T) {
	tb, alice, bob := two(sit(t, 4))
	backup := tb.bytes(alice)
	tb.play(alice, "e2")
	_, err := bob.Do(bob.copy(), home.Doing("away", "2026-12-20..2026-12-24"), true) // before he has read of it
	tb.must(err)
	tb.send(bob)
	tb.restore(alice, backup)
	tb.wantPoll(alice, "taken refused")
	tb.old(alice)
	tb.round()
	tb.same()
	if tb.open(alice).Ply() != 1 {
		t.Errorf("the match stands at\n%s", tb.bytes(alice))
	}
	tb.play(bob, "b5")
	tb.round()
	tb.same()
}

// TestLostRecordThatIsStillOld restores the record from a message older than our last step, and expects it not to be changed.
func TestLostRecordThatIsStillOld(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	tb.play(alice, "e2")
	tb.poll(bob)
	tb.play(bob, "e8")
	tb.poll(alice)
	tb.play(alice, "e3")
	tb.must(os.Remove(alice.file))
	tb.must(forget(alice))
	tb.wantPoll(alice, "begun taken refused")
	tb.old(alice)
	tb.poll(bob)
	tb.play(bob, "e7")
	tb.wantPoll(alice, "taken")
	tb.same()
	tb.play(alice, "e4")
}

// TestWhatIsPutAwayMakesNoRecordOld checks that the match continues after an offer that a crossing move has rejected.
func TestWhatIsPutAwayMakesNoRecordOld(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	_, err := bob.Do(bob.copy(), home.Doing("draw"), true)
	tb.must(err)
	tb.send(bob)
	tb.play(alice, "e2")
	tb.wantPoll(alice, "known")
	tb.wantPoll(bob, "taken")
	tb.same()
	tb.play(bob, "e8")
	tb.wantPoll(alice, "taken")
	tb.same()
}

// TestReplyToAnOldRecord checks that a mail-only player's reply isn't signed on a line that lacks their earlier reply.
func TestReplyToAnOldRecord(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(1)))
	tb.play(alice, "e2")
	letter, backup := tb.last(), tb.bytes(alice)
	tb.reply("e8")
	tb.wantPoll(alice, "taken")
	tb.restore(alice, backup)
	sent := tb.sent
	tb.unchanged(alice, func() {
		tb.replyTo(letter, "d9", "bob@example.net")
		tb.wantPoll(alice, "refused refused")
	})
	if tb.sent != sent {
		t.Error("he was answered")
	}
}

// TestOwnCopiesHealAReply checks that steps signed for a mail-only player are restored from our own copies, and stay known.
func TestOwnCopiesHealAReply(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(1)))
	alice.Copy = true
	tb.play(alice, "e2")
	tb.poll(alice)
	backup := tb.bytes(alice)
	tb.reply("e8")
	tb.wantPoll(alice, "taken")
	whole := tb.open(alice).Head
	for range 2 {
		tb.poll(alice) // the copy to herself
		tb.restore(alice, backup)
		tb.wantPoll(alice, "refused")
		tb.must(forget(alice))
		tb.poll(alice)
		if tb.open(alice).Head != whole {
			t.Fatalf("it is not healed:\n%s", tb.bytes(alice))
		}
	}
	tb.play(alice, "e3")
}
