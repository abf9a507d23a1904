package diceshogi

import "hikyaku/engine/shogiboard"

const won = 5000 // more than all pieces

var worth = shogiboard.Worth{Pieces: spread(10, 50, 60, 80, 100, 0, 60, 60, 120, 140), Held: 5, Ring: 4, King: 30, Taken: won / 4, Near: 4}

// Value compares the strength of seat with that of the other seat.
func (p *position) Value(seat int) int {
	own := uint8(seat - 1)
	if r := p.Next().Result; r != nil {
		return won * (3 - 2*r.Places[own])
	}
	return p.Strength(own, &worth) - p.Strength(1-own, &worth)
}
