package quoridor

// Perft counts the leaves after depth moves: 1 at depth 0, none below a finished game. There are no
// dice, so face does not matter.
func (p *position) Perft(depth, _ int) uint64 {
	if depth <= 0 {
		return 1
	}
	if p.winner() >= 0 {
		return 0
	}
	var s scout
	return s.count(s.survey(&p.board), depth)
}

// count returns the leaves after depth moves, at least one, from v where nobody has won.
func (s *scout) count(v *survey, depth int) uint64 {
	reach, room := v.reach(), s.room(v)
	n := uint64(reach.len() + room.len())
	if depth == 1 {
		return max(n, 1) // the forced pass
	}
	if n == 0 {
		child := *v
		child.pass()
		return s.count(&child, depth-1)
	}
	return s.afterMoves(v, reach, depth-1) + s.afterWalls(v, room, depth-1)
}

// afterMoves counts behind the pawn's moves. A pawn that has arrived ends the game.
func (s *scout) afterMoves(v *survey, reach squares, depth int) (n uint64) {
	var child survey // outside the loop, so that it need not be allocated
	for to := range reach.andNot(v.goal(int(v.turn))).each {
		child = *v
		child.move(to)
		s.seek(&child, int(v.turn))
		child.pass()
		n += s.count(&child, depth)
	}
	return n
}

// afterWalls counts behind the walls. Only the ways that a wall stands across are sought anew.
func (s *scout) afterWalls(v *survey, room walls, depth int) (n uint64) {
	var child survey
	for wall := range room.each {
		child = *v
		child.place(wall)
		child.left[v.turn]--
		for seat := range int(v.seats) {
			if !v.across[seat].and(wall).empty() {
				s.seek(&child, seat)
			}
		}
		child.pass()
		n += s.count(&child, depth)
	}
	return n
}
