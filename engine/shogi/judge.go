package shogi

import (
	"sync"

	"hikyaku/engine/search"
	"hikyaku/engine/shogiboard"
)

// places are the values of pieces by square, in addition to onBoard, seen from seat 0, and by their position relative to the
// kings.
type places struct {
	square [kinds][cells]int16
	own    [kinds][wide * wide]int16
	foe    [kinds][wide * wide]int16
}

// wide is the number of differences of two files or ranks.
const wide = 2*size - 1

// offset returns the index of s seen from a king on home.
func offset(s, home square) int {
	return wide*(s.File()-home.File()+size-1) + s.Rank() - home.Rank() + size - 1
}

var placed = sync.OnceValue(func() *places {
	var t places
	for k := range kinds {
		for s := range square(cells) {
			t.square[k][s] = onSquare(k, s.File(), s.Rank()-1)
		}
		for file := -size + 1; file < size; file++ {
			for rank := -size + 1; rank < size; rank++ {
				i, d := wide*(file+size-1)+rank+size-1, max(file, -file, rank, -rank)
				t.own[k][i] = guards[k] * guarding[d] / 100
				t.foe[k][i] = hunters[k] * hunting[d] / 100
				if rank < 0 { // from behind
					t.foe[k][i] = t.foe[k][i] * 3 / 4
				}
			}
		}
	}
	return &t
})

// onSquare returns the value of a square to a piece of seat 0.
func onSquare(k kind, file, rank int) int16 {
	switch k {
	case pawn:
		return pawnRank[rank]
	case silver:
		return silverRank[rank]
	case gold:
		return goldRank[rank]
	case knight:
		return knightRank[rank]
	case king:
		return kingRank[rank] + kingFile[max(file-5, 5-file)]
	}
	return 0
}

// at returns the value of a piece on s, for its seat.
func (t *places) at(seat uint8, k kind, s square, kings *[2]square) int16 {
	own, foe := kings[seat], kings[1-seat]
	if seat == 1 {
		s, own, foe = cells-1-s, cells-1-own, cells-1-foe
	}
	v := t.square[k][s]
	if own < cells {
		v += t.own[k][offset(s, own)]
	}
	if foe < cells {
		v += t.foe[k][offset(s, foe)]
	}
	return v
}

// change returns the change of the points by a move of n, seen from the seat to move. It is not for moves of a king.
func (t *places) change(n *node, m move, prey kind) search.Score {
	k, v := m.Kind, search.Score(0)
	if m.Way == shogiboard.Drops {
		v -= inHand[k]
	} else {
		v -= onBoard[k] + search.Score(t.at(n.Turn, k, m.From, &n.kings))
	}
	if m.Way == shogiboard.Promotes {
		k = shogiboard.Raised[k]
	}
	v += onBoard[k] + search.Score(t.at(n.Turn, k, m.To, &n.kings))
	if prey < kinds {
		v += price[prey] + search.Score(t.at(1-n.Turn, prey, m.To, &n.kings))
	}
	return v
}

// force is the squares reached by a seat's pieces.
type force struct {
	once, twice squares // attacked by one piece, by several; by the king not counted
	press       int32   // on the squares next to the other king
	roaming     int32   // of rooks and bishops
}

// forceOf returns the force of a seat against the ring of squares round the other king.
func (n *node) forceOf(seat uint8, all, ring squares) (f force) {
	own := n.Seats[seat]
	for k := range kinds {
		if k == king {
			continue
		}
		for left := n.Pieces[k].And(own); !left.Empty(); left = left.Rest() {
			to := n.Reach(seat, k, left.First(), all)
			f.twice = f.twice.Or(f.once.And(to))
			f.once = f.once.Or(to)
			if hit := to.And(ring); !hit.Empty() {
				f.press += pressing[k] * int32(1+hit.Len())
			}
			switch k {
			case rook, bishop, horse, dragon:
				f.roaming += int32(to.Without(own).Len())
			}
		}
	}
	return f
}

// judge returns the evaluation of n for the seat to move.
func (n *node) judge() search.Score {
	var rings [2]squares
	for seat, home := range n.kings {
		if home < cells {
			rings[seat] = n.Ring(home)
		}
	}
	all := n.Taken()
	forces := [2]force{n.forceOf(0, all, rings[1]), n.forceOf(1, all, rings[0])}
	v := n.points + roaming*search.Score(forces[0].roaming-forces[1].roaming)
	v += n.danger(1, rings[1], &forces) - n.danger(0, rings[0], &forces)
	v += loose * search.Score(n.loose(1, rings[1], &forces)-n.loose(0, rings[0], &forces))
	if n.Turn == 1 {
		v = -v
	}
	return v + tempo
}

// danger returns how much the attack on the king of a seat costs it.
func (n *node) danger(seat uint8, ring squares, forces *[2]force) search.Score {
	if ring.Empty() {
		return 0
	}
	attack, defence := &forces[1-seat], &forces[seat]
	units := attack.press - calm
	units += exposed * int32(attack.once.And(ring).Without(defence.once).Len())
	units += crowded * int32(attack.twice.And(ring).Without(defence.twice).Len())
	free := ring.Without(n.Seats[seat]).Without(attack.once)
	units += cramped * max(3-int32(free.Len()), 0)
	for k, w := range waiting {
		units += w * min(int32(n.Hands[1-seat][k]), 2)
	}
	units = min(max(units, 0), deadly)
	return search.Score(units * units / 24)
}

// loose returns how many pieces of a seat can be taken without a loss.
func (n *node) loose(seat uint8, ring squares, forces *[2]force) int {
	return n.Seats[seat].And(forces[1-seat].once).Without(forces[seat].once).Without(ring).Without(n.KingOf(seat)).Len()
}
