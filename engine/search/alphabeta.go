package search

import (
	"context"
	"iter"

	"hikyaku/engine"
)

// Score is the value of a position for the seat to move, in points of its game. Won games have scores near Win.
type Score int32

// Win is the score of a game that is won at once. Later wins score less by their distance in plies.
const Win Score = 1 << 20

// deepest is the greatest number of plies of a line, throws included.
const deepest = 160

// near is the least score of a win in a line.
const near = Win - deepest

// Rules are a game for two as AlphaBeta sees it. A position P is a value that can be copied; what it refers to never changes.
// A function that is given a child writes it whole.
type Rules[P any, M comparable] interface {
	// Key returns a hash of everything that affects the rest of the game.
	Key(p *P) uint64
	// Over returns Win, 0 or -Win for the seat to move if the game has ended.
	Over(p *P) (s Score, over bool)
	// Value returns a guess of the result for the seat to move, far from Win.
	Value(p *P) Score
	// Moves appends the legal moves; with loud it may omit quiet ones. A seat without moves has lost, unless Over has reported
	// otherwise.
	Moves(p *P, loud bool, list []Ranked[M]) []Ranked[M]
	// Play makes child the position after m.
	Play(p *P, m M, child *P)
}

// Checker are Rules of a game with check.
type Checker[P any] interface {
	// Checked reports whether the seat to move has to answer a threat.
	Checked(p *P) bool
	// Pass makes child the same position with the other seat to move.
	Pass(p *P, child *P)
}

// Finisher is implemented by Rules that detect some wins without a search.
type Finisher[P any, M comparable] interface {
	// Finish returns a move after which the other seat has lost. The seat to move is not in check.
	Finish(p *P) (m M, ok bool)
}

// Risker is implemented by Rules that tell without a search what a quiet move puts at risk.
type Risker[P any, M comparable] interface {
	// Risk returns what the seat to move loses if the other seat takes the piece that m has moved, in points.
	Risk(p *P, m M) Score
}

// Thrower are Rules of a game with dice.
type Thrower[P any] interface {
	// Outcomes appends the positions after each throw, those that allow the same moves as one; nothing if p waits for none.
	Outcomes(p *P, list []Outcome[P]) []Outcome[P]
}

// Outcome is a position after a throw.
type Outcome[P any] struct {
	At     P
	Weight int32 // how many throws lead to it
	least  Score // the result of a probe
}

// AlphaBeta searches a game for two, deeper and deeper, with a table of what it has seen.
type AlphaBeta[P any, M comparable] struct {
	Rules  Rules[P, M]
	Root   P
	Seat   int    // the seat to move in Root, or after its throw, from 1
	Before []Seen // the positions of the match before Root that can occur again, oldest first
	Name   func(M) engine.Move
	Levels *[engine.Levels]Level

	// Most is the number of moves to which Rules.Moves cuts its list, 0 for none. So many moves prove a win for the seat to move,
	// but no loss.
	Most int

	// Endless allows perpetual check.
	Endless bool

	// Repeats is the seat that loses by repetition, from 1; 0 if repetition is a draw.
	Repeats int

	// Whole searches every move to the full depth, at a cost.
	Whole bool

	// Scale is the number of points at which a win is ten times as likely as a loss. With 0 scores are expected results:
	// Win/2 is three wins of four.
	Scale Score
}

// Think searches within limits; see engine.Thinker.
func (a *AlphaBeta[P, M]) Think(ctx context.Context, limits engine.Limits) iter.Seq[engine.Thought] {
	return func(yield func(engine.Thought) bool) {
		limits, level := setting(limits, a.Levels)
		s := &searcher[P, M]{AlphaBeta: a, budget: budget{ctx: ctx, limit: limits.Nodes}, level: level, seed: limits.Seed}
		s.checker, _ = a.Rules.(Checker[P])
		s.thrower, _ = a.Rules.(Thrower[P])
		s.risker, _ = a.Rules.(Risker[P, M])
		if !a.Whole {
			s.finisher, _ = a.Rules.(Finisher[P, M])
		}
		s.table = newTable[M](limits.Memory)
		s.path = append(s.path, a.Before...)
		s.stack[0], s.passed = a.Root, -1
		if !s.start() {
			return
		}
		for depth := 1; yield(s.thought()) && !s.ended && depth < deepest/3; depth++ {
			if abs(s.score) > Win-Score(depth) { // a deeper line cannot change it
				return
			}
			s.deepen(depth)
		}
	}
}

