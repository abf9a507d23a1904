package engine

import "slices"

// Perfter is a Position that counts faster than Count does. Perft returns what Count describes.
type Perfter interface {
	Perft(depth, face int) uint64
}

// Count returns the number of leaves after depth moves of players from p. A throw takes no depth.
// Count goes through all its outcomes if face is 0; otherwise each die shows face, or its highest face
// if it has fewer sides. A finished game has no successors, so it is a leaf only at depth 0.
func Count(p Position, depth, face int) uint64 {
	if fast, ok := p.(Perfter); ok {
		return fast.Perft(depth, face)
	}
	return CountListed(p, depth, face)
}

// CountListed counts as Count does, by listing and playing the moves of any position.
func CountListed(p Position, depth, face int) (n uint64) {
	if depth <= 0 {
		return 1
	}
	moves := p.Moves()
	if sides := slices.Clone(p.Next().Throw); sides != nil {
		moves = Outcomes(sides)
		if face > 0 {
			for i, n := range sides {
				sides[i] = min(face, n)
			}
			moves = slices.Values([]Move{Throw(sides...)})
		}
		depth++
	}
	for m := range moves {
		q, err := p.Apply(m)
		if err != nil {
			panic("a listed move was rejected: " + err.Error())
		}
		n += CountListed(q, depth-1, face)
	}
	return n
}
