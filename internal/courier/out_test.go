package courier_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/internal/home"
)

// ofFour is an invitation to Quoridor for four.
func ofFour(limit string) home.Invitation {
	return home.Invitation{Game: all.Game("quoridor"), Options: engine.Options{"players": "4"}, Seat: 1, PerMove: limit}
}

// spread makes everybody poll until all have the same record.
func (tb *table) spread() {
	tb.Helper()
	for range 3 {
		for _, p := range tb.players {
			tb.poll(p)
		}
	}
	tb.same()
}

// TestOneOfFourResigns checks that the others continue, all are informed, and the player who is out gets messages and can write.
func TestOneOfFourResigns(t *testing.T) {
	tb := sitAt(t, 4, ofFour(""))
	alice, bob, carol, dave := tb.players[0], tb.players[1], tb.players[2], tb.players[3]
	tb.play(alice, "e2")
	_, err := carol.Resign(carol.copy(), 0, true)
	tb.must(err)
	tb.send(carol)
	tb.spread()
	if text := tb.lastTo(dave).Text; !strings.Contains(text, "Carol resigned and is out; the others continue.") {
		t.Errorf("Dave reads\n%s", text)
	}
	tb.play(bob, "b5")
	tb.spread()
	tb.play(dave, "h5")
	tb.spread()
	if text := tb.lastTo(carol).Text; !strings.Contains(text, "You are out of this game.") || strings.Contains(text, "Your move") {
		t.Errorf("Carol reads\n%s", text)
	}
	m := tb.open(carol)
	if got := m.Status().En; got != "Alice to move (Carol out of the game)" || !slices.Equal(m.Roster.Out, []int{3}) {
		t.Errorf("status %q", got)
	}
	c, err := carol.Open(carol.file)
	tb.must(err)
	var names []string
	for _, a := range carol.Desk.Acts(c) {
		names = append(names, a.Name)
	}
	if !slices.Equal(names, []string{"say"}) {
		t.Errorf("who is out can %v", names)
	}
	if _, err := carol.Resign(carol.copy(), 0, true); err == nil || !strings.Contains(err.Error(), "you are out of this game") {
		t.Errorf("who is out resigns: %v", err)
	}
	if _, err := carol.Do(carol.copy(), home.Doing("away", "2026-12-20"), true); err == nil || !strings.Contains(err.Error(), "you are out of this game") {
		t.Errorf("who is out goes away: %v", err)
	}
	_, err = carol.Do(carol.copy(), home.Doing("say", "Good luck."), true)
	tb.must(err)
	tb.send(carol)
	tb.spread()
	if text := tb.lastTo(alice).Text; !strings.Contains(text, "> Good luck.") {
		t.Errorf("Alice reads\n%s", text)
	}
	for _, p := range []*player{dave, bob} {
		_, err := p.Resign(p.copy(), 0, true)
		tb.must(err)
		tb.send(p)
		tb.spread()
	}
	if o := tb.open(carol).Outcome; o == nil || !slices.Equal(o.Places, []int{1, 2, 4, 3}) {
		t.Errorf("outcome %+v", o)
	}
	if text := tb.lastTo(carol).Text; !strings.Contains(text, "Alice won as the last player left") {
		t.Errorf("Carol reads\n%s", text)
	}
}

// TestTwoOfFourResignAtOnce checks that both are out after messages that cross.
func TestTwoOfFourResignAtOnce(t *testing.T) {
	tb := sitAt(t, 4, ofFour(""))
	tb.play(tb.players[0], "e2")
	tb.spread()
	for _, p := range tb.players[1:3] {
		_, err := p.Resign(p.copy(), 0, true)
		tb.must(err)
		tb.send(p)
	}
	tb.spread()
	if m := tb.open(tb.players[3]); !slices.Equal(m.Roster.Out, []int{2, 3}) || m.Turn != 4 {
		t.Errorf("%v are out, and it is the turn of %d", m.Roster.Out, m.Turn)
	}
}

// TestOneOfFourIsLate checks that the others agree to put the late player out, and continue.
func TestOneOfFourIsLate(t *testing.T) {
	tb := sitAt(t, 4, ofFour("2d"))
	tb.wait(6 * 24 * time.Hour)
	_, err := tb.players[1].Do(tb.players[1].copy(), home.Doing("claim"), true)
	tb.must(err)
	tb.send(tb.players[1])
	for _, p := range tb.players[2:] {
		tb.poll(p)
		_, err := p.Do(p.copy(), home.Doing("agree"), true)
		tb.must(err)
		tb.send(p)
	}
	tb.spread()
	m := tb.open(tb.players[0])
	if !slices.Equal(m.Roster.Out, []int{1}) || m.Turn != 2 || m.Outcome != nil {
		t.Errorf("%v are out, and it is the turn of %d", m.Roster.Out, m.Turn)
	}
	if text := tb.lastTo(tb.players[0]).Text; !strings.Contains(text, "You are out. The others continue") {
		t.Errorf("Alice reads\n%s", text)
	}
}

// TestUmpirePutsALatePlayerOut checks that the umpire needs no agreement for that, and passes the turn on.
func TestUmpirePutsALatePlayerOut(t *testing.T) {
	i := ofFour("2d")
	i.Umpire, i.Seat = true, 0
	tb := sitAt(t, 5, i)
	tb.spread()
	tb.wait(6 * 24 * time.Hour)
	_, err := tb.players[2].Do(tb.players[2].copy(), home.Doing("claim"), true)
	tb.must(err)
	tb.send(tb.players[2])
	tb.spread()
	m := tb.open(tb.players[3])
	if !slices.Equal(m.Roster.Out, []int{1}) || m.ReceiptDue || m.Mover() != 3 {
		t.Errorf("%v are out, receipt due %v, turn of seat %d", m.Roster.Out, m.ReceiptDue, m.Due())
	}
	tb.play(tb.players[2], "b5")
}
