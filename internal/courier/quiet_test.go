package courier_test

import (
	"strings"
	"testing"
	"time"

	"hikyaku/internal/courier"
)

// night is from 22:00 to 07:00 in Berlin.
func night(t *testing.T) *courier.Hours {
	t.Helper()
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	return &courier.Hours{From: 22 * time.Hour, To: 7 * time.Hour, Zone: berlin}
}

// atClock sets the clock to a time of November 2026, in UTC.
func (tb *table) atClock(day, hour, minute int) {
	tb.wait(time.Date(2026, 11, day, hour, minute, 0, 0, time.UTC).Sub(*tb.now))
}

// outgoing polls as p and expects a number of messages.
func (tb *table) outgoing(p *player, want int) {
	tb.Helper()
	if _, sent := tb.poll(p); len(sent) != want {
		tb.Errorf("at %v %d letters go out, want %d", *tb.now, len(sent), want)
	}
}

// TestQuietHours checks that automatic messages wait for the first poll after the quiet hours, and that a player's steps are sent immediately.
func TestQuietHours(t *testing.T) {
	i := quoridor(1)
	i.PerMove = "3d"
	tb, alice := one(bobWrites(t, i))
	alice.Quiet, alice.Digest, alice.Reminders = night(t), &courier.Schedule{Hour: 23, Zone: time.UTC}, []time.Duration{24 * time.Hour}
	tb.atClock(20, 20, 30)
	tb.outgoing(alice, 1) // the digest of yesterday
	tb.atClock(20, 21, 0) // 22:00 in Berlin
	before := len(tb.boxes[tb.players[1].Me.Address])
	tb.play(alice, "e2")
	if n := len(tb.boxes[tb.players[1].Me.Address]) - before; n != 1 {
		t.Errorf("%d letters carry the move", n)
	}
	tb.atClock(20, 23, 30)
	tb.reply("e8") // the answer confirms it
	tb.outgoing(alice, 0)
	tb.atClock(21, 5, 30)
	tb.outgoing(alice, 0)
	tb.atClock(21, 6, 0)
	tb.outgoing(alice, 2) // the receipt and the digest
	if l := tb.lastTo(tb.players[1]); !strings.Contains(l.Text, "e8") {
		t.Errorf("the receipt is\n%s", l.Text)
	}
	tb.outgoing(alice, 0)

	tb.atClock(21, 22, 0)
	tb.play(alice, "e3")
	alice.Digest = nil
	end, _ := tb.open(alice).Clock.Deadline(2)
	tb.wait(end.Add(-23 * time.Hour).Sub(*tb.now)) // around 23 in Berlin
	tb.outgoing(alice, 0)
	tb.wait(6 * time.Hour)
	tb.outgoing(alice, 0)
	tb.wait(90 * time.Minute)
	tb.outgoing(alice, 1)
	tb.outgoing(alice, 0)
}

// TestQuietHoursOfTheDay uses quiet hours that don't include midnight.
func TestQuietHoursOfTheDay(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(2)))
	alice.Quiet = &courier.Hours{From: 12 * time.Hour, To: 14*time.Hour + 30*time.Minute, Zone: time.UTC}
	tb.outgoing(alice, 0)
	for _, c := range []struct{ hour, minute, want int }{{11, 0, 1}, {12, 0, 0}, {14, 0, 0}, {14, 30, 1}, {23, 0, 0}} {
		tb.atClock(21, c.hour, c.minute)
		switch c.hour {
		case 11:
			tb.reply("e2")
		case 12:
			tb.play(alice, "e8")
			tb.reply("e3")
		}
		tb.outgoing(alice, c.want)
	}
}

// TestQuestionsAreNotQuiet checks that a reply that needs an answer is answered at once.
func TestQuestionsAreNotQuiet(t *testing.T) {
	for _, typed := range []string{"resign", "e5", "show"} {
		tb, alice := one(bobWrites(t, quoridor(2)))
		alice.Quiet, alice.Silent = night(t), true
		tb.atClock(20, 22, 0)
		tb.reply(typed)
		tb.outgoing(alice, 1)
	}
}

// TestNoReceipts checks that a player without receipts still gets turns and the end.
func TestNoReceipts(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(1)))
	alice.Silent = true
	tb.play(alice, "e2")
	tb.reply("e8")
	tb.outgoing(alice, 0)
	tb.wait(time.Hour)
	tb.outgoing(alice, 0)
	before := len(tb.boxes[tb.players[1].Me.Address])
	tb.play(alice, "e3")
	if n := len(tb.boxes[tb.players[1].Me.Address]) - before; n != 1 {
		t.Errorf("%d letters carry the move", n)
	}
	tb.reply("resign")
	tb.outgoing(alice, 1)
	tb.reply("yes")
	tb.outgoing(alice, 1)
	if tb.open(alice).Outcome == nil {
		t.Error("the match goes on")
	}

	tb = chairs(t, 2)
	tb.players[0].Silent = true
	i := quoridor(2) // Bob begins
	i.Others = append(i.Others, tb.players[1].Me)
	tb.invite(i)
	tb.reply("accept")
	tb.outgoing(tb.players[0], 1)
}
