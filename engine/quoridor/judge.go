package quoridor

import (
	"math"
	"math/rand/v2"

	"hikyaku/engine/search"
)

// Over returns 1 for the winner.
func (t *thinker) Over(v *survey) (s search.Shares, over bool) {
	winner := v.winner()
	if winner < 0 {
		return s, false
	}
	s[winner] = 1
	return t.wary(v, s), true
}

// slope is the weight of a lead of one step: it multiplies the chances of a seat by e to this power.
const slope = 0.5

// wallSteps is the value of a wall in stock in steps, by the number of seats that are in. With three rivals, the others have
// walls against the leader too, and a player who still has walls when theirs are spent can win with them.
var wallSteps = [5]float64{2: 0.6, 3: 1.2, 4: 2}

// open is what each wall that may still be placed across the way of a pawn costs it in steps, among two seats, while the rival has
// walls.
const open = 0.1

// Value returns the result of a race, or compares the ways and the stocks.
func (t *thinker) Value(v *survey, _ *rand.Rand) search.Shares {
	var s search.Shares
	if winner, plies := t.outcome(v); winner >= 0 {
		s[winner] = 1 - float32(plies)/1000 // sooner is better
		s[1-winner] = 1 - s[winner]
		return s
	}
	sum, seats, wall, free := float32(0), int(v.seats), wallSteps[v.in()], v.walls.free()
	for seat := range seats {
		if v.out(seat) {
			continue
		}
		wait := (seat - int(v.turn) + seats) % seats
		late := float64(v.steps[seat]) + float64(wait)/float64(seats) - wall*float64(v.left[seat])
		if seats == 2 && v.left[1-seat] > 0 {
			late += open * float64(v.across[seat].and(free).len())
		}
		s[seat] = float32(math.Exp(-slope * late))
		sum += s[seat]
	}
	for seat := range seats {
		s[seat] /= sum
	}
	return t.wary(v, s)
}

// wary returns results for a careful seat: it assumes that all other seats play against it and share what it does not get (the
// paranoid assumption of Sturtevant and Korf, 2000). Without it, a seat would leave it to others to stop a rival.
func (t *thinker) wary(v *survey, s search.Shares) search.Shares {
	rest := (1 - s[t.seat]) / float32(max(1, v.in()-1))
	for seat := range int(v.seats) {
		if seat != t.seat && !v.out(seat) {
			s[seat] = rest
		}
	}
	return s
}
