package courier_test

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"hikyaku/engine/all"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/courier"
	"hikyaku/internal/home"
	"hikyaku/kif"
	"hikyaku/match"
)

func TestNewKeyNeedsConsent(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	again := home.Invitation{Game: all.Game("quoridor"), Seat: 2, Others: []kif.Seat{bob.Me}}
	tb.invite(again)
	tb.accept(bob) // under the same key there is no question
	known, err := os.ReadFile(bob.Known)
	tb.must(err)
	if lines := strings.Count(string(known), "\n"); lines != 1 || !strings.HasSuffix(string(known), " 2\n") {
		t.Errorf("known keys:\n%s", known)
	}
	tb.must(os.Remove(alice.Secret))
	tb.invite(again)
	tb.poll(bob)
	name := bob.Invitations()[0].Short()
	var changed *home.NewKeyError
	if _, err := bob.Accept(name, "", false); !errors.As(err, &changed) || changed.Old == changed.New {
		t.Errorf("another key gives %v", err)
	}
	if len(bob.Invitations()) != 1 {
		t.Error("the invitation is gone")
	}
	_, err = bob.Accept(name, "", true)
	tb.must(err)
}

func TestChainOfAnotherMatchIsRefused(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	used := tb.open(alice).Record.Events[0].Chain
	tb.invite(home.Invitation{Game: all.Game("diceshogi"), Others: []kif.Seat{bob.Me}})
	m := tb.open(alice)
	e := m.Record.Events[0]
	e.Chain = used
	copied, err := match.Invite(m.Record.Cut(0), m.Game, e, func(entry []byte) kif.Signature {
		return kif.Signature(masterOf(tb, alice).Sign(entry))
	})
	tb.must(err)
	tb.boxes[bob.Me.Address] = tb.boxes[bob.Me.Address][:len(tb.boxes[bob.Me.Address])-1]
	tb.forge(bob, alice.Me.Address, copied.Record.Bytes())
	tb.wantPoll(bob, "new")
	if _, err := bob.Accept(bob.Invitations()[0].Short(), "", false); err == nil || !strings.Contains(err.Error(), "the dice of another match") {
		t.Errorf("a chain that was used gives %v", err)
	}
}

func TestInvitationOfSomebodyWhoLeavesMatches(t *testing.T) {
	tb := sit(t, 2) // Alice is to move
	alice, bob := tb.players[0], tb.players[1]
	for _, want := range []bool{false, true} {
		*tb.now = tb.now.Add(10 * 24 * time.Hour)
		m, err := alice.Invite(home.Invitation{Game: all.Game("slashchain"), Others: []kif.Seat{bob.Me}})
		tb.must(err)
		_, err = alice.Send(t.Context(), m)
		tb.must(err)
		reports, _, err := bob.Poll(t.Context())
		tb.must(err)
		if n := len(reports); n == 0 || reports[n-1].Verdict != courier.New || strings.Contains(reports[n-1].Reason.En, "1 of your matches") != want {
			t.Errorf("want %v: %+v", want, reports)
		}
	}
}

// friends adds a key of Carol to those that Bob knows, with 57 matches.
func (tb *table) friends(bob, carol *player) {
	tb.Helper()
	_, err := home.MakeKeyring(atomicfile.OS{}, carol.Secret)
	tb.must(err)
	tb.must(os.WriteFile(bob.Known, []byte(carol.Me.Address+" "+masterOf(tb, carol).PublicKey().String()+" 2020-01-01 57\n"), 0o600))
}

// knows returns the file of known keys of p.
func (tb *table) knows(p *player) string {
	tb.Helper()
	known, err := os.ReadFile(p.Known)
	tb.must(err)
	return string(known)
}

// settlesAt makes p sign another's address as its own, without the checks of its program, and sends that to victim.
func (tb *table) settlesAt(p, victim *player, address string) courier.Report {
	tb.Helper()
	r := signed(tb, masterOf(tb, p), tb.bytes(p), "#: do address "+address+"\n"+tb.at()+"#: party 1\n")
	tb.forge(victim, p.Me.Address, []byte(r))
	return tb.report(victim)
}

