package diceshogi

// worth is the value of a piece on the board by kind. The king has none, because losing it ends the game.
var worth = [kinds]int{10, 50, 60, 80, 100, 0, 60, 60, 120, 140}

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
		n += worth[k] * (p.pieces[k] & p.seats[seat]).len()
	}
	for k := range handKinds {
		n += (worth[k] + held) * int(p.hands[seat][k])
	}
	reached, cover := p.attacks(seat, p.taken()), p.attacks(1-seat, p.taken())
	n += 4 * (reached & steps[0][king][p.kingOf(1-seat).first()]).len()
	return n + p.threats(seat, reached, cover)
}

// threats returns the value of the pieces of the other seat that seat attacks. It is highest for an unprotected piece and
// for a king that can be taken at once.
func (p *position) threats(seat uint8, reached, cover squares) (n int) {
	for s := range (p.seats[1-seat] & reached).each {
		k := p.kindAt(s)
		switch {
		case k == king && p.free && p.turn == seat:
			n += won / 4
		case k == king:
			n += 30
		case p.turn == seat && !cover.has(s):
			n += worth[k] * 3 / 4
		case p.turn == seat:
			n += worth[k] / 4
		default:
			n += worth[k] / 8
		}
	}
	return n
}
