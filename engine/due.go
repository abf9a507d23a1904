package engine

// Due is the seat to move in p, also where dice are thrown before its turn: whose turn it is does not hang on how they fall.
// It is 0 where the game is over.
func Due(p Position) int {
	for p.Next().Throw != nil {
		var first Move
		for first = range Outcomes(p.Next().Throw) {
			break
		}
		q, err := p.Apply(first)
		if err != nil {
			return 0
		}
		p = q
	}
	return p.Next().Player
}
