package courier_test

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/internal/courier"
	"hikyaku/internal/home"
	"hikyaku/match"
)

// In these tests a player restores an old copy of the record, with the unmodified program.

// restores replaces p's record with an old copy, and deletes the memory of later messages.
func (tb *table) restores(p *player, copy string) {
	tb.Helper()
	tb.restore(p, copy)
	p.Heads = ""
}

// wantFork lets the victim poll and expects that nothing is lost, the cheat is named, and both lines are kept as proof.
func (tb *table) wantFork(victim, cheat *player) {
	tb.Helper()
	other := tb.open(cheat)
	tb.unchanged(victim, func() {
		tb.wantReport(victim, courier.Diverged, "both signed by "+cheat.Me.Name)
	})
	kept, err := home.LineFiles(victim.file)
	tb.must(err)
	if len(kept) != 1 {
		tb.Fatalf("the lines kept are %v", kept)
	}
	line, err := victim.Open(kept[0])
	tb.must(err)
	if line.Head != other.Head {
		tb.Errorf("the line kept is\n%s\nwant\n%s", line.Record.Bytes(), other.Record.Bytes())
	}
	party := cheat.Party(line.Match)
	for _, m := range []match.Meeting{match.Meet(tb.open(victim), line.Match), match.Meet(line.Match, tb.open(victim))} {
		if m.Valid != match.Neither || !slices.Equal(m.Forked, []int{party}) {
			tb.Errorf("the two files prove %+v, want party %d to have forked", m, party)
		}
	}
}

// goesOn plays n moves in turn, the first legal ones, and lets everybody receive them.
func (tb *table) goesOn(n int) {
	tb.Helper()
	tb.playOn(n)
	tb.same()
}

// TestOldOffersAreNotAccepted checks that an offer after which both have moved is void, whatever copy of the record has it.
func TestOldOffersAreNotAccepted(t *testing.T) {
	dice := home.Invitation{Game: all.Game("diceshogi"), Seat: 1, Options: engine.Options{"rules": "hyper"}}
	for name, c := range map[string]struct {
		invitation home.Invitation
		offer      func(tb *table) home.Step // by who is not to move
	}{
		"draw":                 {quoridor(1), func(*table) home.Step { return home.Doing("draw") }},
		"take-back":            {quoridor(1), func(*table) home.Step { return home.Doing("ask-undo", "1") }},
		"draw with dice":       {dice, func(*table) home.Step { return home.Doing("draw") }},
		"take-back with dice":  {dice, func(tb *table) home.Step { return home.Doing("ask-undo", strconv.Itoa(tb.open(tb.players[0]).Ply()-1)) }},
		"own move back, dice":  {dice, func(*table) home.Step { return home.Doing("ask-undo") }},
		"own move back, moved": {quoridor(1), func(*table) home.Step { return home.Doing("ask-undo") }},
	} {
		t.Run(name, func(t *testing.T) {
			tb := sitAt(t, 2, c.invitation)
			tb.goesOn(2)
			victim, cheat := tb.players[0], tb.players[1]
			if mine(tb.open(victim), victim) {
				victim, cheat = cheat, victim
			}
			tb.do(victim, c.offer(tb))
			old := tb.bytes(cheat)
			tb.goesOn(8)
			events := tb.open(victim).Dice.Event
			tb.restores(cheat, old)
			_, err := cheat.Do(cheat.copy(), home.Doing("agree"), true)
			tb.must(err)
			tb.send(cheat)
			tb.wantFork(victim, cheat)
			if m := tb.open(victim); m.Ply() < 10 && m.Outcome == nil || m.Dice.Event != events {
				t.Errorf("%d plies, event %d of dice after %d", m.Ply(), m.Dice.Event, events)
			}
			tb.wantPoll(victim, "") // the letter is not read again
		})
	}
}

