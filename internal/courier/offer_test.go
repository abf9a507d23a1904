package courier_test

import (
	"context"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"hikyaku/internal/courier"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/match"
)

func TestDrawByAgreement(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	tb.refuses(bob, "nobody has offered you anything to agree to", home.Doing("agree"))
	tb.refuses(alice, "goes with your move", home.Doing("draw"))
	tb.do(bob, home.Doing("draw"))
	tb.refuses(bob, "already", home.Doing("draw"))
	tb.play(alice, "e2")
	if r := tb.report(bob); !strings.HasSuffix(r.News.En, " played e2. Your offer of a draw was not accepted.") {
		t.Errorf("bob, who has offered a draw, reads %q", r.News.En)
	}
	for p, want := range map[*player]int{alice: 0, bob: 1} {
		if notices, err := p.Notices(p.copy()); err != nil || len(notices) != want {
			t.Errorf("on the board of %s it says %v, %v", p.Me.Name, notices, err)
		}
	}
	tb.refuses(alice, "nobody has offered you anything to agree to", home.Doing("agree")) // a move ends the offer
	tb.do(alice, home.Doing("draw"))
	tb.do(bob, home.Doing("agree"))
	if o := tb.open(bob).Outcome; o == nil || o.Places[0] != 1 || o.Places[1] != 1 {
		t.Errorf("outcome %+v, want a draw", o)
	}
	tb.refuses(bob, "over", home.Doing("draw"))
}

// TestDrawWithAMove checks that an offer made in one's own turn waits for the move and is sent with it.
func TestDrawWithAMove(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	tb.unchanged(alice, func() {
		if _, waits, err := alice.Desk.OfferDraw(alice.copy(), true); err != nil || !waits {
			t.Fatalf("the offer waits: %v, %v", waits, err)
		}
	})
	before := tb.sent
	tb.play(alice, "e2")
	if tb.sent != before+1 {
		t.Errorf("%d letters for a move with an offer", tb.sent-before)
	}
	tb.wantPoll(bob, "taken")
	tb.same()
	if m := tb.open(bob); m.Ply() != 1 || m.Offer == nil || m.Offer.Party != 1 {
		t.Errorf("%d plies, the offer %+v", m.Ply(), m.Offer)
	}
	tb.play(bob, "e8")
	tb.poll(alice)
	tb.play(alice, "e3")
	if m := tb.open(alice); m.Offer != nil {
		t.Errorf("the next move offers again: %+v", m.Offer)
	}
}

func TestDrawOfFourNeedsAll(t *testing.T) {
	tb := sit(t, 4)
	for i := range tb.players {
		p := tb.players[(i+1)%4] // an offer is made out of turn
		if tb.open(p).Outcome != nil {
			t.Fatalf("the match is drawn after %d have agreed", i)
		}
		tb.do(p, home.Doing("draw"))
	}
	if tb.open(tb.players[0]).Outcome == nil {
		t.Error("all agreed, and the match goes on")
	}
}

func TestTakingBackByAgreement(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	tb.refuses(alice, "not moved yet", home.Doing("ask-undo"))
	tb.play(alice, "e2")
	tb.poll(bob)
	tb.play(bob, "e8")
	tb.poll(alice)
	tb.do(alice, home.Doing("ask-undo")) // one's own move, and the answer to it
	tb.refuses(alice, "nobody has offered you anything to agree to", home.Doing("agree"))
	older := tb.bytes(alice)
	tb.do(bob, home.Doing("agree"))
	if m := tb.open(bob); m.Last().String() != m.Positions[0].String() || !mine(m, alice) {
		t.Errorf("the match stands at %s", m.Last())
	}
	tb.play(alice, "d1")
	tb.wantPoll(bob, "taken")
	tb.same()
	for _, p := range tb.players {
		if record := tb.bytes(p); !strings.Contains(record, "\n#-    1 e2 ") || !strings.Contains(record, "\n#-    2 e8 ") || !strings.Contains(record, "\n   1 d1 ") {
			t.Errorf("%s has\n%s", p.Me.Name, record)
		}
	}
	tb.unchanged(bob, func() {
		tb.forge(bob, alice.Me.Address, []byte(older)) // a late message, in which the moves are still there
		tb.wantPoll(bob, "known")
		tb.forge(bob, alice.Me.Address, []byte(strings.Replace(tb.bytes(alice), "\n   1 d1 ", "\n#-    1 d1 ", 1)))
		tb.wantPoll(bob, "refused")
	})
}

