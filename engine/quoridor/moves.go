package quoridor

import (
	"iter"
	"strings"

	"hikyaku/engine"
)

// move is a parsed move.
type move struct {
	kind kind
	at   square // the destination of a pawn, or the square that names a wall
}

// kind is the kind of a move. For a wall it is the letter that ends its notation.
type kind byte

const (
	step       kind = '.'
	horizontal kind = 'h'
	vertical   kind = 'v'
	pass       kind = '-'
)

// readMove reads canonical notation only.
func readMove(text string) (m move, ok bool) {
	if text == engine.Pass {
		return move{kind: pass}, true
	}
	if len(text) < 2 || len(text) > 3 {
		return move{}, false
	}
	m.kind = step
	if len(text) == 3 {
		m.kind = kind(text[2])
	}
	m.at, ok = readSquare(text[:2])
	return m, ok && (len(text) == 2 || m.kind == horizontal || m.kind == vertical)
}

func readSquare(text string) (square, bool) {
	x, y := text[0]-'a', text[1]-'1'
	return square(y)*size + square(x), x < size && y < size
}

// String returns m in canonical notation.
func (m move) String() string {
	switch m.kind {
	case pass:
		return engine.Pass
	case step:
		return m.at.String()
	}
	return m.at.String() + string(m.kind)
}

// String returns the file and the rank, such as e2.
func (s square) String() string { return string([]byte{'a' + byte(s%size), '1' + byte(s/size)}) }

func (s square) onEdge() bool { return s%size == size-1 || s/size == size-1 }

// slot returns the slot of a wall whose lower left square is s, which must not be onEdge.
func (s square) slot() slot { return slot(s/size*8 + s%size) }

func (s slot) square() square { return square(s/8*size + s%8) }

// wall returns the wall that a wall move places.
func (m move) wall() walls {
	if m.kind == horizontal {
		return walls{h: 1 << m.at.slot()}
	}
	return walls{v: 1 << m.at.slot()}
}

// String returns the notation of a set of one wall.
func (a walls) String() string {
	s, letter := a.slot()
	return s.square().String() + string(letter)
}

// Parse takes canonical notation, upper case, full-width letters and digits, "e3-h", "e3 h", "h e3" and "he3".
func (p *position) Parse(text string) (engine.Move, error) {
	plain := strings.Trim(engine.Narrow(text), " \t")
	switch {
	case len(plain) == 5 && plain[2] == '-' && plain[:2] == p.pawns[p.turn].String(): // e1-e2, as in chess
		plain = plain[3:]
	case len(plain) == 4 && (plain[2] == '-' || plain[2] == ' '):
		plain = plain[:2] + plain[3:]
	case len(plain) == 4 && plain[1] == ' ':
		plain = plain[2:] + plain[:1]
	case len(plain) == 3 && plain[2] <= '9': // the letter first: the last one is a digit
		plain = plain[1:] + plain[:1]
	}
	m, ok := readMove(plain)
	if !ok {
		return "", moveMalformed.Reject(engine.Quote("move", text))
	}
	return engine.Move(m.String()), nil
}

// Moves yields pawn moves by square, then horizontal walls, then vertical walls, each from a1 along the ranks. If there
// are none, it yields the forced pass.
func (p *position) Moves() iter.Seq[engine.Move] {
	return func(yield func(engine.Move) bool) {
		if p.winner() >= 0 {
			return
		}
		var s scout
		reach, room := p.reach(), s.legalWalls(s.survey(&p.board))
		if reach.empty() && room.empty() {
			yield(engine.Pass)
			return
		}
		for to := range reach.each {
			if !yield(engine.Move(to.String())) {
				return
			}
		}
		for wall := range room.each {
			if !yield(engine.Move(wall.String())) {
				return
			}
		}
	}
}
