package events

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"hikyaku/cmd/hikyaku-club/standings"
)

// playRandom plays a random event as a club does: each of its transactions has one time, and makes the games that follow then.
func playRandom(random *rand.Rand) Log {
	begun := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	l := Log{Definition: Definition{Name: "Cup", Kind: Kinds[random.IntN(len(Kinds))], Rounds: 1 + random.IntN(4)}, Begun: begun}
	for i := range 2 + random.IntN(6) {
		l.Entrants = append(l.Entrants, Entrant{Name: fmt.Sprint(i + 1), Rating: 1500, Entered: begun.Add(time.Duration(i-9) * time.Second)})
		if l.Kind == Swiss && random.IntN(4) == 0 {
			l.Entrants[i].Byes = []int{1 + random.IntN(l.Rounds)}
		}
	}
	for at := begun; ; at = at.Add(time.Duration(1+random.IntN(36)) * time.Hour) {
		var open []int
		for i, p := range l.Pairings {
			if p.Result == "" {
				open = append(open, i)
			}
		}
		switch who := random.IntN(len(l.Entrants)); {
		case random.IntN(12) == 0 && l.Entrants[who].Left.IsZero():
			l.Entrants[who].Left = at
			for _, i := range open {
				if p := &l.Pairings[i]; slices.Contains(p.Players, who+1) {
					p.Result, p.Known, p.Decided = l.absence(*p), at, true
				}
			}
		case len(open) > 0:
			p := &l.Pairings[open[random.IntN(len(open))]]
			p.Result, p.Known = []standings.Outcome{standings.FirstWon, standings.SecondWon, standings.Drawn, standings.Void}[random.IntN(4)], at
		}
		for _, p := range l.next(at) {
			if p.Result == "" {
				p.Match = fmt.Sprint(len(l.Pairings))
			}
			l.Pairings = append(l.Pairings, p)
		}
		if l.over(at) {
			l.Ended = at
			return l
		}
	}
}

// TestRandomEvents checks that every pairing can be recomputed from the whole record, and that a changed one is found.
func TestRandomEvents(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		l := playRandom(random)
		if found := append(l.Check(), l.CheckTable(*l.Table())...); len(found) > 0 {
			t.Fatalf("%s in %+v", found[0].En, l)
		}
		met := map[string]int{}
		for _, p := range l.Pairings {
			if len(p.Players) == 1 && p.Result == standings.Drawn && l.Kind == Swiss {
				continue // a bye on request
			}
			met[fmt.Sprint(slices.Sorted(slices.Values(p.Players)))]++
		}
		for players, times := range met {
			if times > 2 || times == 2 && l.Kind != DoubleRoundRobin {
				t.Fatalf("%s have met %d times in %+v", players, times, l)
			}
		}
		if len(l.Pairings) == 0 {
			continue // everybody has left at once
		}
		p := &l.Pairings[random.IntN(len(l.Pairings))]
		if p.Players = slices.Clone(p.Players); len(p.Players) == 1 {
			p.Players[0] = 1 + p.Players[0]%len(l.Entrants)
		}
		slices.Reverse(p.Players)
		if len(l.Check()) == 0 {
			t.Fatalf("nobody finds that a game of %+v is changed to %v", l, p.Players)
		}
	}
}
