package match_test

import (
	"strings"
	"testing"
	"time"

	"hikyaku/kif"
	"hikyaku/match"
)

var agreesToPause = kif.Agree{To: kif.PauseQuestion}

// paused returns m, in which it is Alice's turn since minute, with a pause that Bob proposes on day 1 and Alice accepts on day 2.
func paused(tb *table, m *match.Match) *match.Match {
	tb.Helper()
	m = tb.do(m, 2, kif.PauseOffer{}, at(days(1)))
	until(tb, m, 1, minute+days(3))
	return tb.do(m, 1, agreesToPause, at(days(2)))
}

// TestPause checks that no time runs during a pause, that nobody can claim, and that afterwards the turn has the time
// it had left.
func TestPause(t *testing.T) {
	tb, m := sit(t, slow)
	tb.refuses(m, "but the match is not paused", 1, kif.Resume{})
	tb.refuses(m, "but there is no open question of another player that this player has", 1, agreesToPause)
	offered := tb.do(m, 1, kif.PauseOffer{}, at(days(1)))
	tb.refuses(offered, "but a pause has already been proposed", 2, kif.PauseOffer{})
	tb.refuses(offered, "but there is no open question of another player that this player has", 1, agreesToPause)
	if moved := tb.run(offered, "1 add1"); moved.Offer != nil {
		t.Error("the offer outlives the move")
	}
	m = paused(tb, m)
	if end, limited := m.Clock.Deadline(1); limited || !m.Paused.Equal(epoch.Add(days(2))) || m.Turn != 1 {
		t.Errorf("until %s, paused since %s, turn of %d", end, m.Paused, m.Turn)
	}
	tb.refuses(m, "but no time limit is running", 2, kif.Claim{}, at(days(400)))
	tb.refuses(m, "but the match is already paused", 2, kif.PauseOffer{})
	if got := m.Status().En; got != "Alice to move, paused by agreement since 22 November 2026" {
		t.Errorf("%q", got)
	}
	if got := m.For(1).Caption(nil).En; !strings.Contains(got, "paused by agreement since Sunday 22 November, 12:00 UTC; to resume: hikyaku clock resume counting-"+m.Short()+".kif") {
		t.Errorf("%q", got)
	}
	if s := tb.do(m, 2, kif.Say{}, says("…")).Summarise("x", "alice@example.org"); !s.Until.IsZero() || s.Waits("alice@example.org") || !s.Paused.Equal(m.Paused) {
		t.Errorf("%+v", s)
	}
	left := days(3) - (days(2) - minute)
	resumed := tb.do(m, 2, kif.Resume{}, at(days(50)), came(days(50.25))) // as Alice has it
	until(t, resumed, 1, days(50.25)+left)
	until(t, resumed, 2, days(50)+way+left)
	tb.refuses(resumed, "and a claim is possible only after it", 2, kif.Claim{}, at(days(50)+left))
	tb.do(resumed, 2, kif.Claim{}, at(days(50)+left+minute))
	own := tb.do(m, 1, kif.Resume{}, at(days(50)), came(days(52))) // as Bob has it
	until(t, own, 1, days(50)+left)
	until(t, own, 2, days(50)+way+left)
	if own.Clock.Disputed(1) || own.Clock.Disputed(2) {
		t.Error("a resumption of one's own turn that comes late is disputed")
	}
	next := tb.do(resumed, 1, kif.Move("add1"), got(days(50.25)), at(days(50.5)))
	until(t, next, 2, days(50.5)+days(3))
	next = tb.do(next, 2, kif.Move("add1"), at(days(51)))
	until(t, next, 1, days(51)+days(3)) // a new turn
}

// TestMoveEndsAPause checks that a move ends a pause and starts the clock of the next player.
func TestMoveEndsAPause(t *testing.T) {
	tb, m := sit(t, slow)
	moved := tb.do(paused(tb, m), 1, kif.Move("add1"), at(days(50)))
	until(t, moved, 2, days(50)+days(3))
	if !moved.Paused.IsZero() {
		t.Error("still paused")
	}
	tb, m = sit(t, setting{options: "dice=none", time: "3d+1d way=0m"})
	moved = tb.do(paused(tb, m), 1, kif.Move("add1"), at(days(50)))
	moved = tb.do(moved, 2, kif.Move("add1"), at(days(50)))
	until(t, moved, 1, days(50)+days(3+1)-(days(2)-minute))
}

