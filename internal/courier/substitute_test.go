package courier_test

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/internal/courier"
	"hikyaku/internal/home"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/match"
)

// seats is a match of the first two of three players, the third of whom may be proposed as a substitute.
func seats(t *testing.T, game string) *table {
	t.Helper()
	tb, alice, bob := two(chairs(t, 3))
	tb.invite(home.Invitation{Game: all.Game(game), Seat: 1, Others: []kif.Seat{bob.Me}, PerMove: "3d"})
	tb.accept(bob)
	tb.poll(alice)
	return tb
}

// proposes makes p propose the third player as its substitute.
func (tb *table) proposes(p *player) {
	tb.Helper()
	_, err := p.Do(p.copy(), home.Doing("substitute", tb.players[2].Me.String()), true)
	tb.must(err)
	tb.send(p)
}

// agrees makes p agree to what is asked.
func (tb *table) agrees(p *player) {
	tb.Helper()
	_, err := p.Do(p.copy(), home.Doing("agree"), true)
	tb.must(err)
	tb.send(p)
}

// newest returns the last message to p.
func (tb *table) newest(p *player) *mailbox.Letter {
	tb.Helper()
	box := tb.boxes[p.Me.Address]
	l, err := mailbox.Read(box[len(box)-1])
	tb.must(err)
	return l
}

// TestSubstitute plays a whole match with dice in which one player is replaced.
func TestSubstitute(t *testing.T) {
	tb := seats(t, "diceshogi")
	alice, bob, carol := tb.players[0], tb.players[1], tb.players[2]
	pair := []*player{alice, bob}
	for tb.open(alice).Ply() < 1 || tb.open(bob).Ply() < 1 { // Bob has a throw to read
		for _, p := range pair {
			tb.poll(p)
			if mine(tb.open(p), p) && tb.open(p).Ply() < 1 {
				tb.play(p, tb.someMove(p))
			}
		}
	}
	tb.proposes(bob)
	tb.wantPoll(carol, "new")
	if l := tb.newest(carol); !saysSo(l, "Bob is playing Dice shogi by mail against Alice, can't continue") || !saysSo(l, "hikyaku accept "+tb.open(bob).Short()) {
		t.Errorf("Carol reads\n%s", l.Text)
	}
	tb.poll(alice)
	tb.refuses(alice, "nobody has offered you anything to agree to", home.Doing("agree")) // before Carol has answered
	tb.accept(carol)
	tb.poll(bob) // opens Bob's dice, if Bob must read them
	report, _, err := alice.Poll(t.Context())
	tb.must(err)
	if !slices.ContainsFunc(report, func(r courier.Report) bool { return r.Asks }) {
		t.Errorf("Alice is asked nothing: %+v", report)
	}
	for s, err := range bob.List() {
		if tb.must(err); !strings.Contains(s.Offer.En, "is going to take over your seat. Keep polling until then: once") {
			t.Errorf("Bob's list has %+v", s)
		}
	}
	tb.poll(alice)
	tb.agrees(alice)
	if m := tb.open(alice); m.Roster.Parties[1] != bob.Me {
		t.Errorf("the consent gives the seat away: %v", m.Roster.Parties)
	}
	before := len(tb.boxes[carol.Me.Address])
	report, _, err = bob.Poll(t.Context()) // hands over
	tb.must(err)
	if !slices.ContainsFunc(report, func(r courier.Report) bool { return strings.Contains(r.News.En, "over your seat to Carol") }) {
		t.Errorf("Bob is told %+v", report)
	}
	if l := tb.newest(carol); len(tb.boxes[carol.Me.Address]) == before || !saysSo(l, "has handed over the seat: from now on") {
		t.Errorf("Carol reads\n%s", l.Text)
	}
	tb.poll(carol)
	tb.poll(alice)
	tb.same()
	tb.refuses(bob, "you have left this match", home.Doing("say", "hello"))
	for s, err := range bob.List() {
		if tb.must(err); !s.Over || s.Ending != match.Left || s.Against != nil {
			t.Errorf("Bob's list has %+v", s)
		}
	}
	left := len(tb.boxes[bob.Me.Address])
	tb.players = []*player{alice, carol}
	tb.playOn(1)
	tb.same()
	if len(tb.boxes[bob.Me.Address]) != left {
		t.Error("Bob still gets letters")
	}
	if p := tb.open(carol).NewProof(); p.Level != match.Mutual || p.Chains != 0 {
		t.Errorf("%+v", p)
	}
	_, err = carol.Resign(carol.copy(), 0, true)
	tb.must(err)
	tb.send(carol)
	tb.poll(alice)
	for s, err := range alice.List() {
		if tb.must(err); len(s.Against) != 1 || s.Against[0] != match.Won || s.Names[0] != "Carol" {
			t.Errorf("Alice's list has %+v", s)
		}
	}
}

