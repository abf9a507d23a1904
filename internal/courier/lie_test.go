package courier_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/internal/courier"
	"hikyaku/internal/home"
	"hikyaku/kif"
	"hikyaku/match"
)

// In these tests the opponent signs wrong names and dates.

// mailNote is the note of a mail that nobody has seen.
var mailNote = "#: mail " + strings.Repeat("ab", 32) + "\n"

// TestOnlyTheInviterIsScribe checks that without an umpire nobody else signs for mail-only players, and nobody at all for
// players who have joined with a key.
func TestOnlyTheInviterIsScribe(t *testing.T) {
	tb := chairs(t, 4)
	alice, bob, carol, dave := tb.players[0], tb.players[1], tb.players[2], tb.players[3]
	i := quoridorWith(bob, carol, dave)
	i.Options = engine.Options{"players": "4"}
	tb.invite(i)
	tb.accept(bob)
	tb.poll(alice)
	accepts := signed(tb, masterOf(tb, bob), tb.bytes(bob), "#: do accept\n"+tb.at()+"#: party 3\n"+mailNote)
	tb.takesNothing(alice, bob.Me.Address, accepts, "signature")
	tb.writes(carol, "accept")
	tb.wantPoll(alice, "taken")
	tb.accept(dave)
	tb.round()
	for name, lines := range map[string]string{
		"resignation": "   1 投了\n" + tb.at() + "#: seat 3\n#: party 3\n" + mailNote,
		"absence":     "#: do away 2026-12-20..2026-12-20+00:00\n" + tb.at() + "#: party 3\n" + mailNote,
		"draw":        "#: do draw-offer\n" + tb.at() + "#: party 3\n" + mailNote,
	} {
		for _, victim := range []*player{alice, dave} {
			tb.Logf("%s", name)
			tb.takesNothing(victim, bob.Me.Address, signed(tb, masterOf(tb, bob), tb.bytes(bob), lines), "signature")
		}
	}
	forDave := "   1 投了\n" + tb.at() + "#: seat 4\n#: party 4\n" + mailNote
	tb.takesNothing(bob, alice.Me.Address, signed(tb, masterOf(tb, alice), tb.bytes(alice), forDave), "signature")
}

// datedBack runs act with the clocks of all machines set back.
func (tb *table) datedBack(by time.Duration, act func()) {
	now := *tb.now
	tb.wait(-by)
	act()
	*tb.now = now
}

// claimBy returns p's record with a claim that p's own program would not make yet.
func (tb *table) claimBy(p *player) []byte {
	tb.Helper()
	return []byte(signed(tb, masterOf(tb, p), tb.bytes(p), fmt.Sprintf("#: do claim\n%s#: party %d\n", tb.at(), p.Party(tb.open(p)))))
}

// TestMoveDatedBack checks that a move after 23 of 24 hours that is dated at their beginning takes no time from the opponent,
// whose program contests the claim.
func TestMoveDatedBack(t *testing.T) {
	tb := timed(t, "quoridor", "1d")
	cheat, victim := tb.players[0], tb.players[1]
	tb.wait(23 * time.Hour)
	tb.datedBack(23*time.Hour, func() { tb.play(cheat, "e2") })
	tb.wantPoll(victim, "taken")
	if !tb.open(victim).Clock.Disputed(1) || !strings.Contains(tb.open(victim).For(2).Limit(nil).En, "disputed") {
		t.Errorf("the date is not disputed: %s", tb.open(victim).For(2).Limit(nil).En)
	}
	tb.wait(90 * time.Minute)
	tb.forge(victim, cheat.Me.Address, tb.claimBy(cheat))
	reports, _, err := victim.Poll(t.Context())
	tb.must(err)
	if len(reports) != 2 || reports[0].Verdict != courier.Taken || reports[1].Verdict != courier.Acted || !strings.HasPrefix(reports[1].Steps[0].String(), "contest 2026-11-22T") {
		t.Fatalf("the claim is answered by %+v", reports)
	}
	if said := tb.open(victim).LastComment(); !strings.Contains(said, "the time runs until") {
		t.Errorf("it is contested with %q", said)
	}
	tb.wantPoll(cheat, "taken")
	tb.same()
	if m := tb.open(cheat); m.Claim != nil || m.Outcome != nil || !mine(m, victim) {
		t.Errorf("the match stands at\n%s", tb.bytes(cheat))
	}

	tb.wait(24 * time.Hour) // even now, when the time is over, the program leaves it to the player
	_, err = cheat.Do(cheat.copy(), home.Doing("claim"), true)
	tb.must(err)
	tb.send(cheat)
	tb.poll(victim)
	if m := tb.open(victim); m.Claim == nil || m.Outcome != nil {
		t.Errorf("the claim %+v, the outcome %+v", m.Claim, m.Outcome)
	}
	tb.play(victim, "e8") // who may always move
	tb.wantPoll(cheat, "taken")
	tb.same()
}

