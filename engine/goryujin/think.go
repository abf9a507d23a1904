package goryujin

import (
	"cmp"
	"context"
	"iter"
	"math"
	"math/rand/v2"
	"slices"

	"hikyaku/engine"
	"hikyaku/engine/search"
)

// Think grows a tree of the lays that advance a dragon or block the other side.
func (p *position) Think(ctx context.Context, limits engine.Limits) iter.Seq[engine.Thought] {
	root := lair{board: p.board, winner: -1}
	if p.result != nil {
		root.winner = slices.Index(p.result.Places, 1)
	}
	tree := search.Tree[lair, lay]{World: &race{}, Root: root, Seats: 2, Name: lay.name, Levels: &levels, Curious: 1.5}
	return tree.Think(ctx, limits)
}

// The levels slip less and less, and the highest look at more positions. Noise in the values and still more positions were
// found to change nothing.
var levels = [engine.Levels]search.Level{
	{Nodes: 30, Slip: 100}, {Nodes: 30, Slip: 85}, {Nodes: 30, Slip: 70}, {Nodes: 30, Slip: 57}, {Nodes: 30, Slip: 43},
	{Nodes: 30, Slip: 29}, {Nodes: 36, Slip: 16}, {Nodes: 75, Slip: 5}, {Nodes: 200, Slip: 1}, {Nodes: 400},
}

// name returns the notation of l; the pass is a lay of nothing.
func (l lay) name() engine.Move {
	if l.pose == nil {
		return engine.Pass
	}
	return engine.Move(l.String())
}

// lair is a board as the search sees it.
type lair struct {
	board
	winner int // -1 for none yet
}

// race is the game for the search, with the measures of one position, in steps through free cells.
type race struct {
	left  steps // to the goal line of the seat to move
	grown steps // from the open ends of the other seat
	rest  steps // to the goal line of the other seat
	near  int   // from the ends of the seat to move to its goal line
	need  int   // the same for the other seat, away if there is no way
	late  bool  // the other seat can lay nothing, so that a lay may be the last one
}

func (*race) Seat(p *lair) int { return p.turn }

func (*race) Over(p *lair) (s search.Shares, over bool) {
	if p.winner >= 0 {
		s[p.winner] = 1
	}
	return s, p.winner >= 0
}

func (*race) Play(p *lair, l lay, child *lair) {
	*child = *p
	if l.pose == nil {
		child.passes++
		child.turn = 1 - p.turn
		if child.passes == passesToEnd {
			child.winner = child.nearer()
		}
		return
	}
	child.passes = 0
	switch {
	case child.put(l):
		child.winner = p.turn
	case !child.canLay(0) && !child.canLay(1):
		child.winner = child.nearer()
	}
	child.turn = 1 - p.turn
}

// The weights of a seat's prospects.
const (
	pieceSteps = 5   // the steps of a way that a piece takes
	headSteps  = 3   // those that a head takes that comes down at its end
	freshMoves = 7.8 // the moves that a new dragon takes to the goal line
	never      = 99  // as many moves, if there is no way
	unlaid     = 2   // the rows that a dragon loses, if it has a way but has not come down yet
	tempo      = 0.5 // the moves that it is worth to be the seat to move
	perMove    = 1.2 // the logarithm of the odds for a move that a seat is ahead
	perRow     = 0.5 // the same for a row, if no seat can reach the goal line
	surest     = 8   // the greatest logarithm of the odds
)

// moves returns about how many moves seat needs to win, and how many rows stay before its goal line if there is no way.
func (b *board) moves(seat int) (n, rows float64) {
	steps, left, ok := b.road(seat)
	fresh := float64(never)
	if b.stock[seat][head] > 0 {
		fresh = freshMoves
	}
	if ok {
		return min(fresh, 1+max(0, float64(steps-headSteps))/pieceSteps), 0
	}
	best := left + unlaid
	for _, d := range b.dragons() {
		if d.seat == seat && d.finished {
			best = min(best, d.distance)
		}
	}
	return fresh, float64(best)
}

