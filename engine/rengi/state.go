package rengi

import "slices"

// state is everything that can affect the rest of a game. It is copied freely: what its slices hold never
// changes.
type state struct {
	law    *law
	sides  [seats]side
	list   list  // kou: the pairs that both seats read
	single bool  // the first stone of all is still to be placed
	first  kind  // its colour, where it is not chosen
	meter  int8  // of tearing: -2, -1, 1 or 2; 0 where there is none
	turn   uint8 // whose slot it is, from 0
	wait   wait
	gained bool // once what is thrown now has been dealt with, the same seat goes on
}

// side is what belongs to one seat.
type side struct {
	field     field // with a running chain: as it will be when that has ended
	chaining  bool  // left counts links of a chain, else slots of settling
	left      int8  // own slots that are still lost
	limit     int8  // rows that may fall when the running chain ends
	out       int   // units that the running chain will send
	announced int   // units that wait to fall here
	stock     int8  // stones short of a row
	even      int8  // placements without tearing while the other seat's chain runs
	column    int8  // kou: the column of the list that comes next, from 0
	queue     []pair
}

// wait is what a state waits for.
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

// pair is the colours of a tsumo: the axis, in the list the lower cell, and the child.
type pair [2]kind

// window is how many pairs a seat sees under ten, its current one included.
const window = 3

// begin is the state before anything is thrown or moved.
func (l *law) begin() state {
	s := state{law: l, single: true}
	if l.idle {
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

// dice are the sides of what is to be thrown; nil where nothing is.
func (s *state) dice() []int {
	switch s.wait {
	case shuffling:
		return countdown(listCells, listCells-1)
	case opening:
		return slices.Repeat([]int{colours}, 1+2*s.law.openingPairs())
	case drawing:
		return []int{colours, colours}
	case scatter:
		return countdown(columns, s.mine().announced%rowStones)
	}
	return nil
}

// openingPairs are the pairs that are seen before the first move: three of the shared ones, or two of the
// own ones of seat 1 behind its single stone and three of seat 2.
func (l *law) openingPairs() int {
	if l.own {
		return window - 1 + window
	}
	return window
}

// countdown is n, n-1 and so on, k numbers.
func countdown(n, k int) []int {
	all := make([]int, k)
	for i := range all {
		all[i] = n - i
	}
	return all
}

// throw goes on with the faces that were waited for.
func (s *state) throw(faces []int) {
	switch s.wait {
	case shuffling:
		s.list = shuffled(faces)
		s.wait = aMove
	case opening:
		s.open(faces)
		s.wait = aMove
	case scatter:
		s.fall(s.mine().announced, faces)
		s.rest()
	case drawing:
		s.deal(pair{kind(faces[0] - 1), kind(faces[1] - 1)})
		s.finish()
	}
}

// open deals the first stone and the first pairs.
func (s *state) open(faces []int) {
	s.first = kind(faces[0] - 1)
	var pairs []pair
	for i := 1; i < len(faces); i += 2 {
		pairs = append(pairs, pair{kind(faces[i] - 1), kind(faces[i+1] - 1)})
	}
	behind := len(pairs) - window // under seq=own the first two belong to seat 1
	s.sides[1].queue = pairs[behind:]
	if behind > 0 {
		pairs = pairs[:behind]
	}
	s.sides[0].queue = pairs
}

// deal gives a thrown pair to the seat whose slot it is, and to the other one if they share them.
func (s *state) deal(p pair) {
	for seat := range s.sides {
		if !s.law.own || seat == int(s.turn) {
			q := &s.sides[seat].queue
			*q = append(slices.Clip(*q), p)
		}
	}
}

// list is twelve columns of a lower and an upper cell: 0 where nothing lies, else a colour from 1.
type list [listCells]uint8

const (
	listColumns = 12
	listCells   = 2 * listColumns
	pile        = listCells / colours // stones of each colour
)

// shuffled puts six stones of each colour in a row and changes each in turn with one from there on.
func shuffled(faces []int) (l list) {
	for i := range l {
		l[i] = uint8(1 + i/pile)
	}
	for i, face := range faces {
		j := i + face - 1
		l[i], l[j] = l[j], l[i]
	}
	return l
}

// filled is the number of stones in the list.
func (l *list) filled() (n int) {
	for _, c := range l {
		if c != 0 {
			n++
		}
	}
	return n
}

// pair is a column of the list.
func (l *list) pair(column int8) pair {
	return pair{kind(l[2*column] - 1), kind(l[2*column+1] - 1)}
}

// draftSize is how many stones are put into the list next.
func (s *state) draftSize() int {
	switch s.list.filled() {
	case 0, listCells - 1:
		return 1
	}
	return 2
}
