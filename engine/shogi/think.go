package shogi

import (
	"context"
	"iter"

	"hikyaku/engine"
	"hikyaku/engine/search"
)

// Think searches the moves that break no rule.
func (p *position) Think(ctx context.Context, limits engine.Limits) iter.Seq[engine.Thought] {
	if p.end != nil {
		return func(func(engine.Thought) bool) {}
	}
	v := &viewer{terms: p.terms, tags: tagged(), places: placed()}
	a := search.AlphaBeta[node, move]{Rules: v, Root: v.node(&p.board), Seat: int(p.turn) + 1, Before: v.before(p), Name: move.name,
		Levels: &levels, Endless: !p.counts, Scale: 1200}
	return a.Think(ctx, limits)
}

func (m move) name() engine.Move { return engine.Move(m.String()) }

// levels search more and more positions, with less and less noise.
var levels = [engine.Levels]search.Level{
	{Nodes: 60, Noise: 350}, {Nodes: 82, Noise: 260}, {Nodes: 110, Noise: 190}, {Nodes: 150, Noise: 140}, {Nodes: 205, Noise: 117},
	{Nodes: 350, Noise: 74}, {Nodes: 700, Noise: 42}, {Nodes: 1500}, {Nodes: 4500}, {Nodes: 12_000},
}

// viewer implements shogi's rules for package search.
type viewer struct {
	*terms
	tags   *tags
	places *places
}

// node returns a board as a node.
func (v *viewer) node(b *board) node {
	n := node{board: *b, key: v.tags.keyOf(b), checked: b.checked(b.turn)}
	v.refresh(&n)
	return n
}

// refresh finds the kings of n and counts its points.
func (v *viewer) refresh(n *node) {
	for seat := range n.kings {
		n.kings[seat] = cells
		if home := n.kingOf(uint8(seat)); !home.empty() {
			n.kings[seat] = home.first()
		}
	}
	n.points = v.places.count(&n.board, &n.kings)
}

// before returns the positions that p may repeat.
func (v *viewer) before(p *position) (seen []search.Seen) {
	if p.before != nil {
		b := &p.before.board
		seen = append(v.before(p.before), search.Seen{Key: v.tags.keyOf(b), Checked: b.checked(b.turn)})
	}
	return seen
}

// Key returns the key of a position.
func (v *viewer) Key(n *node) uint64 { return n.key }

// Checked reports whether the seat to move is in check.
func (v *viewer) Checked(n *node) bool { return n.checked }

// Over returns the result of a declaration.
func (v *viewer) Over(n *node) (search.Score, bool) {
	if n.end == isLost {
		return -search.Win, true
	}
	return 0, n.end == isDrawn
}

// Value returns the evaluation of n for the seat to move.
func (v *viewer) Value(n *node) search.Score { return n.judge() }

// Pass lets the other seat move.
func (v *viewer) Pass(n, child *node) {
	*child = *n
	child.turn = 1 - n.turn
	child.key ^= v.tags.turn
	child.checked = false
}

// Play makes child the position after m.
func (v *viewer) Play(n *node, m move, child *node) {
	*child = *n
	prey := child.play(m)
	child.key ^= v.tags.change(&n.board, m, prey, &child.board)
	child.checked = child.board.checked(child.turn)
	switch {
	case m.way == declares:
		child.end = v.declared(n)
	case m.kind == king:
		v.refresh(child)
	default:
		change := v.places.change(n, m, prey)
		if n.turn == 1 {
			change = -change
		}
		child.points += change
	}
}

// declared returns how a declaration in n ends the game.
func (v *viewer) declared(n *node) ending {
	p := position{board: n.board, terms: v.terms}
	if _, winner := p.declared(); winner == 0 {
		return isDrawn
	}
	return isLost
}

// Moves appends the legal moves, without those of pieces that stay as they are where promotion gives them all moves that they have.
func (v *viewer) Moves(n *node, loud bool, list []search.Ranked[move]) []search.Ranked[move] {
	var room [128]move // enough for most positions; append grows it if needed
	all := room[:0]
	if loud {
		s := n.surveyPieces()
		all = s.listLoud(all)
	} else {
		s := n.survey()
		all = s.list(all)
		if v.declares(&n.board) {
			all = append(all, move{way: declares})
		}
	}
	for _, m := range all {
		if n.wasted(m) {
			continue
		}
		if r := v.rank(n, m); !loud || r.Rank >= 0 {
			list = append(list, r)
		}
	}
	return list
}

// wasted reports whether m declines a promotion that only adds moves.
func (b *board) wasted(m move) bool {
	if m.way != simple || m.kind != pawn && m.kind != bishop && m.kind != rook {
		return false
	}
	return zone[b.turn].has(m.from) || zone[b.turn].has(m.to)
}

const (
	goodLoud = 1 << 20 // ranks above it are of loud moves that gain
	badLoud  = -1 << 21
	quiet    = 1 << 11 // the greatest rank of a quiet move
)

// rank returns m with the expected gain: of a capture its exchange value, of any other move the improvement in placement.
func (v *viewer) rank(n *node, m move) search.Ranked[move] {
	r := search.Ranked[move]{Move: m, Slot: m.slot()}
	prey := kinds
	if m.way == declares {
		r.Rank = goodLoud << 1
		return r
	}
	if n.seats[1-n.turn].has(m.to) {
		prey = n.kindAt(m.to)
	}
	if prey < kinds || m.way == promotes && (m.kind == pawn || m.kind == bishop || m.kind == rook) {
		r.Loud = true
		if won := n.gain(m, prey); won >= 0 {
			r.Rank = goodLoud + 16*int32(won) - int32(onBoard[m.kind])
		} else {
			r.Rank = badLoud + int32(won)
		}
		return r
	}
	if m.kind != king {
		r.Rank = min(max(int32(v.places.change(n, m, prey)), -quiet), quiet)
	}
	return r
}

// slot returns the index of m in the history table: by piece and destination.
func (m move) slot() uint16 {
	if m.way == drops {
		return uint16(m.kind)*cells + uint16(m.to)
	}
	return uint16(handKinds)*cells + (uint16(m.kind)*2+uint16(m.way))*cells + uint16(m.to)
}
