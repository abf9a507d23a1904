package diceshogi

import (
	"context"
	"iter"
	"slices"

	"hikyaku/engine"
	"hikyaku/engine/search"
	"hikyaku/engine/shogiboard"
)

// Think searches with alpha-beta, which averages over the faces in games with a die.
func (p *position) Think(ctx context.Context, limits engine.Limits) iter.Seq[engine.Thought] {
	if p.Next().Result != nil {
		return func(func(engine.Thought) bool) {}
	}
	a := p.search()
	return a.Think(ctx, limits)
}

// search returns the search of a position.
func (p *position) search() search.AlphaBeta[node, move] {
	a := search.AlphaBeta[node, move]{Seat: int(p.Turn) + 1, Endless: !p.Counts,
		Name: func(m move) engine.Move { return engine.Move(m.String()) }}
	var g game
	switch p.rules {
	case dice:
		g = game{weights: &diceWeights, die: true}
		a.Levels = &diceLevels
		a.Rules = struct {
			game
			throws
		}{game: g}
	case hyper:
		g = game{weights: &hyperWeights, die: true}
		a.Levels = &hyperLevels
		a.Rules = struct {
			game
			checks
			throws
		}{game: g}
	default:
		g = game{weights: &miniWeights}
		a.Scale, a.Levels = tenfold, &miniLevels
		if p.Counts {
			var seen []search.Seen
			for q := p.Before; q != nil; q = q.Before {
				n := g.node(&q.Position, 0)
				seen = append(seen, search.Seen{Key: g.Key(&n), Checked: n.check})
			}
			slices.Reverse(seen)
			a.Repeats, a.Before = 1, seen
		}
		a.Rules = struct {
			game
			checks
		}{game: g}
	}
	a.Root = g.node(&p.Position, p.die)
	return a
}

// The levels search more and more positions, with less and less noise and fewer slips. The noise of games with a die is in
// expected results, that of minishogi in points.
var (
	miniLevels = [engine.Levels]search.Level{
		{Nodes: 30, Noise: 500}, {Nodes: 40, Noise: 440}, {Nodes: 55, Noise: 370}, {Nodes: 80, Noise: 310}, {Nodes: 120, Noise: 260},
		{Nodes: 190, Noise: 200}, {Nodes: 350, Noise: 150}, {Nodes: 850, Noise: 100}, {Nodes: 2900, Noise: 55}, {Nodes: 20_000},
	}
	diceLevels = [engine.Levels]search.Level{
		{Nodes: 15, Noise: 520_000, Slip: 100}, {Nodes: 15, Noise: 520_000, Slip: 87}, {Nodes: 15, Noise: 520_000, Slip: 67},
		{Nodes: 18, Noise: 480_000, Slip: 47}, {Nodes: 28, Noise: 400_000, Slip: 28}, {Nodes: 60, Noise: 210_000, Slip: 12},
		{Nodes: 100, Noise: 170_000, Slip: 9}, {Nodes: 160, Noise: 120_000, Slip: 6}, {Nodes: 300, Noise: 80_000, Slip: 4}, {Nodes: 8000},
	}
	hyperLevels = [engine.Levels]search.Level{
		{Nodes: 15, Noise: 520_000, Slip: 100}, {Nodes: 15, Noise: 520_000, Slip: 78}, {Nodes: 15, Noise: 520_000, Slip: 56},
		{Nodes: 20, Noise: 450_000, Slip: 39}, {Nodes: 32, Noise: 340_000, Slip: 24}, {Nodes: 60, Noise: 220_000, Slip: 13},
		{Nodes: 120, Noise: 150_000, Slip: 9}, {Nodes: 240, Noise: 90_000, Slip: 5}, {Nodes: 1000, Noise: 40_000}, {Nodes: 10_000},
	}
)

// node is a position of the search.
type node struct {
	shogiboard.Position
	key   uint64
	sum   int32 // the value of the first seat's pieces minus those of the second
	die   uint8 // the face thrown, 0 for none
	check bool  // the seat to move has to answer a check
}

// game implements the rules for package search.
type game struct {
	*weights
	die bool // a throw goes before each move that answers no check
}

// The keys of parts of a position.
const (
	turnKey = 1 << 32 << iota
	handKey
	faceKey
)

func pieceKey(seat uint8, k kind, s square) uint64 {
	return search.Mix(uint64(seat)<<16 | listed[k]<<8 | uint64(size*(s.File()-1)+s.Rank()-1))
}

// heldKey is the key of the n-th piece of a kind in hand.
func heldKey(seat uint8, k kind, n int8) uint64 {
	return search.Mix(handKey | uint64(seat)<<16 | listed[k]<<8 | uint64(n))
}

// node returns a position for the search.
func (g game) node(b *shogiboard.Position, die int) (n node) {
	n = node{Position: *b, die: uint8(die), check: !b.IgnoreCheck && b.Checked(b.Turn)}
	for seat := range uint8(2) {
		for k := range kinds {
			for s := range b.Pieces[k].And(b.Seats[seat]).Each {
				n.key ^= pieceKey(seat, k, s)
				n.sum += signed(seat, g.piece(seat, k, s))
			}
		}
		for k := range handKinds {
			for i := range b.Hands[seat][k] {
				n.key ^= heldKey(seat, k, i)
				n.sum += signed(seat, g.hands[k][i])
			}
		}
	}
	if b.Turn == 1 {
		n.key ^= search.Mix(turnKey)
	}
	return n
}

// signed returns what something of seat is worth to the first seat.
func signed(seat uint8, points int32) int32 {
	if seat == 1 {
		return -points
	}
	return points
}