// TestClaimedAddressTeachesNoKey checks that Mallory, whom Bob plays, can't claim the address of Bob's friend Carol.
func TestClaimedAddressTeachesNoKey(t *testing.T) {
	tb := chairs(t, 3)
	mallory, bob, carol := tb.players[0], tb.players[1], tb.players[2]
	tb.friends(bob, carol)
	tb.invite(quoridorWith(bob))
	tb.accept(bob)
	tb.poll(mallory)
	before := tb.knows(bob)
	report := tb.settlesAt(mallory, bob, carol.Me.Address)
	if tb.knows(bob) != before {
		t.Errorf("Bob has learnt\n%s", tb.knows(bob))
	}
	if report.Verdict != courier.Taken || !strings.Contains(report.Reason.En, carol.Me.Address) {
		t.Errorf("Bob is told %+v", report)
	}

	mallory.Desk.Me = kif.Seat{Name: carol.Me.Name, Address: carol.Me.Address}
	mallory.Courier.Shelf = mallory.Desk
	m, err := mallory.Invite(quoridorWith(bob))
	tb.must(err)
	tb.forge(bob, carol.Me.Address, m.Record.Bytes())
	if report := tb.report(bob); report.Verdict != courier.New || !strings.Contains(report.Reason.En, "a different key") {
		t.Errorf("the invitation in Carol's name: %+v", report)
	}
	var changed *home.NewKeyError
	if _, err := bob.Accept(m.Short(), "", false); !errors.As(err, &changed) {
		t.Errorf("it is accepted: %v", err)
	}
}

// TestMailKeepsToTheFormerAddress checks that until Bob confirms the key, no mail goes to an address that he knows with another one.
func TestMailKeepsToTheFormerAddress(t *testing.T) {
	tb := chairs(t, 3)
	alice, bob, carol := tb.players[0], tb.players[1], tb.players[2]
	tb.friends(bob, carol)
	tb.invite(quoridorWith(bob))
	tb.accept(bob)
	tb.poll(alice)
	tb.moves(alice, carol.Me.Address)
	tb.boxes[carol.Me.Address] = nil
	if report := tb.report(bob); !strings.Contains(report.Reason.En, "hikyaku still sends your mail in this match to "+addresses[0]) {
		t.Errorf("Bob is told %+v", report)
	}
	alice.Box = &box{tb.post, addresses[0]}
	tb.must(alice.Rewind())
	tb.play(alice, "e2")
	tb.poll(bob)
	tb.play(bob, "e8")
	if n := len(tb.boxes[carol.Me.Address]); n != 0 {
		t.Errorf("%d letters went to Carol", n)
	}
	tb.poll(alice)
	if tb.open(alice).Ply() != 2 {
		t.Error("Alice does not get Bob's move")
	}

	for s, err := range bob.List() {
		tb.must(err)
		if list, err := bob.Desk.Warnings(s.Contacts, s.Short(), false); err != nil || len(list) != 1 || !strings.Contains(list[0].En, "hikyaku accept "+s.Short()+" --new-key") {
			t.Errorf("of %s: %v, %v", s.Short(), list, err)
		}
	}
	name := tb.open(bob).Short()
	if _, err := bob.Accept(name, "", false); err == nil || strings.Contains(tb.knows(bob), masterOf(tb, alice).PublicKey().String()+" 2026-11-20 2") {
		t.Errorf("confirmed without a word: %v", err)
	}
	_, err := bob.Accept(name, "", true)
	tb.must(err)
	tb.send(bob)
	if n := len(tb.boxes[carol.Me.Address]); n != 1 {
		t.Errorf("%d letters go to the new address once it is confirmed", n)
	}
	if _, err := bob.Accept(name, "", true); err == nil {
		t.Error("there is more to confirm")
	}
}

