package courier_test

import (
	"context"
	"os"
	"testing"
	"time"

	"hikyaku/internal/courier"
	"hikyaku/internal/home"
	"hikyaku/mailbox"
)

// since remembers the date from which mail was last asked for.
type since struct {
	*box
	asked time.Time
}

func (s *since) Fetch(ctx context.Context, mark mailbox.Mark, handle func(mailbox.Mail) error) (mailbox.Mark, error) {
	s.asked = mark.Since
	return s.box.Fetch(ctx, mark, handle)
}

// TestLostStateReadsOldMail checks that without its state a poll reads back to the beginning of the oldest unfinished match, and at
// least 90 days.
func TestLostStateReadsOldMail(t *testing.T) {
	tb, alice := one(sit(t, 2))
	box := &since{box: alice.Box.(*box)}
	alice.Box = box
	began := tb.open(alice).Entries[0].Event.At
	asksFrom := func(want time.Time) {
		t.Helper()
		tb.must(os.Remove(alice.Memory.(home.Memory).File))
		tb.poll(alice)
		if box.asked.Sub(want).Abs() > time.Hour { // each step takes a while
			t.Errorf("mails are asked for from %v, want %v", box.asked, want)
		}
	}
	const most = 90 * 24 * time.Hour
	asksFrom(tb.now.Add(-most))
	tb.wait(200 * 24 * time.Hour)
	asksFrom(began)
}

// TestRestoreFromAnAlias: an older record takes what the other player sent later from an alias.
func TestRestoreFromAnAlias(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	tb.play(alice, "e2")
	tb.poll(bob)
	tb.play(bob, "e8")
	tb.boxes[alice.Me.Address] = nil
	tb.forge(alice, elsewhere, []byte(tb.bytes(bob)))
	alias(alice, elsewhere, bob.Me.Address)
	reports, err := alice.Courier.Restore(t.Context())
	tb.must(err)
	if len(reports) != 1 || reports[0].Verdict != courier.Taken {
		t.Errorf("restoring reports %+v", reports)
	}
	tb.same()
}
