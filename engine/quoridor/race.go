package quoridor

// outcome returns the seat, counted from 0, that wins with best play, and the number of plies; -1 if that is not known. It can be
// computed for two pawns if the one with the longer path has no walls left.
func (t *thinker) outcome(v *survey) (winner, plies int) {
	own, other := int(v.turn), 1-int(v.turn)
	switch {
	case v.seats != 2:
		return -1, 0
	case t.race != nil:
		n := int(t.race.plies[own][v.pawns[own]][v.pawns[other]]) - 1
		switch {
		case n < 0:
			return -1, 0
		case n%2 == 1:
			return own, n
		}
		return other, n
	case v.steps[own] <= v.steps[other] && v.left[other] == 0:
		if n := v.escape(own, int(v.steps[other])); n > 0 {
			return own, 2*n - 1
		}
	case v.steps[own] > v.steps[other] && v.left[own] == 0:
		if n := v.escape(other, int(v.steps[own])-1); n > 0 {
			return other, 2 * n
		}
	}
	return -1, 0
}

// escape returns how many moves, at most a number of them, take the pawn of seat to its goal on a way on which the other
// pawn cannot meet it; 0 if there is none.
func (b *board) escape(seat, most int) int {
	safe, danger := at(b.pawns[seat]), expand(at(b.pawns[1-seat]), b.north, b.east)
	if seat != int(b.turn) {
		danger = expand(danger, b.north, b.east)
	}
	for n := 1; n <= most; n++ {
		safe = expand(safe.andNot(danger), b.north, b.east)
		if !safe.and(b.goal(seat)).empty() {
			return n
		}
		danger = expand(danger, b.north, b.east)
	}
	return 0
}

// race is the game of two pawns without walls to place, solved backwards from its ends.
type race struct {
	// plies is one more than the number of moves to the end, by the seat to move, its square and the square of the other pawn; 0
	// if neither seat wins. It is even if the seat to move wins.
	plies [2][size * size][size * size]uint8

	near  [size * size]squares    // the squares from which a step leads to a square
	jumps [size * size][4]squares // where a pawn on each square may go if the other pawn is on the square given by the index

	// By the square of the seat to move, the squares of the other pawn with which it wins and loses; by the square of the other
	// pawn, the solved squares of the seat to move.
	won, lost, done [2][size * size]squares
}

// solve solves the race on b.
func (b *board) solve() *race {
	const longest = 250 // plies fit into a byte
	r := &race{}
	for other := range square(size * size) {
		r.meet(*b, other)
		for seat := range 2 {
			r.done[seat][other] = b.goal(seat).or(at(other))
			if b.goal(1 - seat).has(other) {
				r.keep(seat, other, r.open(seat, other), 1)
			}
		}
	}
	for n, idle := uint8(2), 0; idle < 2 && n <= longest; n++ {
		idle++
		for seat := range 2 {
			for other := range square(size * size) {
				if found := r.find(b, seat, other, n%2 == 0); !found.empty() {
					r.keep(seat, other, found, n)
					idle = 0
				}
			}
		}
	}
	return r
}

// meet finds the moves of a pawn beside another one.
func (r *race) meet(b board, other square) {
	b.turn, b.pawns[1] = 0, other
	r.near[other] = beside(at(other), b.north, b.east)
	i := 0
	for own := range r.near[other].each {
		b.pawns[0], b.taken = own, at(own).or(at(other))
		r.jumps[other][i] = b.reach()
		i++
	}
}

// open returns the squares of seat to move that are not solved.
func (r *race) open(seat int, other square) squares {
	return openNorth.or(openEast).or(at(size*size - 1)).andNot(r.done[seat][other])
}

// find returns the squares from which seat wins by a move to a lost position of the other, or loses because all its moves
// lead to won ones.
func (r *race) find(b *board, seat int, other square, wins bool) squares {
	good := r.lost[1-seat][other]
	if !wins {
		good = r.won[1-seat][other]
		good = squares{^good.lo, ^good.hi}
	}
	from := beside(good, b.north, b.east).andNot(r.near[other])
	i := 0
	for own := range r.near[other].each {
		if !r.jumps[other][i].and(good).empty() {
			from = from.or(at(own))
		}
		i++
	}
	if wins {
		return r.open(seat, other).and(from)
	}
	return r.open(seat, other).andNot(from)
}

// keep puts down that seat wins or loses from the squares of found.
func (r *race) keep(seat int, other square, found squares, plies uint8) {
	into := &r.lost[seat]
	if plies%2 == 0 {
		into = &r.won[seat]
	}
	for own := range found.each {
		into[own] = into[own].or(at(other))
		r.plies[seat][own][other] = plies
	}
	r.done[seat][other] = r.done[seat][other].or(found)
}

// best returns the squares to which the seat to move goes to win soonest, or to lose latest.
func (r *race) best(b *board) (best squares) {
	const far = 1000
	top := -far
	for to := range b.reach().each {
		worth := int(r.plies[1-b.turn][b.pawns[1-b.turn]][to])
		switch {
		case worth == 0:
		case worth%2 == 1:
			worth = far - worth
		default:
			worth -= far
		}
		if worth > top {
			best, top = squares{}, worth
		}
		if worth == top {
			best = best.or(at(to))
		}
	}
	return best
}
