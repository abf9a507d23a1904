package diceshogi

// kind is a kind of piece. A promoted piece is a kind of its own.
type kind uint8

const (
	pawn kind = iota
	silver
	gold
	bishop
	rook
	king
	tokin // promoted pawn
	highSilver
	horse
	dragon
	kinds
	handKinds = king // the kinds before the king, which can be in hand
)

// raised is the promoted form of each kind, or the kind itself if it does not promote.
var raised = [kinds]kind{tokin, highSilver, gold, horse, dragon, king, tokin, highSilver, horse, dragon}

// lowered is the kind of a captured piece in hand.
var lowered = [kinds]kind{pawn, silver, gold, bishop, rook, king, pawn, silver, bishop, rook}

// board is everything that the rules depend on except the die and the rule set. It is copied by value.
type board struct {
	pieces [kinds]squares // the squares of each kind, of both seats
	seats  [2]squares     // the squares of each seat's pieces
	hands  [2][handKinds]int8
	turn   uint8 // the seat to move, from 0
	free   bool  // rules=dice: a seat may ignore check, and the king may be taken
	loose  bool  // drop=free: only pieces on the board bind a seat to the file of the die
}

// move is a parsed move.
type move struct {
	kind kind // the piece before it moves
	from square
	to   square
	way  wayOf
}

// wayOf is how a piece gets to its square.
type wayOf uint8

const (
	simple wayOf = iota
	promotes
	drops
)

func (b *board) taken() squares { return b.seats[0] | b.seats[1] }

// kindAt returns the kind of the piece on s, which must not be empty.
func (b *board) kindAt(s square) kind {
	for k := range b.pieces {
		if b.pieces[k].has(s) {
			return kind(k)
		}
	}
	panic("the square is empty")
}

// kingOf returns the square of a seat's king as a set; it is empty once the king is taken.
func (b *board) kingOf(seat uint8) squares { return b.pieces[king] & b.seats[seat] }

// reach returns the squares that a piece of seat on s attacks when pieces stand on the board, those of its own side
// included.
func (b *board) reach(seat uint8, k kind, s square, pieces squares) squares {
	to := steps[seat][k][s]
	switch k {
	case bishop, horse:
		to |= slides(&diagonal[s], pieces)
	case rook, dragon:
		to |= slides(&straight[s], pieces)
	}
	return to
}

// attackers returns the pieces of seat's opponent that attack s, with occupied squares pieces.
func (b *board) attackers(seat uint8, s square, pieces squares) squares {
	table := &steps[seat]
	foes := table[pawn][s]&b.pieces[pawn] |
		table[silver][s]&b.pieces[silver] |
		table[gold][s]&b.golds() |
		table[king][s]&(b.pieces[king]|b.pieces[horse]|b.pieces[dragon]) |
		slides(&diagonal[s], pieces)&(b.pieces[bishop]|b.pieces[horse]) |
		slides(&straight[s], pieces)&(b.pieces[rook]|b.pieces[dragon])
	return foes & b.seats[1-seat]
}

// attacks returns every square that seat attacks, with occupied squares pieces.
func (b *board) attacks(seat uint8, pieces squares) (to squares) {
	own, table := b.seats[seat], &steps[seat]
	for left := own & b.pieces[pawn]; left != 0; left &= left - 1 {
		to |= table[pawn][left.first()]
	}
	for left := own & b.pieces[silver]; left != 0; left &= left - 1 {
		to |= table[silver][left.first()]
	}
	for left := own & b.golds(); left != 0; left &= left - 1 {
		to |= table[gold][left.first()]
	}
	for left := own & (b.pieces[king] | b.pieces[horse] | b.pieces[dragon]); left != 0; left &= left - 1 {
		to |= table[king][left.first()]
	}
	for left := own & (b.pieces[bishop] | b.pieces[horse]); left != 0; left &= left - 1 {
		to |= slides(&diagonal[left.first()], pieces)
	}
	for left := own & (b.pieces[rook] | b.pieces[dragon]); left != 0; left &= left - 1 {
		to |= slides(&straight[left.first()], pieces)
	}
	return to
}

// golds returns all pieces that move like a gold.
func (b *board) golds() squares { return b.pieces[gold] | b.pieces[tokin] | b.pieces[highSilver] }

// checked reports whether the king of a seat is attacked. The die does not matter.
func (b *board) checked(seat uint8) bool {
	at := b.kingOf(seat)
	return at != 0 && b.attackers(seat, at.first(), b.taken()) != 0
}

// play makes a legal move.
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
	b.pieces[k] |= to
	b.seats[seat] |= to
	b.turn = 1 - seat
}

// lift removes the moving piece from its square, and the captured piece, if any. A captured king goes to no
// hand.
func (b *board) lift(m move, to squares) {
	seat, from := b.turn, at(m.from)
	if b.seats[1-seat]&to != 0 {
		prey := b.kindAt(m.to)
		b.pieces[prey] &^= to
		b.seats[1-seat] &^= to
		if prey != king {
			b.hands[seat][lowered[prey]]++
		}
	}
	b.pieces[m.kind] &^= from
	b.seats[seat] &^= from
}

// after returns b after the move m.
func (b board) after(m move) board {
	b.play(m)
	return b
}
