package goryujin

// Value compares the progress of the dragons of both seats. The own progress counts a little more.
func (p *position) Value(seat int) int {
	own, other := p.progress(seat-1), p.progress(2-seat)
	return 4*own - 3*other
}

// progress returns how far seat's foremost dragon has come, in rows from its own edge. A finished dragon counts less
// than one that can still reach the goal line.
func (b *board) progress(seat int) int {
	best := 0
	for _, d := range b.dragons() {
		if d.seat != seat {
			continue
		}
		if d.finished {
			best = max(best, lines/2-d.distance)
		}
		for _, j := range d.openEnds() {
			row := j.at.plus(faces[j.face]).y
			if seat == 1 {
				row = lines - 1 - row
			}
			best = max(best, 2*row+min(d.body, 8))
		}
	}
	return best
}
