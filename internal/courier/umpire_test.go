package courier_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/internal/home"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/match"
)

func umpired(game string, seat int, options engine.Options) home.Invitation {
	return home.Invitation{Game: all.Game(game), Options: options, Seat: seat, Umpire: true}
}

// officiated is a match whose record the first of three keeps: the others use hikyaku, except for the mail-only players.
func officiated(t *testing.T, i home.Invitation, writers ...int) *table {
	t.Helper()
	tb := chairs(t, 3)
	tb.gathers(i, writers...)
	return tb
}

// gathers makes the first player invite the others, who accept: the mail-only players by a reply.
func (tb *table) gathers(i home.Invitation, writers ...int) {
	tb.Helper()
	for _, p := range tb.players[1:] {
		i.Others = append(i.Others, p.Me)
	}
	tb.invite(i)
	for n, p := range tb.players[1:] {
		if slices.Contains(writers, n+1) {
			tb.writes(p, "accept\n\nBest regards\n"+p.Me.Name)
			tb.wantPoll(tb.players[0], "taken")
			continue
		}
		tb.accept(p)
		tb.poll(tb.players[0])
	}
	tb.round()
}

// goOn plays n moves of the player to move, by command or by reply.
func (tb *table) goOn(n int, writers ...int) {
	tb.Helper()
	for range n {
		umpire := tb.players[0] // or who invited
		m := tb.open(umpire)
		if m.Outcome != nil {
			return
		}
		if m.Next().Player == 0 && len(writers) == 2 {
			tb.Fatalf("%s\n%s", m.Status().En, tb.bytes(umpire))
		}
		for i, p := range tb.players {
			if !mine(m, p) {
				continue
			}
			if slices.Contains(writers, i) {
				tb.writes(p, tb.someMove(umpire))
			} else {
				tb.poll(p)
				if tb.open(p).Next().Throw != nil {
					_, err := p.Throw(p.copy(), "")
					tb.must(err)
				}
				tb.play(p, tb.someMove(p))
			}
		}
		tb.round()
	}
}

// TestUmpire plays with an umpire: every second game of each pair of players, or with -games all of them.
func TestUmpire(t *testing.T) {
	for p, players := range []struct {
		name    string
		writers []int
	}{
		{"two couriers", nil}, {"two letter writers", []int{1, 2}}, {"a courier and a letter writer", []int{2}}, {"a letter writer and a courier", []int{1}},
	} {
		for n, i := range []home.Invitation{
			umpired("diceshogi", 0, engine.Options{"rules": "hyper"}), umpired("diceshogi", 1, nil), umpired("quoridor", 1, nil),
			umpired("rengi", 0, engine.Options{"rules": "ten"}),
		} {
			if *chaosGames < 16 && (p+n)%2 != 0 {
				continue
			}
			writers := players.writers
			t.Run(fmt.Sprintf("%s, %s, %d", players.name, i.Game.Name, i.Seat), func(t *testing.T) {
				tb := officiated(t, i, writers...)
				tb.goOn(6, writers...)
				m := tb.open(tb.players[0])
				if m.Ply() < 6 && m.Outcome == nil {
					t.Fatalf("%d plies: %s\n%s", m.Ply(), m.Status().En, tb.bytes(tb.players[0]))
				}
				for n, p := range tb.players {
					if p.file != "" && tb.open(p).Head != m.Head {
						t.Errorf("the record of player %d differs:\n%s\nfrom\n%s", n, tb.bytes(p), tb.bytes(tb.players[0]))
					}
				}
				level := match.Umpired
				if len(writers) == 2 {
					level = match.ByUmpire
				}
				if p := m.NewProof(); m.Game.Name != "quoridor" && (p.Level != level || p.Proved != p.Throws || p.Throws == 0) {
					t.Errorf("proof %+v", p)
				}
				if seats := m.Roster.SeatsAt(tb.players[0].Me.Address); m.Roster.Umpire() != 1 || seats != nil {
					t.Errorf("the umpire plays the seats %v", seats)
				}
			})
		}
	}
}

// TestUmpiresLettersNameTheOpponent checks every message but the invitation.
func TestUmpiresLettersNameTheOpponent(t *testing.T) {
	tb := officiated(t, umpired("quoridor", 1, nil), 1, 2)
	tb.goOn(2, 1, 2)
	for n, want := range map[int]string{1: "Carol via Alice (hikyaku)", 2: "Bob via Alice (hikyaku)"} {
		if l := tb.lastTo(tb.players[n]); l.From.Name != want || l.From.Addr != addresses[0] {
			t.Errorf("%s gets a letter from %+v, want %q", tb.players[n].Me.Name, l.From, want)
		}
	}
	first, err := mailbox.Read(tb.boxes[addresses[1]][0])
	tb.must(err)
	if first.From.Name != "Alice (hikyaku)" {
		t.Errorf("the invitation is from %+v", first.From)
	}
}

