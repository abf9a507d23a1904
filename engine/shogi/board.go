package shogi

import "hikyaku/engine/shogitext"

// kind is a kind of piece. A promoted piece is a kind of its own.
type kind = shogitext.Kind

const (
	pawn       = shogitext.Pawn
	lance      = shogitext.Lance
	knight     = shogitext.Knight
	silver     = shogitext.Silver
	gold       = shogitext.Gold
	bishop     = shogitext.Bishop
	rook       = shogitext.Rook
	king       = shogitext.King
	tokin      = shogitext.Tokin
	highLance  = shogitext.HighLance
	highKnight = shogitext.HighKnight
	highSilver = shogitext.HighSilver
	horse      = shogitext.Horse
	dragon     = shogitext.Dragon
	kinds      = shogitext.Kinds
	handKinds  = shogitext.HandKinds
)

// board is everything that the rules about moves depend on. It is copied by value.
type board struct {
	pieces [kinds]squares // the squares of each kind, of both seats
	seats  [2]squares     // the squares of each seat's pieces
	hands  [2][handKinds]int8
	turn   uint8 // the seat to move, from 0
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
	declares // no piece moves: 宣言
)

func (b *board) taken() squares { return b.seats[0].or(b.seats[1]) }

// kindAt returns the kind of the piece on s, which must not be empty.
func (b *board) kindAt(s square) kind {
	one := at(s)
	for k := range b.pieces {
		if b.pieces[k].meets(one) {
			return kind(k)
		}
	}
	panic("the square is empty")
}

// kingOf returns the square of a seat's king as a set; it is empty if the seat has none.
func (b *board) kingOf(seat uint8) squares { return b.pieces[king].and(b.seats[seat]) }

// golds returns all pieces that move like a gold.
func (b *board) golds() squares {
	return b.pieces[gold].or(b.pieces[tokin]).or(b.pieces[highLance]).or(b.pieces[highKnight]).or(b.pieces[highSilver])
}

// reach returns the squares that a piece of seat on s attacks, including those of its own side, with occupied squares pieces.
func reach(seat uint8, k kind, s square, pieces squares) squares {
	to := steps[seat][k][s]
	switch k {
	case lance:
		to = slide(ahead(seat), s, pieces)
	case bishop, horse:
		to = to.or(diagonal(s, pieces))
	case rook, dragon:
		to = to.or(straight(s, pieces))
	}
	return to
}

// near returns the pieces of seat's opponent that attack s by a single step.
func (b *board) near(seat uint8, s square) squares {
	table := &steps[seat]
	foes := table[pawn][s].and(b.pieces[pawn]).
		or(table[knight][s].and(b.pieces[knight])).
		or(table[silver][s].and(b.pieces[silver])).
		or(table[gold][s].and(b.golds())).
		or(table[king][s].and(b.pieces[king].or(b.pieces[horse]).or(b.pieces[dragon])))
	return foes.and(b.seats[1-seat])
}

// snipers returns the pieces of the other seat that would attack s from afar if no piece stood between.
func (b *board) snipers(seat uint8, s square) squares {
	foes := lines[0][s].and(b.pieces[rook].or(b.pieces[dragon])).
		or(lines[1][s].and(b.pieces[bishop].or(b.pieces[horse]))).
		or(rays[ahead(seat)][s].and(b.pieces[lance]))
	return foes.and(b.seats[1-seat])
}

// attackers returns the pieces of seat's opponent that attack s, with occupied squares pieces.
func (b *board) attackers(seat uint8, s square, pieces squares) squares {
	all := b.near(seat, s)
	for left := b.snipers(seat, s); !left.empty(); left = left.rest() {
		if sniper := left.first(); !between(s, sniper).meets(pieces) {
			all = all.or(at(sniper))
		}
	}
	return all
}

// attacked reports whether attackers has any.
func (b *board) attacked(seat uint8, s square, pieces squares) bool {
	if !b.near(seat, s).empty() {
		return true
	}
	for left := b.snipers(seat, s); !left.empty(); left = left.rest() {
		if !between(s, left.first()).meets(pieces) {
			return true
		}
	}
	return false
}

// checked reports whether the king of a seat is attacked.
func (b *board) checked(seat uint8) bool {
	home := b.kingOf(seat)
	return !home.empty() && b.attacked(seat, home.first(), b.taken())
}

// play makes a move and returns the kind of the piece that it takes, or kinds. A king that is taken goes to no hand.
func (b *board) play(m move) (prey kind) {
	seat, to, k := b.turn, at(m.to), m.kind
	prey = kinds
	b.turn = 1 - seat
	switch m.way {
	case declares:
		return prey
	case drops:
		b.hands[seat][k]--
	default:
		prey = b.lift(m, seat, to)
		if m.way == promotes {
			k = k.Raised()
		}
	}
	b.pieces[k] = b.pieces[k].or(to)
	b.seats[seat] = b.seats[seat].or(to)
	return prey
}

// lift removes the moving piece from its square, and the captured piece, if any.
func (b *board) lift(m move, seat uint8, to squares) (prey kind) {
	prey = kinds
	if b.seats[1-seat].meets(to) {
		prey = b.kindAt(m.to)
		b.pieces[prey] = b.pieces[prey].without(to)
		b.seats[1-seat] = b.seats[1-seat].without(to)
		if prey != king {
			b.hands[seat][lowered[prey]]++
		}
	}
	from := at(m.from)
	b.pieces[m.kind] = b.pieces[m.kind].without(from)
	b.seats[seat] = b.seats[seat].without(from)
	return prey
}

// after returns b after the move m.
func (b board) after(m move) board {
	b.play(m)
	return b
}

// raised and lowered are the other sides of the pieces.
var raised, lowered = makeSides()

func makeSides() (up, down [kinds]kind) {
	for k := range kinds {
		up[k], down[k] = k.Raised(), k.Lowered()
	}
	return up, down
}
