package courier_test

import (
	"testing"

	"hikyaku/desk"
	"hikyaku/kif"
)

// TestRematchOfFour: everybody sits one seat further on, and the invitation goes out like any other.
func TestRematchOfFour(t *testing.T) {
	tb := sit(t, 4)
	alice := tb.players[0]
	_, err := alice.Resign(alice.file, 0, true)
	tb.must(err)
	i, err := desk.Rematch(alice.Desk, alice.file)
	tb.must(err)
	m, err := alice.Invite(i)
	tb.must(err)
	for seat, want := range []string{"Dave", "Alice", "Bob", "Carol"} {
		if got := m.Roster.Seat(seat + 1); got.Name != want {
			t.Errorf("seat %d is that of %s, want %s", seat+1, got, want)
		}
	}
	if got := m.Roster.Parties[0]; got != (kif.Seat{Name: "Alice", Address: alice.Me.Address}) || m.Options["players"] != "4" {
		t.Errorf("%s invites to %v", got, m.Options)
	}
}
