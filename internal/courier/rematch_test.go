package courier_test

import (
	"html"
	"net/url"
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

// TestPlayAgainByButton checks that the message about the end has a button and the token of a reply, and that the reply which it opens reaches the others
// as words. A match that was only declined has none.
func TestPlayAgainByButton(t *testing.T) {
	for lang, c := range map[string]struct{ accept, label, says string }{"en": {"accept", "Play again", "Shall we play again?"}, "ja": {"承諾", "もう一局", "もう一局いかがですか。"}} {
		look.lang, look.picture = lang, true
		defer func() { look.lang, look.picture = "", false }()
		tb, alice := one(chairs(t, 2))
		i := quoridor(1)
		i.Others = []kif.Seat{tb.players[1].Me}
		tb.invite(i)
		tb.reply(c.accept)
		tb.wantPoll(alice, "taken")
		tb.play(alice, "e2")
		_, err := alice.Resign(alice.copy(), 0, true)
		tb.must(err)
		tb.send(alice)
		if got := tb.opens(c.label); got != c.says {
			t.Fatalf("the button opens %q, want %q", got, c.says)
		}
		box := tb.boxes[tb.players[1].Me.Address]
		if page := htmlOf(t, box[len(box)-1]); !strings.Contains(page, ">token:") {
			t.Errorf("the message about the end has no token:\n%s", page)
		}
		tb.reply(c.says)
		tb.wantPoll(alice, "taken")
		if !strings.Contains(tb.bytes(alice), "*"+c.says+"\n") {
			t.Errorf("it is not passed on in\n%s", tb.bytes(alice))
		}
		tb.invite(i)
		tb.must(tb.withdraw(alice))
		if got := tb.opens(c.label); got != "" {
			t.Errorf("after a withdrawn invitation it opens %q", got)
		}
	}
}

// withdraw makes p withdraw the invitation.
func (tb *table) withdraw(p *player) error {
	_, err := p.Resign(p.copy(), 0, true)
	if err == nil {
		tb.send(p)
	}
	return err
}

// opens returns the first line of the reply that a button in the newest message to Bob opens, or "".
func (tb *table) opens(label string) string {
	tb.Helper()
	box := tb.boxes[tb.players[1].Me.Address]
	before, _, found := strings.Cut(htmlOf(tb.TB.(*testing.T), box[len(box)-1]), ">"+label+"</a>")
	if !found {
		return ""
	}
	link := before[strings.LastIndex(before, `href="`)+len(`href="`):]
	link, _, _ = strings.Cut(link, `"`)
	u, err := url.Parse(html.UnescapeString(link))
	tb.must(err)
	line, _, _ := strings.Cut(u.Query().Get("body"), "\r\n")
	return line
}

// TestWallsAreButtons checks that a message offers, besides the pawn's moves, the walls beside a pawn, and says that a page is
// attached on which every wall can be chosen.
func TestWallsAreButtons(t *testing.T) {
	look.picture = true
	defer func() { look.picture = false }()
	tb, alice := one(bobWrites(t, quoridor(1)))
	tb.play(alice, "e2")
	for _, want := range []string{"e8", "e2h", "d2h", "e1h", "e1v", "d2v", "e8h", "d8v"} {
		if got := tb.opens(want); got != want {
			t.Errorf("%s opens %q", want, got)
		}
	}
	for _, not := range []string{"e3h", "f2h", "e9h", "c2v", "a5v"} {
		if got := tb.opens(not); got != "" {
			t.Errorf("%s opens %q", not, got)
		}
	}
	if saysSo(tb.last(), "turn.html") {
		t.Error("no page is attached")
	}
	alice.Page = true
	tb.reply("e8")
	tb.wantPoll(alice, "taken")
	tb.play(alice, "e3")
	if !saysSo(tb.last(), "Or choose a move on the attached page, turn.html.") {
		t.Errorf("the page is not named in\n%s", tb.last().Text)
	}
}
