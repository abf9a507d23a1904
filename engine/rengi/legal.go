package rengi

// each yields every legal move in the order of Moves.
func (s *state) each(yield func(move) bool) {
	switch s.wait {
	case aMove:
		if s.eachPlacement(yield) && s.theirs().chaining {
			yield(move{kind: passes})
		}
	case drafting:
		s.eachDraft(yield)
	}
}

// eachPlacement yields the placements. It returns false once yield does.
func (s *state) eachPlacement(yield func(move) bool) bool {
	var room [16]pair
	tsumo := s.tsumo(room[:0])
	low, most := s.rowsAsked()
	h := s.mine().field.heights()
	for _, at := range columnPairs(!s.single) {
		if !s.hasRoom(&h, at, !s.single) {
			continue
		}
		for _, colours := range tsumo {
			for rows := low; rows <= most; rows++ {
				if !yield(move{placement: placement{!s.single, at, colours, rows}}) {
					return false
				}
			}
		}
	}
	return true
}

var (
	singleSpots = [][2]int8{{0}, {1}, {2}, {3}, {4}, {5}}
	pairSpots   = [][2]int8{{0, 0}, {0, 1}, {1, 1}, {1, 2}, {2, 2}, {2, 3}, {3, 3}, {3, 4}, {4, 4}, {4, 5}, {5, 5}}
)

// columnPairs returns the columns on which a tsumo may be placed.
func columnPairs(two bool) [][2]int8 {
	if two {
		return pairSpots
	}
	return singleSpots
}

// tsumo appends all ways to write the colours of the tsumo.
func (s *state) tsumo(all []pair) []pair {
	current, known := s.current()
	switch {
	case known && (s.single || current[0] == current[1]):
		return append(all, current)
	case known:
		low, high := min(current[0], current[1]), max(current[0], current[1])
		return append(all, pair{low, high}, pair{high, low})
	case s.single:
		return append(all, pair{0}, pair{1}, pair{2}, pair{3})
	}
	for i := range kind(colours * colours) {
		all = append(all, pair{i / colours, i % colours})
	}
	return all
}

// current returns the tsumo of the seat to move; a single stone is its first colour. known is false if the player
// chooses the colours.
func (s *state) current() (p pair, known bool) {
	switch {
	case s.rules.supply == chosen:
		return pair{}, false
	case s.single:
		return pair{s.first}, true
	case s.rules.supply == listed:
		return s.list.pair(s.mine().column), true
	}
	return s.mine().queue[0], true
}

// asksRows reports whether the player must choose the number of rows that may fall.
func (s *state) asksRows() bool {
	return s.rules.cap == 0 && s.rules.rowsOf(s.mine().announced) > leastRows
}

// rowsAsked returns the smallest and the largest number of rows that the player may choose. Both are unsaid if there is
// no choice.
func (s *state) rowsAsked() (low, most int8) {
	if !s.asksRows() {
		return unsaid, unsaid
	}
	return leastRows, int8(min(mostRows, s.rules.rowsOf(s.mine().announced)))
}

// hasRoom reports whether a tsumo may be placed on columns of these heights: at least one of its stones stays on the
// field.
func (s *state) hasRoom(h *[columns]int, at [2]int8, two bool) bool {
	for _, c := range at[:stoneCount(two)] {
		if s.rules.wall && s.firstFull(h, c) >= 0 {
			return false
		}
	}
	return h[at[0]] < fieldRows || two && h[at[1]] < fieldRows
}

// stoneCount returns the number of stones in a tsumo.
func stoneCount(two bool) int {
	if two {
		return 2
	}
	return 1
}

// firstFull returns the first full column on the way from column 3 to c, c included; -1 if there is none.
func (s *state) firstFull(h *[columns]int, c int8) int {
	step := int8(1)
	if c < fatal {
		step = -1
	}
	for at := int8(fatal); ; at += step {
		if h[at] == fieldRows {
			return int(at)
		}
		if at == c {
			return -1
		}
	}
}

// eachDraft yields the ways to put the next stones into the list.
func (s *state) eachDraft(yield func(move) bool) {
	left := s.list.piles()
	two := s.draftSize() == 2
	for _, a := range s.list.entries(-1) {
		if left[a.colour] == 0 {
			continue
		}
		if !two {
			if !yield(move{kind: drafts, entries: []entry{a}}) {
				return
			}
			continue
		}
		for _, b := range s.list.entries(a.cell) {
			needed := 1
			if a.colour == b.colour {
				needed = 2
			}
			if left[b.colour] >= needed && !yield(move{kind: drafts, entries: []entry{a, b}}) {
				return
			}
		}
	}
}

// piles returns the number of stones of each colour that the list still lacks.
func (l *list) piles() (left [colours]int) {
	for colour := range left {
		left[colour] = pile
	}
	for _, c := range l {
		if c != 0 {
			left[c-1]--
		}
	}
	return left
}

// entries returns stones of every colour on every free cell after the given one.
func (l *list) entries(behind int) (all []entry) {
	for cell := behind + 1; cell < listCells; cell++ {
		for colour := range kind(colours) {
			if l[cell] == 0 {
				all = append(all, entry{cell, colour})
			}
		}
	}
	return all
}
