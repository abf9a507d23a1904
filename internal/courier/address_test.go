package courier_test

import (
	"strings"
	"testing"

	"hikyaku/internal/home"
)

const newAddress = "alice@new.example"

// moves makes p sign a new address, tell the others, and write from there.
func (tb *table) moves(p *player, address string) {
	tb.Helper()
	list, err := p.Desk.ChangeAddress(address)
	tb.must(err)
	if len(list) != 1 || list[0].File != p.file {
		tb.Fatalf("changed in %d matches", len(list))
	}
	tb.send(p)
	p.Me.Address = address
	p.Box = &box{tb.post, address}
	tb.must(p.Rewind())
}

// TestNewAddress checks that the others write to the new address and accept messages from it.
func TestNewAddress(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	tb.moves(alice, newAddress)
	tb.play(alice, "e2") // on top of it, from the new address alone
	lost := len(tb.boxes[bob.Me.Address]) - 2
	tb.boxes[bob.Me.Address][lost] = tb.boxes[bob.Me.Address][lost+1]
	reports, _, err := bob.Poll(t.Context())
	tb.must(err)
	if len(reports) == 0 || reports[0].Verdict != "taken" || !strings.Contains(reports[0].News.En, "Alice has a new address, "+newAddress) {
		t.Errorf("%+v", reports)
	}
	tb.play(bob, "e8")
	if len(tb.boxes[newAddress]) != 1 {
		t.Errorf("%d letters at the new address", len(tb.boxes[newAddress]))
	}
	tb.wantPoll(alice, "taken")
	tb.same()
}

// TestStrangerMovesNoSeat checks that an address cannot be changed with a stranger's key, with an old key, or by mail from the claimed address.
func TestStrangerMovesNoSeat(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	act := "#: do address mallory@example.com\n" + tb.at() + "#: party 1\n"
	for _, from := range []string{alice.Me.Address, "mallory@example.com"} {
		tb.takesNothing(bob, from, signed(tb, newMaster(tb), tb.bytes(bob), act), "signature")
		tb.takesNothing(bob, from, signed(tb, masterOf(tb, bob), tb.bytes(bob), act), "signature")
	}
	old := masterOf(tb, alice)
	tb.must(home.NewSecret(alice.System, alice.Secret))
	tb.do(alice, home.Rotate)
	tb.poll(bob)
	tb.takesNothing(bob, alice.Me.Address, signed(tb, old, tb.bytes(bob), act), "signature")
	tb.takesNothing(bob, "mallory@example.com", tb.bytes(bob), "is not a player")
}

// TestNewAddressCrosses checks that a move that crosses a new address doesn't undo it, though its player already writes from the new address.
func TestNewAddressCrosses(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	tb.play(alice, "e2")
	tb.poll(bob)
	tb.play(bob, "e8")
	letters := tb.boxes[alice.Me.Address]
	tb.moves(alice, newAddress)
	tb.boxes[newAddress] = letters[len(letters)-1:]
	tb.wantPoll(alice, "taken")
	m := tb.open(alice)
	if m.Roster.Parties[0].Address != newAddress || m.Ply() != 2 {
		t.Errorf("address %s, ply %d", m.Roster.Parties[0].Address, m.Ply())
	}
	tb.poll(bob)
	tb.same()
}

// TestKeyIsNotReplacedBesideANewAddress checks that the author of a move is also judged on a line without the new address.
func TestKeyIsNotReplacedBesideANewAddress(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	tb.play(alice, "e2")
	tb.poll(bob)
	before := tb.bytes(bob)
	tb.moves(alice, newAddress)
	evil := newMaster(tb)
	r := rechain(tb, evil, before, 1)
	r = signed(tb, masterOf(tb, bob), r, "#: do agree rechain\n"+tb.at()+"#: party 2\n")
	r = signed(tb, masterOf(tb, bob), r, "   2 e8\n"+tb.at())
	tb.takesNothing(alice, bob.Me.Address, r, "replaces your key")
}

// TestBlockedAddressChanges checks that a blocked player stays blocked at another address.
func TestBlockedAddressChanges(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	bob.Blocked = bob.Known + "-blocked"
	_, err := bob.Desk.Block(alice.Me.Address)
	tb.must(err)
	tb.moves(alice, newAddress)
	tb.play(alice, "e2")
	tb.unchanged(bob, func() { tb.wantPoll(bob, "blocked blocked") })
}