// TestSubstituteDeclines checks that the match continues if the substitute declines or isn't needed, and that no invitation is left.
func TestSubstituteDeclines(t *testing.T) {
	tb := seats(t, "quoridor")
	alice, bob, carol := tb.players[0], tb.players[1], tb.players[2]
	tb.proposes(bob)
	tb.poll(carol)
	m, err := carol.Decline("", "I have no time")
	tb.must(err)
	carol.file = m.File
	tb.send(carol)
	report := tb.report(bob)
	if report.Verdict != "taken" || !strings.Contains(report.News.En, "will not take over after all") || report.Said() != "I have no time" {
		t.Errorf("Bob is told %+v", report)
	}
	tb.poll(alice)
	tb.same()
	tb.play(alice, "e2")
	tb.poll(bob)

	tb.proposes(bob)
	tb.poll(carol)
	tb.poll(alice)
	_, err = bob.Do(bob.copy(), home.Doing("stay"), true)
	tb.must(err)
	tb.send(bob)
	tb.poll(carol)
	tb.poll(alice)
	if list := carol.Invitations(); len(list) != 0 || tb.open(alice).Substitutes[2] != nil {
		t.Errorf("%d invitations wait for Carol, %+v", len(list), tb.open(alice).Substitutes[2])
	}
	tb.play(bob, "e8")
	tb.wantPoll(alice, "taken")
}

// TestSubstituteCrosses checks that a move of the player who left is rejected with a message and refused from then on, and that a rejected answer is
// given again.
func TestSubstituteCrosses(t *testing.T) {
	tb := seats(t, "quoridor")
	alice, bob, carol := tb.players[0], tb.players[1], tb.players[2]
	tb.play(alice, "e2")
	tb.poll(bob)
	tb.proposes(bob)
	tb.poll(alice)
	tb.poll(carol)
	_, err := alice.Do(alice.copy(), home.Doing("say", "a pity"), true) // crosses the answer
	tb.must(err)
	tb.send(alice)
	tb.accept(carol)
	tb.poll(bob)
	tb.poll(alice)
	tb.poll(carol)
	tb.poll(bob)
	tb.poll(alice)
	if m := tb.open(alice); m.Substitutes[2] == nil || m.Substitutes[2].Key == "" {
		t.Fatalf("the answer is lost: %s", tb.bytes(alice))
	}
	tb.agrees(alice)
	tb.play(bob, "e8") // crosses the last consent, and counts
	tb.wantPoll(alice, "taken")
	tb.wantPoll(bob, "known")
	tb.poll(carol)
	tb.same()
	if m := tb.open(alice); m.Substitutes[2] != nil || m.Ply() != 2 {
		t.Errorf("behind the move %+v", m.State)
	}
	tb.play(alice, "e3")
	tb.poll(bob)
	tb.proposes(bob)
	tb.poll(carol)
	tb.poll(alice)
	tb.accept(carol)
	tb.poll(bob)
	tb.poll(alice)
	tb.agrees(alice)
	tb.poll(bob)
	tb.poll(alice)
	tb.poll(carol)
	tb.same()
	late := signed(tb, masterOf(tb, bob), tb.bytes(alice), "   4 d8\n"+tb.at())
	tb.takesNothing(alice, bob.Me.Address, late, "signature")
	tb.takesNothing(carol, bob.Me.Address, late, "signature")
	tb.play(carol, "e7")
	tb.wantPoll(alice, "taken")
}

