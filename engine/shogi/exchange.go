package shogi

import "hikyaku/engine/search"

// cheapest are the kinds in the order in which they take.
var cheapest = [kinds]kind{pawn, lance, knight, silver, gold, highLance, highKnight, highSilver, tokin, bishop, rook, horse, dragon, king}

// gain returns the gain of a loud move: the price of the captured piece, or the result of exchange if more is at risk.
func (b *board) gain(m move, prey kind) search.Score {
	if prey < kinds && m.way != promotes && price[m.kind] <= price[prey] {
		return price[prey]
	}
	return b.exchange(m, prey)
}

// exchange returns what m wins if both seats then take on its square as long as it pays, each with its cheapest piece first.
func (b *board) exchange(m move, prey kind) search.Score {
	var won [32]search.Score
	k := m.kind
	if prey < kinds {
		won[0] = price[prey]
	}
	if m.way == promotes {
		k = raised[k]
		won[0] += onBoard[k] - onBoard[m.kind]
	}
	pieces := b.taken().without(at(m.from)).or(at(m.to))
	depth, seat := 0, 1-b.turn
	for depth < len(won)-1 {
		takers := b.attackers(1-seat, m.to, pieces).and(pieces)
		if takers.empty() {
			break
		}
		depth++
		won[depth] = price[k] - won[depth-1]
		k = b.cheapestOf(takers)
		pieces = pieces.without(at(takers.and(b.pieces[k]).first()))
		seat = 1 - seat
	}
	for ; depth > 0; depth-- {
		won[depth-1] = min(won[depth-1], -won[depth])
	}
	return won[0]
}

// cheapestOf returns the kind of the cheapest of pieces.
func (b *board) cheapestOf(pieces squares) kind {
	for _, k := range cheapest {
		if b.pieces[k].meets(pieces) {
			return k
		}
	}
	return king
}