// TestTakingBackThrowsAnew takes back a move with dice: the next throw belongs to another event.
func TestTakingBackThrowsAnew(t *testing.T) {
	for range 20 {
		if takenBack(t) {
			return
		}
	}
	t.Fatal("every move gave check, so nothing was ever thrown")
}

// takenBack takes a move back and plays another; it returns false if one of them gave check, so that nothing is thrown.
func takenBack(t *testing.T) bool {
	tb := shogi(t)
	tb.playOn(4)
	var mover, other *player
	for i, p := range tb.players {
		if mine(tb.open(p), p) {
			mover, other = p, tb.players[1-i]
		}
	}
	waits := func() bool { return tb.open(mover).Next().Throw != nil }
	tb.play(mover, tb.someMove(mover))
	if !waits() {
		return false
	}
	tb.poll(other)
	before := links(tb.bytes(mover))
	tb.do(mover, home.Doing("ask-undo"))
	tb.do(other, home.Doing("agree"))
	if !mine(tb.open(mover), mover) {
		t.Fatal("it is not the turn of who took back")
	}
	tb.play(mover, tb.someMove(mover))
	if !waits() {
		return false
	}
	if after := links(tb.bytes(mover)); after != before+2 { // the number after that of the dice taken back is skipped
		t.Errorf("the links went from %d to %d, want a new event", before, after)
	}
	tb.playOn(4)
	tb.same()
	if p := tb.open(mover).NewProof(); p.Proved != p.Throws {
		t.Errorf("proof %+v", p)
	}
	return true
}

// links returns the number of the last link in a record.
func links(record string) (n int) {
	found := regexp.MustCompile(`#: link (\d+)`).FindAllStringSubmatch(record, -1)
	for _, c := range found[len(found)-1][1] {
		n = n*10 + int(c-'0')
	}
	return n
}

// claims makes p claim a missed limit, and everybody poll until the claim is answered.
func (tb *table) claims(p *player) {
	tb.Helper()
	_, err := p.Do(p.copy(), home.Doing("claim"), true)
	tb.must(err)
	if tb.open(p).Outcome != nil {
		tb.Fatal("the claim alone ends the match")
	}
	tb.send(p)
	tb.round()
	tb.same()
}

func TestClaimOfAMissedLimit(t *testing.T) {
	tb, alice, bob := two(timed(t, "quoridor", "3d"))
	tb.refuses(bob, "still has time", home.Doing("claim"))
	tb.refuses(alice, "it is your own clock that is running", home.Doing("claim"))
	tb.wait(2 * 24 * time.Hour)
	tb.play(alice, "e2")
	tb.poll(bob)
	tb.wait(83 * time.Hour) // of three days, and twelve hours for delivery
	tb.refuses(alice, "still has time", home.Doing("claim"))
	tb.wait(time.Hour)
	tb.claims(alice)
	if o := tb.open(bob).Outcome; o == nil || o.Word != kif.TimeOut || o.Places[1] != 2 {
		t.Errorf("outcome %+v, want seat 2 to have lost", o)
	}
}