// TestAcceptanceTeachesItsKeyToItsAddress checks that it teaches the key to no other address: neither from elsewhere, nor with a new address.
func TestAcceptanceTeachesItsKeyToItsAddress(t *testing.T) {
	for name, c := range map[string]struct {
		from  string
		more  string
		known bool
	}{
		"from there":                 {addresses[1], "", true},
		"from elsewhere":             {addresses[0], "", false},
		"with a new address":         {addresses[1], "#: do address carol@example.com\n", true},
		"from a new address":         {"carol@example.com", "#: do address carol@example.com\n", false},
		"with a new address and key": {addresses[1], "#: do address carol@example.com\n", true},
	} {
		t.Run(name, func(t *testing.T) {
			tb, alice, bob := two(chairs(t, 2))
			tb.invite(quoridorWith(bob))
			tb.accept(bob)
			record := tb.bytes(bob)
			if c.more != "" {
				record = signed(tb, masterOf(tb, bob), record, c.more+tb.at()+"#: party 2\n")
			}
			tb.boxes[alice.Me.Address] = nil
			tb.forge(alice, c.from, []byte(record))
			tb.wantPoll(alice, "taken")
			key, known := masterOf(tb, bob).PublicKey().String(), ""
			if data, err := os.ReadFile(alice.Known); err == nil {
				known = string(data)
			}
			if want := addresses[1] + " " + key + " 2026-11-20 1\n"; c.known && known != want || !c.known && known != "" {
				t.Errorf("Alice knows %q", known)
			}
		})
	}
}

// TestAcceptanceUnderAnotherKey checks that there is a warning, and that the key isn't known before it is confirmed.
func TestAcceptanceUnderAnotherKey(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	before := tb.knows(alice)
	tb.must(os.Remove(bob.Secret))
	tb.invite(quoridorWith(bob))
	tb.accept(bob)
	if report := tb.report(alice); report.Verdict != courier.Taken || !strings.Contains(report.Reason.En, "a different key") {
		t.Errorf("Alice is told %+v", report)
	}
	if tb.knows(alice) != before {
		t.Errorf("she knows\n%s", tb.knows(alice))
	}
	_, err := alice.Accept(tb.open(alice).Short(), "", true)
	tb.must(err)
	if !strings.Contains(tb.knows(alice), masterOf(tb, bob).PublicKey().String()) {
		t.Errorf("confirmed, she knows\n%s", tb.knows(alice))
	}
}

// TestRotatedKeyFollowsTheFormerOne checks that a new key is known for the addresses of the old one, and for no others.
func TestRotatedKeyFollowsTheFormerOne(t *testing.T) {
	tb := chairs(t, 3)
	alice, bob, carol := tb.players[0], tb.players[1], tb.players[2]
	tb.friends(bob, carol)
	tb.invite(quoridorWith(bob))
	tb.accept(bob)
	tb.poll(alice)
	tb.settlesAt(alice, bob, carol.Me.Address)
	tb.must(os.WriteFile(alice.file, []byte(tb.bytes(bob)), 0o644))
	tb.must(home.NewSecret(alice.System, alice.Secret))
	_, err := alice.Do(alice.copy(), home.Rotate, true)
	tb.must(err)
	tb.forge(bob, carol.Me.Address, []byte(tb.bytes(alice)))
	tb.wantPoll(bob, "taken")
	key := masterOf(tb, alice).PublicKey().String()
	if known := tb.knows(bob); !strings.Contains(known, alice.Me.Address+" "+key) || strings.Contains(known, carol.Me.Address+" "+key) {
		t.Errorf("Bob knows\n%s", known)
	}
}