// TestPauseOfABank pauses twice in one turn, with an absence and rest days in it.
func TestPauseOfABank(t *testing.T) {
	tb, m := sit(t, setting{options: "dice=none", time: "9d+1d way=0m rest=sun+00:00"})
	m = tb.do(m, 1, stepOf("away 2026-11-22..2026-11-23"))
	m = tb.do(m, 1, kif.PauseOffer{}, at(days(4)))
	m = tb.do(m, 2, agreesToPause, at(days(4))) // two days used, but for some minutes
	m = tb.do(m, 1, kif.Resume{}, at(days(30)))
	m = tb.do(m, 2, kif.PauseOffer{}, at(days(30.5)))
	m = tb.do(m, 1, agreesToPause, at(days(31)))
	m = tb.do(m, 2, kif.Resume{}, at(days(40)))
	until(t, m, 1, days(40)+days(9-0.5)-(days(2)-minute)+days(1)) // half of the second part is a Sunday, and another follows
}

// TestPauseOfThree checks that all players must agree to a pause.
func TestPauseOfThree(t *testing.T) {
	tb, m := sit(t, setting{options: "players=3 dice=none", players: 3, time: "3d way=0m"})
	begun := lastDate(m).Sub(epoch)
	m = tb.do(m, 3, kif.PauseOffer{}, at(days(1)))
	m = tb.do(m, 1, agreesToPause, at(days(2)))
	if !m.Paused.IsZero() {
		t.Fatal("two of three pause the match")
	}
	until(t, m, 1, begun+days(3))
	m = tb.do(m, 2, agreesToPause, at(days(1.5))) // no earlier than the consent before
	m = tb.do(m, 3, kif.Resume{}, at(days(9)))
	until(t, m, 1, days(9)+days(3)-(days(2)-begun))
}

// TestPauseOutlivesTheRest checks that acts neither change a pause nor prevent its end, and that agreeing to one ends a
// claim.
func TestPauseOutlivesTheRest(t *testing.T) {
	tb, m := sit(t, slow)
	m = tb.do(m, 2, kif.Claim{}, at(days(3.5)))
	m = tb.do(m, 2, kif.PauseOffer{}, at(days(3.6)))
	m = tb.do(m, 1, agreesToPause, at(days(3.7)))
	if m.Claim != nil {
		t.Error("the claim stands in the pause")
	}
	for range 29 {
		m = tb.do(m, 2, kif.Unknown{Text: "dance"})
	}
	tb.refuses(m, "expected a move: this player has made", 2, kif.Unknown{Text: "dance"})
	if m.Paused.IsZero() || !tb.do(m, 2, kif.Resume{}).Paused.IsZero() {
		t.Errorf("paused since %s", m.Paused)
	}
	tb, m = sit(t, slow)
	m = tb.run(m, "1 add1; 2 pause-offer; 1 agree pause; 1 undo-offer 1; 2 agree undo")
	if m.Turn != 1 || m.Paused.IsZero() {
		t.Errorf("turn of %d, paused since %s", m.Turn, m.Paused)
	}
	if _, limited := m.Clock.Deadline(1); limited {
		t.Error("the turn that is given back runs in the pause")
	}
	m = tb.do(m, 2, kif.Resume{}, at(days(9)))
	until(t, m, 1, days(9)+days(3))
	tb, m = sit(t, plain)
	tb.refuses(m, "a match with a time limit", 1, kif.PauseOffer{})
}

