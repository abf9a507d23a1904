package match_test

import (
	"slices"
	"testing"
	"time"

	"hikyaku/kif"
	"hikyaku/match"
)

// days returns a length of time.
func days(n float64) time.Duration { return time.Duration(n * 24 * float64(time.Hour)) }

// minute is when the first turn of a match of two begins: each of the entries before takes a minute.
const minute = time.Minute

// slow is a match of two with three days for each turn.
var slow = setting{options: "dice=none", time: "3d"}

func TestWhoMayClaim(t *testing.T) {
	tb, m := sit(t, slow)
	tb.refuses(m, "but only another player whose turn it is can run out of time", 1, kif.Claim{}, at(days(4)))
	tb.refuses(m, "and a claim is possible only after it", 2, kif.Claim{}, at(days(3)+minute))
	claimed := tb.do(m, 2, kif.Claim{}, at(days(3)+minute+time.Second))
	if c := claimed.Claim; c == nil || c.By != 2 || c.Of != 1 || claimed.Outcome != nil || claimed.Turn != 1 {
		t.Fatalf("claim %+v, turn %d", c, claimed.Turn)
	}
	tb.refuses(claimed, "but there is already a claim", 2, kif.Claim{}, at(days(5)))
	tb, m = sit(t, plain)
	tb.refuses(m, "but no time limit is running", 2, kif.Claim{}, at(days(400)))
	tb, m = sit(t, setting{options: "players=3 dice=none", players: 3, time: "3d"})
	m = tb.do(m, 1, kif.Move("add1"), at(days(1)))
	for by := 1; by <= 3; by += 2 {
		if c := tb.do(m, by, kif.Claim{}, at(days(4.01))).Claim; c.Of != 2 || c.By != by {
			t.Errorf("claim %+v by %d", c, by)
		}
	}
}

// TestClaimBeforeAllHaveJoined checks that no time runs before everybody has joined.
func TestClaimBeforeAllHaveJoined(t *testing.T) {
	tb, m := invited(t, slow)
	tb.refuses(m, "but all players have to accept first", 1, kif.Claim{}, at(days(40)))
	if end, limited := m.Clock.Deadline(1); limited {
		t.Errorf("the invitation runs out at %s", end)
	}
}

func TestMoveEndsAClaim(t *testing.T) {
	tb, m := sit(t, slow)
	m = tb.do(m, 2, kif.Claim{}, at(days(4)))
	moved := tb.do(m, 1, kif.Move("add1"), at(days(5)))
	if moved.Claim != nil || moved.Turn != 2 {
		t.Errorf("claim %+v", moved.Claim)
	}
	tb.refuses(moved, "but a match can only be ended by one's own resignation, an agreed", 2, kif.TimeOut, seat(1))
	tb.refuses(moved, "but there is no claim of another player that this player has not", 1, kif.Agree{To: kif.ClaimQuestion})
	tb.refuses(moved, "but only the accused player or the umpire can contest a claim", 1, kif.Contest{})
	_, m = sit(t, slow)
	m = tb.do(tb.run(m, "1 add1; 2 add1"), 2, kif.Claim{}, at(days(5)))
	if back := tb.run(m, "1 undo-offer 2; 2 agree undo"); back.Claim != nil || back.Turn != 2 {
		t.Errorf("claim %+v in the turn of %d", back.Claim, back.Turn)
	}
}

func TestContest(t *testing.T) {
	tb, m := sit(t, slow)
	tb.refuses(m, "but only the accused player or the umpire can contest a claim", 1, kif.Contest{})
	m = tb.do(m, 2, kif.Claim{}, at(days(4)))
	tb.refuses(m, "but only the accused player or the umpire can contest a claim", 2, kif.Contest{})
	contested := tb.do(m, 1, kif.Contest{}, says("the letter came yesterday"))
	if contested.Claim != nil || contested.Turn != 1 || match.ClaimHasWon(contested.ClaimWinsAt(), epoch.Add(days(400))) {
		t.Errorf("claim %+v", contested.Claim)
	}
	tb.refuses(contested, "but a match can only be ended by one's own resignation, an agreed", 2, kif.TimeOut, seat(1))
	tb.refuses(contested, "but the previous claim was contested, and there can be no other in this turn", 2, kif.Claim{}, at(days(100)))
	next := tb.run(contested, "1 add1; 2 add1")
	tb.do(next, 2, kif.Claim{}, at(days(100)))

	until := tb.do(m, 1, kif.Contest{Until: epoch.Add(days(6))}, at(days(5)))
	tb.refuses(until, "but the previous claim was contested, and the next one in this turn", 2, kif.Claim{}, at(days(6)))
	tb.do(until, 2, kif.Claim{}, at(days(6)+time.Second))

	ages := tb.do(m, 1, kif.Contest{Until: epoch.Add(days(6000))}, at(days(5))) // nobody has more than a whole turn
	tb.refuses(ages, "possible after 2026-11-28T12:00:00Z", 2, kif.Claim{}, at(days(8)))
	tb.do(ages, 2, kif.Claim{}, at(days(8.1)))
}

