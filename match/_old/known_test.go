package match_test

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"hikyaku/engine/all"
	"hikyaku/mailbox"
	"hikyaku/match"
)

func TestNewKeyNeedsConsent(t *testing.T) {
	tb := sit(t, 2)
	alice, bob := tb.players[0], tb.players[1]
	again := match.Invitation{Game: all.Game("quoridor"), Seat: 2, Others: []mailbox.Address{bob.Me}}
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
	var changed *match.ErrNewKey
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
	chain := chainOf(tb.bytes(alice)[:strings.Index(tb.bytes(alice), "#: do accept")])
	tb.invite(match.Invitation{Game: all.Game("diceshogi"), Others: []mailbox.Address{bob.Me}})
	invitation := tb.bytes(alice)
	copied := tb.signedBy(alice, strings.Replace(invitation, chainOf(invitation), chain, 1))
	tb.boxes[bob.Me.Addr] = tb.boxes[bob.Me.Addr][:len(tb.boxes[bob.Me.Addr])-1]
	tb.forge(bob, alice.Me.Addr, []byte(copied))
	tb.wantPoll(bob, "new")
	if _, err := bob.Accept(bob.Invitations()[0].Short(), "", false); err == nil || !strings.Contains(err.Error(), "dice of another match") {
		t.Errorf("a chain that was used gives %v", err)
	}
}

func TestInvitationOfSomebodyWhoLeavesMatches(t *testing.T) {
	tb := sit(t, 2) // which waits for Alice
	alice, bob := tb.players[0], tb.players[1]
	for _, want := range []bool{false, true} {
		*tb.now = tb.now.Add(10 * 24 * time.Hour)
		m, err := alice.Invite(match.Invitation{Game: all.Game("slashchain"), Others: []mailbox.Address{bob.Me}})
		tb.must(err)
		_, err = alice.Send(t.Context(), m.File)
		tb.must(err)
		reports, _, err := bob.Poll(t.Context())
		tb.must(err)
		if n := len(reports); n == 0 || reports[n-1].Verdict != match.New || strings.Contains(reports[n-1].Reason, "1 of your matches") != want {
			t.Errorf("want %v: %+v", want, reports)
		}
	}
}
