package search

// Seen is a position of the match or of a line, which may occur again.
type Seen struct {
	Key     uint64
	Checked bool // the seat to move was in check
}

// repeated returns the score of a position that occurred before: a draw, unless Repeats names the loser or one seat gave check
// all the time, which loses.
func (s *searcher[P, M]) repeated(now Seen) (v Score, again bool) {
	mine, theirs := now.Checked, true // the players always in check
	for i := len(s.path) - 1; i >= 0; i-- {
		if own := (len(s.path)-i)%2 == 0; own {
			mine = mine && s.path[i].Checked
			if s.path[i].Key == now.Key {
				wins := mine
				if mine == theirs || s.Endless {
					if s.Repeats == 0 {
						return 0, true
					}
					plies := len(s.path) - len(s.Before)
					wins = (s.Repeats == s.Seat) == (plies%2 == 1)
				}
				if wins {
					return Win - deepest + 1, true
				}
				return deepest - 1 - Win, true
			}
		} else {
			theirs = theirs && s.path[i].Checked
		}
	}
	return 0, false
}