// TestAbsenceProtects checks that a recorded absence counts for everybody who judges it: the other players, however
// many, can't declare its player out of time. A claim after it is another claim.
func TestAbsenceProtects(t *testing.T) {
	tb, m := sit(t, setting{options: "players=3 dice=none", players: 3, time: "3d"})
	m = tb.run(m, "1 away 2026-11-21..2026-11-30")
	early := tb.do(m, 2, kif.Claim{}, at(days(4)))
	tb.refuses(early, "but a match can only be ended by one's own resignation, an agreed", 3, kif.TimeOut, seat(1), at(days(4)))
	tb.refuses(early, "but a match can only be ended by one's own resignation, an agreed", 3, kif.TimeOut, seat(1), at(days(90)))
	tb.refuses(early, "but there is already a claim", 2, kif.Claim{}, at(days(5)))
	late := tb.do(tb.do(early, 3, kif.Agree{To: kif.ClaimQuestion}, at(days(4))), 2, kif.Claim{}, at(days(14)))
	for _, out := range []*match.Match{tb.do(late, 3, kif.TimeOut, seat(1), at(days(14))), tb.do(early, 1, kif.TimeOut)} { // the second by the own word
		if !slices.Equal(out.Roster.Out, []int{1}) {
			t.Errorf("%v are out", out.Roster.Out)
		}
	}
}

// TestConfirmation checks who can confirm a claim: the accused player, an umpire, or with more than two players all
// others together, but never the claimant alone.
func TestConfirmation(t *testing.T) {
	tb, m := sit(t, slow)
	m = tb.do(m, 2, kif.Claim{}, at(days(4)))
	tb.refuses(m, "but a match can only be ended by one's own resignation, an agreed", 2, kif.TimeOut, seat(1))
	tb.refuses(m, "has not confirmed", 2, kif.Agree{To: kif.ClaimQuestion})
	tb.refuses(m, "expected 切れ負け instead of the last confirmation", 1, kif.Agree{To: kif.ClaimQuestion})
	lost := tb.do(m, 1, kif.TimeOut)
	if o := lost.Outcome; o.Word != kif.TimeOut || o.Seat != 1 || o.Places[0] != 2 || o.Places[1] != 1 {
		t.Errorf("outcome %+v", o)
	}
	tb.refuses(m, "but a match can only be ended by one's own resignation, an agreed", 1, kif.TimeOut, seat(2))

	tb, m = sit(t, setting{options: "players=3 dice=none", players: 3, time: "3d"})
	m = tb.do(m, 2, kif.Claim{}, at(days(4)))
	tb.refuses(m, "but a match can only be ended by one's own resignation, an agreed", 2, kif.TimeOut, seat(1))
	tb.refuses(m, "expected 切れ負け instead of the last confirmation", 3, kif.Agree{To: kif.ClaimQuestion})
	if out := tb.do(m, 3, kif.TimeOut, seat(1)); !slices.Equal(out.Roster.Out, []int{1}) || out.Outcome != nil || out.Turn != 2 {
		t.Errorf("%v are out, and party %d is to move", out.Roster.Out, out.Turn)
	}
	tb.refuses(m, "but a match can only be ended by one's own resignation, an agreed", 3, kif.TimeOut, seat(2))

	tb, m = sit(t, setting{options: "players=4 dice=none", players: 4, time: "3d"})
	m = tb.do(m, 2, kif.Claim{}, at(days(4)))
	tb.refuses(m, "but a match can only be ended by one's own resignation, an agreed", 3, kif.TimeOut, seat(1))
	m = tb.do(m, 3, kif.Agree{To: kif.ClaimQuestion})
	tb.refuses(m, "has not confirmed", 3, kif.Agree{To: kif.ClaimQuestion})
	tb.refuses(m, "but a match can only be ended by one's own resignation, an agreed", 3, kif.TimeOut, seat(1))
	if m.Outcome != nil || len(m.Claim.Agreed) != 2 {
		t.Errorf("claim %+v", m.Claim)
	}
	for by := 1; by <= 4; by += 3 {
		if out := tb.do(m, by, kif.TimeOut, seat(1)); !slices.Equal(out.Roster.Out, []int{1}) || out.Claim != nil {
			t.Errorf("confirmed by %d: %v are out, claim %+v", by, out.Roster.Out, out.Claim)
		}
	}
}

