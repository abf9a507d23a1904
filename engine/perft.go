package engine

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
	if sides := p.Next().Throw; sides != nil {
		for throw := range throws(sides, face) {
			n += CountListed(mustApply(p, throw), depth, face)
		}
		return n
	}
	for m := range p.Moves() {
		n += CountListed(mustApply(p, m), depth-1, face)
	}
	return n
}

func throws(sides []int, face int) func(yield func(Move) bool) {
	if face == 0 {
		return Outcomes(sides)
	}
	fixed := make([]int, len(sides))
	for i, n := range sides {
		fixed[i] = min(face, n)
	}
	return func(yield func(Move) bool) { yield(Throw(fixed...)) }
}

func mustApply(p Position, m Move) Position {
	q, err := p.Apply(m)
	if err != nil {
		panic("a listed move was rejected: " + err.Error())
	}
	return q
}
