package courier_test

import (
	"strings"
	"testing"

	"hikyaku/engine/all"
	"hikyaku/internal/courier"
	"hikyaku/internal/home"
	"hikyaku/kif"
)

const elsewhere = "Bob@Work.example"

// alias lets p accept mail from an address as if it came from known.
func alias(p *player, address, known string) {
	p.Aliases = map[string]string{strings.ToLower(address): known}
}

// wantTaken polls and expects that one message from an address is accepted.
func (tb *table) wantTaken(p *player, from string) {
	tb.Helper()
	if r := tb.report(p); r.Verdict != courier.Taken || r.From != from {
		tb.Fatalf("poll reports %+v, want what came from %s taken", r, from)
	}
}

// TestReplyFromAnAlias checks that a reply from an alias is accepted once and without a question, and that mail still goes to the known address.
func TestReplyFromAnAlias(t *testing.T) {
	tb, alice, bob := two(bobWrites(t, quoridor(2)))
	letter := tb.last()
	tb.unchanged(alice, func() {
		tb.replyTo(letter, "e2", elsewhere)
		tb.wantReport(alice, courier.Answered, "it came from another address")
	})
	alias(alice, elsewhere, bob.Me.Address)
	tb.replyTo(letter, "e2", elsewhere)
	tb.wantTaken(alice, elsewhere)
	tb.wantPoll(alice, "")
	tb.play(alice, "e8")
	if l := tb.last(); !l.To.Is(bob.Me.Address) || len(tb.boxes[elsewhere]) > 0 {
		t.Errorf("the letter goes to %s", l.To.Addr)
	}
	tb.replyTo(tb.last(), "e5", elsewhere)
	tb.wantReport(alice, courier.Answered, "pawn.too-far")
}

// TestRecordFromAnAlias checks that a record from an alias counts like one from the known address.
func TestRecordFromAnAlias(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	tb.play(alice, "e2")
	tb.poll(bob)
	tb.play(bob, "e8")
	tb.boxes[alice.Me.Address] = tb.boxes[alice.Me.Address][:len(tb.boxes[alice.Me.Address])-1]
	alias(alice, elsewhere, bob.Me.Address)
	tb.forge(alice, elsewhere, []byte(tb.bytes(bob)))
	tb.wantTaken(alice, elsewhere)
	tb.same()
	tb.forge(alice, elsewhere, []byte(tb.bytes(bob)))
	tb.unchanged(alice, func() { tb.wantPoll(alice, "known") })
}

// TestSignedElsewhere checks that a turn signed with the known key is accepted from any address, with a warning, and nothing else is.
func TestSignedElsewhere(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	tb.play(alice, "e2")
	tb.poll(bob)
	tb.play(bob, "e8")
	tb.boxes[alice.Me.Address] = tb.boxes[alice.Me.Address][:len(tb.boxes[alice.Me.Address])-1]
	tb.takesNothing(alice, elsewhere, tb.bytes(alice), "is not a player in this match")
	tb.forge(alice, elsewhere, []byte(tb.bytes(bob)))
	reports, _, err := alice.Poll(t.Context())
	tb.must(err)
	if len(reports) != 1 || reports[0].Verdict != "taken" || !strings.Contains(reports[0].Reason.En, "it came from "+elsewhere) {
		t.Errorf("%+v", reports)
	}
	tb.same()
	tb.play(alice, "e3")
	if l := tb.last(); !l.To.Is(bob.Me.Address) {
		t.Errorf("the letter goes to %s", l.To.Addr)
	}
}

// TestAcceptedElsewhere checks that an acceptance, which brings its key along, is accepted only from the invited address.
func TestAcceptedElsewhere(t *testing.T) {
	tb, alice, bob := two(chairs(t, 2))
	tb.invite(home.Invitation{Game: all.Game("quoridor"), Seat: 1, Others: []kif.Seat{bob.Me}})
	tb.accept(bob)
	tb.boxes[alice.Me.Address] = nil
	tb.takesNothing(alice, elsewhere, tb.bytes(bob), "is not a player in this match")
	tb.forge(alice, bob.Me.Address, []byte(tb.bytes(bob)))
	tb.wantPoll(alice, "taken")
}

// TestBlockedPlayerWritesFromElsewhere checks that a known key doesn't help a player whose address is blocked.
func TestBlockedPlayerWritesFromElsewhere(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	bob.Blocked = bob.Known + "-blocked"
	_, err := bob.Desk.Block(alice.Me.Address)
	tb.must(err)
	tb.play(alice, "e2")
	tb.boxes[bob.Me.Address] = tb.boxes[bob.Me.Address][:len(tb.boxes[bob.Me.Address])-1]
	tb.forge(bob, elsewhere, []byte(tb.bytes(alice)))
	tb.unchanged(bob, func() { tb.wantPoll(bob, "blocked") })
}

// TestAliasOfAPlayer checks that another player's own address is nobody's alias in a match with that player; if both play, either
// could have written.
func TestAliasOfAPlayer(t *testing.T) {
	tb := sit(t, 4)
	alice, bob, carol := tb.players[0], tb.players[1], tb.players[2]
	tb.play(alice, "e2")
	tb.poll(bob)
	tb.play(bob, tb.someMove(bob))
	alias(alice, bob.Me.Address, carol.Me.Address)
	tb.unchanged(alice, func() {
		tb.wantReport(alice, courier.Refused, "plays in this match, but your configuration lists it as an alias of")
	})
	alias(alice, bob.Me.Address, "zed@example.org")
	tb.must(alice.Rewind())
	if tb.poll(alice); tb.open(alice).Ply() != 2 {
		t.Errorf("what a player wrote from his own address is not taken:\n%s", tb.bytes(alice))
	}
}

// TestReplyOfAPlayerCalledAnAlias checks that such a reply counts in a match without the other player, and is refused with a reason in a match with them.
func TestReplyOfAPlayerCalledAnAlias(t *testing.T) {
	tb, alice, bob := two(bobWrites(t, quoridor(2)))
	alias(alice, bob.Me.Address, "zed@example.org")
	tb.reply("e2")
	tb.wantTaken(alice, bob.Me.Address)
	tb.play(alice, "e8")
	alias(alice, bob.Me.Address, alice.Me.Address)
	tb.unchanged(alice, func() {
		tb.reply("e3")
		tb.wantReport(alice, courier.Refused, "plays in this match, but your configuration lists it as an alias of")
		tb.replyTo(tb.last(), "e3", alice.Me.Address)
		tb.wantPoll(alice, "")
	})
	alias(alice, elsewhere, alice.Me.Address) // we quote the alias, but the player did not write it
	tb.unchanged(alice, func() {
		tb.replyTo(tb.last(), "e3", elsewhere)
		tb.wantPoll(alice, "")
	})
}
