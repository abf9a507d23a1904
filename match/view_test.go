package match_test

import (
	"testing"

	"hikyaku/kif"
)

// TestStatus checks that the player to move is told so, and everybody else whose turn it is.
func TestStatus(t *testing.T) {
	_, m := invited(t, plain)
	if got := m.For(2).Status().En; got != "waiting for your answer to the invitation" {
		t.Errorf("the invited player reads %q", got)
	}
	for _, umpire := range []bool{false, true} {
		tb, m := invited(t, setting{toss: true, umpire: umpire})
		for m.Roster.Joining() != 0 {
			m = tb.do(m, m.Roster.Joining(), kif.Accept{})
		}
		who := m.Roster.Name(max(1, m.Roster.Umpire()))
		if got, want := m.Status().En, "waiting for "+who+" to take part in the toss for the first move"; got != want || m.DiceWait().En != want {
			t.Errorf("after accepting, %q and %q, want %q", got, m.DiceWait().En, want)
		}
	}
	tb, m := sit(t, plain)
	mover := m.Mover()
	for party, want := range map[int]string{mover: "your turn", 3 - mover: m.Status().En, 0: m.Status().En} {
		if got := m.For(party).Status().En; got != want {
			t.Errorf("party %d reads %q, want %q", party, got, want)
		}
	}
	m = tb.play(m, "add1")
	if got := m.For(2).Unaccepted(m.LastEntry()); got.En != "" {
		t.Errorf("a move that answers nothing says %q", got.En)
	}
}

// TestAllowance checks who is told, in the first turns, how long a message may take: every party that is not to move. If there is an
// umpire, who records when messages arrive, nobody is.
func TestAllowance(t *testing.T) {
	for _, umpire := range []bool{false, true} {
		tb, m := sit(t, setting{options: "dice=none", umpire: umpire, time: "3d"})
		for range 3 {
			for party := range len(m.Roster.Parties) {
				want := !umpire && party+1 != m.Turn && m.Ply() < len(m.Roster.Seating)
				if got := m.For(party + 1).Allowance(); (got > 0) != want {
					t.Errorf("umpire %t, ply %d: party %d reads of %v", umpire, m.Ply(), party+1, got)
				}
			}
			m = tb.play(m, "add1")
		}
	}
}
