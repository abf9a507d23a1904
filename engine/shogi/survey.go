package shogi

// survey holds the moves of the seat to move, computed once for all its pieces.
type survey struct {
	*board
	all      squares // all pieces
	king     square
	checkers squares // the pieces that give check
	pinned   squares // own pieces that may move only along the line to their king
	room     squares // the squares on which a piece other than the king may land
	kingRoom squares // the same for the king
	dropRoom squares // the same for dropped pieces
	pawnRoom squares // the same for dropped pawns
}

// survey returns the moves of the seat to move. A seat without a king is never in check.
func (b *board) survey() survey {
	v := b.surveyPieces()
	v.dropRoom = v.room.without(v.all)
	v.pawnRoom = v.pawnDrops()
	return v
}

// surveyPieces returns the moves without drops.
func (b *board) surveyPieces() survey {
	v := survey{board: b, all: b.taken()}
	v.room = board81.without(b.seats[b.turn])
	if home := b.kingOf(b.turn); !home.empty() {
		v.king = home.first()
		// Find the pieces that give check, and the pinned pieces.
		v.checkers = v.near(v.turn, v.king)
		for left := v.snipers(v.turn, v.king); !left.empty(); left = left.rest() {
			sniper := left.first()
			shield := between(v.king, sniper).and(v.all)
			if shield.empty() {
				v.checkers = v.checkers.or(at(sniper))
			} else if !shield.several() {
				v.pinned = v.pinned.or(shield)
			}
		}

		// Remove the moves after which the own king could be taken.
		pieces := v.all.without(at(v.king))
		for left := steps[0][king][v.king].and(v.room); !left.empty(); left = left.rest() {
			if s := left.first(); !v.attacked(v.turn, s, pieces) {
				v.kingRoom = v.kingRoom.or(at(s))
			}
		}
		switch {
		case v.checkers.empty():
		case v.checkers.several():
			v.room = squares{}
		default:
			v.room = v.room.and(v.checkers.or(between(v.king, v.checkers.first())))
		}
	}
	return v
}

// pawnDrops returns the squares on which a pawn may be dropped.
func (v *survey) pawnDrops() squares {
	if v.hands[v.turn][pawn] == 0 || v.dropRoom.empty() {
		return squares{}
	}
	to := v.dropRoom.without(dead[v.turn][pawn]).and(openFiles(v.pieces[pawn].and(v.seats[v.turn])))
	if head := v.beforeKing(1 - v.turn); head.meets(to) && v.isMate(head) {
		to = to.without(head)
	}
	return to
}

// openFiles returns the files without a pawn. A pawn is subtracted from the last rank of its file, which keeps that bit
// only if the file is empty; then it is spread over the file.
func openFiles(pawns squares) squares {
	const lo, hi = loFirst << (size - 1), hiFirst << (size - 1)
	l, h := (lo-pawns.lo)&lo, (hi-pawns.hi)&hi
	return squares{l<<1 - l>>(size-1), h<<1 - h>>(size-1)}
}

// beforeKing returns the square in front of a seat's king.
func (b *board) beforeKing(seat uint8) squares {
	home := b.kingOf(seat)
	if home.empty() {
		return home
	}
	return steps[seat][pawn][home.first()]
}

// isMate reports whether a pawn dropped on head gives mate; the drop must give check.
func (b *board) isMate(head squares) bool {
	child := b.after(move{kind: pawn, to: head.first(), way: drops})
	v := child.survey()
	return !v.any()
}

// destinations returns the squares to which the piece of kind k on s may move.
func (v *survey) destinations(k kind, s square) squares {
	if k == king && !v.kingOf(v.turn).empty() {
		return v.kingRoom
	}
	to := reach(v.turn, k, s, v.all).and(v.room)
	if v.pinned.has(s) {
		to = to.and(rays[toward[v.king][s]][v.king])
	}
	return to
}

// split returns the destinations that the piece may reach without promotion and those where it may promote.
func (v *survey) split(k kind, s square, to squares) (stays, rises squares) {
	if raised[k] == k {
		return to, squares{}
	}
	rises = to
	if !zone[v.turn].has(s) {
		rises = to.and(zone[v.turn])
	}
	return to.without(dead[v.turn][k]), rises
}

// dropSquares returns the squares on which a piece of kind k may be dropped.
func (v *survey) dropSquares(k kind) squares {
	switch {
	case v.hands[v.turn][k] == 0:
		return squares{}
	case k == pawn:
		return v.pawnRoom
	}
	return v.dropRoom.without(dead[v.turn][k])
}

// count returns the number of moves.
func (v *survey) count() (n uint64) {
	own := v.seats[v.turn]
	for k := range kinds {
		for left := v.pieces[k].and(own); !left.empty(); left = left.rest() {
			s := left.first()
			stays, rises := v.split(k, s, v.destinations(k, s))
			n += uint64(stays.len() + rises.len())
		}
	}
	for k := range handKinds {
		n += uint64(v.dropSquares(k).len())
	}
	return n
}

// any reports whether there is a move.
func (v *survey) any() bool {
	if !v.kingRoom.empty() {
		return true
	}
	own := v.seats[v.turn]
	for k := range kinds {
		for left := v.pieces[k].and(own); !left.empty(); left = left.rest() {
			if !v.destinations(k, left.first()).empty() {
				return true
			}
		}
	}
	for k := range handKinds {
		if !v.dropSquares(k).empty() {
			return true
		}
	}
	return false
}

// list appends the moves in the order of Moves.
func (v *survey) list(moves []move) []move {
	own := v.seats[v.turn]
	for k := range kinds {
		for left := v.pieces[k].and(own); !left.empty(); left = left.rest() {
			s := left.first()
			stays, rises := v.split(k, s, v.destinations(k, s))
			moves = appendMoves(moves, move{kind: k, from: s}, stays)
			moves = appendMoves(moves, move{kind: k, from: s, way: promotes}, rises)
		}
	}
	for k := range handKinds {
		moves = appendMoves(moves, move{kind: k, way: drops}, v.dropSquares(k))
	}
	return moves
}

// listLoud appends the captures, and the promotions of the pieces that gain most by them.
func (v *survey) listLoud(moves []move) []move {
	own, foes := v.seats[v.turn], v.seats[1-v.turn]
	for k := range kinds {
		for left := v.pieces[k].and(own); !left.empty(); left = left.rest() {
			s := left.first()
			stays, rises := v.split(k, s, v.destinations(k, s))
			if k != pawn && k != bishop && k != rook {
				rises = rises.and(foes)
			}
			moves = appendMoves(moves, move{kind: k, from: s}, stays.and(foes))
			moves = appendMoves(moves, move{kind: k, from: s, way: promotes}, rises)
		}
	}
	return moves
}

func appendMoves(moves []move, m move, to squares) []move {
	for ; !to.empty(); to = to.rest() {
		m.to = to.first()
		moves = append(moves, m)
	}
	return moves
}
