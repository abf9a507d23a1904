package match_test

import (
	"context"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"hikyaku/engine/all"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/match"
)

// do lets p make a step and send it, and the others take it.
func (tb *table) do(p *player, step func(file string, post bool) (*match.Match, error)) {
	tb.Helper()
	_, err := step(p.file, true)
	tb.must(err)
	tb.send(p)
	for _, other := range tb.players {
		if other != p {
			tb.poll(other)
		}
	}
	tb.same()
}

// refuses wants step to fail with these words and to change nothing.
func (tb *table) refuses(p *player, want string, step func(file string, post bool) (*match.Match, error)) {
	tb.Helper()
	tb.unchanged(p, func() {
		if _, err := step(p.file, true); err == nil || !strings.Contains(err.Error(), want) {
			tb.Errorf("error %v, want %q", err, want)
		}
	})
}

func TestDrawByAgreement(t *testing.T) {
	tb := sit(t, 2)
	alice, bob := tb.players[0], tb.players[1]
	tb.refuses(bob, "nothing to agree to", bob.Agree)
	tb.do(alice, alice.Draw)
	tb.refuses(alice, "already", alice.Draw)
	tb.play(alice, "e2")
	tb.poll(bob)
	tb.refuses(bob, "nothing to agree to", bob.Agree) // a move ends the offer
	tb.do(bob, bob.Draw)
	tb.do(alice, alice.Agree)
	if o := tb.open(bob).Outcome(); o == nil || o.Places[0] != 1 || o.Places[1] != 1 {
		t.Errorf("outcome %+v, want a draw", o)
	}
	tb.refuses(bob, "over", bob.Draw)
}

func TestDrawOfFourNeedsAll(t *testing.T) {
	tb := sit(t, 4)
	for i, p := range tb.players {
		if tb.open(p).Outcome() != nil {
			t.Fatalf("the match is drawn after %d have agreed", i)
		}
		tb.do(p, p.Draw)
	}
	if tb.open(tb.players[0]).Outcome() == nil {
		t.Error("all agreed, and the match goes on")
	}
}

func TestTakingBackByAgreement(t *testing.T) {
	tb := sit(t, 2)
	alice, bob := tb.players[0], tb.players[1]
	back := func(p *player, n int) func(string, bool) (*match.Match, error) {
		return func(file string, post bool) (*match.Match, error) { return p.AskBack(file, n, post) }
	}
	tb.refuses(alice, "not moved yet", back(alice, 0))
	tb.play(alice, "e2")
	tb.poll(bob)
	tb.play(bob, "e8")
	tb.poll(alice)
	tb.do(alice, back(alice, 0)) // one's own move, and the answer to it
	tb.refuses(alice, "nothing to agree to", alice.Agree)
	tb.do(bob, bob.Agree)
	if m := tb.open(bob); m.Last().String() != m.Positions[0].String() || !m.Mine(alice.Me.Addr) {
		t.Errorf("the match stands at %s", m.Last())
	}
	tb.play(alice, "d1")
	tb.wantPoll(bob, "taken")
	tb.same()
}

// TestTakingBackThrowsAnew takes back a move with dice: the next throw is another event's.
func TestTakingBackThrowsAnew(t *testing.T) {
	for range 20 {
		if takenBack(t) {
			return
		}
	}
	t.Fatal("every move gave check, so nothing was ever thrown")
}

// takenBack takes a move back and plays another; false where one of them gave check, so that nothing is thrown.
func takenBack(t *testing.T) bool {
	tb := shogi(t)
	tb.playOn(4)
	var mover, other *player
	for i, p := range tb.players {
		if tb.open(p).Mine(p.Me.Addr) {
			mover, other = p, tb.players[1-i]
		}
	}
	waits := func() bool { m := tb.open(mover); return m.Waits(len(m.Record.Events)) != nil }
	tb.play(mover, tb.someMove(mover))
	if !waits() {
		return false
	}
	tb.poll(other)
	before := links(tb.bytes(mover))
	tb.do(mover, func(f string, post bool) (*match.Match, error) { return mover.AskBack(f, 0, post) })
	tb.do(other, other.Agree)
	if !tb.open(mover).Mine(mover.Me.Addr) {
		t.Fatal("it is not the turn of who took back")
	}
	tb.play(mover, tb.someMove(mover))
	if !waits() {
		return false
	}
	tb.poll(other)
	if after := links(tb.bytes(mover)); after != before+1 {
		t.Errorf("the links went from %d to %d, want a new event", before, after)
	}
	tb.playOn(4)
	tb.same()
	if p := tb.open(mover).Proof(); p.Proved != p.Throws {
		t.Errorf("proof %+v", p)
	}
	return true
}