// searcher is one search.
type searcher[P any, M comparable] struct {
	*AlphaBeta[P, M]
	budget
	checker  Checker[P]     // nil without check
	thrower  Thrower[P]     // nil without dice
	finisher Finisher[P, M] // nil if it is of no use
	risker   Risker[P, M]   // nil if nothing is known of risks
	table    table[M]
	level    Level
	seed     uint64

	depth int // of the best line
	score Score
	line  []M

	passed  int             // the ply at which a seat has passed last in this line, or -1
	path    []Seen          // the match and the line
	values  [deepest]Score  // of the positions on the stack, unknown where the seat to move is in check
	slots   [deepest]uint16 // of the moves between them
	stack   [deepest]P
	moves   [deepest][]Ranked[M]
	throws  [deepest][]Outcome[P]
	lines   [deepest][]M
	killers [deepest][2]M
	history [2][slots]int32
	answers [2][slots]M // the moves that refuted a move of the other seat
}

// unknown is no value.
const unknown = -2 * Win

// start makes the first guess. It reports whether the game has not ended.
func (s *searcher[P, M]) start() bool {
	root := &s.stack[0]
	if _, over := s.Rules.Over(root); over {
		return false
	}
	s.score = s.value(root, s.Rules.Key(root))
	if !s.thrown(root, 0) {
		list := s.Rules.Moves(root, false, nil)
		if len(list) == 0 {
			return false
		}
		best := list[0]
		for _, r := range list {
			if r.Rank > best.Rank {
				best = r
			}
		}
		if n, slips := s.level.slips(s.Rules.Key(root), s.seed, len(list)); slips {
			best, s.ended = list[n], true
		}
		s.line = []M{best.Move}
	}
	return true
}

// deepen searches to a depth, first in a narrow window around the last score.
func (s *searcher[P, M]) deepen(depth int) {
	s.table.grow()
	width := max(s.Scale/8, Win/256)
	low, high := s.score-width, s.score+width
	if depth < 4 {
		low, high = -Win, Win
	}
	for {
		v := s.search(0, depth, max(low, -Win), min(high, Win))
		switch {
		case s.ended:
			return
		case v <= low && low > -Win:
			low, width = v-2*width, 4*width
		case v >= high && high < Win:
			high, width = v+2*width, 4*width
		default:
			s.score, s.depth = v, depth
			return
		}
	}
}

// thought returns the best line so far.
func (s *searcher[P, M]) thought() engine.Thought {
	t := engine.Thought{Scores: []float64{0, 0}, Depth: s.depth, Nodes: s.nodes}
	for _, m := range s.line {
		t.Line = append(t.Line, s.Name(m))
	}
	mine := expected(s.score, s.Scale)
	t.Scores[s.Seat-1], t.Scores[2-s.Seat] = mine, 1-mine
	return t
}

// thrown reports whether p waits for a throw. It lists the outcomes.
func (s *searcher[P, M]) thrown(p *P, ply int) bool {
	if s.thrower == nil {
		return false
	}
	s.throws[ply] = s.thrower.Outcomes(p, s.throws[ply][:0])
	return len(s.throws[ply]) > 0
}

// value returns the value of p with the error of the level.
func (s *searcher[P, M]) value(p *P, key uint64) Score {
	v := s.Rules.Value(p)
	if s.level.Noise != 0 {
		v += errorOf(key, s.seed, s.level.Noise)
	}
	return min(max(v, 1-near), near-1)
}

// search returns the score of the position on the stack at ply, looking depth plies ahead. It is exact between low and high, and
// a bound outside of them.
func (s *searcher[P, M]) search(ply, depth int, low, high Score) Score {
	p := &s.stack[ply]
	s.lines[ply] = s.lines[ply][:0]
	if !s.allow() {
		return 0
	}
	if v, over := s.Rules.Over(p); over {
		return later(v, ply)
	}
	key := s.Rules.Key(p)
	if ply >= deepest-2 {
		return s.value(p, key)
	}
	if s.thrown(p, ply) {
		if depth <= 0 {
			return s.value(p, key)
		}
		return s.average(ply, depth, low, high, key)
	}
	now := Seen{Key: key, Checked: s.checker != nil && s.checker.Checked(p)}
	if ply > 0 {
		if v, again := s.repeated(now); again {
			return v
		}
	}
	if depth <= 0 {
		return s.settle(ply, depth, now, low, high)
	}
	if now.Checked && ply < 2*s.depth+4 {
		depth++
	}
	s.path = append(s.path, now)
	v := s.branch(ply, depth, low, high, now)
	s.path = s.path[:len(s.path)-1]
	return v
}

