package rengi

// makeMove plays a legal move and everything that follows from it without a choice or a throw.
func (s *state) makeMove(m move) {
	switch m.kind {
	case drafts:
		// seat 1 puts the first and the last stone, and then plays first
		for _, e := range m.entries {
			s.list[e.cell] = uint8(e.colour + 1)
		}
		s.turn = 1 - s.turn
		if s.list.filled() == listCells {
			s.turn, s.wait = 0, aMove
		}
	case passes:
		s.endSlot()
	case places:
		s.place(m.placement)
	}
}

// place drops the stones of a tsumo. If they clear, a chain begins; otherwise announced garbage falls.
func (s *state) place(m placement) {
	x := s.mine()
	torn := m.two && m.columns[0] != m.columns[1] && x.field.height(int(m.columns[0])) != x.field.height(int(m.columns[1]))
	s.useTsumo()
	x.field.lay(m)
	limit := s.limit(m)
	if c := x.field.resolve(); c.n > 0 {
		var left int
		x.out, left = s.rules.generate(&c, int(x.stock))
		x.stock, x.chaining, x.left, x.limit = int8(left), true, int8(c.n), limit
		s.drawPair()
		return
	}
	s.gained = !torn && s.countUntorn()
	s.dropGarbage(limit)
}

// lay drops the stones of a placement. Stones above row 13 are removed.
func (f *field) lay(m placement) {
	f.put(int(m.columns[0]), m.colours[0], 1)
	if m.two {
		f.put(int(m.columns[1]), m.colours[1], 1)
	}
}

// limit returns the number of rows that may fall by a placement.
func (s *state) limit(m placement) int8 {
	switch {
	case s.rules.cap != 0:
		return s.rules.cap
	case m.rows != unsaid:
		return m.rows
	}
	return usualRows
}

// useTsumo takes the tsumo that is placed out of the supply.
func (s *state) useTsumo() {
	if s.single {
		s.single = false
		return
	}
	x := s.mine()
	switch s.rules.supply {
	case listed:
		step := 1 - 2*int8(s.turn)
		x.column = (x.column + step + listColumns) % listColumns
	case thrown:
		x.queue = x.queue[1:]
	}
}

// countUntorn counts a placement that neither tore nor cleared, and reports whether it gains a move.
func (s *state) countUntorn() bool {
	x := s.mine()
	switch {
	case s.theirs().chaining && s.rules.splitChain:
		x.untorn = (x.untorn + 1) % evenForMove
		return x.untorn == 0
	case !s.theirs().chaining && s.rules.splitIdle: // the meter moves to the side of the seat; it has no zero
		step := 2*int8(s.turn) - 1
		if s.meter += step; s.meter == 0 {
			s.meter += step
		}
		if s.meter == step*meterEnd {
			s.meter = -step
			return true
		}
	}
	return false
}

// The number of placements without tearing during one chain, and of steps of the meter, that gain a move.
const (
	evenForMove = 3
	meterEnd    = 3
)

// dropGarbage drops the announced garbage as far as the limit allows, and continues when the field is at rest. For a
// part of a row it first waits for a throw of the columns.
func (s *state) dropGarbage(limit int8) {
	x := s.mine()
	amount := min(x.announced, s.rules.unitsOf(int(limit)))
	switch {
	case amount == 0:
		s.checkLoss()
	case s.rules.unit == 1 && amount%rowStones != 0:
		s.wait = scatter // the amount is below the limit, so all of it falls
	default:
		s.fall(amount, nil)
		s.checkLoss()
	}
}

// fall drops garbage: full rows, and one stone into each column that faces pick. It costs the seat its next slot, or
// the move that it has just gained.
func (s *state) fall(amount int, faces []int) {
	x := s.mine()
	rows, _ := s.rules.split(amount)
	for c := range columns {
		x.field.put(c, garbage, rows)
	}
	order := [columns]int{0, 1, 2, 3, 4, 5}
	shuffle(order[:], faces)
	for _, c := range order[:len(faces)] {
		x.field.put(c, garbage, 1)
	}
	x.announced -= amount
	x.left = 1
	if s.gained {
		x.left, s.gained = 0, false
	}
}

// checkLoss ends the game if the fatal cell is filled, and continues otherwise. The field must be at rest.
func (s *state) checkLoss() {
	if s.mine().field.lost() {
		s.wait, s.gained = over, false
		return
	}
	s.drawPair()
}

// drawPair waits for the throw of a new pair if the seat would see too few.
func (s *state) drawPair() {
	if s.rules.supply == thrown && len(s.mine().queue) < window {
		s.wait = drawing
		return
	}
	s.finishPlacement()
}

// finishPlacement gives the slot to the other seat, or to the same one if it has gained a move.
func (s *state) finishPlacement() {
	if s.gained {
		s.gained, s.wait = false, aMove
		return
	}
	s.endSlot()
}

// endSlot plays the following slots that offer no choice. It stops at a slot with a choice, at a throw, or at the end
// of the game.
func (s *state) endSlot() {
	for {
		s.turn = 1 - s.turn
		x := s.mine()
		if x.left == 0 {
			s.wait = aMove
			return
		}
		x.left--
		if x.left == 0 && x.chaining {
			// The garbage that the chain has made first cancels garbage announced to the own seat, and the rest is announced to the other
			// seat. Garbage that is still announced to the own seat falls at once.
			limit, offset := x.limit, min(x.out, x.announced)
			x.announced -= offset
			s.theirs().announced += x.out - offset
			x.chaining, x.out, x.limit, s.theirs().untorn = false, 0, 0, 0
			s.dropGarbage(limit)
			return
		}
	}
}