// TestUmpireHasNoSay checks that the umpire neither plays nor agrees nor resigns, and that nobody does without the umpire's link.
func TestUmpireHasNoSay(t *testing.T) {
	tb := officiated(t, umpired("quoridor", 1, nil))
	umpire, first, second := tb.players[0], tb.players[1], tb.players[2]
	for what, do := range map[string]func() error{
		"play":   func() error { _, err := umpire.Play(umpire.copy(), home.Turn{Move: "e2", Post: true}); return err },
		"resign": func() error { _, err := umpire.Resign(umpire.copy(), 0, true); return err },
		"seat 2": func() error { _, err := umpire.Resign(umpire.copy(), 2, true); return err },
		"draw":   func() error { _, err := umpire.Do(umpire.copy(), home.Doing("draw"), true); return err },
		"away":   func() error { _, err := umpire.Do(umpire.copy(), home.Doing("away", "2026-12-20"), true); return err },
	} {
		tb.unchanged(umpire, func() {
			if do() == nil {
				t.Errorf("the umpire can %s", what)
			}
		})
	}
	_, err := second.Do(second.copy(), home.Doing("draw"), true)
	tb.must(err)
	tb.send(second)
	tb.round()
	_, err = first.Do(first.copy(), home.Doing("agree"), true)
	tb.must(err)
	tb.send(first)
	tb.round()
	tb.same()
	if o := tb.open(umpire).Outcome; o == nil || o.Word != kif.DrawAgreed {
		t.Errorf("two players agree to a draw: %+v", o)
	}
	for _, i := range []home.Invitation{umpired("quoridor", 2, nil), {Game: all.Game("quoridor"), Umpire: true, Others: []kif.Seat{first.Me}}} {
		if _, err := umpire.Invite(i); err == nil {
			t.Errorf("invited with %+v", i)
		}
	}
}

func TestDiceWaitForTheUmpire(t *testing.T) {
	tb := officiated(t, umpired("diceshogi", 1, engine.Options{"rules": "hyper"}))
	first, second := tb.players[1], tb.players[2]
	tb.poll(first)
	tb.play(first, tb.someMove(first))
	tb.poll(second) // has the first's letter, and no link of the umpire
	if _, err := second.Throw(second.copy(), ""); err == nil || !strings.Contains(err.Error(), tb.players[0].Me.Name) {
		t.Errorf("thrown without the umpire: %v", err)
	}
	tb.poll(tb.players[0])
	tb.poll(second)
	if len(throws(tb.open(second))) == 0 {
		t.Errorf("not thrown by the poll:\n%s", tb.bytes(second))
	}
	tb.play(second, tb.someMove(second))
	data := tb.bytes(second)
	at := strings.LastIndex(data, "#: do receipt")
	without := data[:at] + data[at+strings.Index(data[at:], "#: throw"):]
	if _, err := second.Read("without", []byte(without)); err == nil || !strings.Contains(err.Error(), "receipt") {
		t.Errorf("the record is good without the umpire's link: %v", err)
	}
}

func TestUmpireOfFour(t *testing.T) {
	tb := chairs(t, 5)
	i := umpired("quoridor", 1, engine.Options{"players": "4"})
	for _, p := range tb.players[1:] {
		i.Others = append(i.Others, p.Me)
	}
	tb.invite(i)
	for n, p := range tb.players[1:] {
		tb.poll(tb.players[0])
		if n == 2 {
			tb.writes(p, "accept")
			tb.wantPoll(tb.players[0], "taken")
			continue
		}
		tb.accept(p)
	}
	tb.round()
	tb.goOn(9, 3)
	if m := tb.open(tb.players[0]); m.Ply() != 9 {
		t.Errorf("%d plies: %s\n%s", m.Ply(), m.Status().En, tb.bytes(tb.players[0]))
	}
}

// TestLetterWriterAmongFour checks that without an umpire a mail-only player gets everybody's moves from the inviter, whose program alone reads
// the replies.
func TestLetterWriterAmongFour(t *testing.T) {
	tb := chairs(t, 4)
	alice, bob, carol, dave := tb.players[0], tb.players[1], tb.players[2], tb.players[3]
	tb.gathers(home.Invitation{Game: all.Game("quoridor"), Seat: 1, Options: engine.Options{"players": "4"}}, 2)
	tb.goOn(8, 2)
	for _, p := range []*player{alice, bob, dave} {
		if m := tb.open(p); m.Ply() != 8 || m.Head != tb.open(alice).Head {
			t.Errorf("%s has %d plies: %s", p.Me.Name, m.Ply(), m.Status().En)
		}
	}
	_, err := bob.Resign(bob.copy(), 0, true)
	tb.must(err)
	tb.send(bob)
	tb.round()
	for _, raw := range tb.boxes[carol.Me.Address] {
		l, err := mailbox.Read(raw)
		tb.must(err)
		if l.From.Addr != alice.Me.Address {
			t.Errorf("%s writes to Carol: %s", l.From.Addr, l.Subject)
		}
	}
	box := tb.boxes[carol.Me.Address]
	if l, err := mailbox.Read(box[len(box)-1]); err != nil || !strings.Contains(l.Text, "resigned") {
		t.Errorf("the last letter to Carol is (%v)\n%s", err, l.Text)
	}
}

// TestReplyCrossesALetter makes a mail-only player resign while the opponent's move is on its way to the umpire.
func TestReplyCrossesALetter(t *testing.T) {
	tb := officiated(t, umpired("quoridor", 1, nil), 2)
	umpire, courier, writer := tb.players[0], tb.players[1], tb.players[2]
	tb.writes(writer, "resign")
	tb.wantPoll(umpire, "answered")
	tb.writes(writer, "yes")
	tb.wantPoll(umpire, "taken")
	tb.play(courier, "e2") // has not polled yet
	tb.round()
	for _, p := range tb.players[:2] {
		m := tb.open(p)
		if o := m.Outcome; m.Ply() != 1 || o == nil || o.Word != kif.Resignation || o.Seat != 2 || m.Head != tb.open(umpire).Head {
			t.Errorf("%s has\n%s", p.Me.Name, tb.bytes(p))
		}
	}
}
