package match_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"hikyaku/kif"
	"hikyaku/match"
)

func TestControl(t *testing.T) {
	usual := 12 * time.Hour
	for text, want := range map[string]match.Control{
		"": {}, "3d": {PerTurn: days(3), Way: usual}, "90m": {PerTurn: 90 * time.Minute, Way: usual},
		"30d+1d": {Bank: days(30), Added: days(1), Way: usual}, "3日/手": {PerTurn: days(3), Way: usual},
		"10d + 12h": {Bank: days(10), Added: usual, Way: usual}, "3d way=6h": {PerTurn: days(3), Way: 6 * time.Hour},
		"10d + 12h way=0m": {Bank: days(10), Added: usual}, "2時間": {PerTurn: 2 * time.Hour, Way: usual}, "5日+0d": {Bank: days(5), Way: usual},
	} {
		if got, err := match.ParseControl(text); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("ParseControl(%q) = %+v, %v", text, got, err)
		}
	}
	for text, want := range map[string]string{
		"367d": "the limit is 366 days per move", "30d+367d": "is too long: the limit is", "3661d+1d": "or 3660 days in all",
		"3d way=8d": "write at most 7 days, for example way=12h", "3d rest=2026-01-01..9999-12-31+00:00": "not between 2 January 0001",
	} {
		if _, err := match.ParseControl(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("ParseControl(%q) gives %v, want %q", text, err, want)
		}
	}
	for _, text := range []string{"3", "d", "0d", "-1d", "+1d", "3w", "99999d", "3d+", "+3d", "way=6h", "3d way=", "3d way=6", "way=6h 3d", "3d+1d+1d", "0d+1d", "3d/手/手"} {
		if got, err := match.ParseControl(text); err == nil {
			t.Errorf("ParseControl(%q) = %+v", text, got)
		}
	}
}

// until wants the time of the player to move to end so long after epoch in the eyes of a party, 0 for the others.
func until(t testing.TB, m *match.Match, viewer int, want time.Duration) {
	t.Helper()
	end, limited := m.Clock.Deadline(viewer)
	if got := end.Sub(epoch); !limited || got != want {
		t.Errorf("party %d has until day %.3f in the eyes of %d, want %.3f", m.Turn, got.Hours()/24, viewer, want.Hours()/24)
	}
}

// way is the allowance where a match says nothing else.
const way = 12 * time.Hour

// TestTurnByTheDatesOfTwo checks when a turn begins: for its player when it came, for the others at the latest the
// allowance for delivery after it was sent.
func TestTurnByTheDatesOfTwo(t *testing.T) {
	tb, m := sit(t, slow)
	until(t, m, 1, minute+days(3))
	until(t, m, 2, minute+way+days(3))
	sent := days(1)
	for name, c := range map[string]struct {
		came, own time.Duration // when it came, and from when Bob's own time runs
		disputed  bool
	}{
		"made here":               {0, sent, false},
		"within the way":          {sent + way/2, sent + way/2, false},
		"at the end of the way":   {sent + way, sent + way, false},
		"beyond":                  {sent + way + time.Second, sent + way + time.Second, true},
		"just before":             {sent - time.Hour, sent, false}, // the clocks are not the same
		"before it was signed":    {sent - time.Hour - time.Second, sent, true},
		"long before it was sent": {sent - days(3), sent, true},
	} {
		after := tb.do(m, 1, kif.Move("add1"), at(sent), func(e *draft) {
			if c.came != 0 {
				e.Came = epoch.Add(c.came)
			}
		})
		until(t, after, 2, c.own+days(3))
		until(t, after, 1, sent+way+days(3))
		until(t, after, 0, sent+way+days(3))
		if after.Clock.Disputed(1) != c.disputed || after.Clock.Disputed(2) {
			t.Errorf("%s: disputed %v, %v", name, after.Clock.Disputed(1), after.Clock.Disputed(2))
		}
	}
}