// TestUmpiredPause checks that the umpire's receipts say when a pause began and ended.
func TestUmpiredPause(t *testing.T) {
	tb, m := sit(t, setting{options: "dice=none", umpire: true, time: "3d"})
	begun := lastDate(m).Sub(epoch)
	m = tb.do(m, 3, kif.PauseOffer{}, at(days(-9)))
	m = tb.do(m, 2, agreesToPause, at(days(-9)))
	tb.refuses(m, "the umpire has not given a receipt for the previous turn yet", 3, kif.Resume{})
	tb.refuses(m, "the umpire has not given a receipt for the previous turn yet", 2, kif.Move("add1"))
	m = tb.do(m, 1, kif.Receipt{}, got(days(1)), at(days(1.5)))
	if _, limited := m.Clock.Deadline(2); limited || m.Turn != 2 {
		t.Errorf("the clock of %d runs in a pause", m.Turn)
	}
	tb.refuses(m, "but no time limit is running", 3, kif.Claim{}, at(days(400)))
	tb.refuses(m, "expected a receipt from the umpire, one for each turn", 1, kif.Receipt{})
	moved := tb.do(m, 2, kif.Move("add1"))
	moved = tb.do(moved, 1, kif.Receipt{}, got(days(8)), at(days(8)))
	until(t, moved, 3, days(8)+days(3))
	m = tb.do(m, 3, kif.Resume{}, at(days(400)))
	tb.refuses(m, "but only another player whose turn it is can run out of time", 3, kif.Claim{}, at(days(400)))
	m = tb.do(m, 1, kif.Receipt{}, got(days(9)), at(days(9.5)))
	until(t, m, 2, days(9.5)+days(3)-(days(1)-begun))
	until(t, m, 3, days(9.5)+days(3)-(days(1)-begun))
	m = tb.do(m, 2, kif.Move("add1"))
	m = tb.do(m, 1, kif.Receipt{}, got(days(10)), at(days(10)))
	back := tb.do(tb.do(m, 2, kif.PauseOffer{}), 3, agreesToPause)
	back = tb.do(tb.do(back, 2, kif.UndoOffer{Number: 1}), 3, kif.Agree{To: kif.UndoQuestion}) // ahead of the receipt
	back = tb.do(back, 1, kif.Receipt{}, got(days(10.5)), at(days(10.5)))
	back = tb.do(tb.do(back, 2, kif.Resume{}), 1, kif.Receipt{}, got(days(11)), at(days(11)))
	back = tb.do(tb.do(back, 2, kif.Move("add1")), 1, kif.Receipt{}, got(days(12)), at(days(12)))
	until(t, back, 3, days(12)+days(3))
	m = tb.do(m, 3, kif.PauseOffer{})
	tb.refuses(tb.do(m, 3, kif.Move("add1")), "but there is no open question of another player that this player has", 2, agreesToPause)
	m = tb.do(tb.do(m, 3, kif.Move("add1")), 2, kif.PauseOffer{})
	tb.refuses(m, "the umpire has not given a receipt for the previous turn yet", 3, agreesToPause)
}

// TestPauseWithDice checks that a match continues after a pause, whatever dice it waits for and whoever can compute
// them.
func TestPauseWithDice(t *testing.T) {
	for _, s := range []setting{
		{time: "3d"}, {time: "3d", umpire: true}, {time: "3d", umpire: true, writers: []int{2, 3}}, {time: "3d", umpire: true, writers: []int{3}},
		{time: "3d", writers: []int{2}}, {options: "dice=again", time: "3d"}, {options: "dice=again", time: "3d", umpire: true},
	} {
		tb, m := sit(t, s)
		players := m.Roster.Players()
		for range 6 {
			m = tb.play(m, "add1")
			m = tb.attend(tb.do(m, players[0], kif.PauseOffer{}))
			m = tb.attend(tb.do(m, players[1], agreesToPause))
			if _, limited := m.Clock.Deadline(m.Turn); limited || m.Paused.IsZero() {
				t.Fatalf("%+v: the clock runs behind %s", s, steps(m))
			}
			if m.Ply()%2 == 0 {
				m = tb.attend(tb.do(m, players[1], kif.Resume{}))
				if _, limited := m.Clock.Deadline(m.Turn); !limited {
					t.Fatalf("%+v: no clock runs behind %s", s, steps(m))
				}
			}
		}
		sameMatch(t, m, judged(t, m.Game, string(m.Record.Bytes())))
	}
}

