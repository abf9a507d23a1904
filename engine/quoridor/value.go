package quoridor

// Value weighs the way of the nearest rival, in steps, against that of seat, with the walls left to
// break ties. The rival counts more, so that walls are worth their turn.
func (p *position) Value(seat int) int {
	var s scout
	own, rival := 0, size*size
	for i := range int(p.seats) {
		steps := s.spread(p.pawns[i], p.goal(i), p.north, p.east)
		if i == seat-1 {
			own = steps
		} else {
			rival = min(rival, steps)
		}
	}
	return 3*rival - 2*own + int(p.left[seat-1])
}
