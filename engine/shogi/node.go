package shogi

import (
	"sync"

	"hikyaku/engine/search"
	"hikyaku/engine/shogiboard"
)

// node is a position of the search: a board with cached values.
type node struct {
	shogiboard.Position
	key     uint64
	points  search.Score // the value of seat 0's pieces and their places, minus those of seat 1
	kings   [2]square    // cells for none
	checked bool
	end     ending
}

// ending says how a declaration has ended a game.
type ending uint8

const (
	goesOn ending = iota
	isLost        // by the seat to move
	isDrawn
)

// tags are Zobrist keys: their exclusive or is the key of a position.
type tags struct {
	pieces [2][kinds][cells]uint64
	hands  [2][handKinds][19]uint64
	turn   uint64
}

var tagged = sync.OnceValue(func() *tags {
	var t tags
	n := uint64(0)
	next := func() uint64 { n++; return search.Mix(n) }
	t.turn = next()
	for seat := range 2 {
		for k := range kinds {
			for s := range cells {
				t.pieces[seat][k][s] = next()
			}
		}
		for k := range handKinds {
			for i := range t.hands[seat][k] {
				t.hands[seat][k][i] = next()
			}
		}
	}
	return &t
})

// keyOf returns the key of a board.
func (t *tags) keyOf(b *shogiboard.Position) (key uint64) {
	if b.Turn == 1 {
		key = t.turn
	}
	for seat := range 2 {
		for k := range kinds {
			for s := range b.Pieces[k].And(b.Seats[seat]).Each {
				key ^= t.pieces[seat][k][s]
			}
		}
		for k := range handKinds {
			key ^= t.hands[seat][k][b.Hands[seat][k]]
		}
	}
	return key
}

// change returns the change of the key by a move of p that has led to b and took prey.
func (t *tags) change(p *shogiboard.Position, m move, prey kind, b *shogiboard.Position) uint64 {
	seat, k := p.Turn, m.Kind
	key := t.turn
	if m.Way == shogiboard.Declares {
		return key
	}
	if m.Way == shogiboard.Drops {
		key ^= t.hands[seat][k][p.Hands[seat][k]] ^ t.hands[seat][k][b.Hands[seat][k]]
	} else {
		key ^= t.pieces[seat][k][m.From]
	}
	if m.Way == shogiboard.Promotes {
		k = shogiboard.Raised[k]
	}
	key ^= t.pieces[seat][k][m.To]
	if prey < kinds {
		key ^= t.pieces[1-seat][prey][m.To]
		if hand := shogiboard.Lowered[prey]; hand != king {
			key ^= t.hands[seat][hand][p.Hands[seat][hand]] ^ t.hands[seat][hand][b.Hands[seat][hand]]
		}
	}
	return key
}
