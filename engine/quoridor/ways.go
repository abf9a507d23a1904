package quoridor

import "math/bits"

// scout finds ways through the walls. It is scratch space for many searches.
type scout struct {
	rings [size * size]squares // the squares within 0, 1, 2 … steps
}

// shortestWay finds a shortest path from a square to a goal around walls. It returns its length, or -1 if there is none, and
// every slot where a wall would block it; any other wall leaves the path open.
func (s *scout) shortestWay(from square, goal, north, east squares) (across walls, steps int) {
	steps = s.distance(from, goal, north, east)
	if steps < 0 {
		return walls{}, steps
	}
	here := s.rings[steps].and(goal).first()
	for i := steps - 1; i >= 0; i-- {
		here, across = s.stepBack(here, across, s.rings[i], north, east)
	}
	return across, steps
}

// distance returns the number of steps from a square to a goal, looking at walls only; -1 if there is no way. It fills
// the rings around the square.
func (s *scout) distance(from square, goal, north, east squares) int {
	ring := at(from)
	for i := range s.rings {
		s.rings[i] = ring
		if !ring.and(goal).empty() {
			return i
		}
		wider := expand(ring, north, east)
		if wider == ring {
			return -1
		}
		ring = wider
	}
	return -1
}

// stepBack goes one step from here into the ring, and adds the slots across that step.
func (s *scout) stepBack(here square, across walls, ring, north, east squares) (square, walls) {
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

// survey is a board with a shortest way for each pawn that is in, given by its length and the slots across it.
type survey struct {
	board
	steps  [4]int8
	across [4]walls
}

// survey finds a way for each pawn of b that is in.
func (s *scout) survey(b *board) *survey {
	v := &survey{board: *b}
	for seat := range int(v.seats) {
		if !v.out(seat) {
			s.findWay(v, seat)
		}
	}
	return v
}

// findWay finds the way of one seat, counted from 0, again.
func (s *scout) findWay(v *survey, seat int) {
	across, steps := s.shortestWay(v.pawns[seat], v.goal(seat), v.north, v.east)
	v.across[seat], v.steps[seat] = across, int8(steps)
}

// legalWalls returns every wall that the seat to move may place.
func (s *scout) legalWalls(v *survey) walls { return s.legal(v, v.walls.free()) }

// legal returns those walls of free, none of which meets another, that the seat to move may place. A wall can cut a pawn
// off only if it is anchored and crosses the known way of that pawn. Each other way that is found around such a wall
// also clears further walls.
func (s *scout) legal(v *survey, free walls) walls {
	if v.left[v.turn] == 0 {
		return walls{}
	}
	risky := free.and(v.walls.anchored())
	for seat := range int(v.seats) {
		for doubt := risky.and(v.across[seat]); !doubt.empty(); {
			wall := doubt.first()
			north, east := closeEdges(v.north, v.east, wall)
			if across, steps := s.shortestWay(v.pawns[seat], v.goal(seat), north, east); steps >= 0 {
				doubt = doubt.and(across)
				continue
			}
			doubt, risky, free = doubt.andNot(wall), risky.andNot(wall), free.andNot(wall)
		}
	}
	return free
}

// cutOff returns the seats, counted from 0, that are in and would have no way left after the wall.
func (b *board) cutOff(wall walls) (seats []int) {
	var s scout
	north, east := closeEdges(b.north, b.east, wall)
	for seat := range int(b.seats) {
		if !b.out(seat) && s.distance(b.pawns[seat], b.goal(seat), north, east) < 0 {
			seats = append(seats, seat)
		}
	}
	return seats
}

// stuck reports whether the seat to move has neither a pawn move nor a wall, so that it must pass.
func (b *board) stuck() bool {
	if !b.reach().empty() {
		return false
	}
	var s scout
	return s.legalWalls(s.survey(b)).empty()
}

// each calls yield with the walls one by one, horizontal ones first, until yield returns false.
func (a walls) each(yield func(walls) bool) {
	for ; !a.empty(); a = a.andNot(a.first()) {
		if !yield(a.first()) {
			return
		}
	}
}

// each calls yield with the squares one by one, from a1 along the ranks, until yield returns false.
func (a squares) each(yield func(square) bool) {
	for ; !a.empty(); a = a.andNot(at(a.first())) {
		if !yield(a.first()) {
			return
		}
	}
}

// slot returns the slot of a set of one wall, and its letter.
func (a walls) slot() (slot, byte) {
	if a.h != 0 {
		return slot(bits.TrailingZeros64(a.h)), 'h'
	}
	return slot(bits.TrailingZeros64(a.v)), 'v'
}