// TestBank checks that both sides count the time of a turn, and that delivery within the allowance costs the recipient
// nothing.
func TestBank(t *testing.T) {
	tb, m := sit(t, setting{options: "dice=none", time: "2d+1d way=6h"})
	m = tb.do(m, 1, kif.Move("add1"), at(minute+36*time.Hour)) // 12 hours left, and a day added
	back := minute + 36*time.Hour + time.Hour
	m = tb.do(m, 2, kif.Move("add1"), at(back))
	until(t, m, 1, back+36*time.Hour)
	until(t, m, 2, back+6*time.Hour+36*time.Hour)
	late := back + 10*time.Hour // four hours beyond the allowance, which the others do not grant
	m = tb.do(m, 1, kif.Move("add1"), got(late), at(late+2*time.Hour))
	if !m.Clock.Disputed(1) || !m.Clock.Disputed(2) {
		t.Error("a letter that came beyond the allowance leaves nothing disputed")
	}
	next := late + 3*time.Hour
	m = tb.do(m, 2, kif.Move("add1"), at(next))
	until(t, m, 1, next+(36-2+24)*time.Hour)
	until(t, m, 2, next+6*time.Hour+(36-2-4+24)*time.Hour)
	if m.Clock.Disputed(1) || m.Clock.Disputed(2) {
		t.Error("a dispute outlives the next turn")
	}
}

// TestAcceptingIsNoTurn checks that considering an invitation takes no time from the bank.
func TestAcceptingIsNoTurn(t *testing.T) {
	tb, m := invited(t, setting{options: "dice=none", time: "2d+1d", seat: 2})
	m = tb.do(m, 2, kif.Accept{}, at(days(5)))
	until(t, m, 2, days(7))
	if m.Clock.Disputed(1) || m.Clock.Disputed(2) {
		t.Error("disputed")
	}
	m = tb.do(m, 2, kif.Move("add1"), at(days(6)))
	m = tb.do(m, 1, kif.Move("add1"), at(days(6)))
	until(t, m, 2, days(6)+days(2))
}

// TestActsBeginNoTurn checks that an offer or an absence does not change when a turn began.
func TestActsBeginNoTurn(t *testing.T) {
	tb, m := sit(t, slow)
	m = tb.do(m, 2, kif.DrawOffer{}, at(days(2)), came(days(2.5)))
	m = tb.do(m, 1, stepOf("away 2027-03-01"), at(days(2)))
	until(t, m, 1, minute+days(3))
	if m.Clock.Since != epoch.Add(minute) {
		t.Errorf("the turn began at %s", m.Clock.Since)
	}
	m = tb.do(m, 1, kif.Move("add1"), at(days(2.5)))
	until(t, m, 2, days(5.5))
	m = tb.do(m, 2, kif.UndoOffer{Number: 1}, at(days(3)))
	m = tb.do(m, 1, kif.Agree{To: kif.UndoQuestion}, at(days(3)))
	until(t, m, 1, days(6))
}

func TestStepsNeedADate(t *testing.T) {
	tb, m := sit(t, slow)
	undated := func(e *draft) { e.At = time.Time{} }
	for by, step := range map[int]kif.Step{1: kif.Move("add1"), 2: kif.DrawOffer{}} {
		tb.refuses(m, "the entry has no date, which the clock needs", by, step, undated)
	}
	tb, m = sit(t, plain)
	tb.do(m, 1, kif.Move("add1"), undated)
}

// TestDatesBackAndAhead checks that a backdated step takes no time from the other player, and a postdated one gains
// none.
func TestDatesBackAndAhead(t *testing.T) {
	tb, m := sit(t, slow)
	m = tb.do(m, 1, kif.Move("add1"), at(days(2)))
	back := tb.do(m, 2, kif.Move("add1"), at(days(-100)), came(days(4)))
	until(t, back, 1, days(4)+days(3))
	until(t, back, 2, days(2)+way+days(3)) // no earlier than the turn before it
	if !back.Clock.Disputed(2) {
		t.Error("what is dated back so far is not disputed")
	}
	ahead := tb.do(m, 2, kif.Move("add1"), at(days(400)))
	ahead = tb.do(ahead, 1, kif.Move("add1"), at(days(3)))
	until(t, ahead, 2, days(5)+days(3)) // from the end of Bob's own limit at the latest
	until(t, ahead, 1, days(5)+way+days(3))
}

