package courier_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/home"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/match"
	"hikyaku/match/fair"
)

// In these tests the opponent has a modified program and signs anything.

func TestNobodyReplacesAnothersKey(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	evil := newMaster(tb)
	r := rechain(tb, evil, tb.bytes(alice), 2)
	r = signed(tb, masterOf(tb, alice), r, "#: do agree rechain\n"+tb.at()+"#: party 1\n")
	r = signed(tb, evil, r, "   1 投了\n"+tb.at()+"#: seat 2\n#: party 2\n")
	tb.takesNothing(bob, alice.Me.Address, r, "replaces your key")
}

func TestUmpireHasToAgreeToAKey(t *testing.T) {
	tb := officiated(t, umpired("quoridor", 1, nil))
	umpire, cheat := tb.players[0], tb.players[1]
	tb.poll(cheat)
	evil := newMaster(tb)
	r := rechain(tb, evil, tb.bytes(cheat), 3)
	r = signed(tb, masterOf(tb, cheat), r, "#: do agree rechain\n"+tb.at()+"#: party 2\n")
	r = signed(tb, evil, r, "   1 投了\n"+tb.at()+"#: seat 2\n#: party 3\n")
	tb.takesNothing(umpire, cheat.Me.Address, r, "signature")
}

// TestForgedQuestionForAKey checks that a request for a new key, which anybody can forge, doesn't affect a player who keeps playing.
func TestForgedQuestionForAKey(t *testing.T) {
	for _, victimMoves := range []bool{false, true} {
		tb, alice, bob := two(sit(t, 2))
		if victimMoves {
			tb.play(alice, "e2")
			tb.poll(bob)
		}
		tb.forge(bob, alice.Me.Address, []byte(rechain(tb, newMaster(tb), tb.bytes(bob), 1)))
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
	tb, alice, bob := two(chairs(t, 2))
	tb.invite(quoridorWith(bob))
	tb.poll(bob)
	evil := newMaster(tb)
	r := signed(tb, evil, tb.bytes(alice), "#: do decline\n"+tb.at()+"#: party 1\n#: key "+evil.PublicKey().String()+"\n")
	tb.forge(bob, alice.Me.Address, []byte(r))
	tb.wantPoll(bob, "refused")
	if len(bob.Invitations()) != 1 {
		t.Error("the invitation is gone")
	}
}

func quoridorWith(others ...*player) home.Invitation {
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
	tb.takesNothing(umpire, cheat.Me.Address, r, "signature")
}

// TestOddEntriesHoldNothingUp checks that entries that our record can't hold are refused, and that the next message is accepted.
func TestOddEntriesHoldNothingUp(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	r := signed(tb, masterOf(tb, alice), tb.bytes(alice), "   1 e2\n*hello\n*\n"+tb.at())
	tb.takesNothing(bob, alice.Me.Address, r, "it doesn't fit your record")
	tb.play(alice, "e2")
	tb.wantPoll(bob, "taken")
}

// TestInvitationsOfOneName uses two matches whose eight-digit names collide, which an attacker can arrange.
func TestInvitationsOfOneName(t *testing.T) {
	tb := chairs(t, 2)
	mallory, bob := tb.players[0], tb.players[1]
	i := quoridorWith(bob)
	i.Message = "0"
	tb.invite(i)
	tb.boxes[bob.Me.Address] = nil
	e, names, first, second := tb.open(mallory).Entries[0], map[string]int{}, 0, 0
	for n := 0; second == 0; n++ {
		e.Event.Comment = fmt.Sprint(n)
		if m, seen := names[e.Hash().String()[:8]]; seen {
			first, second = m, n
		}
		names[e.Hash().String()[:8]] = n
	}
	invitation := tb.open(mallory).Record
	for _, n := range []int{first, second} {
		e := invitation.Events[0]
		e.Comment = fmt.Sprint(n)
		m, err := match.Invite(invitation.Cut(0), all.Game("quoridor"), e, func(entry []byte) kif.Signature {
			return kif.Signature(masterOf(tb, mallory).Sign(entry))
		})
		tb.must(err)
		tb.forge(bob, mallory.Me.Address, m.Record.Bytes())
	}
	tb.wantPoll(bob, "new refused")
	tb.wantPoll(bob, "")
}

// TestClaimAndMoveCross checks on both sides that a move takes precedence over a claim that crosses it, in time or late.
func TestClaimAndMoveCross(t *testing.T) {
	for _, hours := range []time.Duration{71, 97} {
		tb, alice, bob := two(timed(t, "quoridor", "3d"))
		tb.play(alice, "e2")
		tb.poll(bob)
		tb.wait(hours * time.Hour)
		if hours < 72 {
			tb.play(bob, "e8")
			tb.wait(14 * time.Hour)
		}
		_, err := alice.Do(alice.copy(), home.Doing("claim"), true)
		tb.must(err)
		tb.send(alice)
		if hours > 72 {
			tb.play(bob, "e8")
		}
		tb.round()
		tb.same()
		if got := tb.open(alice).Status().En; got != "Alice to move" {
			t.Errorf("after %d hours: %s", hours, got)
		}
		for _, p := range tb.players {
			if kept, err := home.LineFiles(p.file); err != nil || len(kept) != 1 {
				t.Errorf("after %d hours %s keeps %v, %v", hours, p.Me.Name, kept, err)
			}
		}
	}
}

// TestClaimedPassAndMoveCross checks that nobody passes because of their own claim that was rejected.
func TestClaimedPassAndMoveCross(t *testing.T) {
	tb, alice, bob := two(timed(t, "goryujin", "1d"))
	tb.wait(23 * time.Hour)
	tb.play(alice, tb.someMove(alice))
	tb.wait(14 * time.Hour)
	_, err := bob.Do(bob.copy(), home.Doing("claim"), true)
	tb.must(err)
	tb.send(bob)
	tb.poll(bob)
	tb.poll(alice)
	tb.same()
	if m := tb.open(bob); m.Ply() != 1 || !mine(m, bob) {
		t.Errorf("%s\n%s", m.Status().En, tb.bytes(bob))
	}
}

// TestAgreementStands checks that after an offer is accepted, its author can't ask for something else instead. A move still ends
// everything, because moves decide the match.
func TestAgreementStands(t *testing.T) {
	for moves, plies := range map[bool]int{false: 0, true: 3} {
		tb, alice, bob := two(sit(t, 2))
		tb.play(alice, "e2")
		tb.poll(bob)
		tb.play(bob, "e8")
		tb.poll(alice)
		tb.do(alice, home.Doing("ask-undo", "1"))
		_, err := bob.Do(bob.copy(), home.Doing("agree"), true)
		tb.must(err)
		tb.send(bob)
		if moves {
			tb.play(alice, "e3")
		} else {
			_, err := alice.Do(alice.copy(), home.Doing("ask-undo", "2"), true)
			tb.must(err)
			tb.send(alice)
			tb.unchanged(bob, func() { tb.wantPoll(bob, "known") })
		}
		tb.round()
		tb.same()
		if got := len(tb.open(bob).Moves()); got != plies {
			t.Errorf("with a move %v: %d moves stand, want %d", moves, got, plies)
		}
		for _, p := range tb.players {
			if kept, err := home.LineFiles(p.file); err != nil || len(kept) != 1 {
				t.Errorf("with a move %v: %s keeps %v, %v", moves, p.Me.Name, kept, err)
			}
		}
	}
}

// TestConsentIsToOneOffer checks that a consent doesn't carry over to another offer.
func TestConsentIsToOneOffer(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	for i, move := range strings.Fields("e2 e8 e3 e7") {
		tb.play(tb.players[i%2], move)
		tb.poll(tb.players[1-i%2])
	}
	_, err := alice.Do(alice.copy(), home.Doing("ask-undo", "3"), true)
	tb.must(err)
	tb.send(alice)
	tb.poll(bob)
	before := tb.bytes(alice)
	_, err = bob.Do(bob.copy(), home.Doing("agree"), true)
	tb.must(err)
	tb.send(bob)
	tb.must(os.WriteFile(alice.file, []byte(before), 0o644))
	_, err = alice.Do(alice.copy(), home.Doing("ask-undo", "1"), true)
	tb.must(err)
	tb.send(alice)
	tb.unchanged(bob, func() { tb.poll(bob) })
}

// TestStepsDatedAhead checks that steps with dates in the future give their author neither time nor a claim.
func TestStepsDatedAhead(t *testing.T) {
	tb, alice, bob := two(timed(t, "quoridor", "3d"))
	r := signed(tb, masterOf(tb, alice), tb.bytes(alice), "   1 e2\n#: at 2099-01-01T00:00:00Z\n")
	tb.forge(bob, alice.Me.Address, []byte(r))
	if report := tb.report(bob); !strings.Contains(report.Reason.En, "warning") {
		t.Errorf("%+v", report)
	}
	tb.play(bob, "e8")
	for viewer := 1; viewer <= 2; viewer++ {
		if end, limited := tb.open(bob).Clock.Deadline(viewer); !limited || end.Sub(*tb.now) > 7*24*time.Hour {
			t.Errorf("to party %d, Alice has time until %v", viewer, end)
		}
	}

	tb = timed(t, "quoridor", "20h")
	alice, bob = tb.players[0], tb.players[1]
	tb.play(alice, "e2")
	tb.poll(bob)
	now := *tb.now
	tb.wait(33 * time.Hour)
	_, err := alice.Do(alice.copy(), home.Doing("claim"), true)
	tb.must(err)
	*tb.now = now
	tb.takesNothing(bob, alice.Me.Address, tb.bytes(alice), "in the future")

	tb = timed(t, "quoridor", "3d")
	alice, bob = tb.players[0], tb.players[1]
	tb.takesNothing(bob, alice.Me.Address, signed(tb, masterOf(tb, alice), tb.bytes(alice), "   1 e2\n"), "the entry has no date, which the clock needs")
}

// TestLinkWithoutItsThrows checks that a bare link closes an event of dice only after the dice that it proves.
func TestLinkWithoutItsThrows(t *testing.T) {
	tb, alice, bob := two(chairs(t, 2))
	tb.invite(home.Invitation{Game: all.Game("diceshogi"), Seat: 2, Others: []kif.Seat{bob.Me}})
	tb.accept(bob)
	tb.poll(alice)
	r := tb.bytes(alice)
	throw, link, sign := strings.LastIndex(r, "#: throw"), strings.LastIndex(r, "#: do link"), strings.LastIndex(r, "#: sign")
	box := tb.boxes[bob.Me.Address]
	tb.boxes[bob.Me.Address] = box[:len(box)-1]
	tb.takesNothing(bob, alice.Me.Address, signed(tb, masterOf(tb, alice), r[:throw], r[link:sign]), "are missing")
}

// TestChainForAnOpenEvent checks that a new chain can't be chosen after the opponent's link is known.
func TestChainForAnOpenEvent(t *testing.T) {
	tb, alice, bob := two(chairs(t, 2))
	alice.Links = 7
	tb.invite(home.Invitation{Game: all.Game("diceshogi"), Seat: 1, Others: []kif.Seat{bob.Me}})
	tb.accept(bob)
	l, err := mailbox.Read(tb.boxes[alice.Me.Address][0])
	tb.must(err)
	chain, err := fair.NewChain(masterOf(tb, alice), fair.ID{7}, 7)
	tb.must(err)
	note := fmt.Sprintf("#: chain %s 7 %s\n", chain.Tip().ID, chain.Tip().Last)
	r := signed(tb, masterOf(tb, alice), string(l.Attachments[0].Data), "#: do away 2026-12-20..2026-12-20+00:00\n"+tb.at()+"#: party 1\n"+note)
	tb.takesNothing(bob, alice.Me.Address, r, "a new chain needs a link")
}

func TestAcceptanceWithoutAChain(t *testing.T) {
	tb, alice, bob := two(chairs(t, 2))
	tb.invite(quoridorWith(bob))
	m := newMaster(tb)
	r := signed(tb, m, tb.bytes(alice), "#: do accept\n"+tb.at()+"#: party 2\n#: key "+m.PublicKey().String()+"\n")
	tb.takesNothing(alice, bob.Me.Address, r, "there is no commitment to the dice")
}

// TestLetterWriterThrowsOnce checks that a mail-only player's reply can't change a throw.
func TestLetterWriterThrowsOnce(t *testing.T) {
	tb, alice := one(bobWrites(t, home.Invitation{Game: all.Game("diceshogi"), Seat: 1}))
	tb.play(alice, tb.someMove(alice))
	tb.poll(alice)
	tb.reply(tb.someMove(alice))
	tb.wantPoll(alice, "taken")
	tb.play(alice, tb.someMove(alice))
	tb.poll(alice)
	before := fmt.Sprint(throws(tb.open(alice)))
	for i := range 6 {
		tb.reply("undo\nThanks" + strings.Repeat("!", i))
		tb.wantPoll(alice, "taken")
		tb.poll(alice)
		if got := fmt.Sprint(throws(tb.open(alice))); got != before {
			t.Fatalf("%s is thrown, and %s after a letter", before, got)
		}
	}
	if before == "[]" {
		t.Fatal("nothing was thrown")
	}
}

// TestKeysOfThirdParties checks that a new key for a known address causes a warning, whoever brings it, unless its owner changed it.
func TestKeysOfThirdParties(t *testing.T) {
	tb := chairs(t, 3)
	mallory, carol, bob := tb.players[0], tb.players[1], tb.players[2]
	_, err := home.MakeKeyring(atomicfile.OS{}, carol.Secret)
	tb.must(err)
	tb.must(os.WriteFile(bob.Known, []byte(carol.Me.Address+" "+masterOf(tb, carol).PublicKey().String()+" 2026-01-01 5\n"), 0o600))
	tb.invite(home.Invitation{Game: all.Game("quoridor"), Seat: 1, Umpire: true, Others: []kif.Seat{carol.Me, bob.Me}})
	m := newMaster(tb)
	chain, err := fair.NewChain(m, fair.ID{1}, 10)
	tb.must(err)
	r := signed(tb, m, tb.bytes(mallory), fmt.Sprintf("#: do accept\n%s#: party 2\n#: key %s\n#: chain %s 10 %s\n", tb.at(), m.PublicKey(), chain.Tip().ID, chain.Tip().Last))
	tb.boxes[bob.Me.Address] = nil
	tb.forge(bob, mallory.Me.Address, []byte(r))
	tb.wantPoll(bob, "new")
	if _, err := bob.Accept(bob.Invitations()[0].Short(), "", false); err == nil || !strings.Contains(err.Error(), "has had a different key since") {
		t.Errorf("accepted: %v", err)
	}

	tb = sit(t, 2)
	alice, bob := tb.players[0], tb.players[1]
	tb.must(home.NewSecret(alice.System, alice.Secret))
	tb.do(alice, home.Rotate)
	tb.invite(quoridorWith(bob))
	tb.poll(bob)
	if _, err := bob.Accept(bob.Invitations()[0].Short(), "", false); err != nil {
		t.Error(err)
	}
}

// TestTossThatNobodyMakes checks that the only player who knows the toss can't hold up the match forever.
func TestTossThatNobodyMakes(t *testing.T) {
	tb, alice, bob := two(chairs(t, 2))
	tb.invite(home.Invitation{Game: all.Game("diceshogi"), PerMove: "3d", Others: []kif.Seat{bob.Me}})
	tb.accept(bob)
	tb.refuses(bob, "still has time", home.Doing("claim"))
	tb.wait(85 * time.Hour)
	_, err := bob.Do(bob.copy(), home.Doing("claim"), true)
	tb.must(err)
	tb.send(bob)
	m := tb.open(bob)
	if m.Claim == nil || m.Claim.Of != 1 || match.ClaimHasWon(m.ClaimWinsAt(), tb.now.Add(13*24*time.Hour)) || !match.ClaimHasWon(m.ClaimWinsAt(), tb.now.Add(15*24*time.Hour)) {
		t.Errorf("the claim %+v", m.Claim)
	}
	r := signed(tb, masterOf(tb, alice), tb.bytes(bob), "   1 切れ負け\n"+tb.at()+"#: seat 1\n#: party 1\n") // confirmed by hand
	tb.forge(bob, alice.Me.Address, []byte(r))
	tb.wantPoll(bob, "taken")
	if o := tb.open(bob).Outcome; o == nil || o.Places[0] != 2 || tb.open(bob).Roster.PartyOf(o.Seat) != 1 {
		t.Errorf("outcome %+v", o)
	}
}

// TestSeatOfAResignationIsSigned checks which seat resigns if a player has several.
func TestSeatOfAResignationIsSigned(t *testing.T) {
	tb, alice, bob := two(chairs(t, 2))
	i := quoridorWith(bob, bob, bob)
	i.Options = engine.Options{"players": "4"}
	tb.invite(i)
	tb.accept(bob)
	tb.poll(alice)
	_, err := bob.Resign(bob.copy(), 2, true)
	tb.must(err)
	tb.takesNothing(alice, bob.Me.Address, strings.Replace(tb.bytes(bob), "#: seat 2\n", "#: seat 3\n", 1), "signature")
}

// TestTakeBackIsNotTakenBack checks that dice whose link is public are never used again. A player who asks for a take-back and then
// moves has withdrawn the request, but not if the opponent has agreed and moved.
func TestTakeBackIsNotTakenBack(t *testing.T) {
	for _, moved := range []bool{false, true} {
		tb := sitAt(t, 2, home.Invitation{Game: all.Game("diceshogi"), Seat: 1, Options: engine.Options{"rules": "hyper"}})
		tb.playOn(4)
		cheat, victim := tb.players[0], tb.players[1]
		if !mine(tb.open(cheat), cheat) {
			cheat, victim = victim, cheat
		}
		_, err := cheat.Do(cheat.copy(), home.Doing("ask-undo", strconv.Itoa(tb.open(cheat).Ply())), true)
		tb.must(err)
		tb.send(cheat)
		before := tb.bytes(cheat)
		tb.poll(victim)
		_, err = victim.Do(victim.copy(), home.Doing("agree"), true)
		tb.must(err)
		tb.send(victim)
		if moved {
			tb.play(victim, tb.someMove(victim))
		}
		events := tb.open(victim).Dice.Event
		tb.must(os.WriteFile(cheat.file, []byte(before), 0o644))
		if tb.open(cheat).Next().Throw != nil {
			_, err = cheat.Throw(cheat.copy(), "")
			tb.must(err)
		}
		tb.play(cheat, tb.someMove(cheat))
		if moved {
			tb.unchanged(victim, func() { tb.wantPoll(victim, "known") })
		} else {
			tb.wantPoll(victim, "taken")
		}
		tb.round()
		tb.same()
		if got := tb.open(cheat).Dice.Event; got < events {
			t.Errorf("event %d after event %d", got, events)
		}
		if kept, err := home.LineFiles(victim.file); err != nil || len(kept) != 1 {
			t.Errorf("kept %v, %v", kept, err)
		}
		tb.playOn(4)
		tb.same()
		if p := tb.open(victim).NewProof(); p.Proved != p.Throws {
			t.Errorf("proof %+v", p)
		}
	}
}