// TestOldStepsThatMightHaveCrossed checks that a claim, or a consent to a take-back, that might have crossed the opponent's move
// accuses nobody. It is rejected, however late it is sent.
func TestOldStepsThatMightHaveCrossed(t *testing.T) {
	for name, c := range map[string]struct {
		offer home.Step // by who is to move
		step  home.Step // by the other, from an old copy
	}{
		"claim":     {nil, home.Doing("claim")},
		"take-back": {home.Doing("ask-undo", "1"), home.Doing("agree")},
	} {
		t.Run(name, func(t *testing.T) {
			tb := timed(t, "quoridor", "3d")
			victim, cheat := tb.players[0], tb.players[1]
			tb.goesOn(2)
			if c.offer != nil {
				tb.do(victim, c.offer)
			}
			tb.wait(85 * time.Hour) // an hour late
			old := tb.bytes(cheat)
			tb.goesOn(10)
			tb.restores(cheat, old)
			_, err := cheat.Do(cheat.copy(), c.step, true)
			tb.must(err)
			other := tb.open(cheat)
			tb.send(cheat)
			tb.unchanged(victim, func() { tb.wantReport(victim, courier.Known, "the messages crossed: what this one says came too late") })
			kept, err := home.LineFiles(victim.file)
			tb.must(err)
			if len(kept) != 1 {
				t.Fatalf("the lines kept are %v", kept)
			}
			if line, err := victim.Open(kept[0]); err != nil || line.Head != other.Head {
				t.Errorf("kept is another line than came: %v", err)
			}
			tb.play(victim, tb.someMove(victim)) // and his own program returns to the valid line
			tb.poll(cheat)
			tb.same()
			if m := tb.open(victim); m.Ply() != 13 || m.Claim != nil || m.Outcome != nil {
				t.Errorf("%d plies, the claim %+v, the outcome %+v", m.Ply(), m.Claim, m.Outcome)
			}
		})
	}
}

// behindAnOffer is a match in which Alice has offered a draw and both have played moves since, and Bob's record with the offer.
func behindAnOffer(t *testing.T, moves string) (tb *table, alice, bob *player, old string) {
	t.Helper()
	tb = sit(t, 2)
	alice, bob = tb.players[0], tb.players[1]
	tb.play(alice, "e2")
	tb.poll(bob)
	tb.do(alice, home.Doing("draw"))
	old = tb.bytes(bob)
	for ply, move := range strings.Fields(moves) {
		tb.play(tb.players[1-ply%2], move)
		tb.poll(tb.players[ply%2])
	}
	return tb, alice, bob, old
}

// TestForkedMatchGoesOn checks that the innocent side chooses its line, and that the other program follows when it receives that.
func TestForkedMatchGoesOn(t *testing.T) {
	tb, alice, bob, old := behindAnOffer(t, "e8 e3 e7")
	tb.restores(bob, old)
	_, err := bob.Do(bob.copy(), home.Doing("agree"), true)
	tb.must(err)
	tb.send(bob)
	tb.wantFork(alice, bob)
	kept, err := home.LineFiles(alice.file)
	tb.must(err)
	if _, err := alice.Settle(alice.copy(), kept[0], false, true); err != nil {
		t.Fatal(err)
	}
	tb.send(alice)
	tb.wantPoll(bob, "taken")
	tb.same()
	tb.play(alice, "d3")
	tb.wantPoll(bob, "taken")
	tb.same()
	if m := tb.open(bob); m.Ply() != 5 || m.Outcome != nil {
		t.Errorf("%d plies, outcome %+v", m.Ply(), m.Outcome)
	}
}

// TestOldBackupForksNothing checks that a record older than what was sent isn't changed until the mailbox is read again.
func TestOldBackupForksNothing(t *testing.T) {
	tb, alice, bob, old := behindAnOffer(t, "e8 e3 e7 e4")
	tb.restore(bob, old)
	var stale *home.OldRecord
	for name, write := range map[string]func() error{
		"move":   func() error { _, err := bob.Play(bob.copy(), home.Turn{Move: "d9", Post: true}); return err },
		"agree":  func() error { _, err := bob.Do(bob.copy(), home.Doing("agree"), true); return err },
		"resign": func() error { _, err := bob.Resign(bob.copy(), 0, true); return err },
		"away":   func() error { _, err := bob.Do(bob.copy(), home.Doing("away", "2026-12-20"), true); return err },
	} {
		tb.unchanged(bob, func() {
			if err := write(); !errors.As(err, &stale) || !strings.Contains(err.Error(), "poll --again") {
				t.Errorf("%s gives %v", name, err)
			}
		})
	}
	before := tb.sent
	tb.poll(bob)
	if tb.sent != before {
		t.Errorf("poll sends %d letters of an old record", tb.sent-before)
	}
	tb.must(bob.Rewind())
	tb.poll(bob)
	tb.same()
	tb.play(bob, "e6")
	tb.wantPoll(alice, "taken")
	tb.same()
	if m := tb.open(alice); m.Ply() != 6 || m.Offer != nil {
		t.Errorf("%d plies, the offer %+v", m.Ply(), m.Offer)
	}
}
