package rengi

// each yields every legal move in the order that Moves promises.
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

// eachPlacement yields the placements; it is false where yield asked to stop.
func (s *state) eachPlacement(yield func(move) bool) bool {
	var room [16]pair
	tsumo := s.tsumo(room[:0])
	low, most := s.rowsAsked()
	h := s.mine().field.heights()
	for _, at := range spots(!s.single) {
		if !s.room(&h, at, !s.single) {
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

// spots are the columns on which a tsumo may be placed.
func spots(two bool) [][2]int8 {
	if two {
		return pairSpots
	}
	return singleSpots
}

// tsumo adds to all the ways in which the colours of the tsumo can be written.
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

// current is the tsumo that the seat to move has to place, a single stone being its first colour; known is
// false where the player chooses.
func (s *state) current() (p pair, known bool) {
	switch {
	case s.law.supply == chosen:
		return pair{}, false
	case s.single:
		return pair{s.first}, true
	case s.law.supply == listed:
		return s.list.pair(s.mine().column), true
	}
	return s.mine().queue[0], true
}

// asks reports whether the rows that may fall have to be chosen.
func (s *state) asks() bool {
	return s.law.cap == 0 && s.law.rowsOf(s.mine().announced) > leastRows
}

// rowsAsked are the least and the most rows that may be chosen, both unsaid where nothing is asked.
func (s *state) rowsAsked() (low, most int8) {
	if !s.asks() {
		return unsaid, unsaid
	}
	return leastRows, int8(min(mostRows, s.law.rowsOf(s.mine().announced)))
}

// room reports whether a tsumo may be placed on columns of these heights: at least one of its stones stays,
// and none needs row 15.
func (s *state) room(h *[columns]int, at [2]int8, two bool) bool {
	for _, c := range at[:size(two)] {
		if s.law.wall && s.walled(h, c) >= 0 {
			return false
		}
	}
	return h[at[0]] < high || two && h[at[1]] < high
}

// size is the number of stones in a tsumo.
func size(two bool) int {
	if two {
		return 2
	}
	return 1
}

// walled is the first full column on the way from column 3 to c, c included; -1 if there is none.
func (s *state) walled(h *[columns]int, c int8) int {
	step := int8(1)
	if c < fatal {
		step = -1
	}
	for at := int8(fatal); ; at += step {
		if h[at] == high {
			return int(at)
		}
		if at == c {
			return -1
		}
	}
}

// eachDraft yields the ways to put the next stones into the list.
func (s *state) eachDraft(yield func(move) bool) {
	var left [colours]int
	for c := range left {
		left[c] = s.list.left(kind(c))
	}
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

// left is how many stones of a colour the list still lacks.
func (l *list) left(colour kind) int {
	n := pile
	for _, c := range l {
		if c == uint8(colour+1) {
			n--
		}
	}
	return n
}

// entries are stones of every colour on every free cell behind one.
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