// TestLiesAboutAPause is the part of the table in TestLies about pauses: how much later than in truth the liar's time
// is over for the honest side.
func TestLiesAboutAPause(t *testing.T) {
	tb, m := sit(t, slow)
	asked := tb.do(m, 2, kif.PauseOffer{}, at(days(1)))
	agreed := func(d float64) *match.Match { // signed on day 2.5, as Bob has it
		return tb.do(tb.do(asked, 1, agreesToPause, at(days(d)), came(days(2.5))), 2, kif.Resume{}, at(days(9)))
	}
	received := func(d float64) *match.Match { // Bob moves on day 1; Alice pauses on day 3, as Alice has it
		_, m := sit(t, setting{options: "dice=none", time: "9d+0d"})
		m = tb.do(m, 1, kif.Move("add1"), at(days(1)))
		m = tb.do(m, 2, kif.PauseOffer{}, at(days(3)), got(days(d)))
		return tb.do(tb.do(m, 1, agreesToPause, at(days(3))), 2, kif.Resume{}, at(days(9)))
	}
	moved := func(d float64) *match.Match { // Alice ends a pause by a move on day 50, and so does Bob's on day 51
		m := tb.do(paused(tb, m), 1, kif.Move("add1"), at(days(d)))
		return tb.do(m, 2, kif.Move("add1"), at(days(51)))
	}
	for name, c := range map[string]struct {
		truth, lie *match.Match
		reaches    time.Duration
	}{
		"a consent dated back by a day":                     {agreed(2.5), agreed(1.5), way},
		"a consent dated back to before the proposal":       {agreed(2.5), agreed(-50), way},
		"a letter that came two days later by his own word": {received(1), received(3), way},
		"a move dated ahead by a year that ends a pause":    {moved(50), moved(415), 0},
		"a move dated back by a month that ends a pause":    {moved(50), moved(20), 0},
	} {
		truth, _ := c.truth.Clock.Deadline(3 - c.truth.Turn)
		end, limited := c.lie.Clock.Deadline(3 - c.lie.Turn)
		if reaches := end.Sub(truth); !limited || reaches > c.reaches {
			t.Errorf("%s: reaches %v, want %v", name, reaches, c.reaches)
		}
	}
	back := tb.do(paused(tb, m), 2, kif.Resume{}, at(days(3)), came(days(50))) // dated back by 47 days, as Alice has it
	until(t, back, 1, days(50)+days(1)+minute)
	if !back.Clock.Disputed(2) {
		t.Error("a resumption dated back so far is not disputed")
	}
	if got, want := earliestClaim(tb, agreed(-50)), earliestClaim(tb, agreed(1)); got != want {
		t.Errorf("a claim holds from day %.2f on, want %.2f", got, want)
	}
}

// earliestClaim returns the first quarter of a day on which a claim by the player who is not to move is taken.
func earliestClaim(tb *table, m *match.Match) (day float64) {
	for ; day < 100; day += 0.25 {
		if _, err := tb.try(m, 3-m.Turn, kif.Claim{}, at(days(day))); err == nil {
			break
		}
	}
	return day
}

// TestPausesCross checks that a move takes precedence over a pause, and a pause over a mere request, and that of two
// resumptions one is taken.
func TestPausesCross(t *testing.T) {
	for name, c := range map[string]struct{ common, stands, away string }{
		"a move over a consent":                         {"1 pause-offer", "1 add1", "2 agree pause"},
		"a consent over an absence of whose turn it is": {"1 pause-offer", "2 agree pause", "1 away 2026-12-01"},
		"a consent that is withdrawn again":             {"1 pause-offer", "2 agree pause; 2 resume", "1 away 2026-12-01"},
		"a consent behind a resumption":                 {"2 pause-offer; 1 agree pause; 1 undo-offer 1", "2 resume; 2 agree undo", "1 away 2026-12-01"},
		"a move over a resumption":                      {"2 pause-offer; 1 agree pause", "1 add1", "2 resume"},
		"of two resumptions that of whose turn it is":   {"2 pause-offer; 1 agree pause", "1 resume", "2 resume"},
	} {
		tb, m := sit(t, slow)
		if strings.Contains(c.common, "undo") {
			m = tb.run(m, "1 add1; 2 add1")
		}
		m = tb.run(m, c.common)
		a, b := tb.run(m, c.stands), tb.run(m, c.away)
		t.Run(name, func(t *testing.T) { meets(t, a, b, a) })
		if list := a.Again(b, match.Meet(a, b).Common, func(int) bool { return true }); strings.Contains(c.away, "resume") && len(list) > 0 {
			t.Errorf("%s: %v is made again", name, list)
		}
	}
}
