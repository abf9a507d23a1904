package engine

import "slices"

// Leaver is a Position of a game with more than two seats, which continues after a player resigns or runs out of time. Every game
// that can have more than two seats needs it.
//
// Leave returns the position in which a seat no longer plays: it is out. Its pieces stay where they are, and it never moves
// again. If it was to move, the next seat is. Leave changes nothing about the dice that the position waits for. The text of the
// position says which seats are out, and in what order they left, because a Result places them as Behind does. The seat must be
// in and another seat too; the game must not be over.
//
// Out returns the seats that are out, in the order in which they left.
type Leaver interface {
	Position
	Leave(seat int) Position
	Out() []int
}

// Out returns the seats that are out in p, in the order in which they left.
func Out(p Position) []int {
	if l, ok := p.(Leaver); ok {
		return l.Out()
	}
	return nil
}

// Behind returns the places of a game in which some seats are out. The seats that are in keep their order in places. Seats that
// are out come after them: the first to leave is last.
func Behind(places, out []int) []int {
	behind := make([]int, len(places))
	for i := range behind {
		behind[i] = 1
		for j, other := range places {
			if other < places[i] && !slices.Contains(out, j+1) {
				behind[i]++
			}
		}
	}
	for i, seat := range out {
		behind[seat-1] = len(places) - i
	}
	return behind
}
