package shogi

import (
	"context"
	"iter"

	"hikyaku/engine"
	"hikyaku/engine/search"
	"hikyaku/engine/shogiboard"
)

// Think searches the moves that break no rule.
func (p *position) Think(ctx context.Context, limits engine.Limits) iter.Seq[engine.Thought] {
	if p.end != nil {
		return func(func(engine.Thought) bool) {}
	}
	v := &viewer{terms: p.terms, tags: tagged(), places: placed()}
	a := search.AlphaBeta[node, move]{Rules: v, Root: v.node(&p.Position), Seat: int(p.Turn) + 1, Before: v.before(&p.Line),
		Name: func(m move) engine.Move { return engine.Move(m.String()) }, Levels: &levels, Endless: !p.Counts, Scale: 1200}
	return a.Think(ctx, limits)
}

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
func (v *viewer) node(b *shogiboard.Position) node {
	n := node{Position: *b, key: v.tags.keyOf(b), checked: b.Checked(b.Turn)}
	v.refresh(&n)
	return n
}

// refresh finds the kings of n and counts its points.
func (v *viewer) refresh(n *node) {
	for seat := range n.kings {
		n.kings[seat] = cells
		if home := n.KingOf(uint8(seat)); !home.Empty() {
			n.kings[seat] = home.First()
		}
	}
	n.points = 0 // of seat 0's pieces, minus those of seat 1
	for seat := range uint8(2) {
		n.points = -n.points
		for k := range kinds {
			for left := n.Position.Pieces[k].And(n.Position.Seats[1-seat]); !left.Empty(); left = left.Rest() {
				n.points += onBoard[k] + search.Score(v.places.at(1-seat, k, left.First(), &n.kings))
			}
		}
		for k := range handKinds {
			n.points += inHand[k] * search.Score(n.Position.Hands[1-seat][k])
		}
	}
}

// before returns the positions that l may repeat.
func (v *viewer) before(l *shogiboard.Line) (seen []search.Seen) {
	if l.Before != nil {
		b := &l.Before.Position
		seen = append(v.before(l.Before), search.Seen{Key: v.tags.keyOf(b), Checked: b.Checked(b.Turn)})
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
	child.Turn = 1 - n.Turn
	child.key ^= v.tags.turn
	child.checked = false
}

// Play makes child the position after m.
func (v *viewer) Play(n *node, m move, child *node) {
	*child = *n
	prey := child.Play(m)
	child.key ^= v.tags.change(&n.Position, m, prey, &child.Position)
	child.checked = child.Position.Checked(child.Turn)
	switch {
	case m.Way == shogiboard.Declares:
		p := position{Line: shogiboard.Line{Position: n.Position}, terms: v.terms}
		child.end = isLost
		if _, winner := p.declared(); winner == 0 {
			child.end = isDrawn
		}
	case m.Kind == king:
		v.refresh(child)
	default:
		change := v.places.change(n, m, prey)
		if n.Turn == 1 {
			change = -change
		}
		child.points += change
	}
}

// Moves appends the legal moves, except moves without promotion of pieces that lose nothing by promoting.
func (v *viewer) Moves(n *node, loud bool, list []search.Ranked[move]) []search.Ranked[move] {
	var room [128]move // enough for most positions; append grows it if needed
	var s shogiboard.Survey
	if loud {
		s = n.SurveyPieces()
	} else {
		s = n.Survey()
	}
	all := s.List(room[:0], loud)
	if !loud && v.declares(&n.Position) {
		all = append(all, move{Way: shogiboard.Declares})
	}
	for _, m := range all {
		if m.Way == shogiboard.Simple && (m.Kind == pawn || m.Kind == bishop || m.Kind == rook) &&
			(n.Zone[n.Turn].Has(m.From) || n.Zone[n.Turn].Has(m.To)) {
			continue // declines a promotion that only adds moves
		}
		if r := v.rank(n, m); !loud || r.Rank >= 0 {
			list = append(list, r)
		}
	}
	return list
}

const (
	goodLoud = 1 << 20 // ranks above it are of loud moves that gain
	badLoud  = -1 << 21
	quiet    = 1 << 11 // the greatest rank of a quiet move
)

// rank returns m with the expected gain: of a capture its exchange value, of any other move the improvement in placement.
func (v *viewer) rank(n *node, m move) search.Ranked[move] {
	// The index in the history table is by piece and destination.
	r := search.Ranked[move]{Move: m, Slot: uint16(handKinds)*cells + (uint16(m.Kind)*2+uint16(m.Way))*cells + uint16(m.To)}
	if m.Way == shogiboard.Drops {
		r.Slot = uint16(m.Kind)*cells + uint16(m.To)
	}
	prey := kinds
	if m.Way == shogiboard.Declares {
		r.Rank = goodLoud << 1
		return r
	}
	if n.Seats[1-n.Turn].Has(m.To) {
		prey = n.KindAt(m.To)
	}
	if prey < kinds || m.Way == shogiboard.Promotes && (m.Kind == pawn || m.Kind == bishop || m.Kind == rook) {
		r.Loud = true
		if won := n.gain(m, prey); won >= 0 {
			r.Rank = goodLoud + 16*int32(won) - int32(onBoard[m.Kind])
		} else {
			r.Rank = badLoud + int32(won)
		}
		return r
	}
	if m.Kind != king {
		r.Rank = min(max(int32(v.places.change(n, m, prey)), -quiet), quiet)
	}
	return r
}
