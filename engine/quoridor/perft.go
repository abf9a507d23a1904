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
	ways := s.ways(&p.board)
	return s.count(&p.board, &ways, depth)
}

// count returns the leaves after depth moves, at least one, from b where nobody has won.
func (s *scout) count(b *board, ways *[4]walls, depth int) uint64 {
	reach, room := b.reach(), s.room(b, ways)
	n := uint64(reach.len() + room.len())
	if depth == 1 {
		return max(n, 1) // the forced pass
	}
	if n == 0 {
		child := *b
		child.pass()
		return s.count(&child, ways, depth-1)
	}
	return s.afterMoves(b, ways, reach, depth-1) + s.afterWalls(b, ways, room, depth-1)
}

// afterMoves counts behind the pawn's moves. A pawn that has arrived ends the game.
func (s *scout) afterMoves(b *board, ways *[4]walls, reach squares, depth int) (n uint64) {
	seat := b.turn
	reach = reach.andNot(b.goal(int(seat)))
	for ; !reach.empty(); reach = reach.andNot(at(reach.first())) {
		child, found := *b, *ways
		child.move(reach.first())
		found[seat], _ = s.way(child.pawns[seat], b.goal(int(seat)), b.north, b.east)
		child.pass()
		n += s.count(&child, &found, depth)
	}
	return n
}

// afterWalls counts behind the walls. Only the ways that a wall stands across are sought anew.
func (s *scout) afterWalls(b *board, ways *[4]walls, room walls, depth int) (n uint64) {
	for ; !room.empty(); room = room.andNot(room.first()) {
		wall := room.first()
		child, found := *b, *ways
		child.place(wall)
		child.left[b.turn]--
		for seat := range int(b.seats) {
			if !found[seat].and(wall).empty() {
				found[seat], _ = s.way(b.pawns[seat], b.goal(seat), child.north, child.east)
			}
		}
		child.pass()
		n += s.count(&child, &found, depth)
	}
	return n
}
