package match_test

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/kif"
	"hikyaku/kif/fair"
	"hikyaku/mailbox"
	"hikyaku/match"
	"hikyaku/store"
)

// Here the other side has a program of its own, and signs whatever it likes.

// masterOf is the secret of p.
func masterOf(tb *table, p *player) fair.Master {
	tb.Helper()
	ring, err := match.LoadKeyring(store.OS{}, p.Secret)
	tb.must(err)
	m, err := fair.ParseMaster(ring.Reveal()[0])
	tb.must(err)
	return m
}

func newMaster(tb *table) fair.Master {
	tb.Helper()
	m, err := fair.NewMaster(rand.Reader)
	tb.must(err)
	return m
}

// signed is record with one more entry, as its lines have it, under the signature of m.
func signed(tb *table, m fair.Master, record, lines string) string {
	tb.Helper()
	r, err := kif.Read([]byte(record + lines))
	tb.must(err)
	l, err := kif.Replay(r, all.Game(r.Game()))
	tb.must(err)
	return record + lines + "#: sign " + hex.EncodeToString(m.Sign(l.Entries[len(l.Entries)-1].Bytes())) + "\n"
}

// at is the note of the time.
func (tb *table) at() string { return "#: at " + tb.now.Format(time.RFC3339) + "\n" }

// rechain asks for the key of another secret in the name of party.
func rechain(tb *table, m fair.Master, record string, party int) string {
	return signed(tb, m, record, fmt.Sprintf("#: do rechain\n%s#: party %d\n#: key %s\n", tb.at(), party, m.PublicKey()))
}

// takesNothing forges a letter with record and wants the record of its victim to stay as it is.
func (tb *table) takesNothing(victim *player, from, record, why string) {
	tb.Helper()
	tb.forge(victim, from, []byte(record))
	tb.unchanged(victim, func() {
		if r := tb.report(victim); r.Verdict == match.Taken || !strings.Contains(r.Reason, why) {
			tb.Errorf("%s: %s, want %q", r.Verdict, r.Reason, why)
		}
	})
}

func TestNobodyReplacesAnothersKey(t *testing.T) {
	tb := sit(t, 2)
	alice, bob := tb.players[0], tb.players[1]
	evil := newMaster(tb)
	r := rechain(tb, evil, tb.bytes(alice), 2)
	r = signed(tb, masterOf(tb, alice), r, "#: do agree\n"+tb.at()+"#: party 1\n")
	r = signed(tb, evil, r, "   1 投了\n"+tb.at()+"#: seat 2\n#: party 2\n")
	tb.takesNothing(bob, alice.Me.Addr, r, "replaces your key")
}

func TestUmpireHasToAgreeToAKey(t *testing.T) {
	tb := officiated(t, umpired("quoridor", 1, nil))
	umpire, cheat := tb.players[0], tb.players[1]
	tb.poll(cheat)
	evil := newMaster(tb)
	r := rechain(tb, evil, tb.bytes(cheat), 3)
	r = signed(tb, masterOf(tb, cheat), r, "#: do agree\n"+tb.at()+"#: party 2\n")
	r = signed(tb, evil, r, "   1 投了\n"+tb.at()+"#: seat 2\n#: party 3\n")
	tb.takesNothing(umpire, cheat.Me.Addr, r, "signature")
}

// TestForgedQuestionForAKey: anybody can ask in anybody's name; whoever plays on has not heard it.
func TestForgedQuestionForAKey(t *testing.T) {
	for _, victimMoves := range []bool{false, true} {
		tb := sit(t, 2)
		alice, bob := tb.players[0], tb.players[1]
		if victimMoves {
			tb.play(alice, "e2")
			tb.poll(bob)
		}
		tb.forge(bob, alice.Me.Addr, []byte(rechain(tb, newMaster(tb), tb.bytes(bob), 1)))
		tb.wantPoll(bob, "taken")
		if victimMoves {
			tb.play(bob, "e8")
			tb.wantPoll(alice, "taken")
		} else {
			tb.play(alice, "e2")
			tb.wantPoll(bob, "taken")
		}
		tb.same()
	}
}

