package counting

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"hikyaku/engine"
)

// notation returns the canonical notation of the move that adds n.
func notation(n int) string { return "add" + strconv.Itoa(n) }

// readMove is the inverse of notation. It also reads moves that break rules.
func readMove(text string) (n int, ok bool) {
	n, err := strconv.Atoi(strings.TrimPrefix(text, "add"))
	return n, err == nil && notation(n) == text
}

// Parse also takes upper case and blanks around the move.
func (p *position) Parse(text string) (engine.Move, error) {
	n, ok := readMove(strings.ToLower(strings.TrimSpace(text)))
	if !ok {
		return "", moveMalformed.Reject(engine.Quote("move", text))
	}
	return engine.Move(notation(n)), nil
}

// Moves yields add1 and add2 if a seat is to move.
func (p *position) Moves() iter.Seq[engine.Move] {
	return func(yield func(engine.Move) bool) {
		if p.Next().Player != 0 && yield("add1") {
			yield("add2")
		}
	}
}

// Apply plays m. It parses and checks m without listing the moves.
func (p *position) Apply(m engine.Move) (engine.Position, error) {
	if r := engine.CheckTurn(p.Next(), m); r != nil {
		return nil, r
	}
	if faces, thrown := m.Throw(); thrown {
		return p.throw(faces[0]), nil
	}
	n, ok := readMove(string(m))
	if !ok {
		return nil, moveMalformed.Reject(engine.Quote("move", string(m)))
	}
	if r := p.check(n); r != nil {
		return nil, r
	}
	return p.play(n), nil
}

// play adds n, which has been checked. The next seat is to move unless the sum has reached the target.
func (p *position) play(n int) *position {
	q := *p
	q.sum += n
	q.die = q.dieFollows()
	if !q.over() {
		q.pass()
	}
	return &q
}

// pass gives the turn to the next seat that is in.
func (p *position) pass() {
	for next := true; next; next = slices.Contains(p.out, p.seat) {
		p.seat = p.seat%p.seats + 1
	}
}

// Leave returns the position in which a seat plays no more.
func (p *position) Leave(seat int) engine.Position {
	q := *p
	if q.out = append(slices.Clip(p.out), seat); p.seat == seat {
		q.pass()
	}
	return &q
}

// Out returns the seats that have left, in order.
func (p *position) Out() []int { return p.out }

// throw adds the face of the die. The seat that threw it is still to move, or has won.
func (p *position) throw(face int) *position {
	q := *p
	q.sum += face
	q.die = false
	return &q
}
