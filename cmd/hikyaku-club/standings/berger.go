package standings

import "slices"

// berger returns the rounds of the Berger table for n players, an even number, numbered from 1. The first of each pair has the
// first seat.
//
// The last player meets the one at the turning point of a circle of all others, in alternating seats. The others meet across the
// circle: of two equally far from that point, the one after it has the first seat.
func berger(n int) [][][2]int {
	circle := max(0, n-1)
	rounds := make([][][2]int, circle)
	for r := range rounds {
		point := r * (n / 2) % circle
		top := [2]int{point + 1, n}
		if r%2 == 1 {
			top = [2]int{n, point + 1}
		}
		rounds[r] = append(rounds[r], top)
		for k := 1; k < n/2; k++ {
			rounds[r] = append(rounds[r], [2]int{(point+k)%circle + 1, (point+circle-k)%circle + 1})
		}
	}
	return rounds
}

// RoundRobin returns the rounds in which each player meets each other, once or twice.
func RoundRobin(players []string, twice bool) [][]Game {
	var rounds [][]Game
	for _, pairs := range berger(len(players) + len(players)%2) {
		var round []Game
		for _, pair := range pairs {
			if max(pair[0], pair[1]) <= len(players) {
				round = append(round, Game{First: players[pair[0]-1], Second: players[pair[1]-1]})
			}
		}
		rounds = append(rounds, round)
	}
	if !twice {
		return rounds
	}
	n := len(rounds)
	for _, round := range rounds {
		back := slices.Clone(round)
		for i, g := range back {
			back[i].First, back[i].Second = g.Second, g.First
		}
		rounds = append(rounds, back)
	}
	if n > 1 {
		rounds[n-2], rounds[n-1] = rounds[n-1], rounds[n-2]
	}
	return rounds
}