func TestDeclineInAnothersName(t *testing.T) {
	tb := chairs(t, 2)
	alice, bob := tb.players[0], tb.players[1]
	tb.invite(quoridorWith(bob))
	tb.poll(bob)
	evil := newMaster(tb)
	r := signed(tb, evil, tb.bytes(alice), "#: do decline\n"+tb.at()+"#: party 1\n#: key "+evil.PublicKey().String()+"\n")
	tb.forge(bob, alice.Me.Addr, []byte(r))
	tb.wantPoll(bob, "refused")
	if len(bob.Invitations()) != 1 {
		t.Error("the invitation is gone")
	}
}

func quoridorWith(others ...*player) match.Invitation {
	i := quoridor(1)
	for _, p := range others {
		i.Others = append(i.Others, p.Me)
	}
	return i
}

func TestOnlyTheUmpireIsScribe(t *testing.T) {
	tb := officiated(t, umpired("quoridor", 1, nil), 2)
	umpire, cheat := tb.players[0], tb.players[1]
	tb.poll(cheat)
	r := signed(tb, masterOf(tb, cheat), tb.bytes(cheat), "   1 投了\n"+tb.at()+"#: seat 2\n#: party 3\n#: mail "+strings.Repeat("ab", 32)+"\n")
	tb.takesNothing(umpire, cheat.Me.Addr, r, "signature")
}

// TestOddEntriesHoldNothingUp: what our record cannot hold is refused, and the letter behind it is taken.
func TestOddEntriesHoldNothingUp(t *testing.T) {
	tb := sit(t, 2)
	alice, bob := tb.players[0], tb.players[1]
	r := signed(tb, masterOf(tb, alice), tb.bytes(alice), "   1 e2\n*hello\n*\n"+tb.at())
	tb.takesNothing(bob, alice.Me.Addr, r, "cannot hold it")
	tb.play(alice, "e2")
	tb.wantPoll(bob, "taken")
}

// TestInvitationsOfOneName: the eight digits of a match can be made to meet.
func TestInvitationsOfOneName(t *testing.T) {
	tb := chairs(t, 2)
	mallory, bob := tb.players[0], tb.players[1]
	i := quoridorWith(bob)
	i.Message = "0"
	tb.invite(i)
	tb.boxes[bob.Me.Addr] = nil
	e, names, first, second := tb.open(mallory).Entries[0], map[string]int{}, 0, 0
	for n := 0; second == 0; n++ {
		e.Said = fmt.Sprint(n)
		if m, seen := names[e.Hash().String()[:8]]; seen {
			first, second = m, n
		}
		names[e.Hash().String()[:8]] = n
	}
	record, _, _ := strings.Cut(tb.bytes(mallory), "#: sign")
	at := strings.Index(record, "#: do invite")
	for _, n := range []int{first, second} {
		entry := strings.Replace(record[at:], "\n*0\n", fmt.Sprintf("\n*%d\n", n), 1)
		tb.forge(bob, mallory.Me.Addr, []byte(signed(tb, masterOf(tb, mallory), record[:at], entry)))
	}
	tb.wantPoll(bob, "new refused")
	tb.wantPoll(bob, "")
}

// TestClaimAndMoveCross: a move in time stands before a claim, a claim before a late move, on both sides.
func TestClaimAndMoveCross(t *testing.T) {
	for hours, want := range map[time.Duration]string{71: "seat 1 (Alice) to move", 97: "seat 2 (Bob) lost on time"} {
		tb := timed(t, "quoridor", "3d")
		alice, bob := tb.players[0], tb.players[1]
		tb.play(alice, "e2")
		tb.poll(bob)
		if hours < 72 {
			tb.wait(hours * time.Hour)
			tb.play(bob, "e8")
			tb.wait(2 * time.Hour)
		} else {
			tb.wait(hours * time.Hour)
		}
		_, err := alice.Claim(alice.file, true)
		tb.must(err)
		tb.send(alice)
		if hours > 72 {
			tb.play(bob, "e8")
		}
		for range 2 {
			tb.poll(alice)
			tb.poll(bob)
		}
		tb.same()
		if got := tb.open(alice).Status().En; got != want {
			t.Errorf("after %d hours: %s, want %s", hours, got, want)
		}
	}
}

