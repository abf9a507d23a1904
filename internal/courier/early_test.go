package courier_test

import (
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/internal/courier"
	"hikyaku/internal/home"
	"hikyaku/kif"
)

// fourWrite makes Alice invite three mail-only players.
func fourWrite(t *testing.T) *table {
	tb := chairs(t, 4)
	i := home.Invitation{Game: all.Game("quoridor"), Options: engine.Options{"players": "4"}, Seat: 1}
	for _, p := range tb.players[1:] {
		i.Others = append(i.Others, p.Me)
	}
	tb.invite(i)
	return tb
}

// TestEarlyAcceptance checks that the third invited player may accept first, and that the acceptance counts when it is their turn.
func TestEarlyAcceptance(t *testing.T) {
	tb := fourWrite(t)
	alice, bob, carol, dave := tb.players[0], tb.players[1], tb.players[2], tb.players[3]
	invitation, another := tb.last(), tb.lastTo(dave)
	tb.unchanged(alice, func() {
		tb.replyTo(tb.lastTo(carol), "Yes\nThanks, good luck!", carol.Me.Address)
		if r := tb.report(alice); r.Verdict != courier.Answered || r.Failed || r.Reason.En != "the player accepted out of turn; the acceptance is kept until it is due" {
			t.Errorf("poll reports %+v", r)
		}
		if l := tb.lastTo(carol); !strings.Contains(unbroken(l.Text), unbroken("as soon as Bob has accepted")) {
			t.Errorf("Carol reads\n%s", l.Text)
		}
	})
	tb.replyTo(invitation, "accept", bob.Me.Address)
	tb.wantPoll(alice, "taken acted")
	m := tb.open(alice)
	if m.Roster.Joining() != 4 {
		t.Fatalf("it waits for party %d", m.Roster.Joining())
	}
	if e := m.Record.Events[m.LastEntry()]; e.Step != kif.Step(kif.Accept{}) || e.Comment != "Thanks, good luck!" || e.At.Before(m.Record.Events[m.LastEntry()-1].At) {
		t.Errorf("the last entry is %+v", e)
	}
	tb.replyTo(another, "accept", dave.Me.Address) // others have accepted since it was sent
	tb.wantPoll(alice, "taken")
	if m := tb.open(alice); m.Roster.Joining() != 0 {
		t.Errorf("it waits for party %d", m.Roster.Joining())
	}
	tb.wantPoll(alice, "")
}

// TestWordsAfterAnEarlyAcceptance checks that words leave an acceptance that was kept as it is, whose author is told how to withdraw it.
func TestWordsAfterAnEarlyAcceptance(t *testing.T) {
	for typed, accepts := range map[string]bool{"No, sorry, I can't.": true, "The garden is full of snow here and the cat sleeps all day.": true, "decline": false} {
		tb := fourWrite(t)
		alice, bob, carol := tb.players[0], tb.players[1], tb.players[2]
		invitation, another := tb.last(), tb.lastTo(carol)
		tb.replyTo(another, "Yes", carol.Me.Address)
		tb.wantPoll(alice, "answered")
		tb.replyTo(another, typed, carol.Me.Address)
		r := tb.report(alice)
		if !accepts {
			if m := tb.open(alice); m.Outcome == nil || m.Record.Events[m.LastEntry()].Step != kif.Step(kif.Decline{}) {
				t.Errorf("after %q the match is %s", typed, m.Status().En)
			}
			continue
		}
		if l := tb.lastTo(carol); r.Said() != typed || !strings.Contains(unbroken(l.Text), unbroken(`Your acceptance is kept. To withdraw it, reply "decline".`)) {
			t.Errorf("%q: it is passed on as %q, and Carol reads\n%s", typed, r.Said(), l.Text)
		}
		tb.replyTo(invitation, "accept", bob.Me.Address)
		tb.poll(alice)
		if got := tb.open(alice).Roster.Joining(); got != 4 {
			t.Errorf("after %q it waits for party %d, want 4", typed, got)
		}
	}
}
