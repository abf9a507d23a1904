package quoridor

// Perft counts the leaves after depth moves: 1 at depth 0, none after the end of a game. It ignores face, because there
// are no dice.
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

// count returns the number of leaves after depth moves, at least one, from v, in which no seat has won.
func (s *scout) count(v *survey, depth int) uint64 {
	reach, room := v.reach(), s.legalWalls(v)
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

// afterMoves counts the leaves after the pawn moves. A pawn on its goal line ends the game, so it has none.
func (s *scout) afterMoves(v *survey, reach squares, depth int) (n uint64) {
	var child survey // outside the loop to save allocations
	for to := range reach.andNot(v.goal(int(v.turn))).each {
		s.step(v, to, &child)
		n += s.count(&child, depth)
	}
	return n
}

// afterWalls counts the leaves after the walls.
func (s *scout) afterWalls(v *survey, room walls, depth int) (n uint64) {
	var child survey
	for wall := range room.each {
		s.build(v, wall, &child)
		n += s.count(&child, depth)
	}
	return n
}

// step makes child the position after a move of the pawn.
func (s *scout) step(v *survey, to square, child *survey) {
	*child = *v
	child.move(to)
	s.findWay(child, int(v.turn))
	child.pass()
}

// build makes child the position after a wall. It finds a new way only for a pawn whose way the wall crosses.
func (s *scout) build(v *survey, wall walls, child *survey) {
	*child = *v
	child.place(wall)
	child.left[v.turn]--
	for seat := range int(v.seats) {
		if !v.across[seat].and(wall).empty() {
			s.findWay(child, seat)
		}
	}
	child.pass()
}
