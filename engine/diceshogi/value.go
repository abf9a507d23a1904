package diceshogi

// worth is the value of a piece on the board by kind. The king has none, because losing it ends the game.
var worth = spread(10, 50, 60, 80, 100, 0, 60, 60, 120, 140)

const (
	held = 5    // added for a piece in hand, because it can be dropped anywhere
	won  = 5000 // more than all pieces
)

// Value compares the strength of seat with that of the other seat: pieces on the board and in hand, pieces that can be taken
// next, and the squares around each king that the other side attacks.
func (p *position) Value(seat int) int {
	own := uint8(seat - 1)
	if r := p.Next().Result; r != nil {
		return won * (3 - 2*r.Places[own])
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
	n += 4 * reached.And(p.Ring(p.KingOf(1-seat).First())).Len()
	return n + p.threats(seat, reached, cover)
}

// threats returns the value of the pieces of the other seat that seat attacks. It is highest for an unprotected piece and
// for a king that can be taken at once.
func (p *position) threats(seat uint8, reached, cover squares) (n int) {
	for s := range p.Seats[1-seat].And(reached).Each {
		k := p.KindAt(s)
		switch {
		case k == king && p.IgnoreCheck && p.Turn == seat:
			n += won / 4
		case k == king:
			n += 30
		case p.Turn == seat && !cover.Has(s):
			n += worth[k] * 3 / 4
		case p.Turn == seat:
			n += worth[k] / 4
		default:
			n += worth[k] / 8
		}
	}
	return n
}