// TestClaimTooEarlyIsRefused forges a claim that the own program does not make.
func TestClaimTooEarlyIsRefused(t *testing.T) {
	tb, alice, bob := two(timed(t, "quoridor", "3d"))
	tb.play(alice, "e2")
	tb.poll(bob)
	tb.wait(85 * time.Hour)
	_, err := alice.Do(alice.copy(), home.Doing("claim"), true)
	tb.must(err)
	claim := tb.bytes(alice)
	at := regexp.MustCompile(`#: at [^\n]*\n#: party 1\n(#: sign [^\n]*\n)`)
	early := at.ReplaceAllString(claim, "#: at 2026-11-21T00:00:00Z\n#: party 1\n$1")
	if early == claim {
		t.Fatalf("nothing altered in\n%s", claim)
	}
	tb.takesNothing(bob, alice.Me.Address, tb.signedBy(alice, early), "and a claim is possible only after it")
}

func TestMissedLimitInGoryujinIsAPass(t *testing.T) {
	tb, alice, bob := two(timed(t, "goryujin", "1h"))
	tb.wait(14 * time.Hour)
	_, err := bob.Do(bob.copy(), home.Doing("claim"), true)
	tb.must(err)
	own := tb.bytes(bob) + "   1 pass\n" + tb.at() + "#: party 2\n"
	tb.takesNothing(alice, bob.Me.Address, tb.signedBy(bob, own), "nobody moves for others")
	tb.send(bob)
	if verdicts, _ := tb.poll(alice); verdicts != "taken acted" {
		t.Errorf("the claim is %q", verdicts)
	}
	tb.wantPoll(bob, "taken")
	tb.same()
	m := tb.open(alice)
	if m.Outcome != nil || m.PlyText(1) != i18n.Same("pass") || !mine(m, bob) {
		t.Errorf("after the claim:\n%s", tb.bytes(alice))
	}
}

func TestBankAndAbsence(t *testing.T) {
	tb, alice, bob := two(timed(t, "quoridor", "2d+1d"))
	tb.wait(36 * time.Hour)
	tb.play(alice, "e2") // 12 hours left, and a day added
	tb.poll(bob)
	tb.play(bob, "e8")
	tb.poll(alice)
	left := func(viewer int) time.Duration {
		end, limited := tb.open(bob).Clock.Deadline(viewer)
		if !limited {
			t.Fatal("no limit runs")
		}
		return end.Sub(*tb.now).Round(4 * time.Hour) // each call moves the clock by a minute
	}
	wantLeft := func(want time.Duration) {
		t.Helper()
		if left(1) != want || left(2) != want+12*time.Hour { // others allow time for delivery
			t.Errorf("%v left to Alice and %v to Bob, want %v and twelve hours more", left(1), left(2), want)
		}
	}
	wantLeft(36 * time.Hour)
	tb.do(alice, home.Doing("away", "2026-11-23..2026-11-25"))
	wantLeft(36*time.Hour + 72*time.Hour)
	tb.do(alice, home.Doing("away", "2026-11-25..2026-12-24"))
	wantLeft(36*time.Hour + match.MaxAway)
	tb.refuses(alice, "at most 30 days", home.Doing("away", "2027-11-25..2027-12-25"))
	tb.refuses(alice, "is in the past", home.Doing("away", "2025-11-25..2025-11-26"))
	tb.wait(40 * 24 * time.Hour)
	tb.claims(bob)
	if o := tb.open(bob).Outcome; o == nil || o.Places[0] != 2 {
		t.Errorf("outcome %+v, want seat 1 to have lost", o)
	}
}

// TestClockGoesByNobodysLie sets one player's clock wrong.
func TestClockGoesByNobodysLie(t *testing.T) {
	tb, alice, bob := two(timed(t, "quoridor", "3d"))
	tb.play(alice, "e2")
	tb.wait(23 * time.Hour)
	if r := tb.report(bob); r.Verdict != courier.Taken || r.Reason.En != "" {
		t.Errorf("within a day: %+v", r)
	}
	now := *tb.now
	tb.wait(-100 * 24 * time.Hour)
	tb.play(bob, "e8")
	*tb.now = now
	if r := tb.report(alice); r.Verdict != courier.Taken || !strings.Contains(r.Reason.En, "warning") {
		t.Errorf("dated back: %+v", r)
	}
	m := tb.open(alice)
	if end, _ := m.Clock.Deadline(1); end.Sub(now) < 71*time.Hour {
		t.Errorf("a step dated back leaves the next player time until %v, at %v", end, now)
	}
	if !m.Clock.Disputed(2) {
		t.Error("the date is not disputed")
	}
}