// TestLateConsent checks that the game stays won if Alice reads in her mail program that Bob has won, and agrees to his substitute
// in her older record, with the unmodified program.
func TestLateConsent(t *testing.T) {
	for _, moves := range []string{"e2", "e2 e8 e3 e7 e4 e6 d4 e5 d5 e4 d6 e3 d7 e2 c7"} {
		tb := seats(t, "quoridor")
		alice, bob, carol := tb.players[0], tb.players[1], tb.players[2]
		for i, move := range strings.Fields(moves) {
			tb.play(tb.players[i%2], move)
			tb.poll(tb.players[1-i%2])
		}
		tb.proposes(bob)
		tb.poll(alice)
		tb.poll(carol)
		tb.accept(carol)
		tb.poll(bob)
		tb.poll(alice)
		next := map[bool]string{true: "e8", false: "e1"}[moves == "e2"]
		tb.play(bob, next)
		won := tb.open(bob)
		tb.wait(10 * 24 * time.Hour)
		tb.agrees(alice)
		tb.poll(bob)
		tb.poll(carol)
		tb.poll(alice)
		for _, p := range tb.players[:2] {
			if m := tb.open(p); m.Ply() != won.Ply() || (m.Outcome != nil) != (won.Outcome != nil) || m.Roster.Parties[1] != bob.Me {
				t.Errorf("%s has %s", p.Me.Name, m.Status().En)
			}
		}
	}
}

// TestStrangerProposesNobody checks that a stranger can't propose a substitute with a key of his own, nor in Carol's name.
func TestStrangerProposesNobody(t *testing.T) {
	tb := seats(t, "quoridor")
	alice, bob, carol := tb.players[0], tb.players[1], tb.players[2]
	propose := "#: do substitute Carol <" + carol.Me.Address + ">\n" + tb.at() + "#: party 2\n"
	for _, from := range []string{bob.Me.Address, carol.Me.Address, "mallory@example.com"} {
		for _, by := range []*player{alice, carol} {
			if by == carol {
				tb.must(home.NewSecret(carol.System, carol.Secret))
			}
			tb.takesNothing(alice, from, signed(tb, masterOf(tb, by), tb.bytes(alice), propose), "signature")
		}
	}
	tb.forge(carol, "mallory@example.com", []byte(tb.bytes(alice)))
	if r := tb.report(carol); r.Verdict != "refused" {
		t.Errorf("Carol takes a match of others: %+v", r)
	}
	tb.proposes(bob)
	tb.poll(alice)
	answer := "#: do step-in\n" + tb.at() + "#: party 2\n#: key " + masterOf(tb, carol).PublicKey().String() + "\n"
	tb.takesNothing(alice, carol.Me.Address, signed(tb, newMaster(tb), tb.bytes(alice), answer), "signature")
	evil := newMaster(tb)
	other := "#: do step-in\n" + tb.at() + "#: party 2\n#: key " + evil.PublicKey().String() + "\n#: chain " + strings.Repeat("01", 16) + " 64 " + strings.Repeat("02", 32) + "\n"
	tb.boxes[carol.Me.Address] = nil
	tb.must(carol.Rewind())
	tb.forge(carol, alice.Me.Address, []byte(signed(tb, evil, tb.bytes(alice), other)))
	if r := tb.report(carol); r.Verdict != courier.Refused || !strings.Contains(r.Reason.En, "key") {
		t.Errorf("who has answered in her name: %+v", r)
	}
	tb.must(carol.Rewind())
	tb.boxes[carol.Me.Address] = nil
	tb.forge(carol, bob.Me.Address, []byte(tb.bytes(alice)))
	alice.Blocked = alice.Known + "-blocked"
	tb.accept(carol)
	tb.poll(alice)
	_, err := alice.Desk.Block(carol.Me.Address)
	tb.must(err)
	tb.refuses(alice, "is blocked: hikyaku block --remove unblocks it; otherwise don't agree", home.Doing("agree"))
}

// TestLetterWriterAgreesToASubstitute checks that a mail-only player agrees by a reply, and is told what to.
func TestLetterWriterAgreesToASubstitute(t *testing.T) {
	tb := chairs(t, 4)
	umpire, bob, carol, dave := tb.players[0], tb.players[1], tb.players[2], tb.players[3]
	tb.players = tb.players[:3]
	tb.gathers(umpired("quoridor", 1, nil), 1)
	tb.players = []*player{umpire, bob, dave}
	_, err := carol.Do(carol.copy(), home.Doing("substitute", dave.Me.String()), true)
	tb.must(err)
	tb.send(carol)
	tb.poll(umpire)
	tb.accept(dave)
	tb.poll(umpire)
	if l := tb.last(); !saysSo(l, "Carol asks to be replaced by Dave <dave@example.org>") || !saysSo(l, "To accept, reply \"agree\"") {
		t.Fatalf("Bob reads\n%s", l.Text)
	}
	tb.reply("agree")
	tb.poll(umpire)
	tb.reply("yes")
	tb.poll(umpire)
	tb.poll(carol)
	tb.poll(umpire)
	tb.poll(dave)
	if m := tb.open(umpire); m.Roster.Parties[2] != dave.Me || m.Head != tb.open(dave).Head || m.Head != tb.open(carol).Head {
		t.Errorf("the players are %v in\n%s", m.Roster.Parties, tb.bytes(umpire))
	}
	tb.reply("e2")
	tb.poll(umpire)
	tb.poll(dave)
	tb.play(dave, "e8")
	tb.poll(umpire)
	if l := tb.last(); !saysSo(l, "Dave played e8") {
		t.Errorf("Bob reads\n%s", l.Text)
	}
}

