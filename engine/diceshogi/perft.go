package diceshogi

// Perft counts the leaves after depth moves: 1 at depth 0, none below a finished game. Throws take
// no depth: face 0 goes through all six, another one is the die of every turn that has one.
func (p *position) Perft(depth, face int) uint64 {
	if depth <= 0 {
		return 1
	}
	c := counter{thrown: p.rules != minishogi, face: min(face, sides)}
	v := p.board.survey()
	if p.die == 0 {
		return c.count(v, depth)
	}
	v.obey(p.die)
	return c.behind(v, depth)
}

// counter counts leaves under one way of throwing.
type counter struct {
	thrown bool // a die goes before each turn
	face   int  // what it shows; 0 for all faces
}

// count returns the leaves from v, before the die is thrown.
func (c counter) count(v survey, depth int) uint64 {
	if !c.thrown || v.checkers != 0 || c.face == sides {
		return c.behind(v, depth)
	}
	if c.face != 0 {
		v.obey(c.face)
		return c.behind(v, depth)
	}
	// A move is allowed by its own file, by 6 and by each file to which there is no move.
	faces := uint64(2)
	open := v.union()
	for file := 1; file <= size; file++ {
		if open&fileOf(file) == 0 {
			faces++
		}
	}
	return faces * c.behind(v, depth)
}

// behind returns the leaves from v, whose moves are those that the die allows.
func (c counter) behind(v survey, depth int) (n uint64) {
	if depth == 1 {
		return v.count()
	}
	var room [64]move // more than most positions have; list makes more where it must
	for _, m := range v.list(room[:0]) {
		child := v.after(m)
		n += c.count(child.survey(), depth-1)
	}
	return n
}

// obey keeps to the file that the die names, where there is a move to it.
func (v *survey) obey(die int) { v.keep(v.allowed(die)) }

// allowed is every square on which the die lets a man land: its file, or all where it shows 6 or no
// move ends there. 0 is no die.
func (v *survey) allowed(die int) squares {
	if die == 0 || die == sides || v.union()&fileOf(die) == 0 {
		return everywhere
	}
	return fileOf(die)
}
