package standings

import (
	"cmp"
	"fmt"
	"slices"
	"time"
)

// This is a second, plain reading of the laws of the package, which knows nothing of the first.

// had lists a player's seats in their order, 1 and 2.
func had(games []Game, player int) (seats string) {
	for _, g := range games {
		if g.Second < 0 {
			continue
		}
		if g.First == player {
			seats += "1"
		} else if g.Second == player {
			seats += "2"
		}
	}
	return seats
}

// uneven is by how much the games in the two seats differ.
func uneven(seats string) (n int) {
	for _, s := range seats {
		n += int(s)*2 - '1' - '2'
	}
	return max(n, -n)
}

// thrice reports whether the last three seats are the same.
func thrice(seats string) bool {
	n := len(seats)
	return n >= 3 && seats[n-1] == seats[n-2] && seats[n-2] == seats[n-3]
}

// illegal says which law a new game breaks that holds for every game, "" if none.
func illegal(before []Game, g Game) string {
	for _, old := range before {
		if g.Second < 0 && old.Second < 0 && old.First == g.First {
			return fmt.Sprintf("%d has a second bye", g.First)
		}
		if g.Second >= 0 && (old.First == g.First && old.Second == g.Second || old.First == g.Second && old.Second == g.First) {
			return fmt.Sprintf("%d and %d meet again", g.First, g.Second)
		}
	}
	if g.Second < 0 {
		return ""
	}
	after := append(slices.Clone(before), g)
	for _, player := range []int{g.First, g.Second} {
		if seats := had(after, player); uneven(seats) > 2 {
			return fmt.Sprintf("%d has the seats %s", player, seats)
		}
	}
	return ""
}

// thirds counts the players of new games who have a seat for the third time in a row.
func thirds(before, games []Game) (n int) {
	after := slices.Concat(before, games)
	for _, g := range games {
		for _, player := range []int{g.First, g.Second} {
			if g.Second >= 0 && thrice(had(after, player)) {
				n++
			}
		}
	}
	return n
}

// mayMeet reports whether two may have a game in either order, with so many seats for the third time in a row.
func mayMeet(before []Game, a, b int, most int) bool {
	for _, g := range []Game{{Pair: Pair{a, b}}, {Pair: Pair{b, a}}} {
		if illegal(before, g) == "" && thirds(before, []Game{g}) <= most {
			return true
		}
	}
	return false
}

// total is the wins of a player less his losses.
func total(games []Game, player int) (standing int) {
	for _, g := range games {
		first, second := g.Outcome.Halves()
		if g.First == player {
			standing += (first - second) / 2
		} else if g.Second == player {
			standing += (second - first) / 2
		}
	}
	return standing
}

// count is how many games a player has, how many of them are open, and whether one is a bye.
func count(games []Game, player int) (n, open int, bye bool) {
	for _, g := range games {
		if g.First == player || g.Second == player {
			n++
			bye = bye || g.Second < 0
			if g.Outcome == Open {
				open++
			}
		}
	}
	return n, open, bye
}

// since is when the wait of a player began.
func since(e *Continuous, player int) time.Time {
	times := []time.Time{e.Begun}
	for _, g := range e.Games {
		if g.First == player || g.Second == player {
			times = append(times, g.Made)
			if g.Outcome != Open {
				times = append(times, g.Ended)
			}
		}
	}
	return slices.MaxFunc(times, time.Time.Compare)
}

// seatCost is how many of a pair have a seat for the third time, come to a difference of two, and have the seat of their last
// game, in the better of both ways.
func seatCost(before []Game, a, b int) []int {
	var ways [][]int
	for _, g := range []Game{{Pair: Pair{a, b}}, {Pair: Pair{b, a}}} {
		if illegal(before, g) != "" {
			continue
		}
		after, cost := append(slices.Clone(before), g), []int{thirds(before, []Game{g}), 0, 0}
		for _, player := range []int{a, b} {
			seats := had(after, player)
			if uneven(seats) == 2 && uneven(had(before, player)) == 1 {
				cost[1]++
			}
			if n := len(seats); n > 1 && seats[n-1] == seats[n-2] {
				cost[2]++
			}
		}
		ways = append(ways, cost)
	}
	return slices.MinFunc(ways, slices.Compare)
}

// distance is how far two who may meet are from each other.
func distance(before []Game, a, b int) int {
	x := total(before, a)
	y := total(before, b)
	if mayMeet(before, a, b, 0) {
		return max(x-y, y-x)
	}
	return max(x-y, y-x) + 2
}

// wrongNext says what is wrong with the games that are made at a time without rounds.
func wrongNext(e *Continuous, games []Game, now time.Time) string {
	var in, free []int
	for p, left := range e.Left {
		if !left.IsZero() && !left.After(now) {
			continue
		}
		in = append(in, p)
		if n, open, _ := count(e.Games, p); n < e.Rounds && open == 0 {
			free = append(free, p)
		}
	}
	slices.SortStableFunc(free, func(a, b int) int {
		x := total(e.Games, a)
		y := total(e.Games, b)
		return cmp.Or(since(e, a).Compare(since(e, b)), y-x)
	})
	var want []Pair
	done := map[int]bool{}
	for i, a := range free {
		partner, least := -1, []int{1 + int(now.Sub(since(e, a))/Patience), 9}
		for _, b := range free[i+1:] {
			if !done[a] && !done[b] && mayMeet(e.Games, a, b, 2) {
				cost := append([]int{distance(e.Games, a, b)}, seatCost(e.Games, a, b)[1:]...)
				if slices.Compare(cost, least) < 0 {
					partner, least = b, cost
				}
			}
		}
		if partner >= 0 {
			done[a], done[partner] = true, true
			want = append(want, Pair{min(a, partner), max(a, partner)})
		}
	}
	for _, a := range free {
		_, _, bye := count(e.Games, a)
		hope := slices.ContainsFunc(in, func(b int) bool {
			n, _, _ := count(e.Games, b)
			return a != b && n < e.Rounds && mayMeet(e.Games, a, b, 2)
		})
		if !done[a] && !bye && !hope {
			want = append(want, Pair{a, -1})
		}
	}
	var got []Pair
	for _, g := range games {
		if wrong := illegal(e.Games, g); wrong != "" {
			return wrong
		}
		if g.Second < 0 {
			if won := g.Outcome == FirstWon; won != (len(in)%2 == 1) {
				return fmt.Sprintf("the bye of %d is worth %v", g.First, g.Outcome)
			}
			got = append(got, g.Pair)
		} else {
			got = append(got, Pair{min(g.First, g.Second), max(g.First, g.Second)})
		}
	}
	if !slices.Equal(got, want) {
		return fmt.Sprintf("%v are made, want %v", got, want)
	}
	return ""
}
