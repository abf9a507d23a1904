package courier_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"hikyaku/engine/all"
	"hikyaku/internal/home"
)

// toBobsDice is a match of dice shogi in which Bob has read his dice.
func toBobsDice(t *testing.T) *table {
	t.Helper()
	for range 20 {
		tb := sitAt(t, 2, home.Invitation{Game: all.Game("diceshogi"), Seat: 1})
		bob := tb.players[1]
		for i := 0; i < 6 && !(mine(tb.open(bob), bob) && tb.open(bob).Ply() > 0); i++ {
			tb.playOn(1)
		}
		tb.poll(bob)
		if m := tb.open(bob); !mine(m, bob) || !m.Dice.Open {
			continue
		}
		if tb.open(bob).Next().Throw != nil {
			_, err := bob.Throw(bob.copy(), "")
			tb.must(err)
		}
		return tb
	}
	t.Fatal("Bob never has dice to read")
	return nil
}

// TestForkKeepsTheThrow checks that Bob, who reads a bad throw and then moves from an older copy, keeps the throw on whichever line
// Alice chooses.
func TestForkKeepsTheThrow(t *testing.T) {
	for _, theirs := range []bool{false, true} {
		tb, alice, bob := two(toBobsDice(t))
		first, base := throws(tb.open(bob)), tb.bytes(bob)
		_, err := bob.Do(bob.copy(), home.Doing("say", "one moment"), true)
		tb.must(err)
		tb.send(bob)
		tb.poll(alice)
		tb.restores(bob, base)
		tb.play(bob, tb.someMove(bob))
		tb.poll(alice)
		kept, err := home.LineFiles(alice.file)
		tb.must(err)
		_, err = alice.Settle(alice.copy(), kept[0], theirs, true)
		tb.must(err)
		tb.send(alice)
		for _, p := range []*player{bob, alice, bob} {
			tb.poll(p)
		}
		if theirs {
			continue // on that line he has moved with it
		}
		if tb.open(bob).Next().Throw != nil {
			_, err = bob.Throw(bob.copy(), "")
			tb.must(err)
		}
		if again := throws(tb.open(bob)); fmt.Sprint(again) != fmt.Sprint(first) {
			t.Errorf("thrown are %v, and %v behind the settlement", first, again)
		}
		tb.playOn(3)
		tb.same()
	}
}

// TestLostSecretNamesTheThrow checks that every form of the request names the throw that would be replaced.
func TestLostSecretNamesTheThrow(t *testing.T) {
	tb, alice, bob := two(toBobsDice(t))
	event := tb.open(bob).Dice.Event
	tb.must(os.Remove(bob.Secret))
	tb.must(home.NewSecret(bob.System, bob.Secret))
	_, err := bob.Do(bob.copy(), home.Rechain, true)
	tb.must(err)
	tb.send(bob)
	want := fmt.Sprintf("Bob may already know throw %d, which is still open, so throw %d will replace it.", event, event+1)
	if report := tb.report(alice); !strings.Contains(report.Waits.En, want) {
		t.Errorf("Alice is told %q", report.Waits.En)
	}
	if l := tb.newest(alice); !saysSo(l, want) {
		t.Errorf("the letter says\n%s", l.Text)
	}
	for s, err := range alice.List() {
		if tb.must(err); !strings.Contains(s.Offer.En, want) {
			t.Errorf("the list says %q", s.Offer.En)
		}
	}
	_, err = alice.Do(alice.copy(), home.Doing("agree"), true)
	tb.must(err)
	tb.send(alice)
	tb.poll(bob)
	if m := tb.open(bob); m.Dice.Event != event+1 {
		t.Errorf("event %d is open", m.Dice.Event)
	}
	tb.playOn(3)
	tb.same()
}

// TestTakeBackNamesTheThrow checks that it names the throw that is taken back with the move.
func TestTakeBackNamesTheThrow(t *testing.T) {
	tb, alice, bob := two(toBobsDice(t))
	event := tb.open(bob).Dice.Event
	tb.do(alice, home.Doing("ask-undo"))
	if report := tb.open(bob); report.Offer == nil {
		t.Fatal("nothing is asked")
	}
	want := fmt.Sprintf("The dice thrown since then are taken back too; the next throw will be number %d.", event+2)
	if l := tb.newest(bob); !saysSo(l, want) {
		t.Errorf("the letter says\n%s", l.Text)
	}
}
