package standings

import (
	"cmp"
	"fmt"
	"slices"
	"time"
)

// This is a second, plain reading of the laws of the package, which knows nothing of the first.

// had lists a player's seats in their order, 1 and 2.
func had(games []Game, name string) (seats string) {
	for _, g := range games {
		if g.Second == "" {
			continue
		}
		if g.First == name {
			seats += "1"
		} else if g.Second == name {
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
		if g.Second == "" && old.Second == "" && old.First == g.First {
			return fmt.Sprintf("%s has a second bye", g.First)
		}
		if g.Second != "" && (old.First == g.First && old.Second == g.Second || old.First == g.Second && old.Second == g.First) {
			return fmt.Sprintf("%s and %s meet again", g.First, g.Second)
		}
	}
	if g.Second == "" {
		return ""
	}
	after := append(slices.Clone(before), g)
	for _, name := range []string{g.First, g.Second} {
		if seats := had(after, name); uneven(seats) > 2 {
			return fmt.Sprintf("%s has the seats %s", name, seats)
		}
	}
	return ""
}

// thirds counts the players of new games who have a seat for the third time in a row.
func thirds(before, games []Game) (n int) {
	after := slices.Concat(before, games)
	for _, g := range games {
		for _, name := range []string{g.First, g.Second} {
			if g.Second != "" && thrice(had(after, name)) {
				n++
			}
		}
	}
	return n
}

// mayMeet reports whether two may have a game in either order, with so many seats for the third time in a row.
func mayMeet(before []Game, a, b string, most int) bool {
	for _, g := range []Game{{First: a, Second: b}, {First: b, Second: a}} {
		if illegal(before, g) == "" && thirds(before, []Game{g}) <= most {
			return true
		}
	}
	return false
}

// total is the wins of a player less his losses.
func total(games []Game, name string) (standing int) {
	for _, g := range games {
		first, second := g.Outcome.Halves()
		if g.First == name {
			standing += (first - second) / 2
		} else if g.Second == name {
			standing += (second - first) / 2
		}
	}
	return standing
}

// count is how many games a player has, how many of them are open, and whether one is a bye.
func count(games []Game, name string) (n, open int, bye bool) {
	for _, g := range games {
		if g.First == name || g.Second == name {
			n++
			bye = bye || g.Second == ""
			if g.Outcome == Open {
				open++
			}
		}
	}
	return n, open, bye
}

// since is when the wait of a player began.
func since(e *Continuous, p Entrant) time.Time {
	times := []time.Time{p.Entered}
	for _, g := range e.Games {
		if g.First == p.Name || g.Second == p.Name {
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
func seatCost(before []Game, a, b string) []int {
	var ways [][]int
	for _, g := range []Game{{First: a, Second: b}, {First: b, Second: a}} {
		if illegal(before, g) != "" {
			continue
		}
		after, cost := append(slices.Clone(before), g), []int{thirds(before, []Game{g}), 0, 0}
		for _, name := range []string{a, b} {
			seats := had(after, name)
			if uneven(seats) == 2 && uneven(had(before, name)) == 1 {
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
func distance(before []Game, a, b string) int {
	x := total(before, a)
	y := total(before, b)
	if mayMeet(before, a, b, 0) {
		return max(x-y, y-x)
	}
	return max(x-y, y-x) + 2
}

// wrongNext says what is wrong with the games that are made at a time without rounds.
func wrongNext(e *Continuous, games []Game, now time.Time) string {
	var in, free []Entrant
	for _, p := range e.Entrants {
		if p.Entered.After(now) || !p.Left.IsZero() && !p.Left.After(now) {
			continue
		}
		in = append(in, p)
		if n, open, _ := count(e.Games, p.Name); n < e.Rounds && open == 0 {
			free = append(free, p)
		}
	}
	slices.SortStableFunc(free, func(a, b Entrant) int {
		x := total(e.Games, a.Name)
		y := total(e.Games, b.Name)
		return cmp.Or(since(e, a).Compare(since(e, b)), y-x)
	})
	var want []string
	done := map[string]bool{}
	for i, a := range free {
		partner, least := "", []int{1 + int(now.Sub(since(e, a))/Patience), 9}
		for _, b := range free[i+1:] {
			if !done[a.Name] && !done[b.Name] && mayMeet(e.Games, a.Name, b.Name, 2) {
				cost := append([]int{distance(e.Games, a.Name, b.Name)}, seatCost(e.Games, a.Name, b.Name)[1:]...)
				if slices.Compare(cost, least) < 0 {
					partner, least = b.Name, cost
				}
			}
		}
		if partner != "" {
			done[a.Name], done[partner] = true, true
			want = append(want, min(a.Name, partner)+max(a.Name, partner))
		}
	}
	for _, a := range free {
		_, _, bye := count(e.Games, a.Name)
		hope := slices.ContainsFunc(in, func(b Entrant) bool {
			n, _, _ := count(e.Games, b.Name)
			return a.Name != b.Name && n < e.Rounds && mayMeet(e.Games, a.Name, b.Name, 2)
		})
		if !done[a.Name] && !bye && !hope {
			want = append(want, a.Name)
		}
	}
	var got []string
	for _, g := range games {
		if wrong := illegal(e.Games, g); wrong != "" {
			return wrong
		}
		if g.Second == "" {
			if won := g.Outcome == FirstWon; won != (len(in)%2 == 1) {
				return fmt.Sprintf("the bye of %s is worth %v", g.First, g.Outcome)
			}
			got = append(got, g.First)
		} else {
			got = append(got, min(g.First, g.Second)+max(g.First, g.Second))
		}
	}
	if !slices.Equal(got, want) {
		return fmt.Sprintf("%v are made, want %v", got, want)
	}
	return ""
}
