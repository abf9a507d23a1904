package shogi

import "hikyaku/engine/shogiboard"

// Finish returns a mate in one by a piece next to the king, or by a knight. It may miss others.
func (v *viewer) Finish(n *node) (m move, ok bool) {
	home := n.kings[1-n.Turn]
	if home == cells {
		return m, false
	}
	f := finisher{Position: &n.Position, all: n.Taken(), home: home}
	f.open = f.all.Without(shogiboard.At(home))
	ring := n.Ring(home)
	for left := ring; !left.Empty(); left = left.Rest() {
		if s := left.First(); n.Attacked(1-n.Turn, s, f.open) {
			f.hit = f.hit.Or(shogiboard.At(s))
		}
	}
	f.free = ring.Without(n.Seats[1-n.Turn]).Without(f.hit)
	close := f.hit.Without(n.Seats[n.Turn])
	jumps := n.Steps(1-n.Turn, knight, home).Without(n.Seats[n.Turn])
	for left := close; !left.Empty() && !ok; left = left.Rest() {
		s := left.First()
		if m, ok = f.drop(s, lance, handKinds); ok {
			break
		}
		if takers := f.Attackers(1-f.Turn, s, f.all); takers.Several() {
			m, ok = f.move(s, takers)
		}
	}
	for left := jumps; !left.Empty() && !ok; left = left.Rest() {
		s := left.First()
		if m, ok = f.drop(s, knight, knight+1); !ok {
			m, ok = f.move(s, f.Steps(1-f.Turn, knight, s).And(f.Pieces[knight]).And(f.Seats[f.Turn]))
		}
	}
	return m, ok
}

// finisher looks for mate in one.
type finisher struct {
	*shogiboard.Position
	all  squares // all pieces
	open squares // without the king
	home square  // of the king
	hit  squares // the squares next to it that the seat to move attacks
	free squares // those to which it could go
}

// drop tries to drop pieces of some kinds on s.
func (f *finisher) drop(s square, first, end kind) (m move, ok bool) {
	if f.all.Has(s) {
		return m, false
	}
	for k := first; k < end; k++ {
		m = move{Kind: k, To: s, Way: shogiboard.Drops}
		if f.Hands[f.Turn][k] > 0 && f.mates(m, k) {
			return m, true
		}
	}
	return m, false
}

// move tries to bring one of pieces to s.
func (f *finisher) move(s square, pieces squares) (m move, ok bool) {
	for left := pieces; !left.Empty(); left = left.Rest() {
		from := left.First()
		k := f.KindAt(from)
		m = move{Kind: k, From: from, To: s, Way: shogiboard.Promotes}
		if shogiboard.Raised[k] != k && (f.Zone[f.Turn].Has(from) || f.Zone[f.Turn].Has(s)) && f.mates(m, shogiboard.Raised[k]) {
			return m, true
		}
		m.Way = shogiboard.Simple
		if k != king && !f.Dead[f.Turn][k].Has(s) && f.mates(m, k) {
			return m, true
		}
	}
	return m, false
}

// mates reports whether m is legal and gives mate. k is the kind of the piece after the move.
func (f *finisher) mates(m move, k kind) bool {
	reached := f.Reach(f.Turn, k, m.To, f.open)
	if !reached.Has(f.home) || !f.free.Without(shogiboard.At(m.To)).Without(reached).Empty() {
		return false
	}
	child := f.After(m)
	if child.Checked(f.Turn) {
		return false
	}
	v := child.Survey()
	return !v.Any()
}