// Key returns the hash of a position.
func (g game) Key(n *node) uint64 {
	if n.die == 0 {
		return n.key
	}
	return n.key ^ search.Mix(faceKey|uint64(n.die))
}

// Over knows a taken king, and a seat without a move that is not in check and wins.
func (g game) Over(n *node) (search.Score, bool) {
	switch {
	case n.KingOf(n.Turn).Empty():
		return -search.Win, true
	case g.die && n.die == 0 && !n.check:
		v := n.Survey()
		if !v.Any() {
			return search.Win, true
		}
	}
	return 0, false
}

// Moves lists the moves that the die allows. The loud ones take a piece or promote one on the far rank.
func (g game) Moves(n *node, loud bool, list []search.Ranked[move]) []search.Ranked[move] {
	v := n.Survey()
	applyDie(&v, int(n.die))
	if loud {
		v.Restrict(v.Seats[1-v.Turn].Or(v.Zone[v.Turn]))
		v.WithoutDrops()
	}
	foes := n.Attacks(1-n.Turn, n.Taken())
	var room [96]move
	for _, m := range v.List(room[:0], false) {
		if r := g.ranked(n, foes, m); r.Loud || !loud {
			list = append(list, r)
		}
	}
	return list
}

// ranked returns m with its rank: what it changes at once, less the piece if it can be taken on its square.
func (g game) ranked(n *node, foes squares, m move) search.Ranked[move] {
	seat, k := n.Turn, m.Kind
	r := search.Ranked[move]{Move: m, Slot: uint16(m.Kind)*shogiboard.Cells + uint16(m.To)}
	if m.Way == shogiboard.Promotes {
		k = shogiboard.Raised[k]
		r.Loud = n.Zone[seat].Has(m.To)
	}
	gain := g.piece(seat, k, m.To)
	if m.Way == shogiboard.Drops {
		gain -= g.hands[k][n.Hands[seat][k]-1]
		r.Slot += uint16(kinds) * shogiboard.Cells
	} else {
		gain -= g.piece(seat, m.Kind, m.From)
		if foes.Has(m.From) && m.Kind != king {
			gain += g.pieces[m.Kind] / 2
		}
	}
	if n.Seats[1-seat].Has(m.To) {
		r.Loud = true
		if taken := n.KindAt(m.To); taken == king {
			gain += regicide
		} else { // it is gone, and in hand
			low := shogiboard.Lowered[taken]
			gain += g.piece(1-seat, taken, m.To) + g.hands[low][min(n.Hands[seat][low], 1)]
		}
	}
	if foes.Has(m.To) && k != king {
		gain -= g.pieces[k]
	}
	switch {
	case !r.Loud:
		r.Rank = min(max(gain, -quietest), quietest)
	case gain >= 0:
		r.Rank = goodLoud + gain
	default:
		r.Rank = gain - goodLoud
	}
	return r
}

// The ranks of moves, as package search wants them.
const (
	quietest = 1 << 12
	goodLoud = 1 << 20
	regicide = 1 << 16 // what taking the king is worth to the order of moves
)

// Play makes a move.
func (g game) Play(n *node, m move, child *node) {
	*child = *n
	seat, k := n.Turn, m.Kind
	change := int32(0)
	if m.Way == shogiboard.Promotes {
		k = shogiboard.Raised[k]
	}
	if n.Seats[1-seat].Has(m.To) {
		taken := n.KindAt(m.To)
		child.key ^= pieceKey(1-seat, taken, m.To)
		change += g.piece(1-seat, taken, m.To)
		if taken != king {
			low := shogiboard.Lowered[taken]
			held := n.Hands[seat][low]
			child.key ^= heldKey(seat, low, held)
			change += g.hands[low][held]
		}
	}
	if m.Way == shogiboard.Drops {
		held := n.Hands[seat][k] - 1
		child.key ^= heldKey(seat, k, held)
		change -= g.hands[k][held]
	} else {
		child.key ^= pieceKey(seat, m.Kind, m.From)
		change -= g.piece(seat, m.Kind, m.From)
	}
	child.key ^= pieceKey(seat, k, m.To) ^ search.Mix(turnKey)
	change += g.piece(seat, k, m.To)
	child.sum += signed(seat, change)
	child.die = 0
	child.Position.Play(m)
	child.check = !child.IgnoreCheck && child.Checked(child.Turn)
}

// checks add check to the rules of the search.
type checks struct{}

// Checked reports whether the seat to move is in check.
func (checks) Checked(n *node) bool { return n.check }

// Pass gives the turn to the other seat.
func (checks) Pass(n, child *node) {
	*child = *n
	child.key ^= search.Mix(turnKey)
	child.Turn, child.die = 1-n.Turn, 0
}

// throws add the die to the rules of the search.
type throws struct{}

// Outcomes are the files to which there is a move, and any file: for a 6 and for files to which there is none. That one comes
// last, because what follows its moves has been seen by then.
func (throws) Outcomes(n *node, list []search.Outcome[node]) []search.Outcome[node] {
	if n.die != 0 || n.check {
		return list
	}
	v := n.Survey()
	to, free := binding(&v), search.Outcome[node]{At: *n, Weight: 1}
	for file := 1; file <= size; file++ {
		if !to.Meets(ground.File(file)) {
			free.Weight++
			continue
		}
		bound := search.Outcome[node]{At: *n, Weight: 1}
		bound.At.die = uint8(file)
		list = append(list, bound)
	}
	free.At.die = sides
	return append(list, free)
}
