package engine

// Due returns the seat to move in p, also if dice are thrown before its turn. It returns 0 if the game is over or
// if every outcome of the throw ends it.
func Due(p Position) int {
	next := p.Next()
	if next.Throw == nil {
		return next.Player
	}
	for m := range Outcomes(next.Throw) {
		q, err := p.Apply(m)
		if err != nil {
			return 0
		}
		if seat := Due(q); seat != 0 {
			return seat
		}
	}
	return 0
}
