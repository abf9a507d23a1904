package shogi

import (
	"hikyaku/engine"
	"hikyaku/engine/shogiboard"
)

// Perft counts the leaves after depth moves: 1 at depth 0, none after the end of a game. There are no dice to show a face.
func (p *position) Perft(depth, face int) uint64 {
	switch {
	case depth <= 0:
		return 1
	case p.end != nil:
		return 0
	case p.Loses || p.MayRepeat(depth): // fouls and repetition end the game
		return engine.CountListed(p, depth, face)
	}
	c := counter{p.terms, make([]shogiboard.Position, depth)}
	c.boards[0] = p.Position
	return c.count(0)
}

// counter counts leaves under the terms of a match.
type counter struct {
	terms  *terms
	boards []shogiboard.Position // one for each move made
}

// count returns the number of leaves from the board at the given depth.
func (c counter) count(depth int) (n uint64) {
	b := &c.boards[depth]
	v := b.Survey()
	if depth == len(c.boards)-1 {
		n = v.Count()
		if c.terms.declares(b) {
			n++
		}
		return n
	}
	var room [128]move // enough for most positions; list grows it if needed
	for _, m := range v.List(room[:0], false) {
		c.boards[depth+1] = *b
		c.boards[depth+1].Play(m)
		n += c.count(depth + 1)
	}
	return n
}
