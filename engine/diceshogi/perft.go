package diceshogi

import (
	"hikyaku/engine"
	"hikyaku/engine/shogiboard"
)

// Perft counts the leaves after depth moves: 1 at depth 0, none after the end of a game. A throw takes no depth. With
// face 0 it goes through all six faces, otherwise every die shows face.
func (p *position) Perft(depth, face int) uint64 {
	if depth <= 0 {
		return 1
	}
	if p.Loses || p.MayRepeat(depth) { // fouls are moves too, and end the game; so does repetition
		return engine.CountListed(p, depth, face)
	}
	c := counter{p.rules != minishogi, min(face, sides), make([]shogiboard.Position, depth)}
	c.boards[0] = p.Position
	v := c.boards[0].Survey()
	if p.die == 0 {
		return c.count(v, depth)
	}
	applyDie(&v, p.die)
	return c.countMoves(v, depth)
}

// counter counts leaves with one way of throwing.
type counter struct {
	thrown bool                  // a die goes before each turn
	face   int                   // the face of every die; 0 for all faces
	boards []shogiboard.Position // one for each move made
}

// count returns the number of leaves from v, before the die is thrown.
func (c counter) count(v shogiboard.Survey, depth int) uint64 {
	if !c.thrown || !v.Checkers.Empty() || c.face == sides {
		return c.countMoves(v, depth)
	}
	if c.face != 0 {
		applyDie(&v, c.face)
		return c.countMoves(v, depth)
	}
	if v.Loose {
		var n uint64
		for face := 1; face <= sides; face++ {
			limited := v
			applyDie(&limited, face)
			n += c.countMoves(limited, depth)
		}
		return n
	}
	// A move is allowed by the face of its own file, by 6, and by the face of each file to which there is no move.
	faces := uint64(2)
	to := open(&v)
	for file := 1; file <= size; file++ {
		if !to.Meets(ground.File(file)) {
			faces++
		}
	}
	return faces * c.countMoves(v, depth)
}

// countMoves returns the number of leaves from v, whose moves are already limited by the die.
func (c counter) countMoves(v shogiboard.Survey, depth int) (n uint64) {
	if depth == 1 {
		return v.Count()
	}
	var room [64]move // enough for most positions; list grows it if needed
	for _, m := range v.List(room[:0], false) {
		child := &c.boards[len(c.boards)-depth+1]
		*child = *v.Position
		child.Play(m)
		n += c.count(child.Survey(), depth-1)
	}
	return n
}

// applyDie limits v to the file that the die names, if there is a move to it.
func applyDie(v *shogiboard.Survey, die int) { v.Restrict(allowed(v, die)) }

// allowed returns the squares on which the die lets a piece land: its file, or all squares if it shows 6, if no move that
// binds ends on its file, or if die is 0, which means no die.
func allowed(v *shogiboard.Survey, die int) squares {
	if die == 0 || die == sides || !binding(v).Meets(ground.File(die)) {
		return ground.All
	}
	return ground.File(die)
}

// open returns every square on which some move ends.
func open(v *shogiboard.Survey) squares { return v.Destinations().Or(v.DropDestinations()) }

// binding returns every square on which a move ends that binds a seat to the file of the die.
func binding(v *shogiboard.Survey) squares {
	if v.Loose {
		return v.Destinations()
	}
	return open(v)
}