func TestUmpireConfirms(t *testing.T) {
	tb, m := sit(t, setting{options: "dice=none", umpire: true, time: "3d"})
	m = tb.do(m, 3, kif.Claim{}, at(days(4)))
	tb.refuses(m, "but a match can only be ended by one's own resignation, an agreed", 3, kif.TimeOut, seat(1))
	if o := tb.do(m, 1, kif.TimeOut, seat(1)).Outcome; o.Seat != 1 {
		t.Errorf("outcome %+v", o)
	}
	if tb.do(m, 1, kif.Contest{}).Claim != nil {
		t.Error("the umpire's contest does not end the claim")
	}
	tb.refuses(m, "but a match can only be ended by one's own resignation, an agreed", 1, kif.TimeOut, seat(2))
}

// TestConsentToAClaim checks the event that programs and mail-only players sign to agree to a claim.
func TestConsentToAClaim(t *testing.T) {
	for _, s := range []setting{
		slow, {options: "dice=none", time: "3d", writers: []int{2}}, {options: "dice=none", time: "3d", umpire: true},
		{options: "players=4 dice=none", players: 4, time: "3d"}, {options: "players=4 dice=none", time: "3d"},
		{game: passing, options: "dice=none", time: "3d"}, {game: passing, options: "players=4 dice=none", players: 4, time: "3d"},
	} {
		tb, m := sit(t, s)
		for range 4 {
			of := m.Turn
			seat, ply := m.Due(), m.Ply()
			claimed := tb.attend(m)
			for _, by := range m.Roster.Players() {
				if by != of && claimed.Claim == nil {
					claimed = tb.do(m, by, kif.Claim{}, func(e *draft) { e.At = e.At.Add(days(4)) })
				}
			}
			for _, by := range append(m.Roster.Players(), m.Roster.Umpire()) {
				if by == 0 || by == claimed.Claim.By || !claimed.Claim.Confirmed(m.Roster, by) {
					continue
				}
				e := claimed.Confirmation(by)
				done := tb.do(claimed, by, e.Step, func(d *draft) { d.Seat = e.Seat })
				o, gone := done.Outcome, done.After(len(done.Record.Events)-1).Gone
				if m.Game.OnTimeout == "" && gone != seat && (o == nil || o.Seat != seat) {
					t.Errorf("%+v: seat %d missed the limit, and party %d confirms to %+v", s, seat, by, o)
				}
				if m.Game.OnTimeout != "" && (done.Outcome != nil || done.Ply() != ply+1 || done.Claim != nil || done.Due() == seat) {
					t.Errorf("%+v: seat %d missed the limit, and behind the pass it is the turn of %d", s, seat, done.Due())
				}
				sameMatch(t, done, judged(t, m.Game, string(done.Record.Bytes())))
			}
			m = tb.play(m, "add1")
		}
	}
}