// TestAbsences checks that absences stop the clock from their announcement, for as long as is allowed.
func TestAbsences(t *testing.T) {
	const begin = 12 * time.Hour // from epoch to the next midnight
	cases := map[string]struct {
		away []string // announced at midnight of day 1, if nothing else is said
		left time.Duration
	}{
		"none":                              {nil, 0},
		"within the turn":                   {[]string{"2026-11-22..2026-11-23"}, days(2)},
		"of one day":                        {[]string{"2026-11-22"}, days(1)},
		"is in the past":                    {[]string{"2026-11-18..2026-11-20"}, 0},
		"has not begun yet":                 {[]string{"2026-11-20..2026-11-21"}, days(1)},
		"may follow the end":                {[]string{"2026-11-25..2026-12-20"}, 0},
		"that reaches the next":             {[]string{"2026-11-23", "2026-11-24"}, days(2)},
		"twice":                             {[]string{"2026-11-22..2026-11-23", "2026-11-22..2026-11-23"}, days(2)},
		"that overlap":                      {[]string{"2026-11-22..2026-11-23", "2026-11-23..2026-11-24"}, days(3)},
		"that overlap in front":             {[]string{"2026-11-23..2026-11-24", "2026-11-22..2026-11-23"}, days(3)},
		"one within the other":              {[]string{"2026-11-22..2026-11-25", "2026-11-23"}, days(4)},
		"one around the other":              {[]string{"2026-11-23", "2026-11-22..2026-11-25"}, days(4)},
		"out of order":                      {[]string{"2026-11-23", "2026-11-22"}, days(2)},
		"more than may be":                  {[]string{"2026-11-22..2027-11-22"}, days(30)},
		"more than may be, by two":          {[]string{"2026-11-22..2026-12-11", "2026-12-12..2027-01-30"}, days(30)},
		"announced twice, then too many":    {[]string{"2027-11-22..2027-12-11", "2027-11-22..2027-12-11", "2026-11-22..2026-11-23"}, days(2)},
		"that use all up before the turn":   {[]string{"2027-11-22..2027-12-21", "2026-11-22..2026-11-23"}, 0},
		"with days too many, then the turn": {[]string{"2027-11-22..2027-12-20", "2026-11-22..2026-11-23"}, days(1)},
	}
	for name, c := range cases {
		tb, m := sit(t, slow)
		for _, away := range c.away {
			m = tb.do(m, 1, stepOf("away "+away), at(begin), came(begin))
		}
		until(t, m, 1, minute+days(3)+c.left)
		end, _ := m.Clock.Deadline(1)
		if end != epoch.Add(minute+days(3)+c.left) {
			t.Errorf("absence %s", name)
		}
	}
	tb, m := sit(t, slow) // the other's absence stops no clock but his
	m = tb.do(m, 2, stepOf("away 2026-11-22..2026-11-23"))
	until(t, m, 1, minute+days(3))
	m = tb.do(m, 1, kif.Move("add1"), at(days(1)))
	until(t, m, 2, days(1)+days(3)+days(2))
}

// TestAbsencesOfABank checks that days of absence are not charged to the bank, by the player's dates or by the others'.
func TestAbsencesOfABank(t *testing.T) {
	tb, m := sit(t, setting{options: "dice=none", time: "5d+0d way=6h"})
	m = tb.do(m, 1, stepOf("away 2026-11-22..2026-11-23"), at(days(1)), came(days(3)))
	m = tb.do(m, 1, kif.Move("add1"), at(days(5)))
	m = tb.do(m, 2, kif.Move("add1"), at(days(5)))
	until(t, m, 1, days(5)+days(5)-(days(5)-minute-days(2)))
	heard := days(3) - 6*time.Hour // the rest of day 22 and day 23 from then on, until midnight
	until(t, m, 2, days(5)+6*time.Hour+days(5)-(days(5)-minute-(days(3.5)-heard)))
}