// TestLetterWriterLeaves checks that a mail-only player proposes by a reply, and withdraws; the substitute has a key, and the dice are as
// trustworthy as before.
func TestLetterWriterLeaves(t *testing.T) {
	tb := chairs(t, 3)
	alice, bob, carol := tb.players[0], tb.players[1], tb.players[2]
	i := home.Invitation{Game: all.Game("diceshogi"), Seat: 2, Others: []kif.Seat{bob.Me}}
	tb.invite(i)
	tb.reply("accept\nThank you!")
	tb.poll(alice)
	tb.poll(alice) // who reads Bob's dice
	for _, typed := range []string{"substitute: Alice <" + alice.Me.Address + ">", "stay"} {
		tb.reply(typed)
		tb.wantPoll(alice, "answered")
	}
	tb.refuses(alice, "you enter the moves of mail-only players, so you can't be replaced in", home.Doing("substitute", carol.Me.String()))
	for _, typed := range []string{"substitute: Carol <" + carol.Me.Address + ">", "交代しません", "交代：Carol <" + carol.Me.Address + ">"} {
		tb.reply(typed)
		tb.wantPoll(alice, "taken")
	}
	if l := tb.last(); !saysSo(l, "への交代を申し出ました。本人にはメールで尋ねています。ほかの対局者全員が同意した") {
		t.Errorf("Bob reads\n%s", l.Text)
	}
	tb.poll(carol)
	if list := carol.Invitations(); len(list) != 1 {
		t.Fatalf("%d invitations", len(list))
	}
	tb.accept(carol)
	tb.poll(alice)
	tb.reply("席を譲ります") // before she has agreed
	tb.wantPoll(alice, "answered")
	tb.agrees(alice)
	if l := tb.last(); !saysSo(l, "「席を譲ります」と返信") {
		t.Errorf("Bob reads\n%s", l.Text)
	}
	tb.reply("席を譲ります")
	tb.wantPoll(alice, "answered")
	tb.reply("はい")
	tb.poll(alice)
	if l := tb.last(); !saysSo(l, "Carolさんが席を引き継ぎました") {
		t.Errorf("Bob reads\n%s", l.Text)
	}
	tb.poll(carol)
	tb.players = []*player{alice, carol}
	tb.playOn(2)
	tb.same()
	if p := tb.open(carol).NewProof(); p.Level != match.ByScribe || p.Throws < 2 || tb.open(alice).MayUseMailOnly(2) {
		t.Errorf("%+v", p)
	}
}

// TestUnsentStepsGoBeforeTheHandOver checks that they reach everybody, with the dice that must be read.
func TestUnsentStepsGoBeforeTheHandOver(t *testing.T) {
	for _, game := range []string{"quoridor", "diceshogi"} {
		tb := seats(t, game)
		alice, bob, carol := tb.players[0], tb.players[1], tb.players[2]
		for tb.open(alice).Ply() < 1 || tb.open(bob).Ply() < 1 {
			for _, p := range tb.players[:2] {
				tb.poll(p)
				if mine(tb.open(p), p) && tb.open(p).Ply() < 1 {
					tb.play(p, tb.someMove(p))
				}
			}
		}
		tb.proposes(bob)
		tb.poll(alice)
		tb.poll(carol)
		tb.accept(carol)
		tb.poll(bob)
		tb.poll(alice)
		tb.agrees(alice)
		tb.must(os.WriteFile(bob.file, []byte(tb.bytes(alice)), 0o644)) // he has read the message, and moves before his program acts
		_, err := bob.Do(bob.copy(), home.Doing("say", "It was a pleasure"), false)
		tb.must(err)
		tb.poll(bob)
		m := tb.open(bob)
		if i := m.LastEntry(); m.Record.Events[i].Step != kif.Step(kif.HandOver{}) || m.Roster.Parties[1] != carol.Me {
			t.Fatalf("%s: the seat does not change hands:\n%s", game, tb.bytes(bob))
		}
		for _, p := range []*player{alice, carol} {
			reports, _, err := p.Poll(t.Context())
			tb.must(err)
			if !slices.ContainsFunc(reports, func(r courier.Report) bool { return r.Said() == "It was a pleasure" }) {
				t.Errorf("%s: %s reads %+v", game, p.Me.Name, reports)
			}
		}
		tb.same()
	}
}