// TestClaimedPassAndMoveCross: nobody passes himself because his claim came to nothing.
func TestClaimedPassAndMoveCross(t *testing.T) {
	tb := timed(t, "goryujin", "1d")
	alice, bob := tb.players[0], tb.players[1]
	tb.wait(23 * time.Hour)
	tb.play(alice, tb.someMove(alice))
	tb.wait(2 * time.Hour)
	_, err := bob.Claim(bob.file, true)
	tb.must(err)
	tb.send(bob)
	tb.poll(bob)
	tb.poll(alice)
	tb.same()
	if m := tb.open(bob); m.Ply() != 1 || !m.Mine(bob.Me.Addr) {
		t.Errorf("%s\n%s", m.Status().En, tb.bytes(bob))
	}
}

// TestAgreementStands: who has made an offer cannot move instead once it is agreed to.
func TestAgreementStands(t *testing.T) {
	tb := sit(t, 2)
	alice, bob := tb.players[0], tb.players[1]
	_, err := alice.Draw(alice.file, true)
	tb.must(err)
	tb.send(alice)
	tb.poll(bob)
	_, err = bob.Agree(bob.file, true)
	tb.must(err)
	tb.send(bob)
	tb.play(alice, "e2")
	tb.unchanged(bob, func() { tb.wantPoll(bob, "known") })
	tb.poll(alice)
	tb.same()
}

// TestConsentIsToOneOffer: it does not pass over to another.
func TestConsentIsToOneOffer(t *testing.T) {
	tb := sit(t, 2)
	alice, bob := tb.players[0], tb.players[1]
	for i, move := range strings.Fields("e2 e8 e3 e7") {
		tb.play(tb.players[i%2], move)
		tb.poll(tb.players[1-i%2])
	}
	_, err := alice.AskBack(alice.file, 3, true)
	tb.must(err)
	tb.send(alice)
	tb.poll(bob)
	before := tb.bytes(alice)
	_, err = bob.Agree(bob.file, true)
	tb.must(err)
	tb.send(bob)
	tb.must(os.WriteFile(alice.file, []byte(before), 0o644))
	_, err = alice.AskBack(alice.file, 1, true)
	tb.must(err)
	tb.send(alice)
	tb.unchanged(bob, func() { tb.poll(bob) })
}

// TestStepsDatedAhead: they give their author no time, and no claim.
func TestStepsDatedAhead(t *testing.T) {
	tb := timed(t, "quoridor", "3d")
	alice, bob := tb.players[0], tb.players[1]
	r := signed(tb, masterOf(tb, alice), tb.bytes(alice), "   1 e2\n#: at 2099-01-01T00:00:00Z\n")
	tb.forge(bob, alice.Me.Addr, []byte(r))
	if report := tb.report(bob); !strings.Contains(report.Reason, "beware: e2 is dated 2099-01-01") {
		t.Errorf("%+v", report)
	}
	tb.play(bob, "e8")
	if end, limited := tb.open(bob).Deadline(); !limited || end.Sub(*tb.now) > 7*24*time.Hour {
		t.Errorf("Alice has time until %v", end)
	}

	tb = timed(t, "quoridor", "20h")
	alice, bob = tb.players[0], tb.players[1]
	tb.play(alice, "e2")
	tb.poll(bob)
	now := *tb.now
	tb.wait(21 * time.Hour)
	_, err := alice.Claim(alice.file, true)
	tb.must(err)
	*tb.now = now
	tb.takesNothing(bob, alice.Me.Addr, tb.bytes(alice), "still to come")

	tb = timed(t, "quoridor", "3d")
	alice, bob = tb.players[0], tb.players[1]
	tb.takesNothing(bob, alice.Me.Addr, signed(tb, masterOf(tb, alice), tb.bytes(alice), "   1 e2\n"), "without its time")
}