// TestAbsencesOfABankOverlap checks that days of two absences are subtracted only once.
func TestAbsencesOfABankOverlap(t *testing.T) {
	tb, m := sit(t, setting{options: "dice=none", time: "5d+0d"})
	m = tb.run(m, "1 away 2026-11-22; 1 away 2026-11-22..2026-11-23; 1 away 2026-11-23")
	m = tb.do(m, 1, kif.Move("add1"), at(days(5)))
	m = tb.do(m, 2, kif.Move("add1"), at(days(5)))
	until(t, m, 1, days(5)+days(5)-(days(5)-minute-days(2)))
}

// TestLies is a table of what false dates achieve: how much later the liar's time is over for the honest side, or how
// much earlier the honest side's own time is over.
func TestLies(t *testing.T) {
	tb, m := sit(t, slow)
	move := func(m *match.Match, by int, more ...with) *match.Match {
		return tb.do(m, by, kif.Move("add1"), more...)
	}
	ours := move(m, 1, at(days(1))) // as Alice has it; Bob has got it an hour later, and thinks for three days
	reply := func(came_ time.Duration, more ...with) *match.Match {
		return move(ours, 2, append([]with{at(days(4)), got(days(1) + time.Hour), came(came_)}, more...)...)
	}
	away := stepOf("away 2026-11-24..2026-11-30")
	bank := func(got_ time.Duration) *match.Match {
		tb, m := sit(t, setting{options: "dice=none", time: "9d+0d"})
		m = tb.do(m, 1, kif.Move("add1"), at(days(1)))
		m = tb.do(m, 2, kif.Move("add1"), at(days(4)), got(got_))
		return tb.do(m, 1, kif.Move("add1"), at(days(4)))
	}
	for name, c := range map[string]struct {
		truth, lie *match.Match // as the honest side has them
		honest     int
		reaches    time.Duration
		disputed   bool
	}{
		"a move dated back by half a day":                        {reply(days(4)), reply(days(4), at(days(3.5))), 1, 0, false},
		"a move dated back by 23 hours":                          {reply(days(4)), reply(days(4), at(days(4)-23*time.Hour)), 1, 0, true},
		"a move dated back to before the turn":                   {reply(days(4)), reply(days(4), at(days(-9))), 1, 0, true},
		"a move dated ahead by a year":                           {reply(days(4)), reply(days(4), at(days(369))), 1, 0, true},
		"and the turn behind a move dated ahead by a year":       {move(reply(days(4)), 1, at(days(5))), move(reply(days(4), at(days(369))), 1, at(days(5))), 1, 0, false},
		"a letter that came half a day later by his own word":    {bank(days(1)), bank(days(1.5)), 1, way, false},
		"a letter that came three days later by his own word":    {bank(days(1)), bank(days(4)), 1, way, false},
		"an absence dated back by half a day":                    {tb.do(ours, 2, away, at(days(4)), came(days(4))), tb.do(ours, 2, away, at(days(3.5)), came(days(4))), 1, way, false},
		"an absence dated back by a week, heard of when it ends": {ours, tb.do(ours, 2, away, at(days(4)), came(days(11))), 1, 0, false},
	} {
		truth, limited := c.truth.Clock.Deadline(c.honest)
		end, also := c.lie.Clock.Deadline(c.honest)
		if !limited || !also || c.truth.Turn != c.lie.Turn {
			t.Fatalf("%s: turns of %d and %d", name, c.truth.Turn, c.lie.Turn)
		}
		reaches := end.Sub(truth)
		if c.lie.Turn == c.honest {
			reaches = -reaches
		}
		if reaches > c.reaches || c.lie.Clock.Disputed(3-c.honest) != c.disputed {
			t.Errorf("%s: reaches %v, disputed %v, want %v, %v", name, reaches, !c.disputed, c.reaches, c.disputed)
		}
		if c.lie.Outcome != nil {
			t.Errorf("%s: it wins", name)
		}
	}
}