// TestHandOverThatCannotBeWritten checks that it is reported, and done when it can be; the rest of the poll continues.
func TestHandOverThatCannotBeWritten(t *testing.T) {
	tb := seats(t, "quoridor")
	alice, bob, carol := tb.players[0], tb.players[1], tb.players[2]
	tb.proposes(bob)
	tb.poll(alice)
	tb.poll(carol)
	tb.accept(carol)
	tb.poll(bob)
	tb.poll(alice)
	tb.agrees(alice)
	own, err := os.ReadFile(bob.Secret)
	tb.must(err)
	other, err := os.ReadFile(alice.Secret)
	tb.must(err)
	tb.must(os.WriteFile(bob.Secret, other, 0o600))
	for range 2 {
		reports, _, err := bob.Poll(t.Context())
		tb.must(err)
		last := reports[len(reports)-1]
		if last.Verdict != courier.Refused || !strings.Contains(last.Reason.En, "hand-over is due now and could not be recorded") {
			t.Fatalf("Bob is told %+v", reports)
		}
	}
	tb.must(os.WriteFile(bob.Secret, own, 0o600))
	tb.wantPoll(bob, "acted")
	tb.poll(alice)
	tb.poll(carol)
	tb.same()
}

// TestAgreeToOneOfTwoSubstitutes checks that the address says which.
func TestAgreeToOneOfTwoSubstitutes(t *testing.T) {
	tb := chairs(t, 5)
	alice, bob, carol, dave, erin := tb.players[0], tb.players[1], tb.players[2], tb.players[3], tb.players[4]
	tb.players = tb.players[:3]
	tb.invite(home.Invitation{
		Game: all.Game("quoridor"), Options: engine.Options{"players": "4", "third-pawn": "diagonal"}, Seat: 1, Others: []kif.Seat{bob.Me, carol.Me, bob.Me},
	})
	for _, p := range []*player{bob, carol} {
		tb.accept(p)
		tb.round()
	}
	for leaver, comes := range map[*player]*player{bob: dave, carol: erin} {
		_, err := leaver.Do(leaver.copy(), home.Doing("substitute", comes.Me.String()), true)
		tb.must(err)
		tb.send(leaver)
		tb.round()
		tb.accept(comes)
		tb.round()
	}
	agree := func(p, to *player) {
		t.Helper()
		_, err := p.Do(p.copy(), home.Consent{Substitute: to.Me.Address}.Step(), true)
		tb.must(err)
		tb.send(p)
		tb.round()
	}
	tb.refuses(alice, "frank@example.org", home.Consent{Substitute: "frank@example.org"}.Step())
	tb.refuses(carol, "but there is no open question of another player that this player has", home.Consent{Substitute: erin.Me.Address}.Step()) // her own
	agree(alice, erin)
	if m := tb.open(alice); len(m.Substitutes[3].Agreed) != 1 || len(m.Substitutes[2].Agreed) != 0 {
		t.Errorf("agreed to are %+v and %+v", m.Substitutes[2], m.Substitutes[3])
	}
	tb.refuses(alice, "but there is no open question of another player that this player has", home.Consent{Substitute: erin.Me.Address}.Step())
	agree(bob, erin)
	if m := tb.open(alice); m.Roster.Parties[1] != bob.Me || m.Roster.Parties[2] != erin.Me {
		t.Errorf("behind the consents to Erin %v play", m.Roster.Parties)
	}
	tb.players = []*player{alice, bob, erin}
	tb.round()
	tb.agrees(alice) // to the only one who is left
	tb.round()
	agree(erin, dave)
	if m := tb.open(alice); m.Roster.Parties[1] != dave.Me || m.Roster.Parties[2] != erin.Me {
		t.Errorf("at the end %v play", m.Roster.Parties)
	}
}
