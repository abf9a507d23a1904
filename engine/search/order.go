package search

// The ranks that a search gives. A game ranks its quiet moves between -quiet and quiet, loud ones that look good above goodLoud,
// and loud ones that look bad below -goodLoud.
const (
	quiet    = 1 << 12
	goodLoud = 1 << 20
	killer   = 1 << 16
	first    = 1 << 30
	most     = 1 << 14 // the greatest experience with a move
)

// order adds to the ranks of moves what the search has learnt: the best move of an earlier search comes first, then moves that
// refuted others at the same ply, then those that did so elsewhere.
func (s *searcher[P, M]) order(list []Ranked[M], ply int, best M, known bool) {
	turn := len(s.path) & 1
	experience, answer := &s.history[turn], s.killers[ply][0]
	if ply > 0 {
		answer = s.answers[turn][s.slots[ply-1]]
	}
	for i := range list {
		r := &list[i]
		switch {
		case known && r.Move == best:
			r.Rank = first
		case r.Loud:
		case r.Move == s.killers[ply][0]:
			r.Rank += killer + 1
		case r.Move == s.killers[ply][1]:
			r.Rank += killer
		case r.Move == answer:
			r.Rank += killer - 1
		default:
			r.Rank += experience[r.Slot]
		}
	}
}

// pick brings the move of the highest rank to the front, the first of equal ones.
func pick[M comparable](list []Ranked[M]) {
	best := 0
	for i := range list {
		if list[i].Rank > list[best].Rank {
			best = i
		}
	}
	list[0], list[best] = list[best], list[0]
}

// learn remembers that the last move of tried refuted the position, and that those before it did not.
func (s *searcher[P, M]) learn(tried []Ranked[M], ply, depth int) {
	last := tried[len(tried)-1]
	if last.Loud {
		return
	}
	if k := &s.killers[ply]; k[0] != last.Move {
		k[0], k[1] = last.Move, k[0]
	}
	turn := len(s.path) & 1
	if ply > 0 {
		s.answers[turn][s.slots[ply-1]] = last.Move
	}
	experience := &s.history[turn]
	weight := int32(min(depth*depth, 400))
	for _, r := range tried[:len(tried)-1] {
		if !r.Loud {
			experience[r.Slot] -= weight + experience[r.Slot]*weight/most
		}
	}
	experience[last.Slot] += weight - experience[last.Slot]*weight/most
}
