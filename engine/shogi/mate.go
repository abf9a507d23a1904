package shogi

// Finish returns a move that mates at once by a man next to the king, or by a knight. It may miss others.
func (v *viewer) Finish(n *node) (m move, ok bool) {
	home := n.kings[1-n.turn]
	if home == cells {
		return m, false
	}
	f := finisher{survey: n.surveyMen(), home: home}
	f.backed = f.supported()
	if f.backed.empty() && n.hands[n.turn][knight] == 0 {
		return m, false
	}
	return f.find()
}

// finisher looks for mate in one.
type finisher struct {
	survey
	home   square  // of the king
	backed squares // the squares next to it on which it cannot take a man that comes to another one's help
}

// supported returns the squares next to the king that the seat to move attacks and may enter.
func (f *finisher) supported() (to squares) {
	for left := steps[0][king][f.home].and(f.room); !left.empty(); left = left.rest() {
		if s := left.first(); f.attacked(1-f.turn, s, f.all) {
			to = to.or(at(s))
		}
	}
	return to
}

// from returns the squares from which a man of kind k would give check.
func (f *finisher) from(k kind) squares {
	to := reach(1-f.turn, k, f.home, f.all)
	if k == knight {
		return to
	}
	return to.and(f.backed)
}

// find tries the drops, then the moves.
func (f *finisher) find() (m move, ok bool) {
	empty := f.room.without(f.all)
	for k := lance; k < handKinds; k++ {
		if f.hands[f.turn][k] == 0 {
			continue
		}
		if m, ok = f.try(move{kind: k, way: drops}, f.from(k).and(empty)); ok {
			return m, true
		}
	}
	own := f.seats[f.turn]
	for k := range kinds {
		if k == king {
			continue
		}
		stand, risen := f.from(k), f.from(raised[k])
		for left := f.men[k].and(own); !left.empty(); left = left.rest() {
			s := left.first()
			if !reach(f.turn, k, s, f.all).meets(stand.or(risen)) {
				continue
			}
			stays, rises := f.split(k, s, f.destinations(k, s))
			if m, ok = f.try(move{kind: k, from: s, way: promotes}, rises.and(risen)); ok {
				return m, true
			}
			if m, ok = f.try(move{kind: k, from: s}, stays.and(stand)); ok {
				return m, true
			}
		}
	}
	return m, false
}

// try returns the first of the squares on which m gives mate.
func (f *finisher) try(m move, to squares) (move, bool) {
	for ; !to.empty(); to = to.rest() {
		m.to = to.first()
		child := f.after(m)
		if v := child.survey(); !v.checkers.empty() && !v.any() {
			return m, true
		}
	}
	return m, false
}