// TestMissedLimitIsAPass checks games in which a missed limit is a pass: only that move is played for another player.
func TestMissedLimitIsAPass(t *testing.T) {
	tb, m := sit(t, setting{game: passing, options: "players=3 dice=none", players: 3, time: "3d"})
	tb.refuses(m, "nobody moves for others", 3, kif.Move("pass"), party(3))
	m = tb.do(m, 2, kif.Claim{}, at(days(4)))
	tb.refuses(m, "nobody moves for others", 2, kif.Move("pass"), party(2))
	tb.refuses(m, "nobody moves for others", 3, kif.Move("add1"), party(3))
	tb.refuses(m, "expected pass", 3, kif.TimeOut, seat(1))
	tb.refuses(m, "expected pass instead of the last confirmation", 3, kif.Agree{To: kif.ClaimQuestion})
	for by, more := range map[int][]with{1: nil, 3: {party(3)}} {
		passed := tb.do(m, by, kif.Move("pass"), more...)
		if passed.Turn != 2 || passed.Claim != nil || passed.By(passed.LastEntry()) != by || passed.Outcome != nil {
			t.Errorf("turn %d, by %d", passed.Turn, passed.By(passed.LastEntry()))
		}
	}
	// A seat that the claim is not about does not pass.
	tb, m = sit(t, setting{game: passing, options: "dice=again", time: "3d"})
	m = tb.run(m, "1 add1; 2 add1")
	m = tb.do(m, 1, kif.Move("add1"))
	if m.Turn != 2 || m.Mover() != 1 {
		t.Fatalf("turn %d, due seat %d", m.Turn, m.Due())
	}
	m = tb.do(m, 1, kif.Claim{}, at(days(4)))
	thrown, err := m.ReadDice(2, tb.open)
	tb.must(err)
	tb.refuses(thrown, "nobody moves for others", 2, kif.Move("pass"), party(2))
	if o := tb.do(m, 2, m.Confirmation(2).Step, seat(2)).Outcome; o == nil || o.Seat != 2 {
		t.Errorf("who lets a link wait has missed a limit that is no pass: %+v", o)
	}
}

// TestSeatOfAClaim checks that a player of several seats loses the seat that was to move.
func TestSeatOfAClaim(t *testing.T) {
	tb, m := sit(t, setting{options: "players=4 dice=none", players: 3, time: "3d"})
	m = tb.run(m, "1 add1; 2 add1; 3 add1")
	if m.Roster.PartyOf(4) != 1 || m.Roster.PartyOf(1) != 1 {
		t.Fatalf("seats %v", m.Roster.Seating)
	}
	m = tb.do(m, 2, kif.Claim{}, at(days(4)))
	tb.refuses(m, "but a match can only be ended by one's own resignation, an agreed", 3, kif.TimeOut, seat(1))
	if out := tb.do(m, 3, kif.TimeOut, seat(4)); !slices.Equal(out.Roster.Out, []int{4}) || out.Roster.IsOut(1) || out.Turn != 1 {
		t.Errorf("%v are out, and party %d is to move", out.Roster.Out, out.Turn)
	}
}

// TestClaimBeforeTheToss checks that a player who alone knows the result of the toss can't hold up the match.
func TestClaimBeforeTheToss(t *testing.T) {
	tb, m := invited(t, setting{toss: true, time: "3d"})
	m = tb.do(m, 2, kif.Accept{})
	tb.refuses(m, "and a claim is possible only after it", 2, kif.Claim{}, at(days(2)))
	m = tb.do(m, 2, kif.Claim{}, at(days(4)))
	tb.refuses(m, "but a match can only be ended by one's own resignation, an agreed", 2, kif.TimeOut, seat(1))
	e := m.Confirmation(1)
	lost := tb.do(m, 1, e.Step, seat(e.Seat))
	if o := lost.Outcome; o.Seat != 1 || o.Places[0] != 2 || lost.Roster.PartyOf(1) != 1 {
		t.Errorf("outcome %+v", o)
	}
	sameMatch(t, lost, judged(t, counting, string(lost.Record.Bytes())))
}

// TestUnconfirmed checks that a claim without an answer is won after another limit of at least fourteen days, and does
// not end the match.
func TestUnconfirmed(t *testing.T) {
	for limit, wait := range map[string]time.Duration{"3d": days(14), "20d": days(20), "2d+1d": days(14), "2d+30d": days(30)} {
		tb, m := sit(t, setting{options: "dice=none", time: limit})
		if match.ClaimHasWon(m.ClaimWinsAt(), epoch.Add(days(400))) {
			t.Errorf("%s: won without a claim", limit)
		}
		m = tb.do(m, 2, kif.Claim{}, at(days(40)))
		if match.ClaimHasWon(m.ClaimWinsAt(), epoch.Add(days(40)+wait)) {
			t.Errorf("%s: won too early", limit)
		}
		late := epoch.Add(days(40) + wait + time.Second)
		if !match.ClaimHasWon(m.ClaimWinsAt(), late) || m.Outcome != nil || m.Next().Player != 1 {
			t.Errorf("%s: not won after %v, or over", limit, wait)
		}
		if match.ClaimHasWon(tb.do(m, 1, kif.Move("add1"), at(days(90))).ClaimWinsAt(), late.Add(days(90))) {
			t.Errorf("%s: a move does not open the match again", limit)
		}
		if match.ClaimHasWon(tb.do(m, 1, kif.TimeOut).ClaimWinsAt(), late) {
			t.Errorf("%s: unconfirmed, although it is confirmed", limit)
		}
		if received := tb.do(m, 1, kif.Contest{}); match.ClaimHasWon(received.ClaimWinsAt(), late) {
			t.Errorf("%s: unconfirmed, although it is contested", limit)
		}
	}
}

