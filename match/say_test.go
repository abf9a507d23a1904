package match_test

import "testing"

// TestStatusFor checks that the player to move is told so, and everybody else whose turn it is.
func TestStatusFor(t *testing.T) {
	_, m := invited(t, plain)
	if got := m.StatusFor(2).En; got != "waiting for your answer to the invitation" {
		t.Errorf("the invited player reads %q", got)
	}
	_, m = sit(t, plain)
	mover := m.Roster.PartyOf(m.Due())
	for party, want := range map[int]string{mover: "your turn", 3 - mover: m.Status().En, 0: m.Status().En} {
		if got := m.StatusFor(party).En; got != want {
			t.Errorf("party %d reads %q, want %q", party, got, want)
		}
	}
}
