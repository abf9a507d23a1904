package diceshogi

import (
	"hikyaku/engine"
	"hikyaku/engine/shogitext"
)

// Perft counts the leaves after depth moves: 1 at depth 0, none after the end of a game. A throw takes no depth. With
// face 0 it goes through all six faces, otherwise every die shows face.
func (p *position) Perft(depth, face int) uint64 {
	if depth <= 0 {
		return 1
	}
	if p.loses || p.mayRepeat(depth) { // fouls are moves too, and end the game; so does repetition
		return engine.CountListed(p, depth, face)
	}
	c := counter{thrown: p.rules != minishogi, face: min(face, sides)}
	v := p.board.survey()
	if p.die == 0 {
		return c.count(v, depth)
	}
	v.applyDie(p.die)
	return c.countMoves(v, depth)
}

// mayRepeat reports whether some position can occur for the last time within depth moves. One that has occurred n times
// returns after one move at the earliest, and then every four moves.
func (p *position) mayRepeat(depth int) bool {
	if p.before == nil {
		return p.counts && depth >= 4*(shogitext.Tolerated-1)
	}
	most := 0
	for q := p; q != nil; q = q.before {
		most = max(most, q.repeats)
	}
	return p.counts && depth > 4*(shogitext.Tolerated-most-1)
}

// counter counts leaves with one way of throwing.
type counter struct {
	thrown bool // a die goes before each turn
	face   int  // the face of every die; 0 for all faces
}

// count returns the number of leaves from v, before the die is thrown.
func (c counter) count(v survey, depth int) uint64 {
	if !c.thrown || v.checkers != 0 || c.face == sides {
		return c.countMoves(v, depth)
	}
	if c.face != 0 {
		v.applyDie(c.face)
		return c.countMoves(v, depth)
	}
	if v.loose {
		return c.countFaces(v, depth)
	}
	// A move is allowed by the face of its own file, by 6, and by the face of each file to which there is no move.
	faces := uint64(2)
	open := v.allDestinations()
	for file := 1; file <= size; file++ {
		if open&fileOf(file) == 0 {
			faces++
		}
	}
	return faces * c.countMoves(v, depth)
}

// countFaces returns the number of leaves from v by each face in turn.
func (c counter) countFaces(v survey, depth int) (n uint64) {
	for face := 1; face <= sides; face++ {
		limited := v
		limited.applyDie(face)
		n += c.countMoves(limited, depth)
	}
	return n
}

// countMoves returns the number of leaves from v, whose moves are already limited by the die.
func (c counter) countMoves(v survey, depth int) (n uint64) {
	if depth == 1 {
		return v.count()
	}
	var room [64]move // enough for most positions; list grows it if needed
	for _, m := range v.list(room[:0]) {
		child := v.after(m)
		n += c.count(child.survey(), depth-1)
	}
	return n
}

// applyDie limits v to the file that the die names, if there is a move to it.
func (v *survey) applyDie(die int) { v.restrict(v.allowed(die)) }

// allowed returns the squares on which the die lets a piece land: its file, or all squares if it shows 6, if no move that
// binds ends on its file, or if die is 0, which means no die.
func (v *survey) allowed(die int) squares {
	if die == 0 || die == sides || v.bindingDestinations()&fileOf(die) == 0 {
		return everywhere
	}
	return fileOf(die)
}
