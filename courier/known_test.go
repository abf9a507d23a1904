package courier_test

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"hikyaku/courier"
	"hikyaku/desk"
	"hikyaku/engine/all"
	"hikyaku/kif"
	"hikyaku/match"
)

func TestNewKeyNeedsConsent(t *testing.T) {
	tb := sit(t, 2)
	alice, bob := tb.players[0], tb.players[1]
	again := desk.Invitation{Game: all.Game("quoridor"), Seat: 2, Others: []kif.Seat{bob.Me}}
	tb.invite(again)
	tb.accept(bob) // under the same key nothing is asked
	known, err := os.ReadFile(bob.Known)
	tb.must(err)
	if lines := strings.Count(string(known), "\n"); lines != 1 || !strings.HasSuffix(string(known), " 2\n") {
		t.Errorf("known keys:\n%s", known)
	}
	tb.must(os.Remove(alice.Secret))
	tb.invite(again)
	tb.poll(bob)
	name := bob.Invitations()[0].Short()
	var changed *desk.NewKeyError
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
	tb := sit(t, 2)
	alice, bob := tb.players[0], tb.players[1]
	used := tb.open(alice).Record.Events[0].Chain
	tb.invite(desk.Invitation{Game: all.Game("diceshogi"), Others: []kif.Seat{bob.Me}})
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
	tb := sit(t, 2) // which waits for Alice
	alice, bob := tb.players[0], tb.players[1]
	for _, want := range []bool{false, true} {
		*tb.now = tb.now.Add(10 * 24 * time.Hour)
		m, err := alice.Invite(desk.Invitation{Game: all.Game("slashchain"), Others: []kif.Seat{bob.Me}})
		tb.must(err)
		_, err = alice.Send(t.Context(), m.File)
		tb.must(err)
		reports, _, err := bob.Poll(t.Context())
		tb.must(err)
		if n := len(reports); n == 0 || reports[n-1].Verdict != courier.New || strings.Contains(reports[n-1].Reason.En, "1 of your matches") != want {
			t.Errorf("want %v: %+v", want, reports)
		}
	}
}
