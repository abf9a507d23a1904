package courier_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"hikyaku/engine/all"
	"hikyaku/internal/home"
	"hikyaku/kif"
	"hikyaku/mailbox"
)

// running is a match in which the time of Bob, a mail-only player, is running out; it returns the deadline.
func running(t *testing.T, steps ...time.Duration) (tb *table, end time.Time) {
	t.Helper()
	i := quoridor(1)
	i.PerMove = "3d"
	return runsOut(bobWrites(t, i), steps)
}

// runningBoth is the same with a Bob who has hikyaku.
func runningBoth(t *testing.T, steps ...time.Duration) (tb *table, end time.Time) {
	t.Helper()
	return runsOut(timed(t, "quoridor", "3d"), steps)
}

func runsOut(tb *table, steps []time.Duration) (_ *table, end time.Time) {
	tb.Helper()
	for _, p := range tb.players {
		p.Reminders = steps
	}
	tb.play(tb.players[0], "e2")
	end, _ = tb.open(tb.players[0]).Clock.Deadline(2)
	return tb, end
}

// reminds polls as p some time before end and expects a number of messages.
func (tb *table) reminds(p *player, end time.Time, before time.Duration, letters int) {
	tb.Helper()
	tb.wait(end.Add(-before).Sub(*tb.now))
	if _, sent := tb.poll(p); len(sent) != letters {
		tb.Errorf("%v before the end %d letters go out, want %d", before, len(sent), letters)
	}
}

// TestReminders checks that each step is sent once, only the nearest after a late poll, and none if none are configured.
func TestReminders(t *testing.T) {
	type poll struct {
		before  time.Duration
		letters int
		says    string
	}
	for name, c := range map[string]struct {
		steps []time.Duration
		polls []poll
	}{
		"none": {nil, []poll{{23 * time.Hour, 0, ""}, {time.Hour, 0, ""}}},
		"each": {[]time.Duration{24 * time.Hour, 3 * time.Hour}, []poll{
			{25 * time.Hour, 0, ""}, {23 * time.Hour, 1, "Reminder: your turn against Alice Less than 24 hours left. If you don't move by the deadline, Alice can claim the win. "}, {22 * time.Hour, 0, ""}, {4 * time.Hour, 0, ""},
			{2 * time.Hour, 1, "Reminder: your turn against Alice Less than 3 hours left."}, {time.Hour, 0, ""}, {-time.Hour, 0, ""},
		}},
		"late":         {[]time.Duration{24 * time.Hour, 3 * time.Hour}, []poll{{time.Hour, 1, "Reminder: your turn against Alice Less than 3 hours left"}, {time.Hour / 2, 0, ""}}},
		"too late":     {[]time.Duration{24 * time.Hour, 3 * time.Hour}, []poll{{-time.Minute, 0, ""}}},
		"before it is": {[]time.Duration{5 * 24 * time.Hour, 3 * time.Hour}, []poll{{71 * time.Hour, 0, ""}, {2 * time.Hour, 1, "Reminder: your turn against Alice Less than 3 hours left"}}},
	} {
		t.Run(name, func(t *testing.T) {
			tb, end := running(t, c.steps...)
			for _, p := range c.polls {
				tb.reminds(tb.players[0], end, p.before, p.letters)
				if text := unbroken(tb.last().Text); !strings.HasPrefix(text, unbroken(p.says)) {
					t.Errorf("%v before the end the letter begins\n%.300s\nwant\n%s", p.before, text, p.says)
				}
			}
		})
	}
}

