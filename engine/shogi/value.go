package shogi

import "hikyaku/engine/shogiboard"

var worth = shogiboard.Worth{Held: 6, Ring: 5, King: 20, Near: 5,
	Pieces: [kinds]int{pawn: 10, lance: 35, knight: 38, silver: 55, gold: 60, bishop: 85, rook: 105,
		tokin: 60, highLance: 55, highKnight: 55, highSilver: 58, horse: 120, dragon: 145}}

// Value compares the strength of seat with that of the other seat.
func (p *position) Value(seat int) int {
	const won = 9000 // more than all pieces
	own := uint8(seat - 1)
	switch {
	case p.end != nil && p.winner == 0:
		return 0
	case p.end != nil && p.winner == seat:
		return won
	case p.end != nil:
		return -won
	}
	return p.Strength(own, &worth) - p.Strength(1-own, &worth)
}
