package rengi

// make makes a move that has been checked, and everything that follows from it without a choice or a throw.
func (s *state) make(m move) {
	switch m.kind {
	case drafts:
		s.draft(m.entries)
	case passes:
		s.endSlot()
	case places:
		s.place(m.placement)
	}
}

// draft puts stones into the list. The one who began also puts the last stone and then plays first.
func (s *state) draft(entries []entry) {
	for _, e := range entries {
		s.list[e.cell] = uint8(e.colour + 1)
	}
	s.turn = 1 - s.turn
	if s.list.filled() == listCells {
		s.turn, s.wait = 0, aMove
	}
}

// place drops the stones of a tsumo. What clears begins a chain; else what is announced falls.
func (s *state) place(m placement) {
	x := s.mine()
	torn := m.two && m.columns[0] != m.columns[1] && x.field.height(int(m.columns[0])) != x.field.height(int(m.columns[1]))
	s.consume()
	x.field.lay(m)
	limit := s.limit(m)
	if c := x.field.resolve(); c.n > 0 {
		var left int
		x.out, left = s.law.generate(&c, int(x.stock))
		x.stock, x.chaining, x.left, x.limit = int8(left), true, int8(c.n), limit
		s.draw()
		return
	}
	s.gained = !torn && s.gain()
	s.receive(limit)
}

// lay puts the stones of a placement on a field; what would rest above row 13 is gone.
func (f *field) lay(m placement) {
	f.put(int(m.columns[0]), m.colours[0], 1)
	if m.two {
		f.put(int(m.columns[1]), m.colours[1], 1)
	}
}

// limit is how many rows may fall by a placement.
func (s *state) limit(m placement) int8 {
	switch {
	case s.law.cap != 0:
		return s.law.cap
	case m.rows != unsaid:
		return m.rows
	}
	return usualRows
}

// consume takes the tsumo that is placed out of the supply.
func (s *state) consume() {
	if s.single {
		s.single = false
		return
	}
	x := s.mine()
	switch s.law.supply {
	case listed:
		step := 1 - 2*int8(s.turn)
		x.column = (x.column + step + listColumns) % listColumns
	case thrown:
		x.queue = x.queue[1:]
	}
}

// gain counts a placement that neither tore nor cleared, and reports whether it gives one more move.
func (s *state) gain() bool {
	x := s.mine()
	switch {
	case s.theirs().chaining && s.law.busy:
		x.even = (x.even + 1) % evenForMove
		return x.even == 0
	case !s.theirs().chaining && s.law.idle:
		return s.pull()
	}
	return false
}

// Three placements without tearing during one chain gain a move; so does the third step of the meter.
const (
	evenForMove = 3
	meterEnd    = 3
)

// pull moves the meter to the side of the seat whose slot it is, and reports whether that was its end. There is
// no zero on it.
func (s *state) pull() bool {
	step := 2*int8(s.turn) - 1
	s.meter += step
	if s.meter == 0 {
		s.meter += step
	}
	if s.meter != step*meterEnd {
		return false
	}
	s.meter = -step
	return true
}

// receive lets fall what is announced, as far as the limit allows, and goes on when the field is at rest.
// A part of a row waits for its columns to be thrown.
func (s *state) receive(limit int8) {
	x := s.mine()
	amount := min(x.announced, s.law.unitsOf(int(limit)))
	switch {
	case amount == 0:
		s.rest()
	case s.law.unit == 1 && amount%rowStones != 0:
		s.wait = scatter // less than the limit, so all of it falls
	default:
		s.fall(amount, nil)
		s.rest()
	}
}

// fall drops garbage: full rows, and one stone into each column that faces pick. It costs the next own slot, or
// the move that was just gained.
func (s *state) fall(amount int, faces []int) {
	x := s.mine()
	rows := amount
	if s.law.unit == 1 {
		rows = amount / rowStones
	}
	for c := range columns {
		x.field.put(c, garbage, rows)
	}
	for _, c := range picked(faces) {
		x.field.put(c, garbage, 1)
	}
	x.announced -= amount
	x.left = 1
	if s.gained {
		x.left, s.gained = 0, false
	}
}

// picked are the first columns, from 0, of a shuffle that the faces begin.
func picked(faces []int) []int {
	all := [columns]int{0, 1, 2, 3, 4, 5}
	for i, face := range faces {
		j := i + face - 1
		all[i], all[j] = all[j], all[i]
	}
	return all[:len(faces)]
}

// rest looks at the field, which is at rest, and ends the game or goes on.
func (s *state) rest() {
	if s.mine().field.lost() {
		s.wait, s.gained = over, false
		return
	}
	s.draw()
}

// draw asks for a new pair where the seat would see too few.
func (s *state) draw() {
	if s.law.supply == thrown && len(s.mine().queue) < window {
		s.wait = drawing
		return
	}
	s.finish()
}

// finish gives the slot to the other seat, or leaves it for a gained move.
func (s *state) finish() {
	if s.gained {
		s.gained, s.wait = false, aMove
		return
	}
	s.endSlot()
}

// endSlot runs the slots that offer no choice and stops at the next one that does, or where something is
// thrown, or at the end.
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
			s.endChain()
			return
		}
	}
}

// endChain books what the chain has made: first against the own garbage, the rest on the other seat. What
// is still announced falls at once.
func (s *state) endChain() {
	x, y := s.mine(), s.theirs()
	limit := x.limit
	offset := min(x.out, x.announced)
	x.announced -= offset
	y.announced += x.out - offset
	x.chaining, x.out, x.limit = false, 0, 0
	y.even = 0
	s.receive(limit)
}
