package rengi

import "slices"

// state is everything that can affect the rest of a game. It is copied by value; the contents of its slices never
// change.
type state struct {
	rules  *ruleSet
	sides  [seats]side
	list   list  // kou: the pairs that both seats read
	single bool  // the first stone of the game has not been placed
	first  kind  // its colour, unless the player chooses it
	meter  int8  // the meter of tearing: -2, -1, 1 or 2; 0 if the match has none
	turn   uint8 // the seat in its slot, from 0
	wait   wait
	gained bool // the same seat moves again after the throw
}

// side is the state of one seat.
type side struct {
	field     field // the field; while a chain runs, as it will be at its end
	chaining  bool  // a chain runs, and left counts its links; otherwise left counts slots lost to garbage
	left      int8  // the slots that the seat still loses
	limit     int8  // the rows that may fall when the running chain ends
	out       int   // the units that the running chain will send
	announced int   // the units announced to the seat
	stock     int8  // the kept stones that do not fill a row
	untorn    int8  // the placements without tearing while the other seat's chain runs
	column    int8  // kou: the next column of the list, from 0
	queue     []pair
}

// wait is the event that a state waits for.
type wait uint8

const (
	aMove     wait = iota
	drafting       // stones for the list
	shuffling      // a throw that makes the list
	opening        // a throw of the first stone and the first pairs
	scatter        // a throw of columns for a part of a row
	drawing        // a throw of a pair
	over
)

// pair is the colours of a tsumo: the axis, which is the lower cell in the list, and the child.
type pair [2]kind

// window is the number of pairs that a seat sees under ten, with its current one.
const window = 3

// begin returns the state before any throw or move.
func (l *ruleSet) begin() state {
	s := state{rules: l, single: true}
	if l.splitIdle {
		s.meter = 1
	}
	s.sides[1].column = listColumns - 1
	switch {
	case l.supply == thrown:
		s.wait = opening
	case l.supply == listed && l.shuffle:
		s.wait = shuffling
	case l.supply == listed:
		s.wait = drafting
	}
	return s
}

func (s *state) mine() *side   { return &s.sides[s.turn] }
func (s *state) theirs() *side { return &s.sides[1-s.turn] }

// dice returns the sides of the dice to throw; nil if there is no throw.
func (s *state) dice() []int {
	switch s.wait {
	case shuffling:
		return countdown(listCells, listCells-1)
	case opening:
		pairs := window // shared ones; or with seq=own two for seat 1, after its single stone, and three for seat 2
		if s.rules.own {
			pairs += window - 1
		}
		return slices.Repeat([]int{colours}, 1+2*pairs)
	case drawing:
		return []int{colours, colours}
	case scatter:
		return countdown(columns, s.mine().announced%rowStones)
	}
	return nil
}

// countdown returns the k numbers n, n-1 and so on.
func countdown(n, k int) []int {
	all := make([]int, k)
	for i := range all {
		all[i] = n - i
	}
	return all
}

// throw continues with the faces that the state waits for.
func (s *state) throw(faces []int) {
	switch s.wait {
	case shuffling:
		for i := range s.list { // each of the sorted stones is swapped with one from there on
			s.list[i] = uint8(1 + i/pile)
		}
		shuffle(s.list[:], faces)
		s.wait = aMove
	case opening:
		s.first, s.wait = kind(faces[0]-1), aMove
		var pairs []pair
		for two := range slices.Chunk(faces[1:], 2) {
			pairs = append(pairs, pair{kind(two[0] - 1), kind(two[1] - 1)})
		}
		behind := len(pairs) - window // with seq=own the first two belong to seat 1
		s.sides[1].queue = pairs[behind:]
		if behind > 0 {
			pairs = pairs[:behind]
		}
		s.sides[0].queue = pairs
	case scatter:
		s.fall(s.mine().announced, faces)
		s.checkLoss()
	case drawing:
		for seat := range s.sides {
			if !s.rules.own || seat == int(s.turn) {
				q := &s.sides[seat].queue
				*q = append(slices.Clip(*q), pair{kind(faces[0] - 1), kind(faces[1] - 1)})
			}
		}
		s.finishPlacement()
	}
}

// list is twelve columns of a lower and an upper cell: 0 for a free cell, else a colour from 1.
type list [listCells]uint8

const (
	listColumns = 12
	listCells   = 2 * listColumns
	pile        = listCells / colours // the stones of each colour
)

func shuffle[T any](all []T, faces []int) {
	for i, face := range faces {
		j := i + face - 1
		all[i], all[j] = all[j], all[i]
	}
}

// filled returns the number of stones in the list.
func (l *list) filled() (n int) {
	for _, c := range l {
		if c != 0 {
			n++
		}
	}
	return n
}

// pair returns a column of the list.
func (l *list) pair(column int8) pair {
	return pair{kind(l[2*column] - 1), kind(l[2*column+1] - 1)}
}

// draftSize returns the number of stones that the next draft move puts into the list.
func (s *state) draftSize() int {
	switch s.list.filled() {
	case 0, listCells - 1:
		return 1
	}
	return 2
}
