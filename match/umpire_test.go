package match_test

import (
	"testing"
	"time"

	"hikyaku/kif"
	"hikyaku/match"
)

var refereed = setting{options: "dice=none", umpire: true, time: "3d"}

// TestRuling checks that only the umpire ends a match, and changes how it ended, by a ruling.
func TestRuling(t *testing.T) {
	tb, m := sit(t, refereed)
	wins := func(m *match.Match, places ...int) {
		t.Helper()
		if m.Outcome == nil || m.Turn != 0 || len(m.Outcome.Places) != len(places) || len(places) > 0 && m.Outcome.Places[0] != places[0] {
			t.Errorf("the outcome is %+v", m.Outcome)
		}
		again, err := match.New(m.Record, m.Game)
		tb.must(err)
		if again.Head != m.Head || again.For(0).Ending() != m.For(0).Ending() {
			t.Errorf("read again, the match ended %q, not %q", again.For(0).Ending().En, m.For(0).Ending().En)
		}
	}
	why := says("Both have written to me.")
	tb.refuses(m, "but only the umpire can do that", 2, kif.Ruling{Places: "1 2"}, why)
	tb.refuses(m, "but a decision of the umpire needs its reason", 1, kif.Ruling{Places: "1 2"})
	tb.refuses(m, "must place 2 seats", 1, kif.Ruling{Places: "1 2 3"}, why)
	decided := tb.do(m, 1, kif.Ruling{Places: "1 2"}, why)
	wins(decided, 1, 2)
	corrected := tb.do(decided, 1, kif.Ruling{Places: "2 1"}, says("The names were mixed up."))
	wins(corrected, 2, 1)
	wins(tb.do(corrected, 1, kif.Ruling{Places: kif.NoResult}, why))
	tb.refuses(decided, "", 2, kif.Ruling{Places: "2 1"}, why)
	tb.refuses(decided, "", 2, kif.Move("add1"))
	if said := tb.do(decided, 2, kif.Say{}, says("Thank you.")); said.Outcome == nil {
		t.Error("words reopen the match")
	}
	resigned := tb.do(m, 2, kif.Resignation)
	wins(tb.do(resigned, 1, kif.Ruling{Places: "1 1"}, says("It was not he who wrote.")), 1, 1)
	tb, m = sit(t, plain)
	tb.refuses(m, "but only the umpire can do that", 1, kif.Ruling{Places: "1 2"}, why)
}

// TestLapse checks that an umpire needs no claim once the limit is over by the record.
func TestLapse(t *testing.T) {
	tb, m := sit(t, refereed)
	end, _ := m.Clock.Deadline(1)
	tb.refuses(m, "only", 1, kif.TimeOut, at(end.Sub(epoch)))
	if m.Lapsed(1, end) != nil || m.Lapsed(2, end.Add(time.Hour)) != nil || m.Lapsed(1, end.Add(time.Second)) == nil {
		t.Error("the time is over for others than the umpire, or too early")
	}
	over := tb.do(m, 1, kif.TimeOut, at(end.Add(time.Second).Sub(epoch)))
	if over.Outcome == nil || over.Outcome.Places[0] != 2 {
		t.Errorf("the outcome is %+v", over.Outcome)
	}
}

// TestMoreTime checks that an umpire can give the player to move more time, before and after the limit.
func TestMoreTime(t *testing.T) {
	for _, limit := range []string{"3d", "10d+1d"} {
		tb, m := sit(t, setting{options: "dice=none", umpire: true, time: limit})
		end, _ := m.Clock.Deadline(1)
		more := tb.do(m, 1, kif.MoreTime{Hours: 48}, at(end.Add(time.Hour).Sub(epoch)))
		if now, _ := more.Clock.Deadline(1); now != end.Add(48*time.Hour) {
			t.Errorf("%s: the time runs until %s, not 48 hours after %s", limit, now, end)
		}
		tb.refuses(m, "but only the umpire can do that", 2, kif.MoreTime{Hours: 48})
		halted := tb.do(m, 1, kif.PauseOffer{})
		tb.refuses(halted, "but no player's clock is running", 1, kif.MoreTime{Hours: 48})
	}
}

// TestHalt checks that an umpire can stop the clock alone, and that only a move or the umpire starts it again.
func TestHalt(t *testing.T) {
	tb, m := sit(t, refereed)
	end, _ := m.Clock.Deadline(1)
	begun := m.Clock.Since
	halted := tb.do(m, 1, kif.PauseOffer{}, at(begun.Add(24*time.Hour).Sub(epoch)), says("Mail to Bob comes back."))
	if halted.Paused.IsZero() || !halted.Halted || !halted.ReceiptDue {
		t.Errorf("paused since %s, a receipt is due: %v", halted.Paused, halted.ReceiptDue)
	}
	halted = tb.do(halted, 1, kif.Receipt{}, at(begun.Add(24*time.Hour).Sub(epoch)), got(begun.Add(24*time.Hour).Sub(epoch)))
	if _, limited := halted.Clock.Deadline(1); limited {
		t.Error("the clock runs")
	}
	tb.refuses(halted, "only the umpire resumes", 3, kif.Resume{})
	if moved := tb.do(halted, 2, kif.Move("add1")); !moved.Paused.IsZero() {
		t.Error("a move does not end the pause")
	}
	resumed := tb.do(halted, 1, kif.Resume{}, at(begun.Add(240*time.Hour).Sub(epoch)))
	resumed = tb.do(resumed, 1, kif.Receipt{}, at(begun.Add(240*time.Hour).Sub(epoch)))
	if now, _ := resumed.Clock.Deadline(1); now != end.Add(216*time.Hour) {
		t.Errorf("the time runs until %s, not nine days after %s", now, end)
	}
}
