package shogi

// worth is the value of a piece on the board by kind. The king has none, because losing it ends the game.
var worth = [kinds]int{pawn: 10, lance: 35, knight: 38, silver: 55, gold: 60, bishop: 85, rook: 105,
	tokin: 60, highLance: 55, highKnight: 55, highSilver: 58, horse: 120, dragon: 145}

const (
	held = 6    // added for a piece in hand, because it can be dropped anywhere
	won  = 9000 // more than all pieces
)

// Value compares the strength of seat with that of the other seat: pieces on the board and in hand, pieces that can be taken next,
// and the squares around each king that the other side attacks.
func (p *position) Value(seat int) int {
	own := uint8(seat - 1)
	switch {
	case p.end != nil && p.winner == 0:
		return 0
	case p.end != nil && p.winner == seat:
		return won
	case p.end != nil:
		return -won
	}
	return p.strength(own) - p.strength(1-own)
}

// strength returns the value of a seat's pieces and threats.
func (p *position) strength(seat uint8) (n int) {
	for k := range kinds {
		n += worth[k] * p.Pieces[k].And(p.Seats[seat]).Len()
	}
	for k := range handKinds {
		n += (worth[k] + held) * int(p.Hands[seat][k])
	}
	reached, cover := p.Attacks(seat, p.Taken()), p.Attacks(1-seat, p.Taken())
	for home := range p.KingOf(1 - seat).Each {
		n += 5 * reached.And(p.Ring(home)).Len()
	}
	for s := range p.Seats[1-seat].And(reached).Each {
		switch k := p.KindAt(s); {
		case k == king:
			n += 20
		case p.Turn == seat && !cover.Has(s):
			n += worth[k] * 3 / 4
		case p.Turn == seat:
			n += worth[k] / 5
		default:
			n += worth[k] / 8
		}
	}
	return n
}
