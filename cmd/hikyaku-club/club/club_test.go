package club_test

import (
	"path"
	"testing"

	"hikyaku/cmd/hikyaku-club/base"
	"hikyaku/cmd/hikyaku-club/base/basetest"
	"hikyaku/cmd/hikyaku-club/club"
	"hikyaku/cmd/hikyaku-club/clubtest"
	"hikyaku/desk"
	"hikyaku/engine/all"
	"hikyaku/kif"
	"hikyaku/match"
)

var alice, bob = kif.Seat{Name: "Alice", Address: "alice@example.com"}, kif.Seat{Name: "Bob", Address: "bob@example.net"}

// begins lets the club invite Alice and Bob.
func begins(h *clubtest.Hall, game string) {
	h.Helper()
	basetest.Must(h, h.Club.Do(h.Context(), func(d *club.Deal) error {
		_, err := d.Shelf.Desk.Invite(desk.Invitation{Game: all.Game(game), Umpire: true, Seat: 1, Others: []kif.Seat{alice, bob}, PerMove: "3d"})
		return err
	}))
	h.Run()
}

// matchOf is the only match of a club.
func matchOf(h *clubtest.Hall) (m *match.Match, state string) {
	h.Helper()
	basetest.Must(h, h.Club.Do(h.Context(), func(d *club.Deal) error {
		var file string
		found, err := base.One(d, `select file, state from match`, nil, &file, &state)
		if err != nil || !found {
			return err
		}
		m, err = d.Shelf.Open(path.Join("/club", file))
		return err
	}))
	return m, state
}

// TestMatchByLetter lets two members with mail programs play.
func TestMatchByLetter(t *testing.T) {
	basetest.Each(t, func(t *testing.T, open basetest.Opener) {
		h := clubtest.New(t, open(base.Options{}))
		begins(h, "quoridor")
		h.Replies("alice@example.com", "accept")
		h.Replies("bob@example.net", "accept")
		for _, move := range []string{"e2", "e8", "e3", "e7"} {
			m, _ := matchOf(h)
			h.Replies(m.Roster.Parties[m.Turn-1].Address, move)
		}
		m, state := matchOf(h)
		if m.Ply() != 4 || state != "open" {
			t.Fatalf("%d plies are played, and the match is %s: %q", m.Ply(), state, h.Last("alice@example.com").Text)
		}
		h.Replies(m.Roster.Parties[m.Turn-1].Address, "resign "+m.Short()[:4])
		if m, state = matchOf(h); m.Outcome == nil || state != "over" {
			t.Errorf("the match is %s", state)
		}
	})
}
