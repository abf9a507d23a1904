package search

// average returns the average score of the outcomes of a throw.
func (s *searcher[P, M]) average(ply, depth int, low, high Score, key uint64) Score {
	if found, known := s.table.find(key); known && ply > 0 && s.suffices(int(found.depth), depth) {
		if v := later(found.score, ply); found.bound.decides(v, low, high) {
			return v
		}
	}
	v := s.throw(ply, depth, low, high)
	s.lines[ply] = s.lines[ply][:0]
	if !s.ended {
		s.table.keep(entry[M]{key: key, score: earlier(v, ply), depth: int8(min(depth, 127)), bound: boundOf(v, low, high)})
	}
	return v
}

// throw searches the outcomes of a throw by Star1 (Ballard, 1983): each with a window such that the average can still matter if
// all later outcomes have the extreme values.
func (s *searcher[P, M]) throw(ply, depth int, low, high Score) Score {
	list := s.throws[ply]
	var all int64
	for i := range list {
		list[i].least = -Win
		all += int64(list[i].Weight)
	}
	least, most := -all*int64(Win), all*int64(Win) // the bounds of the outcomes still to come
	if depth > 1 {
		least = s.probeAll(ply, depth, all, int64(high)*all)
		if s.ended || least >= int64(high)*all {
			return Score(least / all)
		}
	}
	var sum int64
	for i := range list {
		w := int64(list[i].Weight)
		least -= w * int64(list[i].least)
		most -= w * int64(Win)
		a := max(floor(int64(low)*all-sum-most, w), int64(-Win))
		b := min(-floor(-(int64(high)*all-sum-least), w), int64(Win))
		s.stack[ply+1] = list[i].At
		v := int64(s.search(ply+1, depth, Score(a), Score(b)))
		sum += v * w
		switch {
		case s.ended:
			return 0
		case v >= b && b < int64(Win):
			return Score((sum + least) / all)
		case v <= a && a > int64(-Win):
			return Score((sum + most) / all)
		}
	}
	return Score(sum / all)
}

// probeAll searches only the best move of each outcome, until the lower bound suffices (Star2: Ballard, 1983). It
// returns that sum.
func (s *searcher[P, M]) probeAll(ply, depth int, all, enough int64) int64 {
	least := -all * int64(Win)
	for i := range s.throws[ply] {
		o := &s.throws[ply][i]
		w := int64(o.Weight)
		high := min(-floor(-(enough-least-w*int64(Win)), w), int64(Win))
		s.stack[ply+1] = o.At
		v := s.probe(ply+1, depth, Score(high))
		if s.ended {
			return 0
		}
		o.least = v
		least += w * int64(v+Win)
		if least >= enough {
			break
		}
	}
	return least
}

// probe returns the score of the move of a position that looks best, or a bound from high.
func (s *searcher[P, M]) probe(ply, depth int, high Score) Score {
	p := &s.stack[ply]
	if _, over := s.Rules.Over(p); over {
		return -Win
	}
	list := s.Rules.Moves(p, false, s.moves[ply][:0])
	s.moves[ply] = list
	if len(list) == 0 {
		return -Win
	}
	key := s.Rules.Key(p)
	found, known := s.table.find(key)
	s.order(list, ply, found.move, known)
	pick(list)
	s.Rules.Play(p, list[0].Move, &s.stack[ply+1])
	s.path = append(s.path, Seen{Key: key})
	v := -s.search(ply+1, depth-1, -high, Win)
	s.path = s.path[:len(s.path)-1]
	return v
}

// floor returns a/b, rounded down, for a positive b.
func floor(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}
