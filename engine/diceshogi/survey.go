package diceshogi

// survey is what the seat to move can do on a board, found once for all its men.
type survey struct {
	board
	all      squares // where men stand
	king     square
	checkers squares // the men that give check
	pinned   squares // own men that may move only along the line to their king
	room     squares // where a man other than the king may land
	kingRoom squares
	dropRoom squares
	pawnRoom squares // for dropped pawns
}

// survey looks at b for the seat to move, with no regard to a die. A taken king leaves nothing to do.
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
		v.look()
		v.guard()
	}
	v.dropRoom = v.room &^ v.all
	v.pawnRoom = v.pawnDrops()
	return v
}

// look finds who gives check and who is pinned.
func (v *survey) look() {
	k, foes, table := v.king, v.seats[1-v.turn], &steps[v.turn]
	v.checkers = foes & (table[pawn][k]&v.men[pawn] | table[silver][k]&v.men[silver] |
		table[gold][k]&v.golds() | table[king][k]&(v.men[king]|v.men[horse]|v.men[dragon]))
	snipers := foes & (slides(&diagonal[k], foes)&(v.men[bishop]|v.men[horse]) |
		slides(&straight[k], foes)&(v.men[rook]|v.men[dragon]))
	for ; snipers != 0; snipers &= snipers - 1 {
		sniper := snipers.first()
		shield := between[k][sniper] & v.all
		if shield == 0 {
			v.checkers |= at(sniper)
		} else if !shield.several() {
			v.pinned |= shield
		}
	}
}

// guard narrows v to what leaves the king safe.
func (v *survey) guard() {
	v.kingRoom &= steps[0][king][v.king] &^ v.danger(v.all&^at(v.king))
	switch {
	case v.checkers == 0:
	case v.checkers.several():
		v.room = 0
	default:
		v.room &= v.checkers | between[v.king][v.checkers.first()]
	}
}

// danger is every square that the other seat reaches where men stand in the ways.
func (v *survey) danger(men squares) (to squares) {
	foe := 1 - v.turn
	foes, table := v.seats[foe], &steps[foe]
	for left := foes & v.men[pawn]; left != 0; left &= left - 1 {
		to |= table[pawn][left.first()]
	}
	for left := foes & v.men[silver]; left != 0; left &= left - 1 {
		to |= table[silver][left.first()]
	}
	for left := foes & v.golds(); left != 0; left &= left - 1 {
		to |= table[gold][left.first()]
	}
	for left := foes & (v.men[king] | v.men[horse] | v.men[dragon]); left != 0; left &= left - 1 {
		to |= table[king][left.first()]
	}
	for left := foes & (v.men[bishop] | v.men[horse]); left != 0; left &= left - 1 {
		to |= slides(&diagonal[left.first()], men)
	}
	for left := foes & (v.men[rook] | v.men[dragon]); left != 0; left &= left - 1 {
		to |= slides(&straight[left.first()], men)
	}
	return to
}

// pawnDrops is where a pawn in hand may be dropped.
func (v *survey) pawnDrops() squares {
	to := v.dropRoom &^ farRank[v.turn]
	if to == 0 || v.hands[v.turn][pawn] == 0 {
		return 0
	}
	for left := v.men[pawn] & v.seats[v.turn]; left != 0; left &= left - 1 {
		to &^= fileOf(left.first().file())
	}
	if head := v.ahead(1-v.turn) & to; head != 0 && !v.free && v.mates(head) {
		to &^= head
	}
	return to
}

// ahead is the square before the king of a seat.
func (b *board) ahead(seat uint8) squares {
	k := b.kingOf(seat)
	if k == 0 {
		return 0
	}
	return steps[seat][pawn][k.first()]
}

// mates reports whether a pawn dropped on head, which gives check, leaves no answer.
func (b *board) mates(head squares) bool {
	child := b.after(move{kind: pawn, to: head.first(), way: drops})
	v := child.survey()
	return v.union() == 0
}

// goes is where the man of a kind on s may move.
func (v *survey) goes(k kind, s square) squares {
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

// choice splits where a man goes into the moves that leave it as it is and those that promote it.
func (v *survey) choice(k kind, s square, to squares) (stays, rises squares) {
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

// land is where a man of a kind in hand may be dropped.
func (v *survey) land(k kind) squares {
	switch {
	case v.hands[v.turn][k] == 0:
		return 0
	case k == pawn:
		return v.pawnRoom
	}
	return v.dropRoom
}

// count is the number of moves.
func (v *survey) count() (n uint64) {
	for k := range kinds {
		for left := v.men[k] & v.seats[v.turn]; left != 0; left &= left - 1 {
			s := left.first()
			stays, rises := v.choice(k, s, v.goes(k, s))
			n += uint64(stays.len() + rises.len())
		}
	}
	for k := range handKinds {
		n += uint64(v.land(k).len())
	}
	return n
}

// union is every square on which some move ends.
func (v *survey) union() (to squares) {
	for k := range kinds {
		for left := v.men[k] & v.seats[v.turn]; left != 0; left &= left - 1 {
			to |= v.goes(k, left.first())
		}
	}
	for k := range handKinds {
		to |= v.land(k)
	}
	return to
}

// list appends the moves: by kind, by origin, by destination, promotions last; then the drops.
func (v *survey) list(moves []move) []move {
	for k := range kinds {
		for left := v.men[k] & v.seats[v.turn]; left != 0; left &= left - 1 {
			s := left.first()
			stays, rises := v.choice(k, s, v.goes(k, s))
			moves = spread(moves, move{kind: k, from: s}, stays)
			moves = spread(moves, move{kind: k, from: s, way: promotes}, rises)
		}
	}
	for k := range handKinds {
		moves = spread(moves, move{kind: k, way: drops}, v.land(k))
	}
	return moves
}

func spread(moves []move, m move, to squares) []move {
	for ; to != 0; to &= to - 1 {
		m.to = to.first()
		moves = append(moves, m)
	}
	return moves
}

// keep leaves only the moves that end within to.
func (v *survey) keep(to squares) {
	v.room &= to
	v.kingRoom &= to
	v.dropRoom &= to
	v.pawnRoom &= to
}