func (*race) Value(p *lair, _ *rand.Rand) (s search.Shares) {
	me := p.turn
	mine, myRows := p.moves(me)
	theirs, theirRows := p.moves(1 - me)
	ahead := perMove * (theirs - mine + tempo)
	if mine == never && theirs == never {
		ahead = perRow * (theirRows - myRows + float64(me) - tempo) // water wins if all is the same
	}
	v := float32(1 / (1 + math.Exp(-max(-surest, min(ahead, surest)))))
	s[me], s[1-me] = v, 1-v
	return s
}

// mostLays is the number of lays that are looked at in a position, unless the other side threatens to win.
const mostLays = 48

// Moves ranks lays by how much they advance a dragon towards the goal line, and by how much they block the other side.
func (r *race) Moves(p *lair, list []search.Ranked[lay]) (moves []search.Ranked[lay], all bool) {
	me, you := p.turn, 1-p.turn
	mine, theirs, tips := p.free(me), p.free(you), p.tips(you)
	line, behind := grid{}, grid{}
	line[goal(me)], behind[goal(you)] = mine[goal(me)], theirs[goal(you)]
	r.left.measure(&line, &mine)
	r.grown.measure(&tips, &theirs)
	r.rest.measure(&behind, &theirs)
	r.need, r.near, r.late = away, farthest, !p.canLay(you)
	if n, _, ok := p.road(you); ok {
		r.need = n
	}
	if n, _, ok := p.road(me); ok {
		r.near = n
	}
	for l := range p.lays(p.turn) {
		list = append(list, search.Ranked[lay]{Move: l, Rank: 1 + int32(unit*r.promise(p, l))})
	}
	slices.SortFunc(list, func(a, b search.Ranked[lay]) int { return cmp.Compare(b.Rank, a.Rank) })
	all = r.need <= headSteps || len(list) <= mostLays
	if !all {
		list = list[:mostLays]
	}
	pass := search.Ranked[lay]{Rank: 1}
	if r.wins(p, pass.Move) {
		pass.Rank += unit * winning
	}
	return append(list, pass), all
}

// The weights of promise.
const (
	unit     = 1000   // of ranks
	winning  = 10_000 // a touchdown on the goal line, or another win at once
	early    = 0.02   // another one
	farthest = 40     // the steps of a way that is not there
	perStep  = 0.15   // the logarithm of how much likelier a lay is for each step that it leaves less
	mostGain = 8      // the greatest number of such steps
	perEnd   = 0.2    // for each end at which a dragon can continue
	newHead  = 0.1    // how likely a new head is, beside a piece that comes as far
	inTheWay = 4      // a cell before the end of a dragon of the other side, less with the distance
	detour   = 3      // the steps by which a way may be longer than the shortest one
)

// wins reports whether a lay or the pass wins at once.
func (r *race) wins(p *lair, l lay) bool {
	var child lair
	r.Play(p, l, &child)
	return child.winner == p.turn
}

// promise returns how much is expected of a lay.
func (r *race) promise(p *lair, l lay) float64 {
	switch {
	case l.touchdown && l.distance(p.turn) < 0, r.late && r.wins(p, l):
		return winning
	case l.touchdown:
		return early
	}
	left, open := farthest+4*pieceSteps, 0
	for _, e := range l.ends {
		if c := l.joint(e).meets().at; c.onBoard() && !p.all.has(c) && r.left[c.y][c.x] != away {
			left = min(left, int(r.left[c.y][c.x]))
			open++
		}
	}
	v := math.Exp(perStep*float64(min(r.near-left, mostGain))) * (1 + perEnd*float64(open))
	if l.kind == head {
		v *= newHead
	}
	for _, c := range l.covers() {
		n := int(r.grown[c.y][c.x])
		if n != away && n+int(r.rest[c.y][c.x]) <= r.need+detour && r.need != away {
			v += inTheWay / float64(1+n)
		}
	}
	return v
}