// TestReminderIsALetter checks that it belongs to the thread, is formatted, and is marked as automatic.
func TestReminderIsALetter(t *testing.T) {
	tb, end := running(t, 3*time.Hour)
	alice, bob := tb.players[0], tb.players[1]
	alice.Picture = true
	turn := tb.last()
	tb.reminds(alice, end, time.Hour, 1)
	l := tb.last()
	if !strings.HasSuffix(l.Subject, " ["+tb.open(alice).Short()+"]") || l.InReplyTo != turn.MessageID || l.MessageID == turn.MessageID || l.Automatic != "auto-generated" {
		t.Errorf("the letter is %q %s in reply to %s, %q", l.Subject, l.MessageID, l.InReplyTo, l.Automatic)
	}
	if want := "Reminder: your turn against Alice Less than 3 hours left."; !strings.HasPrefix(unbroken(l.Text), unbroken(want)) {
		t.Errorf("it begins %.300s", l.Text)
	}
	box := tb.boxes[bob.Me.Address]
	if raw := box[len(box)-1]; !bytes.Contains(raw, []byte("text/html")) || !bytes.Contains(raw, []byte("image/png")) {
		t.Error("it has no looks")
	}
}

// TestRemindedOneself checks that a player is reminded by the own program, which recognises its message.
func TestRemindedOneself(t *testing.T) {
	tb, end := runningBoth(t, 24*time.Hour, 3*time.Hour)
	bob := tb.players[1]
	tb.wantPoll(bob, "taken")
	tb.reminds(bob, end, 23*time.Hour+30*time.Minute, 0) // until then, Alice's program may remind him
	tb.reminds(bob, end, 22*time.Hour, 1)
	if l := tb.last(); !l.From.Is(bob.Me.Address) || !strings.Contains(l.Text, "hikyaku move ") {
		t.Errorf("from %s:\n%s", l.From.Addr, l.Text)
	}
	tb.unchanged(bob, func() { tb.wantPoll(bob, "known") })
	tb.reminds(bob, end, 21*time.Hour, 0)
	tb.reminds(bob, end, 2*time.Hour, 1)
}

// TestOneOfTwoPrograms checks that of two players' programs one sends a reminder, even if Bob's own loses its state.
func TestOneOfTwoPrograms(t *testing.T) {
	steps := []time.Duration{24 * time.Hour, 3 * time.Hour}
	tb, end := runningBoth(t, steps...)
	alice, bob := tb.players[0], tb.players[1]
	tb.wantPoll(bob, "taken")
	tb.reminds(alice, end, 23*time.Hour+30*time.Minute, 1)
	tb.reminds(alice, end, 22*time.Hour, 0)
	tb.reminds(bob, end, 22*time.Hour, 0)
	tb.must(forget(bob))
	tb.reminds(bob, end, 21*time.Hour, 0)
	tb.reminds(bob, end, 2*time.Hour, 1)
	tb.reminds(alice, end, time.Hour, 0) // too late for Alice's program, which cannot know what Bob's has sent
}

// TestReminderOfAnotherMachine checks that it counts for all machines of the player with the same mailbox.
func TestReminderOfAnotherMachine(t *testing.T) {
	for name, reminded := range map[string]int{"of oneself": 1, "of the other player": 0} {
		t.Run(name, func(t *testing.T) {
			tb, end := running(t, 3*time.Hour)
			if reminded == 1 {
				tb, end = runningBoth(t, 3*time.Hour)
			}
			first := tb.players[reminded]
			first.Copy = true
			tb.poll(first)
			second := tb.machine(first)
			second.Reminders, second.Copy = first.Reminders, true
			_, err := second.Courier.Restore(t.Context())
			tb.must(err)
			tb.poll(second)
			tb.reminds(first, end, 2*time.Hour, 2-reminded) // with the copy
			tb.reminds(second, end, time.Hour, 0)
			tb.reminds(first, end, time.Hour/2, 0)
		})
	}
}

