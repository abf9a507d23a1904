package standings

import (
	"fmt"
	"os"
	"strings"
	"testing"

	_ "hikyaku/internal/gctest"
)

// TestBergerTables compares the construction with the published tables.
func TestBergerTables(t *testing.T) {
	data, err := os.ReadFile("testdata/berger.txt")
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for n := 4; n <= 16; n += 2 {
		fmt.Fprintln(&got, n)
		for _, round := range berger(n) {
			for i, pair := range round {
				fmt.Fprintf(&got, "%s%d-%d", strings.Repeat(" ", min(i, 1)), pair[0], pair[1])
			}
			fmt.Fprintln(&got)
		}
	}
	if got.String() != string(data) {
		t.Errorf("the tables are\n%s", got.String())
	}
}

func TestRoundRobin(t *testing.T) {
	for n := range 20 {
		for _, times := range []int{1, 2} {
			checkRoundRobin(t, RoundRobin(n, times == 2), n, times)
		}
	}
}

// checkRoundRobin checks that each player meets each other, in both seats if twice, and plays at most once per round.
func checkRoundRobin(t *testing.T, rounds [][]Pair, n, times int) {
	t.Helper()
	met, seats := map[Pair]int{}, map[int]string{}
	for _, round := range rounds {
		busy := map[int]bool{}
		for _, g := range round {
			if busy[g.First] || busy[g.Second] || g.First == g.Second {
				t.Errorf("%d players: %v", n, round)
			}
			busy[g.First], busy[g.Second] = true, true
			met[g]++
			seats[g.First] += "1"
			seats[g.Second] += "2"
		}
	}
	if len(met) != n*(n-1)/2*times {
		t.Errorf("%d players: %d pairs", n, len(met))
	}
	for pair := range met {
		back := Pair{pair.Second, pair.First}
		if met[pair] != 1 || met[back] != times-1 {
			t.Errorf("%d players: %v is played %d times, the other way %d", n, pair, met[pair], met[back])
		}
	}
	for player, had := range seats {
		first, second := strings.Count(had, "1"), strings.Count(had, "2")
		if max(first-second, second-first) > 2-times || n%2 == 0 && (strings.Contains(had, "111") || strings.Contains(had, "222")) {
			t.Errorf("%d players, %d times: %d has the seats %s", n, times, player, had)
		}
	}
}

// TestOutcomes checks that an outcome follows from the points it gives.
func TestOutcomes(t *testing.T) {
	for _, o := range []Outcome{FirstWon, SecondWon, Drawn, Void} {
		if got := OutcomeOf(o.Halves()); got != o {
			t.Errorf("the points of %s make %s", o, got)
		}
	}
}