// TestSubstituteUnderAnotherKey checks that Bob must confirm a substitute whose address he knows with another key.
func TestSubstituteUnderAnotherKey(t *testing.T) {
	tb := chairs(t, 3)
	alice, bob, carol := tb.players[0], tb.players[1], tb.players[2]
	tb.friends(bob, carol)
	tb.must(os.Remove(carol.Secret))
	tb.invite(quoridorWith(bob))
	tb.accept(bob)
	tb.poll(alice)
	tb.proposes(alice)
	tb.poll(bob)
	tb.accept(carol)
	tb.poll(alice)
	before := tb.knows(bob)
	reports, _, err := bob.Poll(t.Context())
	tb.must(err)
	if told := reports[len(reports)-1].Reason.En; !strings.Contains(told, carol.Me.Address+" has had a different key since 2020-01-01") || !strings.Contains(told, "hikyaku accept "+tb.open(bob).Short()+" --substitute "+carol.Me.Address+" --new-key") {
		t.Errorf("Bob is told %q", told)
	}
	tb.refuses(bob, "a different key", home.Doing("agree"))
	if tb.knows(bob) != before {
		t.Errorf("Bob has learnt\n%s", tb.knows(bob))
	}
	_, err = bob.Do(bob.copy(), home.Consent{NewKey: true}.Step(), true)
	tb.must(err)
	tb.send(bob)
	tb.poll(alice)
	tb.poll(bob)
	if m := tb.open(bob); m.Roster.Parties[0].Name != "Carol" || !strings.Contains(tb.knows(bob), carol.Me.Address+" "+m.Keys.Of[1]) {
		t.Errorf("%v plays; Bob knows\n%s", m.Roster.Parties[0], tb.knows(bob))
	}
}

// TestInvitationFromSomebodyElse checks that only the inviter's own message is an invitation, because it makes the key known.
func TestInvitationFromSomebodyElse(t *testing.T) {
	tb := chairs(t, 3)
	alice, bob, carol := tb.players[0], tb.players[1], tb.players[2]
	i := quoridorWith(bob)
	i.Observers = []kif.Seat{carol.Me}
	m, err := alice.Invite(i)
	tb.must(err)
	for _, from := range []string{bob.Me.Address, carol.Me.Address} {
		tb.forge(bob, from, m.Record.Bytes())
		if r := tb.report(bob); r.Verdict != courier.Refused || len(bob.Invitations()) != 0 {
			t.Errorf("from %s: %+v", from, r)
		}
	}
	tb.forge(bob, alice.Me.Address, m.Record.Bytes())
	tb.wantPoll(bob, "new")
}

// TestNamesThatLookAlike checks the warnings when somebody new comes.
func TestNamesThatLookAlike(t *testing.T) {
	for name, want := range map[string]string{
		"Саrol":       "the name of Саrol <mallory@example.org> looks like that of Carol <carol@example.com> in another match", // Cyrillic
		"Carol":       "looks like that of Carol <carol@example.com> in another match",
		"Carol\u3164": `the name "Carol\u3164" of mallory@example.org contains invisible characters`,
		"Вob":         "the names of Вob <mallory@example.org> and Bob <bob@example.net> look alike", // Cyrillic
		"Bob":         "",                                                                            // the same name needs no warning
		"Mallory":     "",
	} {
		tb := chairs(t, 3)
		mallory, bob, carol := tb.players[0], tb.players[1], tb.players[2]
		_, err := bob.Invite(quoridorWith(carol))
		tb.must(err)
		mallory.Desk.Me = kif.Seat{Name: "Mallory", Address: "mallory@example.org"}
		m, err := mallory.Invite(quoridorWith(bob))
		tb.must(err)
		forged, err := kif.Read([]byte(strings.Replace(string(m.Record.Cut(0).Bytes()), "Mallory", name, 1)))
		tb.must(err)
		again, err := match.Invite(forged, m.Game, m.Record.Events[0], func(entry []byte) kif.Signature {
			return kif.Signature(masterOf(tb, mallory).Sign(entry))
		})
		tb.must(err)
		tb.forge(bob, "mallory@example.org", again.Record.Bytes())
		if r := tb.report(bob); r.Verdict != courier.New || !strings.Contains(r.Reason.En, want) || want == "" && r.Reason.En != "" {
			t.Errorf("%+q: %s %q", name, r.Verdict, r.Reason.En)
		}
		list, err := bob.Desk.Warnings(bob.Invitations()[0].Contacts, "x", false)
		if tb.must(err); len(list) > 0 != (name == "Вob" || name == "Carol\u3164") {
			t.Errorf("%+q stands in the list with %v", name, list)
		}
	}
}