// TestRecordsNeedNoLocalDates checks that steps are judged by signed dates, not by when they reached one copy.
func TestRecordsNeedNoLocalDates(t *testing.T) {
	tb, m := sit(t, setting{options: "dice=none", time: "5d+0d"})
	absent := func(more ...with) *match.Match {
		m := tb.do(m, 1, stepOf("away 2026-11-22..2026-11-24"), append(more, at(days(1)))...)
		m = tb.do(m, 1, kif.Move("add1"), at(days(6)))
		return tb.do(m, 2, kif.Move("add1"), at(days(6)))
	}
	here, there := absent(came(days(10))), absent() // as Bob has it, who heard of it late, and as Alice has it
	for day := 6.5; day < 13; day += 0.25 {
		claimed, err := tb.try(here, 2, kif.Claim{}, at(days(day)))
		other, wrong := tb.try(there, 2, kif.Claim{}, at(days(day)))
		if (err == nil) != (wrong == nil) || err == nil && claimed.Head != other.Head {
			t.Fatalf("a claim on day %v: %v with one who claims, %v with who has not been there", day, err, wrong)
		}
	}
	ahead := func(m *match.Match) *match.Match { // beyond what is left of the limit
		m = tb.do(m, 1, kif.Move("add1"), at(days(40)))
		return tb.do(m, 2, kif.Move("add1"), at(days(7)))
	}
	if a, b := ahead(here).Clock.Since, ahead(there).Clock.Since; !a.Equal(b) {
		t.Errorf("the turn began at %s here and %s there", a, b)
	}
}

// TestUmpiresDates checks that with an umpire only the umpire's dates count.
func TestUmpiresDates(t *testing.T) {
	tb, m := sit(t, setting{options: "dice=none", umpire: true, time: "3d"})
	began := lastDate(m).Sub(epoch)
	until(t, m, 2, began+days(3))
	until(t, m, 3, began+days(3))
	tb.refuses(m, "expected a receipt from the umpire, one for each turn", 1, kif.Receipt{}, at(days(1)))
	for _, lie := range []time.Duration{-400, 0, 1, 400} {
		moved := tb.do(m, 2, kif.Move("add1"), at(days(float64(lie))), got(days(float64(lie))), came(days(float64(lie))))
		if !moved.ReceiptDue || moved.Turn != 1 {
			t.Fatalf("turn %d", moved.Turn)
		}
		if end, limited := moved.Clock.Deadline(3); limited {
			t.Errorf("somebody's time runs until %s before the umpire's receipt", end)
		}
		tb.refuses(moved, "the umpire has not given a receipt for the previous turn yet", 3, kif.Move("add1"))
		tb.refuses(moved, "but only another player whose turn it is can run out of time", 2, kif.Claim{}, at(days(900)))
		given := tb.do(moved, 1, kif.Receipt{}, got(days(2)), at(days(2.5)))
		until(t, given, 3, days(2.5)+days(3))
		until(t, given, 2, days(2.5)+days(3))
		if given.Turn != 3 || given.Clock.Disputed(2) || given.Clock.Disputed(3) {
			t.Errorf("turn %d", given.Turn)
		}
		tb.refuses(given, "expected a receipt from the umpire, one for each turn", 1, kif.Receipt{})
		early := tb.do(moved, 1, kif.Receipt{}, got(days(-2)), at(days(-2))) // no turn begins before the one ahead of it
		until(t, early, 3, began+days(3))
		tb.refuses(given, "and a claim is possible only after it", 2, kif.Claim{}, at(days(5.5)))
		tb.do(given, 2, kif.Claim{}, at(days(5.6)))
	}
}

// TestUmpiresBank checks that with an umpire a turn lasts from the sending of one receipt to the arrival stated in the
// next.
func TestUmpiresBank(t *testing.T) {
	tb, m := sit(t, setting{options: "dice=none", umpire: true, time: "5d+1d"})
	began := lastDate(m).Sub(epoch)
	m = tb.do(m, 2, kif.Move("add1"), at(days(300)))
	m = tb.do(m, 1, kif.Receipt{}, got(began+days(2)), at(days(3)))
	m = tb.do(m, 3, kif.Move("add1"), at(days(-300)))
	m = tb.do(m, 1, kif.Receipt{}, got(days(4)), at(days(5)))
	until(t, m, 2, days(5)+days(5-2+1))
	m = tb.do(m, 2, kif.Move("add1"))
	m = tb.do(m, 1, kif.Receipt{}, got(days(6)), at(days(6)))
	until(t, m, 3, days(6)+days(5-1+1))
}

