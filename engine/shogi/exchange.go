package shogi

import (
	"hikyaku/engine/search"
	"hikyaku/engine/shogiboard"
)

// cheapest are the kinds in the order in which they take.
var cheapest = [kinds]kind{pawn, lance, knight, silver, gold, highLance, highKnight, highSilver, tokin, bishop, rook, horse, dragon, king}

// gain returns the gain of a loud move: the price of the captured piece, or the result of exchange if more is at risk.
func (n *node) gain(m move, prey kind) search.Score {
	if prey < kinds && m.Way != shogiboard.Promotes && price[m.Kind] <= price[prey] {
		return price[prey]
	}
	return n.exchange(m, prey)
}

// Risk returns what a quiet move loses if its piece is taken.
func (v *viewer) Risk(n *node, m move) search.Score { return -n.exchange(m, kinds) }

// exchange returns what m wins if both seats then take on its square as long as it pays, each with its cheapest piece first.
func (n *node) exchange(m move, prey kind) search.Score {
	var won [32]search.Score
	k := m.Kind
	if prey < kinds {
		won[0] = price[prey]
	}
	if m.Way == shogiboard.Promotes {
		k = shogiboard.Raised[k]
		won[0] += onBoard[k] - onBoard[m.Kind]
	}
	pieces := n.Taken().Or(shogiboard.At(m.To))
	if m.Way != shogiboard.Drops {
		pieces = pieces.Without(shogiboard.At(m.From))
	}
	depth, seat := 0, 1-n.Turn
	for depth < len(won)-1 {
		takers := n.Attackers(1-seat, m.To, pieces).And(pieces)
		if takers.Empty() {
			break
		}
		depth++
		won[depth] = price[k] - won[depth-1]
		for _, k = range cheapest {
			if n.Pieces[k].Meets(takers) {
				break
			}
		}
		pieces = pieces.Without(shogiboard.At(takers.And(n.Pieces[k]).First()))
		seat = 1 - seat
	}
	for ; depth > 0; depth-- {
		won[depth-1] = min(won[depth-1], -won[depth])
	}
	return won[0]
}
