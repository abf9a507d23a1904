package courier_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/enginetest/counting"
	"hikyaku/internal/home"
	"hikyaku/kif"
	"hikyaku/match"
)

// counts is a match of counting, in which a throw may end the game. The first player invites; the writers have only a
// mail program. Without an umpire, none of the others uses hikyaku.
func counts(t *testing.T, umpire bool, writers ...int) *table {
	t.Helper()
	tb := chairs(t, 2)
	i := home.Invitation{Game: counting.Game, Seat: 1, Umpire: umpire}
	if umpire {
		tb = chairs(t, 3)
	}
	for _, p := range tb.players {
		p.Games = []*engine.Game{counting.Game}
	}
	tb.gathers(i, writers...)
	return tb
}

// toTheDice plays until the game is over, towards throws if possible.
func (tb *table) toTheDice(writers ...int) *match.Match {
	tb.Helper()
	for range 20 {
		keeper := tb.players[0]
		m := tb.open(keeper)
		if m.Outcome != nil {
			return m
		}
		for n, p := range tb.players {
			if address := p.Me.Address; m.Turn == 0 || m.Roster.Parties[m.Turn-1].Address != address {
				continue
			}
			if slices.Contains(writers, n) {
				tb.writes(p, towardsDice(m))
			} else if own := tb.open(p); own.Next().Player != 0 {
				tb.play(p, towardsDice(own))
			}
		}
		tb.round()
	}
	tb.Fatalf("%s\n%s", tb.open(tb.players[0]).Status().En, tb.bytes(tb.players[0]))
	return nil
}

// towardsDice returns a move after which dice are thrown, if there is one.
func towardsDice(m *match.Match) string {
	for move := range m.Last().Moves() {
		if p, err := m.Last().Apply(move); err == nil && p.Next().Throw != nil {
			return string(move)
		}
	}
	return "add1"
}

// TestThrowThatEndsTheGame checks that it is proved like every other throw, and that everybody receives it.
func TestThrowThatEndsTheGame(t *testing.T) {
	for _, c := range []struct {
		umpire  bool
		writers []int
	}{{false, nil}, {false, []int{1}}, {true, nil}, {true, []int{1}}, {true, []int{2}}, {true, []int{1, 2}}} {
		t.Run(fmt.Sprintf("umpire %v, writers %v", c.umpire, c.writers), func(t *testing.T) {
			thrown := map[bool]int{} // by whether the first player threw
			for range 40 {
				tb := counts(t, c.umpire, c.writers...)
				m := tb.toTheDice(c.writers...)
				if m.Outcome.Word != "" || m.LastMove() == len(m.Record.Events)-1 {
					continue // a move ended it
				}
				tb.wantEnd(m, c.writers)
				if thrown[m.Outcome.Places[0] == 1]++; len(thrown) == 2 {
					return
				}
			}
			t.Errorf("throws that ended the game: %v", thrown)
		})
	}
}

// wantEnd expects everybody to have the finished match with proved dice.
func (tb *table) wantEnd(m *match.Match, writers []int) {
	tb.Helper()
	if p := m.NewProof(); p.Proved != p.Throws || p.Throws != m.Dice.Thrown {
		tb.Errorf("proof %+v of %d throws", p, m.Dice.Thrown)
	}
	won := m.Roster.Seat(1+slices.Index(m.Outcome.Places, 1)).Name + " has reached the target and wins"
	for n, p := range tb.players {
		if slices.Contains(writers, n) {
			box := tb.boxes[p.Me.Address]
			if letter := string(box[len(box)-1]); !strings.Contains(letter, won) {
				tb.Errorf("%s was not told that %s:\n%s", p.Me.Name, won, letter)
			}
			continue
		}
		if own := tb.open(p); own.Head != m.Head || own.Outcome == nil {
			tb.Errorf("%s has\n%s\nwant\n%s", p.Me.Name, tb.bytes(p), m.Record.Bytes())
		}
		if verdicts, sent := tb.poll(p); verdicts != "" || len(sent) != 0 {
			tb.Errorf("the next poll of %s gives %q and sends %d letters", p.Me.Name, verdicts, len(sent))
		}
	}
}

// TestThrowThatEndsIsProved checks that the thrower can't choose how the game ends, and can do nothing but prove the throw.
func TestThrowThatEndsIsProved(t *testing.T) {
	for range 40 {
		tb := counts(t, false)
		m := tb.toTheDice()
		last := m.LastEntry()
		if m.Record.Events[last].Step != kif.Step(kif.OpenLink{}) {
			continue // a move ended it
		}
		cheat, victim := tb.players[m.By(last)-1], tb.players[2-m.By(last)]
		good := tb.bytes(cheat)
		tb.must(os.WriteFile(victim.file, m.Cut(last-1).Record.Bytes(), 0o644))
		victim.Heads = "" // it has not heard of the throw
		before, _, _ := strings.Cut(good[strings.LastIndex(good, "#: throw"):], "\n")
		for face := 1; face <= 4; face++ {
			other := fmt.Sprintf("#: throw [%d]", face)
			if other == before {
				continue
			}
			i := strings.LastIndex(good, before)
			forged := tb.signedBy(cheat, good[:i]+other+good[i+len(before):])
			tb.takesNothing(victim, cheat.Me.Address, forged, "the throw is recorded as")
		}
		i, j := strings.LastIndex(good, "#: do link"), strings.LastIndex(good, "#: link")
		for _, act := range []string{"#: do away 2026-12-20..2026-12-20+00:00", "#: do draw-offer", "#: do undo-offer 1"} {
			tb.takesNothing(victim, cheat.Me.Address, good[:i]+act+good[i+len("#: do link"):j], "may follow the end")
		}
		tb.forge(victim, cheat.Me.Address, []byte(good))
		tb.wantPoll(victim, "taken")
		return
	}
	t.Error("no throw ended a game")
}
