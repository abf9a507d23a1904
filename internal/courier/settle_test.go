package courier_test

import (
	"strings"
	"testing"

	"hikyaku/internal/courier"
	"hikyaku/internal/home"
	"hikyaku/match"
)

// forks makes p, whose turn it is, send two moves to everybody: the second with an old copy of the record.
func (tb *table) forks(p *player) {
	tb.Helper()
	old := tb.bytes(p)
	moves := tb.open(p).Last().Moves()
	for move := range moves {
		if tb.bytes(p) != old {
			tb.restores(p, old)
			tb.play(p, string(move))
			return
		}
		tb.play(p, string(move))
		for _, q := range others(tb, p) {
			tb.poll(q)
		}
	}
}

// settled makes p choose its own line of a match that somebody has forked; p alone decides.
func (tb *table) settled(p *player) match.Settlement {
	tb.Helper()
	lines, err := p.Desk.Disputed(p.copy())
	tb.must(err)
	c, err := p.Settle(p.copy(), lines[0], false, true)
	tb.must(err)
	tb.send(p)
	return *c.Settlement
}

// TestForkedMachineKeepsQuiet lets two machines of Alice move. Bob has answered one of the moves; the other machine sends nothing
// more, reports it for each message, and keeps one line of the match, which contains all of it.
func TestForkedMachineKeepsQuiet(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	second := tb.machine(alice)
	_, err := second.Courier.Restore(t.Context())
	tb.must(err)
	for s := range second.List() {
		second.file = s.File
	}
	tb.play(alice, "e2")
	tb.play(second, "d1")
	tb.wantPoll(bob, "taken diverged")
	for _, moves := range [][2]string{{"e8", "e3"}, {"e7", "e4"}, {"e6", "d4"}} {
		tb.play(bob, moves[0])
		tb.unchanged(second, func() {
			reports, sent, err := second.Poll(t.Context())
			tb.must(err)
			if len(sent) > 0 || len(reports) == 0 || reports[len(reports)-1].Verdict != courier.Diverged {
				t.Errorf("the second machine sends %v and reports %+v", sent, reports)
			}
		})
		tb.poll(alice)
		tb.play(alice, moves[1])
		tb.wantPoll(bob, "taken")
	}
	lines, err := home.LineFiles(second.file)
	tb.must(err)
	if len(lines) != 1 {
		t.Errorf("the lines kept are %v", lines)
	}
	_, sent := tb.poll(second)
	tb.same()
	if len(sent) > 0 {
		t.Errorf("the second machine sends %v", sent)
	}
}

// TestSettlementNeedsNoOtherLetter checks that it carries its proof, so that a copy from before the fork accepts it too.
func TestSettlementNeedsNoOtherLetter(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	before := tb.bytes(alice)
	tb.forks(alice)
	tb.wantReport(bob, courier.Diverged, "there are two versions of this match, both signed by")
	tb.settled(bob)
	tb.restores(alice, before)
	tb.wantPoll(alice, "taken")
	tb.same()
	tb.play(bob, tb.someMove(bob))
	tb.wantPoll(alice, "taken")
	tb.same()
}

// TestForgedSettlement checks that one whose proof is another line than it names is refused.
func TestForgedSettlement(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	tb.forks(alice)
	tb.poll(bob)
	lines, err := bob.Desk.Disputed(bob.copy())
	tb.must(err)
	_, err = bob.Settle(bob.copy(), lines[0], false, false)
	tb.must(err)
	record := tb.bytes(bob)
	for name, forged := range map[string]string{
		"'s version of this match: you can't add anything to this one until": strings.Replace(record, "#: other #: at 20", "#: other #: at 19", 1),
		"no line": strings.ReplaceAll(record, "#: other ", "#: others "),
	} {
		if forged == record {
			t.Fatalf("%s: nothing is forged in\n%s", name, record)
		}
		tb.takesNothing(alice, bob.Me.Address, forged, "but this is only possible if the match has two versions, with the")
	}
}

// TestWhoSettlesWaits checks that a player who has agreed to continue with a line, which crossing messages reject, signs nothing on another before
// it is settled.
func TestWhoSettlesWaits(t *testing.T) {
	tb := sit(t, 4)
	cheat := tb.mover()
	tb.forks(cheat)
	for _, p := range others(tb, cheat) {
		tb.wantReport(p, courier.Diverged, "there are two versions of this match, both signed by")
	}
	next := tb.mover()
	rest := others(tb, cheat, next)
	asks, agrees := rest[0], rest[1]
	if tb.settled(asks).Complete {
		t.Fatal("one word settles it")
	}
	proposed := tb.open(asks)
	if status, question := proposed.Status().En, proposed.For(0).Question().En; !strings.HasSuffix(status, "to agree to this version of the match") ||
		!strings.HasPrefix(question, "there are two versions of this match; "+asks.Me.Name+" proposes continuing with this one") {
		t.Errorf("the status is %q, the question %q", status, question)
	}
	tb.play(next, tb.someMove(next)) // who has not polled yet
	tb.poll(asks)
	tb.unchanged(asks, func() {
		_, err := asks.Do(asks.copy(), home.Doing("away", "2026-12-20"), true)
		if err == nil || !strings.Contains(err.Error(), "you agreed to continue with") {
			t.Errorf("it goes on: %v", err)
		}
	})
	tb.settled(asks)
	for _, p := range []*player{next, agrees} {
		tb.round()
		_, err := p.Do(p.copy(), home.Doing("agree"), true)
		tb.must(err)
		tb.send(p)
	}
	tb.round()
	tb.same()
	if s := tb.open(cheat).Settlement; s == nil || !s.Complete {
		t.Errorf("the settlement is %+v", s)
	}
	_, err := asks.Do(asks.copy(), home.Doing("away", "2026-12-20"), true)
	tb.must(err)
}

// TestWhoHasSettledSettlesAgain checks that a player whose proposal was rejected proposes again after another's proposal, which it outranks.
func TestWhoHasSettledSettlesAgain(t *testing.T) {
	tb := sit(t, 4)
	cheat := tb.players[0]
	tb.forks(cheat)
	next, asks, last := tb.players[1], tb.players[2], tb.players[3]
	for _, p := range others(tb, cheat) {
		tb.wantReport(p, courier.Diverged, "there are two versions of this match, both signed by")
	}
	tb.settled(asks)
	tb.play(next, tb.someMove(next)) // who has not polled yet
	tb.poll(last)
	tb.settled(last)
	tb.poll(asks)
	if s := tb.open(asks).Settlement; s.Party != tb.open(asks).Roster.PartyOf(4) || s.Complete {
		t.Fatalf("the settlement is %+v", s)
	}
	tb.refuses(asks, "'s version of this match: you can't add anything to this one until", home.Doing("agree"))
	if tb.settled(asks).Complete {
		t.Fatal("one word settles it")
	}
	for _, p := range []*player{next, last} {
		tb.round()
		_, err := p.Do(p.copy(), home.Doing("agree"), true)
		tb.must(err)
		tb.send(p)
	}
	tb.round()
	tb.same()
	if s := tb.open(cheat).Settlement; !s.Complete || s.Party != tb.open(cheat).Roster.PartyOf(3) {
		t.Errorf("the settlement is %+v", s)
	}
}
