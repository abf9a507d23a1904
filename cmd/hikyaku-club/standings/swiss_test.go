package standings

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

var (
	events = flag.Int("events", 10000, "how many random events")
	begin  = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
)

// entrants are n players who are there from the beginning.
func entrants(n int) (all []Entrant) {
	for i := range n {
		all = append(all, Entrant{Name: string(rune('a' + i)), Entered: begin})
	}
	return all
}

func names(e *SwissEvent) (all []string) {
	for _, p := range e.Entrants {
		all = append(all, p.Name)
	}
	return all
}

// TestRounds plays random events and checks every round by the plain second version.
func TestRounds(t *testing.T) {
	random, impossible := rand.New(rand.NewPCG(1, 1)), 0
	for i := range *events / 2 {
		e := &SwissEvent{Entrants: entrants(2 + random.IntN(6))}
		rounds := 1 + random.IntN(len(e.Entrants))
		for r := range rounds {
			now := begin.Add(time.Duration(r) * time.Hour)
			games, err := e.Round(now)
			if err != nil {
				if impossible++; 2*r < len(e.Entrants)-2 {
					t.Errorf("event %d: round %d of %d players is said to be impossible", i, r+1, len(e.Entrants))
				}
				checkImpossible(t, e)
				break
			}
			if wrong := wrongRound(e.Games, games, names(e)); wrong != "" {
				t.Fatalf("event %d, round %d: %s in %v behind %v", i, r+1, wrong, games, e.Games)
			}
			if i%20 == 0 || thirds(e.Games, games) > 0 {
				checkBest(t, e, games)
			}
			for k := range games {
				if games[k].Second != "" {
					games[k].Ended, games[k].Outcome = now, Outcome(1+random.IntN(4))
				}
			}
			e.Games = append(e.Games, games...)
		}
	}
	if impossible > *events/4 {
		t.Errorf("%d events stop early", impossible)
	}
}

// checkImpossible wants that there is no round.
func checkImpossible(t *testing.T, e *SwissEvent) {
	t.Helper()
	if all := matchings(e.Games, names(e), 2); len(all) > 0 {
		t.Fatalf("there is a round %v behind %v", all[0], e.Games)
	}
}

// checkBest wants a round to be the best of all possible ones, by costs counted apart from those of the package.
func checkBest(t *testing.T, e *SwissEvent, games []Game) {
	t.Helper()
	ranked := names(e)
	slices.SortStableFunc(ranked, func(a, b string) int {
		_, x := total(e.Games, a)
		_, y := total(e.Games, b)
		return y - x
	})
	most := 0
	all := matchings(e.Games, ranked, most)
	if len(all) == 0 {
		most = 2
		all = matchings(e.Games, ranked, most)
	} else if thirds(e.Games, games) > 0 {
		t.Fatalf("%v has somebody in a seat for the third time, %v has not", games, all[0])
	}
	var got [][2]string
	for _, g := range games {
		got = append(got, [2]string{g.First, g.Second})
	}
	best := costOf(e.Games, ranked, got)
	for _, pairs := range all {
		if cost := costOf(e.Games, ranked, pairs); slices.Compare(cost, best) < 0 {
			t.Fatalf("%v costs %v, %v costs %v behind %v", got, best, pairs, cost, e.Games)
		}
	}
}

// costOf is the cost of a round: the place of the bye from below, then that of each pair from above.
func costOf(before []Game, ranked []string, pairs [][2]string) (cost []int) {
	left := slices.Clone(ranked)
	other := map[string]string{}
	for _, p := range pairs {
		other[p[0]], other[p[1]] = p[1], p[0]
		if p[1] == "" {
			at := slices.Index(left, p[0])
			cost = append(cost, len(left)-at)
			left = slices.Delete(left, at, at+1)
		}
	}
	for len(left) > 0 {
		_, points := total(before, left[0])
		same := 0
		for _, name := range left {
			if _, also := total(before, name); also == points {
				same++
			}
		}
		place := slices.Index(left, other[left[0]])
		_, lower := total(before, left[place])
		seats := seatCost(before, left[0], left[place])
		cost = append(cost, seats[0], points-lower, seats[1], max(place-same/2, same/2-place), -place)
		left = slices.Delete(slices.Delete(left, place, place+1), 0, 1)
	}
	return cost
}

// TestFirstRounds shows the system at work.
func TestFirstRounds(t *testing.T) {
	e := &SwissEvent{Entrants: entrants(7)}
	for r, want := range []string{"a-d e-b c-f g-", "g-a b-c d-e f-"} {
		now := begin.Add(time.Duration(r) * time.Hour)
		games, err := e.Round(now)
		if err != nil {
			t.Fatal(err)
		}
		if got := written(games); got != want {
			t.Errorf("round %d is %s, want %s", r+1, got, want)
		}
		for _, g := range games {
			if g.Outcome = FirstWon; g.First > g.Second && g.Second != "" {
				g.Outcome = SecondWon
			}
			g.Ended = now
			e.Games = append(e.Games, g)
		}
	}
}

func written(games []Game) (text string) {
	for i, g := range games {
		if i > 0 {
			text += " "
		}
		text += g.First + "-" + g.Second
	}
	return text
}

// TestLargeRounds wants rounds of many players at once.
func TestLargeRounds(t *testing.T) {
	e := &SwissEvent{}
	for i := range 100 {
		e.Entrants = append(e.Entrants, Entrant{Name: fmt.Sprint(i), Entered: begin})
	}
	for r := range 4 {
		now := begin.Add(time.Duration(r) * time.Hour)
		games, err := e.Round(now)
		if wrong := wrongRound(e.Games, games, names(e)); err != nil || wrong != "" || thirds(e.Games, games) > 0 {
			t.Fatalf("round %d: %v, %s", r+1, err, wrong)
		}
		for k := range games {
			games[k].Outcome, games[k].Ended = FirstWon, now
		}
		e.Games = append(e.Games, games...)
	}
}

func TestNoRound(t *testing.T) {
	e := &SwissEvent{Entrants: entrants(2), Games: []Game{{First: "a", Second: "b", Made: begin, Ended: begin, Outcome: Void}}}
	if games, err := e.Round(begin.Add(time.Hour)); !errors.Is(err, ErrNoRound) {
		t.Errorf("two who have met: %v, %v", games, err)
	}
	if games, err := e.Round(begin); err != nil || written(games) != "a-b" {
		t.Errorf("before they met: %v, %v", games, err)
	}
}

// TestMatching compares Edmonds' algorithm with a plain search on random graphs.
func TestMatching(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	found := 0
	for range 2000 {
		n := random.IntN(11)
		edge := make([][]bool, n)
		for i := range edge {
			edge[i] = make([]bool, n)
		}
		for range n + random.IntN(n+1) {
			i, j := random.IntN(n), random.IntN(n)
			edge[i][j], edge[j][i] = i != j, i != j
		}
		want := plainMatch(edge, 0)
		if want {
			found++
		}
		if got := canMatch(edge); got != want {
			t.Fatalf("%v can be matched: %v, want %v", edge, got, want)
		}
	}
	if found < 200 {
		t.Errorf("only %d graphs can be matched", found)
	}
}

// plainMatch tries all pairs of the nodes that are not in a set.
func plainMatch(edge [][]bool, taken int) bool {
	i := 0
	for i < len(edge) && taken>>i&1 == 1 {
		i++
	}
	if i == len(edge) {
		return true
	}
	for j := i + 1; j < len(edge); j++ {
		if edge[i][j] && taken>>j&1 == 0 && plainMatch(edge, taken|1<<i|1<<j) {
			return true
		}
	}
	return false
}
