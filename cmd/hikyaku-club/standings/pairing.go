package standings

import (
	"slices"
	"time"
)

// Pair is the players of a game by seat, or a bye. The players of an event are numbered from 0.
type Pair struct{ First, Second int } // Second is -1 for a bye

// Game is a game of an event.
type Game struct {
	Pair
	Round       int // 0 if the event has no rounds that begin together
	Made, Ended time.Time
	Outcome     Outcome
}

// Outcome is how a game ended.
type Outcome string

// The outcomes. A void game ended without a result: it counts as a meeting and for the seats, but gives no points.
const (
	Open      Outcome = ""
	FirstWon  Outcome = "1-0"
	SecondWon Outcome = "0-1"
	Drawn     Outcome = "1/2-1/2"
	Void      Outcome = "0-0"
)

// OutcomeOf returns the outcome that gives half points to both players.
func OutcomeOf(first, second int) Outcome {
	switch {
	case first+second < 2:
		return Void
	case first > second:
		return FirstWon
	case first < second:
		return SecondWon
	}
	return Drawn
}

// Halves returns the points of both players in half points.
func (o Outcome) Halves() (first, second int) {
	switch o {
	case FirstWon:
		return 2, 0
	case SecondWon:
		return 0, 2
	case Drawn:
		return 1, 1
	}
	return 0, 0
}

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
func RoundRobin(players int, twice bool) [][]Pair {
	var rounds [][]Pair
	for _, pairs := range berger(players + players%2) {
		var round []Pair
		for _, pair := range pairs {
			if max(pair[0], pair[1]) <= players {
				round = append(round, Pair{pair[0] - 1, pair[1] - 1})
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
		for i, p := range back {
			back[i] = Pair{p.Second, p.First}
		}
		rounds = append(rounds, back)
	}
	if n > 1 {
		rounds[n-2], rounds[n-1] = rounds[n-1], rounds[n-2]
	}
	return rounds
}
