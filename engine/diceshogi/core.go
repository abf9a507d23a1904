package diceshogi

// kind is what a man is, as it moves.
type kind uint8

const (
	pawn kind = iota
	silver
	gold
	bishop
	rook
	king
	tokin // a promoted pawn
	highSilver
	horse
	dragon
	kinds
	handKinds = king // only the kinds before the king go to hand
)

// raised is what a kind promotes to; a kind that does not is itself.
var raised = [kinds]kind{tokin, highSilver, gold, horse, dragon, king, tokin, highSilver, horse, dragon}

// lowered is what a captured man is in hand.
var lowered = [kinds]kind{pawn, silver, gold, bishop, rook, king, pawn, silver, bishop, rook}

// board is what the rules look at but for the die, and nothing else. It is copied freely.
type board struct {
	men   [kinds]squares // where each kind stands, of both seats
	seats [2]squares     // where the men of each seat stand
	hands [2][handKinds]int8
	turn  uint8 // the seat to move, from 0
	free  bool  // rules=dice: check may be ignored, and the king be taken
}

// move is a move in the form that the game works on.
type move struct {
	kind kind // the man before it moves
	from square
	to   square
	way  wayOf
}

// wayOf is how a man gets to its square.
type wayOf uint8

const (
	simple wayOf = iota
	promotes
	drops
)

func (b *board) taken() squares { return b.seats[0] | b.seats[1] }

// kindAt is the kind of the man on s, which is not empty.
func (b *board) kindAt(s square) kind {
	for k := range b.men {
		if b.men[k].has(s) {
			return kind(k)
		}
	}
	panic("no man stands there")
}

// kingOf is where the king of a seat stands: a set of one square, empty once it is taken.
func (b *board) kingOf(seat uint8) squares { return b.men[king] & b.seats[seat] }

// reach is where a man of a seat on s gets to, its own men's squares included.
func (b *board) reach(seat uint8, k kind, s square, men squares) squares {
	to := steps[seat][k][s]
	switch k {
	case bishop, horse:
		to |= slides(&diagonal[s], men)
	case rook, dragon:
		to |= slides(&straight[s], men)
	}
	return to
}

// attackers are the men of the other seat that could take on s, where men stand in the ways.
func (b *board) attackers(seat uint8, s square, men squares) squares {
	table := &steps[seat]
	foes := table[pawn][s]&b.men[pawn] |
		table[silver][s]&b.men[silver] |
		table[gold][s]&b.golds() |
		table[king][s]&(b.men[king]|b.men[horse]|b.men[dragon]) |
		slides(&diagonal[s], men)&(b.men[bishop]|b.men[horse]) |
		slides(&straight[s], men)&(b.men[rook]|b.men[dragon])
	return foes & b.seats[1-seat]
}

// golds are all men that move as a gold.
func (b *board) golds() squares { return b.men[gold] | b.men[tokin] | b.men[highSilver] }

// checked reports whether the king of a seat could be taken next, whatever the die.
func (b *board) checked(seat uint8) bool {
	at := b.kingOf(seat)
	return at != 0 && b.attackers(seat, at.first(), b.taken()) != 0
}

// play makes a move that has been checked.
func (b *board) play(m move) {
	seat, to := b.turn, at(m.to)
	k := m.kind
	switch m.way {
	case drops:
		b.hands[seat][k]--
	default:
		b.lift(m, to)
		if m.way == promotes {
			k = raised[k]
		}
	}
	b.men[k] |= to
	b.seats[seat] |= to
	b.turn = 1 - seat
}

// lift takes the moving man off its square, and what it captures off the board. A king goes to no hand.
func (b *board) lift(m move, to squares) {
	seat, from := b.turn, at(m.from)
	if b.seats[1-seat]&to != 0 {
		prey := b.kindAt(m.to)
		b.men[prey] &^= to
		b.seats[1-seat] &^= to
		if prey != king {
			b.hands[seat][lowered[prey]]++
		}
	}
	b.men[m.kind] &^= from
	b.seats[seat] &^= from
}

// after is b with a move made.
func (b board) after(m move) board {
	b.play(m)
	return b
}