func TestClaimOfALimitToCome(t *testing.T) {
	tb, alice, bob := two(timed(t, "quoridor", "3d"))
	now := *tb.now
	tb.wait(5 * 24 * time.Hour)
	_, err := bob.Do(bob.copy(), home.Doing("claim"), true)
	tb.must(err)
	tb.send(bob)
	*tb.now = now
	tb.unchanged(alice, func() {
		if r := tb.report(alice); r.Verdict != courier.Refused || !strings.Contains(r.Reason.En, "in the future") {
			t.Errorf("%+v", r)
		}
	})
}

// stamped is a box that received all its messages at one time.
type stamped struct {
	mailbox.Box
	at time.Time
}

func (s *stamped) Fetch(ctx context.Context, since mailbox.Mark, handle func(mailbox.Mail) error) (mailbox.Mark, error) {
	return s.Box.Fetch(ctx, since, func(m mailbox.Mail) error {
		m.Received = s.at
		return handle(m)
	})
}

func TestReplyCountsFromWhenItCame(t *testing.T) {
	i := quoridor(2)
	i.PerMove = "3d"
	tb, alice := one(bobWrites(t, i))
	tb.wait(24 * time.Hour)
	tb.reply("e2")
	came := *tb.now
	box := &stamped{alice.Box, came}
	alice.Box = box
	tb.wait(24 * time.Hour)
	tb.wantPoll(alice, "taken")
	m := tb.open(alice)
	if at := m.Record.Events[m.LastMove()].At; !at.Equal(came) {
		t.Errorf("the move is dated %v, but came %v", at, came)
	}
	tb.wait(8 * 24 * time.Hour)
	tb.reply("claim")
	box.at = came.Add(2 * 24 * time.Hour) // with a day left for Alice
	tb.unchanged(alice, func() { tb.wantPoll(alice, "answered") })
	tb.reply("claim") // which can't have come before the last poll, and is confirmed by her own dates
	tb.wantPoll(alice, "answered")
	tb.reply("yes")
	tb.wantPoll(alice, "taken acted")
}

func TestLostSecretIsReplacedByConsent(t *testing.T) {
	tb := shogi(t)
	tb.playOn(5)
	var loser, other *player
	for i, p := range tb.players {
		if mine(tb.open(p), p) {
			loser, other = p, tb.players[1-i]
		}
	}
	tb.must(os.Remove(loser.Secret))
	tb.refuses(loser, "no secret", home.Doing("away", "2026-12-20"))
	tb.refuses(other, "nothing to replace", home.Rechain)
	tb.do(loser, home.Rechain)
	tb.refuses(loser, "your secret key isn't the one with which you joined this match:", home.Doing("away", "2026-12-20"))
	before := tb.open(other)
	tb.do(other, home.Doing("agree"))
	agreed := tb.open(other).Record.Events[len(before.Record.Events)]
	if inCheck := before.Next().Throw == nil; agreed.Step != kif.Step(kif.Agree{To: kif.RechainQuestion}) || (agreed.Link == kif.Link{}) != inCheck {
		t.Errorf("the dice that the lost chain was for are not thrown anew: %+v", agreed)
	}
	if p := tb.open(other).NewProof(); p.Chains != 1 || !strings.Contains(p.Text().En, "replaced by agreement)") {
		t.Errorf("proof %+v does not tell of the chain", p)
	}
	tb.playOn(6)
	tb.same()
	if p := tb.open(other).NewProof(); p.Proved != p.Throws {
		t.Errorf("proof %+v", p)
	}
}