// TestReminderOfEachDeadline checks that a deadline that moves is a new one, and that each match has its own.
func TestReminderOfEachDeadline(t *testing.T) {
	tb, end := runningBoth(t, 24*time.Hour)
	bob := tb.players[1]
	tb.wantPoll(bob, "taken")
	tb.reminds(bob, end, 22*time.Hour, 1)
	tb.poll(bob)
	_, err := bob.Do(bob.copy(), home.Doing("away", "2026-11-23..2026-11-29"), true)
	tb.must(err)
	tb.send(bob)
	later, _ := tb.open(bob).Clock.Deadline(2)
	if !later.After(end.Add(24 * time.Hour)) {
		t.Fatalf("the deadline is %v, was %v", later, end)
	}
	tb.reminds(bob, later, 22*time.Hour, 1)
	tb.reminds(bob, later, 21*time.Hour, 0)

	tb, end = running(t, 24*time.Hour)
	alice := tb.players[0]
	i := quoridor(1)
	i.PerMove, i.Others = "3d", []kif.Seat{tb.players[1].Me}
	tb.invite(i)
	tb.reply("accept")
	tb.wantPoll(alice, "taken")
	tb.play(alice, "e2")
	tb.reminds(alice, end, 22*time.Hour, 2)
	tb.reminds(alice, end, 21*time.Hour, 0)
}

// TestReminderIsTriedAgain checks that it is sent again only if the server certainly did not accept it.
func TestReminderIsTriedAgain(t *testing.T) {
	for kind, more := range map[mailbox.SendKind]int{mailbox.Temporary: 1, mailbox.Unknown: 0, mailbox.Refused: 0} {
		tb, end := running(t, 3*time.Hour)
		alice := tb.players[0]
		tb.fail = failing(kind)
		tb.reminds(alice, end, 2*time.Hour, 1)
		tb.fail = nil
		tb.reminds(alice, end, time.Hour, more)
		tb.reminds(alice, end, time.Hour/2, 0)
	}
}

// TestDraftIsNotReminded checks that a reminder doesn't send a draft.
func TestDraftIsNotReminded(t *testing.T) {
	tb, _ := runningBoth(t, 24*time.Hour)
	alice, bob := tb.players[0], tb.players[1]
	tb.wantPoll(bob, "taken")
	_, err := bob.Play(bob.copy(), home.Turn{Move: "e8"})
	tb.must(err)
	end, _ := tb.open(bob).Clock.Deadline(1)
	tb.reminds(bob, end, 22*time.Hour, 0)
	tb.poll(alice)
	if tb.open(alice).Ply() != 1 {
		t.Error("a move that was not sent has arrived")
	}
}

// TestOtherReminders checks that a match rests according to the reminders that are configured now.
func TestOtherReminders(t *testing.T) {
	tb, end := running(t)
	alice := tb.players[0]
	tb.reminds(alice, end, 5*time.Hour, 0)
	tb.reads(alice, 0) // gives the files a time of the test's clock
	if n := tb.reads(alice, 0); n != 0 {
		t.Errorf("records are read %d times", n)
	}
	alice.Reminders = []time.Duration{6 * time.Hour}
	if tb.reads(alice, 1) == 0 {
		t.Error("nothing is read where other reminders are wanted")
	}
}

// TestTellOverdue checks that the umpire's program can tell the others that the time of the player to move is over, and that player nothing.
func TestTellOverdue(t *testing.T) {
	tb := chairs(t, 3)
	umpire, bob, carol := tb.players[0], tb.players[1], tb.players[2]
	tb.invite(home.Invitation{Game: all.Game("quoridor"), Umpire: true, Seat: 1, PerMove: "3d", Others: []kif.Seat{bob.Me, carol.Me}})
	for _, p := range []*player{bob, carol} {
		tb.writes(p, "accept")
		tb.poll(umpire)
	}
	for _, late := range []int{0, 1} {
		*tb.now = tb.now.AddDate(0, 0, 4*late)
		sent := tb.sent
		tb.must(umpire.TellOverdue(t.Context(), umpire.file))
		if tb.sent-sent != late || late > 0 && !saysSo(tb.lastTo(carol), "Bob's time ran out on ") {
			t.Errorf("%d days later, %d letters, the last to Carol:\n%s", 4*late, tb.sent-sent, tb.lastTo(carol).Text)
		}
	}
}