// TestClaimDatedAhead checks that a claim dated after its message counts from when the message came.
func TestClaimDatedAhead(t *testing.T) {
	tb, m := sit(t, slow)
	here, ahead, late := tb.do(m, 2, kif.Claim{}, at(days(4))), tb.do(m, 2, kif.Claim{}, at(days(4)), came(days(3.9))), tb.do(m, 2, kif.Claim{}, at(days(4)), came(days(5)))
	for made, m := range map[float64]*match.Match{4: here, 3.9: ahead} {
		if got := m.Claim.Made(); !got.Equal(epoch.Add(days(made))) {
			t.Errorf("made on %s, want day %v", got, made)
		}
	}
	if got := late.Claim.Made(); !got.Equal(epoch.Add(days(4))) {
		t.Errorf("made on %s", got)
	}
}

// TestUnconfirmedFromTheArrival checks that a backdated claim is not won earlier if it came late.
func TestUnconfirmedFromTheArrival(t *testing.T) {
	tb, m := sit(t, slow)
	m = tb.do(m, 2, kif.Claim{}, at(days(4)), came(days(17)))
	if match.ClaimHasWon(m.ClaimWinsAt(), epoch.Add(days(19))) || !match.ClaimHasWon(m.ClaimWinsAt(), epoch.Add(days(31.1))) {
		t.Error("a claim that came on day 17 is not unanswered on day 19, but on day 32")
	}
}

// TestOwnAbsenceThatIsPutAway checks that one's own program counts an absence on a rejected line.
func TestOwnAbsenceThatIsPutAway(t *testing.T) {
	tb, m := sit(t, slow)
	away := tb.do(m, 1, stepOf("away 2026-11-21..2026-11-25"))
	crossed := tb.do(m, 2, kif.DrawOffer{})
	usual, _ := crossed.Clock.Deadline(1)
	for name, c := range map[string]struct {
		m      *match.Match
		party  int
		kept   []*match.Match
		longer time.Duration
	}{
		"nothing kept":    {crossed, 1, nil, 0},
		"put away":        {crossed, 1, []*match.Match{away}, days(5)},
		"put away twice":  {crossed, 1, []*match.Match{away, tb.do(away, 2, kif.DrawOffer{})}, days(5)},
		"it stands":       {tb.do(away, 2, kif.DrawOffer{}), 1, []*match.Match{away}, days(5)},
		"another's":       {crossed, 1, []*match.Match{tb.do(m, 2, stepOf("away 2026-11-21..2026-11-25"))}, 0},
		"made again here": {tb.do(crossed, 1, stepOf("away 2026-11-21..2026-11-25"), again(away.Head)), 1, []*match.Match{away}, days(5)},
	} {
		end, limited := c.m.OwnDeadline(c.party, c.kept)
		if !limited || end.Sub(usual) != c.longer {
			t.Errorf("%s: %s longer, want %s", name, end.Sub(usual), c.longer)
		}
	}
}

// TestUnconfirmedWaitsForAnAbsence checks that a claim is not left unanswered during an announced absence.
func TestUnconfirmedWaitsForAnAbsence(t *testing.T) {
	tb, m := sit(t, slow)
	m = tb.do(m, 1, stepOf("away 2026-11-21..2026-12-20"))
	m = tb.do(m, 2, kif.Claim{}, at(days(4)))
	if match.ClaimHasWon(m.ClaimWinsAt(), epoch.Add(days(33.5+14))) {
		t.Errorf("won while the other side was away: %s", m.ClaimWinsAt().Sub(epoch))
	}
	if !match.ClaimHasWon(m.ClaimWinsAt(), epoch.Add(days(33.5+14)+minute)) {
		t.Error("not won")
	}
}
