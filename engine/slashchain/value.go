package slashchain

// Value compares the shapes of seat with those of the other side.
func (p *position) Value(seat int) int {
	return p.weight(slash+line(seat-1)) - p.weight(slash+line(2-seat))
}

func (p *position) weight(l line) int {
	s := p.shapesOf(l)
	return 200*len(s.StraightFours) + 40*len(s.Fours) + 15*len(s.Threes) + 3*len(s.Longest)
}