// branch returns the score of a position by its moves.
func (s *searcher[P, M]) branch(ply, depth int, low, high Score, now Seen) Score {
	p, narrow := &s.stack[ply], high-low <= 1
	found, known := s.table.find(now.Key)
	if known && narrow && ply > 0 && s.suffices(int(found.depth), depth) {
		if v := later(found.score, ply); found.bound.decides(v, low, high) {
			return v
		}
	}
	if ply > 0 && s.finishes(ply, now) {
		return later(Win, ply+1)
	}
	s.values[ply] = unknown
	if s.checker != nil && s.Scale > 0 && !s.Whole && !now.Checked { // moves may be left out because of values
		s.values[ply] = s.value(p, now.Key)
		if narrow && ply > 0 {
			if v, cut := s.prune(ply, depth, high); cut {
				return v
			}
		}
		if !known && depth >= 4 { // without a good first move it costs too much
			depth--
		}
	}
	list := s.Rules.Moves(p, false, s.moves[ply][:0])
	s.moves[ply] = list
	if len(list) == 0 {
		return later(-Win, ply)
	}
	s.order(list, ply, found.move, known)
	best, chosen, from := -Win-1, list[0].Move, low
	for i := range list {
		pick(list[i:])
		s.Rules.Play(p, list[i].Move, &s.stack[ply+1])
		if best > -near && s.hopeless(ply, depth, i, low) {
			continue
		}
		s.slots[ply] = list[i].Slot
		v := s.reply(ply, depth, i, now.Checked, low, high)
		if s.ended {
			return 0
		}
		if v <= best {
			continue
		}
		best, chosen = v, list[i].Move
		if v > low {
			low = v
			s.lines[ply] = append(append(s.lines[ply][:0], chosen), s.lines[ply+1]...)
			if ply == 0 {
				s.line, s.score = append(s.line[:0], s.lines[0]...), v
			}
		}
		if v >= high {
			s.learn(list[:i+1], ply, depth)
			break
		}
	}
	best = s.known(best, len(list))
	s.table.keep(entry[M]{key: now.Key, move: chosen, score: earlier(best, ply), depth: int8(min(depth, 127)), bound: boundOf(best, from, high)})
	return best
}

// known returns the score of the best of so many moves: where others may be left out, it is no proof of a loss.
func (s *searcher[P, M]) known(best Score, moves int) Score {
	if s.Most > 0 && moves >= s.Most {
		return max(best, 1-near)
	}
	return best
}

// suffices reports whether a score found at one depth may be used at another.
func (s *searcher[P, M]) suffices(found, wanted int) bool {
	return found == wanted || found > wanted && !s.Whole
}

// finishes reports whether the seat to move wins at once, and makes that the line.
func (s *searcher[P, M]) finishes(ply int, now Seen) bool {
	if s.finisher == nil || now.Checked {
		return false
	}
	m, ok := s.finisher.Finish(&s.stack[ply])
	if ok {
		s.lines[ply] = append(s.lines[ply][:0], m)
	}
	return ok
}

// reply returns the score of a move that has been played on the stack, the i-th of its position. Later ones are expected to be
// no better, and searched less deep until they are.
func (s *searcher[P, M]) reply(ply, depth, i int, checked bool, low, high Score) Score {
	if i == 0 {
		return -s.search(ply+1, depth-1, -high, -low)
	}
	reduced := 0
	if depth >= 3 && !checked && !s.Whole {
		reduced = s.reduction(ply, depth, i, high-low > 1)
	}
	v := -s.search(ply+1, depth-1-reduced, -low-1, -low)
	if v > low && reduced > 0 {
		v = -s.search(ply+1, depth-1, -low-1, -low)
	}
	if v > low && v < high {
		v = -s.search(ply+1, depth-1, -high, -low)
	}
	return v
}