// links is the number of the last link in a record.
func links(record string) (n int) {
	found := regexp.MustCompile(`#: link (\d+)`).FindAllStringSubmatch(record, -1)
	for _, c := range found[len(found)-1][1] {
		n = n*10 + int(c-'0')
	}
	return n
}

// wait lets time pass for everybody.
func (tb *table) wait(d time.Duration) { *tb.now = tb.now.Add(d) }

func timed(t *testing.T, game, control string) *table {
	return sitAt(t, 2, match.Invitation{Game: all.Game(game), Seat: 1, PerMove: control})
}

func TestClaimOfAMissedLimit(t *testing.T) {
	tb := timed(t, "quoridor", "3d")
	alice, bob := tb.players[0], tb.players[1]
	tb.refuses(bob, "is not over", bob.Claim)
	tb.refuses(alice, "your own time", alice.Claim)
	tb.wait(2 * 24 * time.Hour)
	tb.play(alice, "e2")
	tb.poll(bob)
	tb.wait(71 * time.Hour)
	tb.refuses(alice, "is not over", alice.Claim)
	tb.wait(time.Hour)
	tb.do(alice, alice.Claim)
	if o := tb.open(bob).Outcome(); o == nil || o.Places[1] != 2 {
		t.Errorf("outcome %+v, want seat 2 to have lost", o)
	}
}

// TestClaimTooEarlyIsRefused forges the claim that the own program does not make.
func TestClaimTooEarlyIsRefused(t *testing.T) {
	tb := timed(t, "quoridor", "3d")
	alice, bob := tb.players[0], tb.players[1]
	tb.play(alice, "e2")
	tb.poll(bob)
	tb.wait(72 * time.Hour)
	_, err := alice.Claim(alice.file, true)
	tb.must(err)
	claim := tb.bytes(alice)
	at := regexp.MustCompile(`#: at [^\n]*\n#: party 1\n(#: sign [^\n]*\n)`)
	early := at.ReplaceAllString(claim, "#: at 2026-11-21T00:00:00Z\n#: party 1\n$1")
	if early == claim {
		t.Fatalf("nothing altered in\n%s", claim)
	}
	tb.forge(bob, alice.Me.Addr, []byte(tb.signedBy(alice, early)))
	tb.unchanged(bob, func() { tb.wantPoll(bob, "refused") })
}

func TestMissedLimitInGoryujinIsAPass(t *testing.T) {
	tb := timed(t, "goryujin", "1h")
	alice, bob := tb.players[0], tb.players[1]
	tb.wait(2 * time.Hour)
	_, err := bob.Claim(bob.file, true)
	tb.must(err)
	tb.send(bob)
	if r := tb.report(alice); r.Reason != "seat 1 (Alice) had missed the limit, and has passed" {
		t.Errorf("%+v", r)
	}
	tb.same()
	m := tb.open(alice)
	if m.Outcome() != nil || m.PlyText(1) != "pass" || !m.Mine(bob.Me.Addr) {
		t.Errorf("after the claim:\n%s", tb.bytes(alice))
	}
	forged := strings.Replace(tb.bytes(bob), "   1 pass", "   1 P0@A1", 1)
	tb.forge(alice, bob.Me.Addr, []byte(tb.signedBy(bob, forged)))
	tb.unchanged(alice, func() { tb.wantPoll(alice, "refused") })
}

func TestBankAndAbsence(t *testing.T) {
	tb := timed(t, "quoridor", "2d+1d")
	alice, bob := tb.players[0], tb.players[1]
	tb.wait(36 * time.Hour)
	tb.play(alice, "e2") // 12 hours left, and a day added
	tb.poll(bob)
	tb.play(bob, "e8")
	tb.poll(alice)
	left := func() time.Duration {
		end, limited := tb.open(bob).Deadline()
		if !limited {
			t.Fatal("no limit runs")
		}
		return end.Sub(*tb.now).Round(4 * time.Hour) // every look at the clock takes a minute
	}
	if left() != 36*time.Hour {
		t.Errorf("%v left, want 36h", left())
	}
	tb.do(alice, func(f string, post bool) (*match.Match, error) { return alice.Away(f, "2026-11-23..2026-11-25", post) })
	if left() != 36*time.Hour+72*time.Hour {
		t.Errorf("%v left with three days away, want 108h", left())
	}
	tb.do(alice, func(f string, post bool) (*match.Match, error) { return alice.Away(f, "2026-11-25..2026-12-24", post) })
	if left() != 36*time.Hour+match.MaxAway {
		t.Errorf("%v left with more than may be, want %v", left(), 36*time.Hour+match.MaxAway)
	}
	tb.refuses(alice, "more than the 30 days", func(f string, post bool) (*match.Match, error) { return alice.Away(f, "2027-11-25..2027-12-25", post) })
	tb.refuses(alice, "is past", func(f string, post bool) (*match.Match, error) { return alice.Away(f, "2025-11-25..2025-11-26", post) })
	tb.wait(40 * 24 * time.Hour)
	tb.do(bob, bob.Claim)
}

