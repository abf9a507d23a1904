package courier_test

import (
	"strings"
	"testing"

	"hikyaku/kif"
)

// TestRematchOfFour checks that the player who resigned first has lost against each of the others, that everybody moves one seat on, and that the invitation is sent like any other.
func TestRematchOfFour(t *testing.T) {
	tb, alice := one(sit(t, 4))
	for _, p := range tb.players[:3] {
		_, err := p.Resign(p.copy(), 0, true)
		tb.must(err)
		tb.send(p)
		tb.spread()
	}
	for _, p := range []struct{ me, want string }{{alice.Me.Address, "lost lost lost"}, {addresses[1], "won lost lost"}, {addresses[2], "won won lost"}} {
		if got := tb.open(alice).Summarise(alice.file, p.me).Against; strings.Join(got, " ") != p.want {
			t.Errorf("for %s it ended %q, want %s", p.me, got, p.want)
		}
	}
	i, err := alice.Desk.Rematch(alice.copy())
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
