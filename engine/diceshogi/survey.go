package diceshogi

// survey holds the moves of the seat to move, computed once for all its pieces.
type survey struct {
	board
	all      squares // all pieces
	king     square
	checkers squares // the pieces that give check
	pinned   squares // own pieces that may move only along the line to their king
	room     squares // the squares on which a piece other than the king may land
	kingRoom squares // the same for the king
	dropRoom squares // the same for dropped pieces
	pawnRoom squares // the same for dropped pawns
}

// survey returns the moves of the seat to move without regard to the die. A seat whose king is taken has none.
func (b *board) survey() survey {
	v := survey{board: *b, all: b.taken()}
	home := b.kingOf(b.turn)
	if home == 0 {
		return v
	}
	v.king = home.first()
	v.room = everywhere &^ b.seats[b.turn]
	v.kingRoom = v.room
	if !b.free {
		// Find the pieces that give check, and the pinned pieces.
		k, foes, table := v.king, v.seats[1-v.turn], &steps[v.turn]
		v.checkers = foes & (table[pawn][k]&v.pieces[pawn] | table[silver][k]&v.pieces[silver] |
			table[gold][k]&v.golds() | table[king][k]&(v.pieces[king]|v.pieces[horse]|v.pieces[dragon]))
		snipers := foes & (slides(&diagonal[k], foes)&(v.pieces[bishop]|v.pieces[horse]) |
			slides(&straight[k], foes)&(v.pieces[rook]|v.pieces[dragon]))
		for ; snipers != 0; snipers &= snipers - 1 {
			sniper := snipers.first()
			shield := between[k][sniper] & v.all
			if shield == 0 {
				v.checkers |= at(sniper)
			} else if !shield.several() {
				v.pinned |= shield
			}
		}

		// Remove the moves after which the own king could be taken.
		v.kingRoom &= steps[0][king][v.king] &^ v.attacked(v.all&^at(v.king))
		switch {
		case v.checkers == 0:
		case v.checkers.several():
			v.room = 0
		default:
			v.room &= v.checkers | between[v.king][v.checkers.first()]
		}
	}
	v.dropRoom = v.room &^ v.all
	v.pawnRoom = v.pawnDrops()
	return v
}

// attacked returns every square that the opponent attacks, with occupied squares pieces.
func (v *survey) attacked(pieces squares) squares { return v.attacks(1-v.turn, pieces) }

// pawnDrops returns the squares on which a pawn may be dropped.
func (v *survey) pawnDrops() squares {
	to := v.dropRoom &^ farRank[v.turn]
	if to == 0 || v.hands[v.turn][pawn] == 0 {
		return 0
	}
	for left := v.pieces[pawn] & v.seats[v.turn]; left != 0; left &= left - 1 {
		to &^= fileOf(left.first().file())
	}
	if head := v.beforeKing(1-v.turn) & to; head != 0 && !v.free && v.isMate(head) {
		to &^= head
	}
	return to
}

// beforeKing returns the square in front of a seat's king.
func (b *board) beforeKing(seat uint8) squares {
	k := b.kingOf(seat)
	if k == 0 {
		return 0
	}
	return steps[seat][pawn][k.first()]
}

// isMate reports whether a pawn dropped on head gives mate; the drop must give check.
func (b *board) isMate(head squares) bool {
	child := b.after(move{kind: pawn, to: head.first(), way: drops})
	v := child.survey()
	return v.allDestinations() == 0
}

// destinations returns the squares to which the piece of kind k on s may move.
func (v *survey) destinations(k kind, s square) squares {
	to := v.reach(v.turn, k, s, v.all)
	if k == king {
		return to & v.kingRoom
	}
	to &= v.room
	if v.pinned.has(s) {
		to &= through[v.king][s]
	}
	return to
}

// splitPromotions returns the destinations that the piece may reach without promotion and those where it may promote.
func (v *survey) splitPromotions(k kind, s square, to squares) (stays, rises squares) {
	if raised[k] == k {
		return to, 0
	}
	zone := farRank[v.turn]
	stays, rises = to, to&zone
	if zone.has(s) {
		rises = to
	}
	if k == pawn {
		stays &^= zone
	}
	return stays, rises
}

// dropSquares returns the squares on which a piece of kind k may be dropped.
func (v *survey) dropSquares(k kind) squares {
	switch {
	case v.hands[v.turn][k] == 0:
		return 0
	case k == pawn:
		return v.pawnRoom
	}
	return v.dropRoom
}

// count returns the number of moves.
func (v *survey) count() (n uint64) {
	for k := range kinds {
		for left := v.pieces[k] & v.seats[v.turn]; left != 0; left &= left - 1 {
			s := left.first()
			stays, rises := v.splitPromotions(k, s, v.destinations(k, s))
			n += uint64(stays.len() + rises.len())
		}
	}
	for k := range handKinds {
		n += uint64(v.dropSquares(k).len())
	}
	return n
}

// allDestinations returns every square on which some move ends.
func (v *survey) allDestinations() squares { return v.boardDestinations() | v.dropDestinations() }

// boardDestinations returns every square on which a move of a piece on the board ends.
func (v *survey) boardDestinations() (to squares) {
	for k := range kinds {
		for left := v.pieces[k] & v.seats[v.turn]; left != 0; left &= left - 1 {
			to |= v.destinations(k, left.first())
		}
	}
	return to
}

// dropDestinations returns every square on which a piece may be dropped.
func (v *survey) dropDestinations() (to squares) {
	for k := range handKinds {
		to |= v.dropSquares(k)
	}
	return to
}

// bindingDestinations returns every square on which a move ends that binds a seat to the file of the die.
func (v *survey) bindingDestinations() squares {
	if v.loose {
		return v.boardDestinations()
	}
	return v.allDestinations()
}

// list appends the moves in the order of Moves.
func (v *survey) list(moves []move) []move {
	for k := range kinds {
		for left := v.pieces[k] & v.seats[v.turn]; left != 0; left &= left - 1 {
			s := left.first()
			stays, rises := v.splitPromotions(k, s, v.destinations(k, s))
			moves = appendMoves(moves, move{kind: k, from: s}, stays)
			moves = appendMoves(moves, move{kind: k, from: s, way: promotes}, rises)
		}
	}
	for k := range handKinds {
		moves = appendMoves(moves, move{kind: k, way: drops}, v.dropSquares(k))
	}
	return moves
}

func appendMoves(moves []move, m move, to squares) []move {
	for ; to != 0; to &= to - 1 {
		m.to = to.first()
		moves = append(moves, m)
	}
	return moves
}

// restrict keeps only the moves that end within to.
func (v *survey) restrict(to squares) {
	v.room &= to
	v.kingRoom &= to
	v.dropRoom &= to
	v.pawnRoom &= to
}