// report polls and gives what is said of the one letter that came.
func (tb *table) report(p *player) match.Report {
	tb.Helper()
	reports, _, err := p.Poll(context.Background())
	tb.must(err)
	if len(reports) != 1 {
		tb.Fatalf("%d reports, want 1", len(reports))
	}
	return reports[0]
}

// TestClockGoesByNobodysLie moves the clock of one player's machine.
func TestClockGoesByNobodysLie(t *testing.T) {
	tb := timed(t, "quoridor", "3d")
	alice, bob := tb.players[0], tb.players[1]
	tb.play(alice, "e2")
	tb.wait(23 * time.Hour)
	if r := tb.report(bob); r.Verdict != match.Taken || r.Reason != "" {
		t.Errorf("within a day: %+v", r)
	}
	now := *tb.now
	tb.wait(-100 * 24 * time.Hour)
	tb.play(bob, "e8")
	*tb.now = now
	if r := tb.report(alice); r.Verdict != match.Taken || !strings.Contains(r.Reason, "beware: e8 is dated 2026-08-13") {
		t.Errorf("dated back: %+v", r)
	}
	if end, _ := tb.open(alice).Deadline(); end.Sub(now) < 47*time.Hour {
		t.Errorf("a step dated back leaves the next player time until %v, at %v", end, now)
	}
}

func TestClaimOfALimitToCome(t *testing.T) {
	tb := timed(t, "quoridor", "3d")
	alice, bob := tb.players[0], tb.players[1]
	now := *tb.now
	tb.wait(5 * 24 * time.Hour)
	_, err := bob.Claim(bob.file, true)
	tb.must(err)
	tb.send(bob)
	*tb.now = now
	tb.unchanged(alice, func() {
		if r := tb.report(alice); r.Verdict != match.Refused || !strings.Contains(r.Reason, "still to come") {
			t.Errorf("%+v", r)
		}
	})
}

// stamped is a box that got all its letters at one time.
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
	tb := bobWrites(t, i)
	alice := tb.players[0]
	tb.wait(24 * time.Hour)
	tb.reply("e2")
	came := *tb.now
	box := &stamped{alice.Box, came}
	alice.Box = box
	tb.wait(9 * 24 * time.Hour)
	tb.wantPoll(alice, "taken")
	m := tb.open(alice)
	if at := m.Record.Events[m.LastMove()].At; !at.Equal(came) {
		t.Errorf("the move is dated %v, but came %v", at, came)
	}
	tb.reply("claim")
	box.at = came.Add(2 * 24 * time.Hour) // when Alice had a day left
	tb.unchanged(alice, func() { tb.wantPoll(alice, "answered") })
}

func TestLostSecretIsReplacedByConsent(t *testing.T) {
	tb := shogi(t)
	tb.playOn(5)
	var loser, other *player
	for i, p := range tb.players {
		if tb.open(p).Mine(p.Me.Addr) {
			loser, other = p, tb.players[1-i]
		}
	}
	tb.must(os.Remove(loser.Secret))
	tb.refuses(loser, "no secret", loser.Draw)
	tb.refuses(other, "nothing is lost", other.Replace)
	tb.do(loser, loser.Replace)
	tb.refuses(loser, "not the one with which you", loser.Draw)
	before := tb.open(other)
	tb.do(other, other.Agree)
	agreed := tb.open(other).Record.Events[len(before.Record.Events)]
	if inCheck := before.Next().Throw == nil; agreed.Text != kif.Agree || (agreed.Note("link") == "") != inCheck {
		t.Errorf("the dice that the lost chain was for are not thrown anew: %+v", agreed)
	}
	if p := tb.open(other).Proof(); p.Chains != 1 || !strings.Contains(p.Text().En, "1 commitments replaced") {
		t.Errorf("proof %+v does not tell of the chain", p)
	}
	tb.playOn(6)
	tb.same()
	if p := tb.open(other).Proof(); p.Proved != p.Throws {
		t.Errorf("proof %+v", p)
	}
}

