package slashchain

import (
	"hikyaku/engine"
)

// state is everything that the rules depend on. It is copied by value.
type state struct {
	table
	renju    bool
	overline string // the option
	refuses  bool   // foul=reject
	hands    [2][len(letters)]int8
	turn     int // the seat to move, from 0
}

// own returns the line of the seat to move.
func (s *state) own() line { return slash + line(s.turn) }

// outcome returns the rule by which the tile just laid at a square by the seat to move ends the game, nil if it does not,
// and the winner, if there is one.
func (s *state) outcome(at square) (rule *engine.Rule, winner int) {
	own, other := s.own(), s.own().other()
	if rule, _ := s.breach(&s.table, at); rule != nil {
		return rule, 1 - s.turn
	}
	if _, length := s.chainMade(at, other, s.exact(other)); length > 0 {
		return endChainGiven, 1 - s.turn
	}
	if _, length := s.chainMade(at, own, s.exact(own)); length > 0 {
		return endChain, s.turn
	}
	if s.renju && s.turn == 1 && s.fourFour(at) {
		return endForcedFourFour, 1
	}
	if s.hands == [2][len(letters)]int8{} {
		return endTilesUsed, -1
	}
	return nil, -1
}

// exact reports whether only chains of exactly five of l decide the game if the seat to move makes them.
func (s *state) exact(l line) bool {
	if s.renju {
		return l == slash && s.turn == 0
	}
	return s.overline == "nothing"
}

// chainMade returns a chain of l of five or more, or of exactly five, with a line of the tile at s. Its length is 0 if there is
// none.
func (t *table) chainMade(s square, l line, exact bool) (first cell, length int) {
	for corner := range corners {
		c := s.cell(corner)
		if t.at(c) != l {
			continue
		}
		if length, first := t.chain(c); length == 5 || length > 5 && !exact {
			return first, length
		}
	}
	return cell{}, 0
}

// fourFour reports whether the tile at s makes two fours of slashes on diagonals two apart. Their cells in the tile are
// the upper left and the lower right one.
func (t *table) fourFour(s square) bool {
	for _, corner := range [2]int{upperLeft, lowerRight} {
		if c := s.cell(corner); t.at(c) != slash || !t.inFour(c) {
			return false
		}
	}
	return true
}

// lays yields every legal lay of the seat to move: by square from the lower left along the rows, then by kind and
// turns.
func (s *state) lays(yield func(lay) bool) {
	inHand := make([]tile, 0, len(tiles))
	for _, t := range tiles {
		if s.hands[s.turn][t.kind] > 0 {
			inHand = append(inHand, t)
		}
	}
	var scratch *table // made when it is first needed
	bound := s.restricted()
	for at := range s.openSquares {
		risky := bound && s.risky(at)
		if risky && scratch == nil {
			copied := s.table
			scratch = &copied
		}
		for _, t := range inHand {
			l := lay{t, at}
			if risky && s.forbids(scratch, l) {
				continue
			}
			if !yield(l) {
				return
			}
		}
	}
}

// restricted reports whether some tiles may be forbidden to the seat to move.
func (s *state) restricted() bool {
	return s.refuses && (s.renju && s.turn == 0 || !s.renju && s.overline == "forbidden")
}

// forbids reports whether l is a foul. It puts l on the scratch table and removes it again.
func (s *state) forbids(scratch *table, l lay) bool {
	at := &scratch.squares[l.at.y+middle][l.at.x+middle]
	*at = uint8(l.pattern) + 1
	rule, _ := s.breach(scratch, l.at)
	*at = 0
	return rule != nil
}

// risky reports whether a tile at a square could be a foul. An overline needs four own lines near it on the diagonal that holds
// two cells of the tile, or five on a diagonal that holds one; a four-four needs three on both of the latter.
func (s *state) risky(at square) bool {
	var near [3]int
	own := s.own()
	for i, corner := range touching[own] {
		c := at.cell(corner).step(own, -5)
		for range 11 {
			if s.table.at(c) == own {
				near[i]++
			}
			c = c.step(own, 1)
		}
	}
	return near[1] >= 4 || max(near[0], near[2]) >= 5 || min(near[0], near[2]) >= 3
}

// touching are the corners of a tile on the three diagonals of a line that cross the tile. The middle one is on the
// diagonal with two cells.
var touching = [backslash + 1][3]int{
	slash:     {upperLeft, upperRight, lowerRight},
	backslash: {upperRight, upperLeft, lowerLeft},
}

// Value compares the shapes of seat with those of the other side.
func (p *position) Value(seat int) int {
	return p.weight(slash+line(seat-1)) - p.weight(slash+line(2-seat))
}

func (p *position) weight(l line) int {
	s := p.shapesOf(l)
	return 200*len(s.StraightFours) + 40*len(s.Fours) + 15*len(s.Threes) + 3*len(s.Longest)
}
