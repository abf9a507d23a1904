package shogi

// Finish returns a mate in one by a piece next to the king, or by a knight. It may miss others.
func (v *viewer) Finish(n *node) (m move, ok bool) {
	home := n.kings[1-n.turn]
	if home == cells {
		return m, false
	}
	f := finisher{board: &n.board, all: n.taken(), home: home}
	f.open = f.all.without(at(home))
	ring := steps[0][king][home]
	for left := ring; !left.empty(); left = left.rest() {
		if s := left.first(); n.attacked(1-n.turn, s, f.open) {
			f.hit = f.hit.or(at(s))
		}
	}
	f.free = ring.without(n.seats[1-n.turn]).without(f.hit)
	return f.find(f.hit.without(n.seats[n.turn]), steps[1-n.turn][knight][home].without(n.seats[n.turn]))
}

// finisher looks for mate in one.
type finisher struct {
	*board
	all  squares // all pieces
	open squares // without the king
	home square  // of the king
	hit  squares // the squares next to it that the seat to move attacks
	free squares // those to which it could go
}

// find tries the pieces that can come next to the king, and the knights.
func (f *finisher) find(close, jumps squares) (m move, ok bool) {
	for left := close; !left.empty() && !ok; left = left.rest() {
		s := left.first()
		if m, ok = f.drop(s, lance, handKinds); ok {
			break
		}
		if takers := f.attackers(1-f.turn, s, f.all); takers.several() {
			m, ok = f.move(s, takers)
		}
	}
	for left := jumps; !left.empty() && !ok; left = left.rest() {
		s := left.first()
		if m, ok = f.drop(s, knight, knight+1); !ok {
			m, ok = f.move(s, steps[1-f.turn][knight][s].and(f.pieces[knight]).and(f.seats[f.turn]))
		}
	}
	return m, ok
}

// drop tries to drop pieces of some kinds on s.
func (f *finisher) drop(s square, first, end kind) (m move, ok bool) {
	if f.all.has(s) {
		return m, false
	}
	for k := first; k < end; k++ {
		m = move{kind: k, to: s, way: drops}
		if f.hands[f.turn][k] > 0 && f.mates(m, k) {
			return m, true
		}
	}
	return m, false
}

// move tries to bring one of pieces to s.
func (f *finisher) move(s square, pieces squares) (m move, ok bool) {
	for left := pieces; !left.empty(); left = left.rest() {
		from := left.first()
		k := f.kindAt(from)
		m = move{kind: k, from: from, to: s, way: promotes}
		if raised[k] != k && (zone[f.turn].has(from) || zone[f.turn].has(s)) && f.mates(m, raised[k]) {
			return m, true
		}
		m.way = simple
		if k != king && !dead[f.turn][k].has(s) && f.mates(m, k) {
			return m, true
		}
	}
	return m, false
}

// mates reports whether m is legal and gives mate. k is the kind of the piece after the move.
func (f *finisher) mates(m move, k kind) bool {
	reached := reach(f.turn, k, m.to, f.open)
	if !reached.has(f.home) || !f.free.without(at(m.to)).without(reached).empty() {
		return false
	}
	child := f.after(m)
	if child.checked(f.turn) {
		return false
	}
	v := child.survey()
	return !v.any()
}
