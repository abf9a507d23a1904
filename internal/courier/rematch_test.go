package courier_test

import (
	"strings"
	"testing"

	"hikyaku/engine/all"
	"hikyaku/internal/home"
	"hikyaku/kif"
)

// TestBothAskForARematch checks that two players who ask for a rematch at the same time get one match, whoever polls first, and
// that invitations to different matches both stay.
func TestBothAskForARematch(t *testing.T) {
	for _, tt := range []struct {
		name  string
		begun home.Invitation
		bob   func(*home.Invitation) // changes what Bob asks for
		want  int
	}{
		{"tossed", home.Invitation{Game: all.Game("quoridor"), PerMove: "3d"}, func(*home.Invitation) {}, 1},
		{"seated", home.Invitation{Game: all.Game("slashchain"), Seat: 1}, func(*home.Invitation) {}, 1},
		{"other limit", home.Invitation{Game: all.Game("quoridor")}, func(i *home.Invitation) { i.PerMove = "1d" }, 2},
		{"other seats", home.Invitation{Game: all.Game("quoridor"), Seat: 1}, func(i *home.Invitation) { i.Seat = 3 - i.Seat }, 2},
	} {
		for first := range 2 {
			t.Run(tt.name, func(t *testing.T) {
				tb, alice, bob := two(sitAt(t, 2, tt.begun))
				_, err := alice.Resign(alice.copy(), 0, true)
				tb.must(err)
				tb.send(alice)
				tb.spread()
				asked := map[*player]home.Invitation{}
				finished := map[*player]string{}
				for _, p := range tb.players {
					finished[p] = p.file
					asked[p], err = p.Desk.Rematch(p.copy())
					tb.must(err)
				}
				for p, i := range asked {
					if p == bob {
						tt.bob(&i)
					}
					m, err := p.Invite(i)
					tb.must(err)
					p.file = m.File
					tb.send(p)
				}
				for _, p := range []*player{tb.players[first], tb.players[1-first], tb.players[first], tb.players[1-first]} {
					if verdicts, _ := tb.poll(p); strings.Contains(verdicts, "refused") {
						t.Errorf("%s rejects a message: %s", p.Me.Name, verdicts)
					}
				}
				if waiting := len(alice.Invitations()) + len(bob.Invitations()); waiting != tt.want {
					t.Fatalf("%d invitations wait for an answer, want %d", waiting, tt.want)
				}
				for _, p := range tb.players {
					if len(p.Invitations()) == 1 && tt.want == 1 {
						over, err := p.Open(finished[p])
						tb.must(err)
						if _, err := p.Desk.Rematch(over); err == nil || !strings.Contains(err.Error(), "hikyaku accept "+p.Invitations()[0].Short()) {
							t.Errorf("a rematch after the other's: %v", err)
						}
						tb.accept(p)
						tb.spread()
					}
				}
				for _, p := range tb.players {
					open := 0
					for s, err := range p.List() {
						tb.must(err)
						if !s.Over {
							open++
						}
					}
					if open != 1 {
						t.Errorf("%s has %d unfinished matches, want 1", p.Me.Name, open)
					}
				}
			})
		}
	}
}

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
