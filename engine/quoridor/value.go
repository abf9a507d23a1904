package quoridor

// Value compares the steps that the nearest rival needs with those of seat. The walls left break ties. The rival's
// steps count more, so that placing a wall can be worth a turn.
func (p *position) Value(seat int) int {
	var s scout
	own, rival := 0, size*size
	for i := range int(p.seats) {
		steps := s.distance(p.pawns[i], p.goal(i), p.north, p.east)
		switch {
		case i == seat-1:
			own = steps
		case !p.out(i):
			rival = min(rival, steps)
		}
	}
	return 3*rival - 2*own + int(p.left[seat-1])
}
