package search

// lastEvasion is the number of plies beyond the depth of a search at which checks are still answered.
const lastEvasion = 4

// settle returns the score of a position by loud moves alone, or by all if the seat to move is in check.
func (s *searcher[P, M]) settle(ply, depth int, now Seen, low, high Score) Score {
	p, best := &s.stack[ply], -Win-1
	checked := now.Checked && (s.Whole || depth > -lastEvasion)
	if depth > -lastEvasion && s.finishes(ply, now) {
		return later(Win, ply+1)
	}
	if !checked {
		best = s.value(p, now.Key)
		if best >= high {
			return best
		}
		low = max(low, best)
	}
	list := s.Rules.Moves(p, !checked, s.moves[ply][:0])
	s.moves[ply] = list
	if len(list) == 0 && checked {
		return later(-Win, ply)
	}
	for i := range list {
		pick(list[i:])
		if !list[i].Loud && (!checked || i >= 3 && best > -near && !s.Whole) {
			continue
		}
		s.Rules.Play(p, list[i].Move, &s.stack[ply+1])
		v := -s.search(ply+1, depth-1, -high, -low)
		if s.ended {
			return 0
		}
		best = max(best, v)
		if v > low {
			low = v
			s.lines[ply] = append(append(s.lines[ply][:0], list[i].Move), s.lines[ply+1]...)
		}
		if v >= high {
			break
		}
	}
	return s.known(best, len(list))
}