func TestRotation(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	tb.refuses(alice, "this match already uses your newest secret key: hikyaku secret new", home.Rotate)
	tb.must(home.NewSecret(alice.System, alice.Secret))
	tb.do(alice, home.Rotate)
	tb.play(alice, "e2")
	tb.wantPoll(bob, "taken")
	ring, err := home.LoadKeyring(alice.System, alice.Secret)
	tb.must(err)
	newest := ring.Reveal()[0]
	tb.must(os.WriteFile(alice.Secret, []byte(newest+"\n"), 0o600)) // the old one is no longer needed
	tb.do(alice, home.Doing("draw"))
	tb.do(bob, home.Doing("agree"))
}

// TestNobodyEndsAMatchForOthers has a cheat sign endings that need the opponent, or both players. His own loss is
// accepted.
func TestNobodyEndsAMatchForOthers(t *testing.T) {
	const theirs = "refused"
	i := quoridor(1)
	i.PerMove = "3d"
	for ending, want := range map[string]string{
		"投了\n#: seat 2\n#: party 1": theirs, "投了\n#: party 1": theirs, "反則負け\n#: seat 2\n#: party 1": theirs,
		"詰み\n#: seat 2\n#: party 1": theirs, "不戦敗\n#: seat 2\n#: party 1": theirs, "切れ負け\n#: seat 2\n#: party 1": theirs,
		"反則勝ち\n#: seat 1": theirs, "入玉勝ち\n#: seat 1": theirs, "不戦勝\n#: seat 1": theirs, "千日手\n#: seat 1": theirs,
		"持将棋\n#: seat 1": theirs, "合意引分\n#: seat 1": theirs, "中断\n#: seat 1": theirs,
		"投了\n#: seat 1\n#: party 1": "taken", "切れ負け\n#: seat 1\n#: party 1": "taken",
	} {
		tb := sitAt(t, 2, i)
		cheat, victim := tb.players[0], tb.players[1]
		tb.play(cheat, "e2")
		tb.poll(victim)
		word, below, _ := strings.Cut(ending, "\n")
		record := tb.bytes(cheat) + "   2 " + word + "\n#: at 2026-11-20T21:00:00Z\n" + below + "\n"
		tb.forge(victim, cheat.Me.Address, []byte(tb.signedBy(cheat, record)))
		before := tb.bytes(victim)
		if got, _ := tb.poll(victim); got != want || (tb.bytes(victim) == before) != (want == theirs) {
			t.Errorf("%q is %q, want %q", ending, got, want)
		}
	}
	tb := sitAt(t, 2, i) // it is the cheat's own time that runs
	cheat, victim := tb.players[0], tb.players[1]
	record := tb.bytes(cheat) + "   1 切れ負け\n#: at 2026-12-20T21:00:00Z\n#: seat 2\n#: party 1\n"
	tb.takesNothing(victim, cheat.Me.Address, tb.signedBy(cheat, record), "but a match can only be ended by one's own resignation, an agreed")
}

// TestLettersCrossAmongFour checks an offer that crosses a move, with the two messages in either order. The
// move counts, and the offer lapses with it.
func TestLettersCrossAmongFour(t *testing.T) {
	tb := sit(t, 4)
	mover, offerer, third := tb.players[0], tb.players[1], tb.players[2]
	_, err := offerer.Do(offerer.copy(), home.Doing("draw"), true)
	tb.must(err)
	tb.send(offerer)
	tb.poll(third)
	if tb.open(third).Offer == nil {
		t.Fatal("the offer has not come")
	}
	tb.play(mover, "e2") // has not polled yet
	tb.wantReport(offerer, courier.Taken, "your draw offer crossed with a message from the other side")
	tb.round()
	tb.same()
	if m := tb.open(third); m.Ply() != 1 || m.Offer != nil {
		t.Errorf("%d plies, the offer %v", m.Ply(), m.Offer)
	}
	for _, p := range tb.players {
		if kept, err := home.LineFiles(p.file); err != nil || len(kept) != 1 {
			t.Errorf("%s keeps %v, %v", p.Me.Name, kept, err)
		}
	}
}
