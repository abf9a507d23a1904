package goryujin

// Value prefers dragons that are far ahead, and a little the piece that lies across the other's way.
func (p *position) Value(seat int) int {
	own, other := p.ahead(seat-1), p.ahead(2-seat)
	return 4*own - 3*other
}

// ahead is the row, counted from the own edge, of the foremost open end of seat's dragons. A finished
// dragon counts for less than one that can still reach the goal line.
func (b *board) ahead(seat int) int {
	best := 0
	for _, d := range b.dragons {
		if d.seat != seat {
			continue
		}
		if d.finished {
			best = max(best, lines/2-d.distance)
		}
		for _, j := range d.open {
			row := j.at.plus(faces[j.face]).y
			if seat == 1 {
				row = lines - 1 - row
			}
			best = max(best, 2*row+min(d.body, 8))
		}
	}
	return best
}