// TestAbsenceDatedBack checks that an absence announced after the limit doesn't stop the claim, whatever its date.
func TestAbsenceDatedBack(t *testing.T) {
	const away = "2026-11-20..2026-12-15"
	tb := timed(t, "quoridor", "3d")
	cheat, victim := tb.players[0], tb.players[1]
	tb.wait(10 * 24 * time.Hour)
	tb.datedBack(10*24*time.Hour, func() { tb.sends(cheat, home.Doing("away", away)) })
	if r := tb.report(victim); r.Verdict != courier.Taken || !strings.Contains(r.Reason.En, "warning: away "+away+"+00:00 is dated 2026-11-20") {
		t.Errorf("%+v", r)
	}
	tb.sends(victim, home.Doing("claim"))
	if m := tb.open(victim); m.Claim == nil || !match.ClaimHasWon(m.ClaimWinsAt(), tb.now.Add(15*24*time.Hour)) {
		t.Errorf("the claim %+v stands until %v", m.Claim, m.ClaimWinsAt())
	}

	tb = officiated(t, home.Invitation{Game: all.Game("quoridor"), Seat: 1, Umpire: true, PerMove: "3d"})
	umpire, cheat, victim := tb.players[0], tb.players[1], tb.players[2]
	tb.wait(10 * 24 * time.Hour)
	tb.datedBack(10*24*time.Hour, func() { tb.sends(cheat, home.Doing("away", away)) })
	tb.poll(umpire)
	tb.poll(victim)
	tb.sends(victim, home.Doing("claim"))
	tb.round()
	tb.same()
	if o := tb.open(umpire).Outcome; o == nil || o.Word != kif.TimeOut || o.Seat != 1 {
		t.Errorf("the umpire finds %+v", o)
	}
}

// sends makes p take a step and send it.
func (tb *table) sends(p *player, step home.Step) {
	tb.Helper()
	_, err := p.Do(p.copy(), step, true)
	tb.must(err)
	tb.send(p)
}

// TestLateMoveDatedInTime checks that the match continues, because one player's dates can't lose the game for another, and that the dispute is shown.
func TestLateMoveDatedInTime(t *testing.T) {
	for _, claimed := range []bool{false, true} {
		tb := timed(t, "quoridor", "3d")
		victim, cheat := tb.players[0], tb.players[1]
		tb.play(victim, "e2")
		tb.poll(cheat)
		tb.wait(4 * 24 * time.Hour)
		if claimed {
			tb.sends(victim, home.Doing("claim")) // the cheat does not fetch it
		}
		tb.wait(6 * 24 * time.Hour)
		tb.datedBack(8*24*time.Hour, func() { tb.play(cheat, "e8") })
		if r := tb.report(victim); r.Verdict != courier.Taken || !strings.Contains(r.Reason.En, "warning") {
			t.Errorf("%+v", r)
		}
		tb.round()
		tb.same()
		for n, p := range tb.players {
			m := tb.open(p)
			if m.Outcome != nil || m.Claim != nil || !mine(m, victim) {
				t.Errorf("%s has\n%s", p.Me.Name, tb.bytes(p))
			}
			if limit := m.For(n + 1).Limit(nil).En; p == victim && !strings.Contains(limit, "disputed") {
				t.Errorf("%s reads %q", p.Me.Name, limit)
			}
			if kept, err := home.LineFiles(p.file); err != nil || claimed != (len(kept) == 1) {
				t.Errorf("%s keeps %v, %v", p.Me.Name, kept, err)
			}
		}
		if end, _ := tb.open(victim).Clock.Deadline(1); end.Sub(*tb.now) < 71*time.Hour {
			t.Errorf("the victim has time until %v, at %v", end, *tb.now)
		}
	}
}

// TestScribesDice checks that no text vouches for the dice of a scribe, who could try a mail-only player's words until they are good.
func TestScribesDice(t *testing.T) {
	tb, alice := one(bobWrites(t, home.Invitation{Game: all.Game("diceshogi"), Seat: 1}))
	m := tb.open(alice)
	joined := m.Record.Events[1]
	faces := map[string]bool{}
	for n := range 40 {
		e := kif.Event{Step: joined.Step, At: joined.At, Mail: joined.Mail, Comment: fmt.Sprint("other words ", n)}
		typed, err := alice.Sign(m.Cut(1), e, 2)
		tb.must(err)
		thrown, err := alice.ReadDice(typed)
		tb.must(err)
		faces[fmt.Sprint(throws(thrown))] = true
	}
	if len(faces) < 3 {
		t.Errorf("forty times other words give %v", faces)
	}
	tb.play(alice, tb.someMove(alice))
	p := tb.open(alice).NewProof()
	if p.Level != match.ByScribe || !strings.Contains(p.Text().En, "reported by the player who enters") {
		t.Errorf("the dice are said to be %s: %s", p.Level, p.Text().En)
	}
	for _, promise := range []string{"proved", "nobody", "fair"} {
		if text := p.Text().En + tb.last().Text; strings.Contains(text, promise) {
			t.Errorf("%q is promised in\n%s", promise, text)
		}
	}
}
