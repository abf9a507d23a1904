package rengi

import "hikyaku/engine"

// Perft counts the leaves after depth moves: 1 at depth 0, none after the end of a game. A throw takes no depth. With
// face 0 it goes through all outcomes; otherwise each die shows face, or its highest face.
func (p *position) Perft(depth, face int) uint64 { return p.state.perft(depth, face) }

func (s *state) perft(depth, face int) (n uint64) {
	switch {
	case depth <= 0:
		return 1
	case s.wait == over:
		return 0
	case s.dice() != nil:
		sides := s.dice()
		if face == 0 {
			for throw := range engine.Outcomes(sides) {
				faces, _ := throw.Throw()
				n += s.afterThrow(faces, depth, face)
			}
			return n
		}
		faces := make([]int, len(sides))
		for i, side := range sides {
			faces[i] = min(face, side)
		}
		return s.afterThrow(faces, depth, face)
	case depth == 1:
		return s.count()
	}
	for m := range s.each {
		child := *s
		child.makeMove(m)
		n += child.perft(depth-1, face)
	}
	return n
}

func (s *state) afterThrow(faces []int, depth, face int) uint64 {
	child := *s
	child.throw(faces)
	return child.perft(depth, face)
}

// count returns the number of legal moves.
func (s *state) count() (n uint64) {
	if s.wait == drafting {
		for range s.each {
			n++
		}
		return n
	}
	var room [16]pair
	h := s.mine().field.heights()
	for _, at := range columnPairs(!s.single) {
		if s.hasRoom(&h, at, !s.single) {
			n++
		}
	}
	low, most := s.rowsAsked()
	n *= uint64(len(s.tsumo(room[:0]))) * uint64(most-low+1)
	if s.theirs().chaining {
		n++
	}
	return n
}
