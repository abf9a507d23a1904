package match_test

import (
	"strings"
	"testing"
	"time"

	"hikyaku/kif"
)

// TestShares checks that nobody can use up more than a share of the events and text of a match.
func TestShares(t *testing.T) {
	tb, m := sit(t, setting{options: "dice=none target=1000"})
	for n := range 1000 {
		if n%30 == 0 {
			m = tb.run(m, "1 add1; 2 add1")
		}
		m = tb.do(m, 2, kif.Say{}, says("…"))
	}
	m = tb.run(m, "1 add1; 2 add1")
	tb.refuses(m, "expected a move, an answer or an end of the match: this player has", 2, kif.Say{}, says("!"))
	tb.do(m, 1, kif.Say{}, says("…"))
	tb.run(m, "2 undo-offer 1; 2 投了")

	tb, m = sit(t, setting{options: "dice=none target=1000"})
	long := strings.Repeat("x", kif.MaxSaid)
	for n := range 256 {
		if n%30 == 0 {
			m = tb.run(m, "1 add1; 2 add1")
		}
		m = tb.do(m, 2, kif.Say{}, says(long))
	}
	m = tb.run(m, "1 add1; 2 add1")
	tb.refuses(m, "at most 128 bytes of text", 2, kif.Say{}, says(long))
	tb.do(m, 2, kif.Say{}, says(long[:128]))
	tb.do(m, 2, kif.Resignation, says(long[:128]))
	tb.do(m, 1, kif.Say{}, says(long))
}

// TestManyAbsences checks the limit of absences of each party.
func TestManyAbsences(t *testing.T) {
	tb, m := sit(t, setting{options: "dice=none", time: "3d"})
	for n := range 60 {
		if n%30 == 0 {
			m = tb.run(m, "1 add1; 2 add1")
		}
		m = tb.do(m, 2, stepOf("away 2026-12-01"))
	}
	m = tb.run(m, "1 add1; 2 add1")
	tb.refuses(m, "but this player has already announced", 2, stepOf("away 2026-12-01"))
	tb.do(m, 1, stepOf("away 2026-12-01"))
}

// TestUnsignedLines checks that nobody can fill a record with lines that nobody signs.
func TestUnsignedLines(t *testing.T) {
	tb, m := sit(t, plain)
	noted := func(n int) with {
		return sealed(func(e *kif.Event) { e.Notes = []kif.Note{{Word: "later", Text: strings.Repeat("x", n)}} })
	}
	for range 5 {
		m = tb.do(m, 1, kif.Unknown{Text: "dance"}, noted(50_000))
	}
	tb.refuses(m, "but unsigned lines may have at most 262144 bytes", 2, kif.Unknown{Text: "dance"}, noted(50_000))
	tb.do(m, 2, kif.Resignation)
}

// TestAcceptedAhead checks that an acceptance dated far ahead stops only the clock of the first turn.
func TestAcceptedAhead(t *testing.T) {
	tb, m := invited(t, slow)
	m = tb.do(m, 2, kif.Accept{}, func(e *draft) { e.At = kif.LastTime })
	m = tb.do(m, 1, kif.Move("add1"), at(days(1)))
	until(t, m, 2, days(1)+days(3))
	if !m.Clock.Disputed(1) {
		t.Error("two dates that do not fit are not disputed")
	}
	m = tb.do(m, 2, kif.Move("add1"), at(days(2)))
	until(t, m, 1, days(2)+days(3))
	if m.Clock.Disputed(2) {
		t.Error("a dispute outlives the next turn")
	}
}

// TestClockText checks that the warning is about one's own clock, never about another's date.
func TestClockText(t *testing.T) {
	tb, m := sit(t, slow)
	m = tb.do(m, 1, kif.Move("add1"), at(days(1)))
	m = tb.do(m, 2, kif.Move("add1"), func(e *draft) { e.At = kif.LastTime })
	now := epoch.Add(days(2))
	for name, c := range map[string]struct {
		party      int
		now, built time.Time
		want       string
	}{
		"right":                  {1, now, epoch, ""},
		"before the own step":    {1, epoch.AddDate(-50, 0, 0), time.Time{}, "but your last entry in this match is dated"},
		"a little before it":     {1, epoch.Add(days(1) - 50*time.Minute), time.Time{}, ""},
		"before it was built":    {1, now, now.Add(time.Hour), "but this program was built on"},
		"of who has dated ahead": {2, now, time.Time{}, "your last entry in this match is dated 9999"},
	} {
		if got := m.For(c.party).ClockText(c.now, c.built).En; c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestLongBank checks that an increment over many turns does not overflow.
func TestLongBank(t *testing.T) {
	tb, m := sit(t, setting{options: "dice=none target=1000", time: "3660d+366d"})
	for range 300 {
		m = tb.run(m, "1 add1; 2 add1")
	}
	if end, limited := m.Clock.Deadline(1); !limited || !kif.InRange(end) || end.Before(epoch.AddDate(200, 0, 0)) || m.Clock.Left(1) < days(90_000) {
		t.Errorf("the time runs until %s, and %s are left", end, m.Clock.Left(1))
	}
}