func TestRotation(t *testing.T) {
	tb := sit(t, 2)
	alice, bob := tb.players[0], tb.players[1]
	tb.refuses(alice, "newest secret already", alice.Rotate)
	tb.must(alice.NewSecret())
	tb.do(alice, alice.Rotate)
	tb.play(alice, "e2")
	tb.wantPoll(bob, "taken")
	ring, err := match.LoadKeyring(alice.System, alice.Secret)
	tb.must(err)
	newest := ring.Reveal()[0]
	tb.must(os.WriteFile(alice.Secret, []byte(newest+"\n"), 0o600)) // the old one is no longer needed
	tb.do(alice, alice.Draw)
}

func TestControl(t *testing.T) {
	day := 24 * time.Hour
	for text, want := range map[string]match.Control{
		"": {}, "3d": {PerTurn: 3 * day}, "90m": {PerTurn: 90 * time.Minute}, "30d+1d": {Bank: 30 * day, Added: day},
		"3日/手": {PerTurn: 3 * day}, "10d + 12h": {Bank: 10 * day, Added: 12 * time.Hour},
	} {
		if got, err := match.ParseControl(text); err != nil || got != want {
			t.Errorf("ParseControl(%q) = %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"3", "d", "0d", "-1d", "3w", "99999d", "3d+"} {
		if got, err := match.ParseControl(text); err == nil {
			t.Errorf("ParseControl(%q) = %+v", text, got)
		}
	}
}

// TestNobodyEndsAMatchForOthers lets a cheat sign endings that only the other side, or both, can bring about.
func TestNobodyEndsAMatchForOthers(t *testing.T) {
	i := quoridor(1)
	i.PerMove = "3d"
	for _, ending := range []string{
		"投了\n#: seat 2\n#: party 1", "投了\n#: party 1", "反則負け\n#: seat 2\n#: party 1", "詰み\n#: seat 2\n#: party 1", "不戦敗\n#: seat 2\n#: party 1",
		"反則勝ち\n#: seat 1", "入玉勝ち\n#: seat 1", "不戦勝\n#: seat 1", "千日手\n#: seat 1", "持将棋\n#: seat 1", "合意引分\n#: seat 1", "中断\n#: seat 1",
		"切れ負け\n#: seat 2\n#: party 1", "切れ負け\n#: seat 1\n#: party 1",
	} {
		tb := sitAt(t, 2, i)
		cheat, victim := tb.players[0], tb.players[1]
		tb.play(cheat, "e2")
		tb.poll(victim)
		word, below, _ := strings.Cut(ending, "\n")
		record := tb.bytes(cheat) + "   2 " + word + "\n#: at 2026-11-20T21:00:00Z\n" + below + "\n#: sign 00\n"
		tb.forge(victim, cheat.Me.Addr, []byte(tb.signedBy(cheat, record)))
		tb.unchanged(victim, func() { tb.wantPoll(victim, "refused") })
	}
	tb := sitAt(t, 2, i) // it is the cheat's own time that runs
	cheat, victim := tb.players[0], tb.players[1]
	record := tb.bytes(cheat) + "   1 切れ負け\n#: at 2026-12-20T21:00:00Z\n#: seat 2\n#: party 1\n#: sign 00\n"
	tb.forge(victim, cheat.Me.Addr, []byte(tb.signedBy(cheat, record)))
	tb.unchanged(victim, func() { tb.wantPoll(victim, "refused") })
}

// TestLettersCrossAmongFour: somebody offers a draw while another moves, and the others get the two letters in either order.
func TestLettersCrossAmongFour(t *testing.T) {
	tb := sit(t, 4)
	mover, offerer, third := tb.players[0], tb.players[1], tb.players[2]
	_, err := offerer.Draw(offerer.file, true)
	tb.must(err)
	tb.send(offerer)
	tb.poll(third)
	if tb.open(third).Offer() == nil {
		t.Fatal("the offer has not come")
	}
	tb.play(mover, "e2") // has not polled yet
	for range 3 {
		for _, p := range tb.players {
			tb.poll(p)
		}
	}
	tb.same()
	if m := tb.open(third); m.Ply() != 1 || m.Offer() == nil {
		t.Errorf("%d plies, the offer %v", m.Ply(), m.Offer())
	}
}
