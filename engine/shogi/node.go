package shogi

import (
	"sync"

	"hikyaku/engine/search"
)

// node is a position of the search: a board with cached values.
type node struct {
	board
	key     uint64
	points  search.Score // the pieces and where they stand, of seat 0 less those of seat 1
	kings   [2]square    // cells for none
	checked bool
	end     ending
}

// ending is how a declaration has ended a game.
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
func (t *tags) keyOf(b *board) (key uint64) {
	if b.turn == 1 {
		key = t.turn
	}
	for seat := range 2 {
		for k := range kinds {
			for s := range b.pieces[k].and(b.seats[seat]).each {
				key ^= t.pieces[seat][k][s]
			}
		}
		for k := range handKinds {
			key ^= t.hands[seat][k][b.hands[seat][k]]
		}
	}
	return key
}

// change returns the change of the key by a move of p that has led to b and took prey.
func (t *tags) change(p *board, m move, prey kind, b *board) uint64 {
	seat, k := p.turn, m.kind
	key := t.turn
	if m.way == declares {
		return key
	}
	if m.way == drops {
		key ^= t.hands[seat][k][p.hands[seat][k]] ^ t.hands[seat][k][b.hands[seat][k]]
	} else {
		key ^= t.pieces[seat][k][m.from]
	}
	if m.way == promotes {
		k = raised[k]
	}
	key ^= t.pieces[seat][k][m.to]
	if prey < kinds {
		key ^= t.pieces[1-seat][prey][m.to]
		if hand := lowered[prey]; hand != king {
			key ^= t.hands[seat][hand][p.hands[seat][hand]] ^ t.hands[seat][hand][b.hands[seat][hand]]
		}
	}
	return key
}