// TestLinkWithoutItsThrows: a bare link closes an event only behind the dice that it proves.
func TestLinkWithoutItsThrows(t *testing.T) {
	tb := chairs(t, 2)
	alice, bob := tb.players[0], tb.players[1]
	tb.invite(match.Invitation{Game: all.Game("diceshogi"), Seat: 2, Others: []mailbox.Address{bob.Me}})
	tb.accept(bob)
	tb.poll(alice)
	r := tb.bytes(alice)
	throw, link, sign := strings.LastIndex(r, "#: throw"), strings.LastIndex(r, "#: do link"), strings.LastIndex(r, "#: sign")
	box := tb.boxes[bob.Me.Addr]
	tb.boxes[bob.Me.Addr] = box[:len(box)-1]
	tb.takesNothing(bob, alice.Me.Addr, signed(tb, masterOf(tb, alice), r[:throw], r[link:sign]), "are missing")
}

// TestChainForAnOpenEvent: a new chain must not be chosen after the other's link.
func TestChainForAnOpenEvent(t *testing.T) {
	tb := chairs(t, 2)
	alice, bob := tb.players[0], tb.players[1]
	alice.Links = 7
	tb.invite(match.Invitation{Game: all.Game("diceshogi"), Seat: 1, Others: []mailbox.Address{bob.Me}})
	tb.accept(bob)
	l, err := mailbox.Read(tb.boxes[alice.Me.Addr][0])
	tb.must(err)
	chain, err := fair.NewChain(masterOf(tb, alice), fair.ID{7}, 7)
	tb.must(err)
	note := fmt.Sprintf("#: chain %s 7 %s\n", chain.Tip().ID, chain.Tip().Last)
	r := signed(tb, masterOf(tb, alice), string(l.Attachments[0].Data), "#: do draw-offer\n"+tb.at()+"#: party 1\n"+note)
	tb.takesNothing(bob, alice.Me.Addr, r, "a new chain without a link")
}

func TestAcceptanceWithoutAChain(t *testing.T) {
	tb := chairs(t, 2)
	alice, bob := tb.players[0], tb.players[1]
	tb.invite(quoridorWith(bob))
	m := newMaster(tb)
	r := signed(tb, m, tb.bytes(alice), "#: do accept\n"+tb.at()+"#: party 2\n#: key "+m.PublicKey().String()+"\n")
	tb.takesNothing(alice, bob.Me.Addr, r, "commitment to dice is missing")
}

// TestLetterWriterThrowsOnce: what he writes while a throw stands does not change it.
func TestLetterWriterThrowsOnce(t *testing.T) {
	tb := bobWrites(t, match.Invitation{Game: all.Game("diceshogi"), Seat: 1})
	alice := tb.players[0]
	tb.play(alice, tb.someMove(alice))
	tb.poll(alice)
	throws := fmt.Sprint(tb.open(alice).Throws())
	for i := range 6 {
		tb.reply(fmt.Sprintf("draw\nwords number %d", i))
		tb.poll(alice)
		tb.poll(alice)
		if got := fmt.Sprint(tb.open(alice).Throws()); got != throws {
			t.Fatalf("%s is thrown, and %s after a letter", throws, got)
		}
	}
	if throws == "[]" {
		t.Fatal("nothing was thrown")
	}
}

