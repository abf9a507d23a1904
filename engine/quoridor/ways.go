package quoridor

import "math/bits"

// scout finds ways through the walls. It is scratch space, kept by whoever asks many questions.
type scout struct {
	rings [size * size]squares // what is within 0, 1, 2 … steps
}

// way finds a shortest way from a square to a goal, looking at walls only. It returns every slot
// where a wall would stand across that way, so that any other wall leaves it open.
func (s *scout) way(from square, goal, north, east squares) (across walls, found bool) {
	steps := s.spread(from, goal, north, east)
	if steps < 0 {
		return walls{}, false
	}
	here := s.rings[steps].and(goal).first()
	for i := steps - 1; i >= 0; i-- {
		here, across = s.back(here, across, s.rings[i], north, east)
	}
	return across, true
}

// spread fills the rings around a square until one of them touches the goal. It returns the number
// of steps to the goal, or -1 where there is no way.
func (s *scout) spread(from square, goal, north, east squares) int {
	ring := at(from)
	for i := range s.rings {
		s.rings[i] = ring
		if !ring.and(goal).empty() {
			return i
		}
		wider := grown(ring, north, east)
		if wider == ring {
			return -1
		}
		ring = wider
	}
	return -1
}

// back goes one step from here into the ring, and adds the slots across that step.
func (s *scout) back(here square, across walls, ring, north, east squares) (square, walls) {
	spot := at(here)
	up, right := spot.and(north), spot.and(east)
	down := squares{spot.lo>>9 | spot.hi<<55, spot.hi >> 9}.and(north)
	switch {
	case !down.and(ring).empty():
		here -= size
		across.h |= closeNorth[here]
	case !(squares{up.lo << 9, up.hi<<9 | up.lo>>55}).and(ring).empty():
		across.h |= closeNorth[here]
		here += size
	case !(squares{right.lo << 1, right.hi << 1}).and(ring).empty():
		across.v |= closeEast[here]
		here++
	default:
		here--
		across.v |= closeEast[here]
	}
	return here, across
}

// survey is a board with a way for each pawn, as the slots across it.
type survey struct {
	board
	across [4]walls
}

// survey finds a way for each pawn of b.
func (s *scout) survey(b *board) *survey {
	v := &survey{board: *b}
	for seat := range int(v.seats) {
		s.seek(v, seat)
	}
	return v
}

// seek renews the way of one seat, from 0.
func (s *scout) seek(v *survey, seat int) {
	v.across[seat], _ = s.way(v.pawns[seat], v.goal(seat), v.north, v.east)
}

// room is every wall that the seat to move may place. A wall can cut a pawn off only where it is
// anchored and stands across every way of that pawn; each further way that is found around such a
// wall clears others too.
func (s *scout) room(v *survey) walls {
	if v.left[v.turn] == 0 {
		return walls{}
	}
	free := v.walls.free()
	risky := free.and(v.walls.anchored())
	for seat := range int(v.seats) {
		for doubt := risky.and(v.across[seat]); !doubt.empty(); {
			wall := doubt.first()
			north, east := closed(v.north, v.east, wall)
			if across, found := s.way(v.pawns[seat], v.goal(seat), north, east); found {
				doubt = doubt.and(across)
				continue
			}
			doubt, risky, free = doubt.andNot(wall), risky.andNot(wall), free.andNot(wall)
		}
	}
	return free
}

// cutOff lists the seats, from 0, that would have no way left after the wall.
func (b *board) cutOff(wall walls) (seats []int) {
	var s scout
	north, east := closed(b.north, b.east, wall)
	for seat := range int(b.seats) {
		if s.spread(b.pawns[seat], b.goal(seat), north, east) < 0 {
			seats = append(seats, seat)
		}
	}
	return seats
}

// stuck reports whether the seat to move has neither a pawn move nor a wall, which forces a pass.
func (b *board) stuck() bool {
	if !b.reach().empty() {
		return false
	}
	var s scout
	return s.room(s.survey(b)).empty()
}

// each calls yield with one wall after another, horizontal ones first, until it returns false.
func (a walls) each(yield func(walls) bool) {
	for ; !a.empty(); a = a.andNot(a.first()) {
		if !yield(a.first()) {
			return
		}
	}
}

// each calls yield with one square after another, from a1 along the ranks, until it returns false.
func (a squares) each(yield func(square) bool) {
	for ; !a.empty(); a = a.andNot(at(a.first())) {
		if !yield(a.first()) {
			return
		}
	}
}

// slot is the slot of a set of one wall, and its letter.
func (a walls) slot() (slot, byte) {
	if a.h != 0 {
		return slot(bits.TrailingZeros64(a.h)), 'h'
	}
	return slot(bits.TrailingZeros64(a.v)), 'v'
}
