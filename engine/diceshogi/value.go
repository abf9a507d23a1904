package diceshogi

// worth is what a man is good for on the board, by kind; the king's is for being taken.
var worth = [kinds]int{10, 50, 60, 80, 100, 0, 60, 60, 120, 140}

const (
	held = 5    // a man in hand can go anywhere, which is worth this much more
	won  = 5000 // more than all men
)

// Value weighs the men of seat against those of the other one: what stands, what is in hand, what can be
// taken next, and how many squares around each king the other side reaches.
func (p *position) Value(seat int) int {
	own := uint8(seat - 1)
	if r := p.Next().Result; r != nil {
		return won * (3 - 2*r.Places[own])
	}
	return p.strength(own) - p.strength(1-own)
}

// strength is what a seat has, and what it threatens.
func (p *position) strength(seat uint8) (n int) {
	for k := range kinds {
		n += worth[k] * (p.men[k] & p.seats[seat]).len()
	}
	for k := range handKinds {
		n += (worth[k] + held) * int(p.hands[seat][k])
	}
	// danger is asked for the seat that suffers it.
	foe := p.board
	foe.turn = 1 - seat
	v := survey{board: foe}
	reached := v.danger(p.taken())
	v.turn = seat
	cover := v.danger(p.taken())
	n += 4 * (reached & steps[0][king][p.kingOf(1-seat).first()]).len()
	return n + p.threats(seat, reached, cover)
}

// threats are worth most where the threatened man stands alone, or is the king and may be taken at once.
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