// TestKeysOfThirdParties: a key that is new for its address is told, whoever brings it, and one that its owner changed is known.
func TestKeysOfThirdParties(t *testing.T) {
	tb := chairs(t, 3)
	mallory, carol, bob := tb.players[0], tb.players[1], tb.players[2]
	_, err := match.MakeKeyring(store.OS{}, carol.Secret)
	tb.must(err)
	tb.must(os.WriteFile(bob.Known, []byte(carol.Me.Addr+" "+masterOf(tb, carol).PublicKey().String()+" 2026-01-01 5\n"), 0o600))
	tb.invite(match.Invitation{Game: all.Game("quoridor"), Seat: 1, Umpire: true, Others: []mailbox.Address{carol.Me, bob.Me}})
	m := newMaster(tb)
	chain, err := fair.NewChain(m, fair.ID{1}, 10)
	tb.must(err)
	r := signed(tb, m, tb.bytes(mallory), fmt.Sprintf("#: do accept\n%s#: party 2\n#: key %s\n#: chain %s 10 %s\n", tb.at(), m.PublicKey(), chain.Tip().ID, chain.Tip().Last))
	tb.boxes[bob.Me.Addr] = nil
	tb.forge(bob, mallory.Me.Addr, []byte(r))
	tb.wantPoll(bob, "new")
	if _, err := bob.Accept(bob.Invitations()[0].Short(), "", false); err == nil || !strings.Contains(err.Error(), "is not the one used since") {
		t.Errorf("accepted: %v", err)
	}

	tb = sit(t, 2)
	alice, bob := tb.players[0], tb.players[1]
	tb.must(alice.NewSecret())
	tb.do(alice, alice.Rotate)
	tb.invite(quoridorWith(bob))
	tb.poll(bob)
	if _, err := bob.Accept(bob.Invitations()[0].Short(), "", false); err != nil {
		t.Error(err)
	}
}

// TestTossThatNobodyMakes: who alone knows how it falls cannot hold the match up.
func TestTossThatNobodyMakes(t *testing.T) {
	tb := chairs(t, 2)
	alice, bob := tb.players[0], tb.players[1]
	tb.invite(match.Invitation{Game: all.Game("diceshogi"), PerMove: "3d", Others: []mailbox.Address{bob.Me}})
	tb.accept(bob)
	tb.refuses(bob, "is not over", bob.Claim)
	tb.wait(80 * time.Hour)
	tb.do(bob, bob.Claim)
	if o := tb.open(alice).Outcome(); o == nil || o.Places[0] != 2 || tb.open(alice).PartyOf(o.Seat) != 1 {
		t.Errorf("outcome %+v", o)
	}
}

// TestSeatOfAResignationIsSigned: a player of several seats resigns one of them.
func TestSeatOfAResignationIsSigned(t *testing.T) {
	tb := chairs(t, 2)
	alice, bob := tb.players[0], tb.players[1]
	i := quoridorWith(bob, bob, bob)
	i.Options = engine.Options{"players": "4"}
	tb.invite(i)
	tb.accept(bob)
	tb.poll(alice)
	_, err := bob.Resign(bob.file, 2, true)
	tb.must(err)
	tb.takesNothing(alice, bob.Me.Addr, strings.Replace(tb.bytes(bob), "#: seat 2\n", "#: seat 3\n", 1), "signature")
}

// TestTakeBackIsNotTakenBack: a number of dice whose link is public is never used again.
func TestTakeBackIsNotTakenBack(t *testing.T) {
	tb := sitAt(t, 2, match.Invitation{Game: all.Game("diceshogi"), Seat: 1, Options: engine.Options{"rules": "hyper"}})
	tb.playOn(4)
	cheat, victim := tb.players[0], tb.players[1]
	if !tb.open(cheat).Mine(cheat.Me.Addr) {
		cheat, victim = victim, cheat
	}
	_, err := cheat.AskBack(cheat.file, tb.open(cheat).Ply(), true)
	tb.must(err)
	tb.send(cheat)
	before := tb.bytes(cheat)
	tb.poll(victim)
	_, err = victim.Agree(victim.file, true)
	tb.must(err)
	tb.send(victim)
	tb.must(os.WriteFile(cheat.file, []byte(before), 0o644))
	if tb.open(cheat).Next().Throw != nil {
		_, err = cheat.Throw(cheat.file, "")
		tb.must(err)
	}
	tb.play(cheat, tb.someMove(cheat))
	tb.unchanged(victim, func() { tb.poll(victim) })
}