// TestUmpiredLinks checks that publishing a link is a turn of its own, after which the clock of the player to move
// starts again.
func TestUmpiredLinks(t *testing.T) {
	tb, m := sit(t, setting{options: "dice=again", umpire: true, time: "3d"})
	m = tb.play(m, "add1", "add1")
	m = tb.do(m, 2, kif.Move("add1"), at(days(1)))
	m = tb.do(m, 1, kif.Receipt{}, got(days(1)), at(days(1)))
	until(t, m, 3, days(1)+days(3))
	m = tb.do(m, 3, kif.OpenLink{}, at(days(2)))
	if m.Turn == 1 {
		m = tb.do(m, 1, kif.Receipt{}, got(days(2)), at(days(2)))
	}
	if m.Turn != 2 {
		t.Fatalf("turn %d", m.Turn)
	}
	until(t, m, 2, days(2)+days(3))
	if c := tb.do(m, 3, kif.Claim{}, at(days(5.1))).Claim; c.Of != 2 {
		t.Errorf("claim %+v", c)
	}
	tb.refuses(m, "and a claim is possible only after it", 3, kif.Claim{}, at(days(4.5)))
}

// TestUmpiredTakeBack checks that a turn given back by a take-back begins with the umpire's receipt.
func TestUmpiredTakeBack(t *testing.T) {
	tb, m := sit(t, setting{options: "dice=none", umpire: true, time: "3d"})
	m = tb.do(m, 2, kif.Move("add1"), at(days(1)))
	m = tb.do(m, 1, kif.Receipt{}, got(days(1)), at(days(1)))
	m = tb.do(m, 2, kif.UndoOffer{Number: 1}, at(days(2)))
	if m.ReceiptDue {
		t.Fatal("an offer owes a receipt")
	}
	m = tb.do(m, 3, kif.Agree{To: kif.UndoQuestion}, at(days(3)))
	m = tb.do(m, 1, kif.Receipt{}, got(days(3)), at(days(3.5)))
	if m.Turn != 2 {
		t.Fatalf("turn %d", m.Turn)
	}
	until(t, m, 2, days(3.5)+days(3))
}

// TestNoReceiptsWithoutNeed checks that without a clock and dice an umpire signs no receipts.
func TestNoReceiptsWithoutNeed(t *testing.T) {
	tb, m := sit(t, umpired)
	m = tb.run(m, "2 add1; 3 add1; 2 add1; 3 undo-offer 2; 2 agree undo; 3 add2")
	if strings.Contains(string(m.Record.Bytes()), "receipt") {
		t.Error("a receipt that nobody needs")
	}
	tb.refuses(m, "expected a receipt from the umpire, one for each turn", 1, kif.Receipt{})
}

func TestLimitIsSaid(t *testing.T) {
	tb, m := sit(t, slow)
	if got := m.For(2).Limit(nil).En; got != "deadline Tuesday 24 November, 00:01 UTC, including 12 hours for mail delivery" {
		t.Errorf("%q", got)
	}
	m = tb.do(m, 1, kif.Move("add1"), at(days(1)), came(days(2)))
	if got := m.For(2).Limit(nil).En; !strings.Contains(got, "deadline Wednesday 25 November, 12:00 UTC (disputed") {
		t.Errorf("%q: the letter came a day after it was dated", got)
	}
	m = tb.do(m, 2, kif.Resignation)
	if got := m.For(1).Limit(nil).En; got != "" {
		t.Errorf("%q when it is over", got)
	}
	if got, until := m.AtPly(0).For(1).Limit(nil).En, m.AtPly(0).Summarise("", "").Until; got != "" || !until.IsZero() {
		t.Errorf("%q, %v at an earlier ply", got, until)
	}
}
