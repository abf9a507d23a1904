package engine

// Due is the seat to move in p, also where dice are thrown before its turn. It is 0 where the game is over, and where
// the throw surely ends it.
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
