// Package search finds good moves in any game that is described by a few functions on positions and moves.
//
// AlphaBeta is for games for two players in which positions can be evaluated well and exact play matters; it supports dice. Tree
// grows a tree by sampling, for games with many moves, with more than two seats, or with rough evaluations. Neither depends on a
// game, and both return the same result for the same limits.
package search

import (
	"context"
	"math"
	"math/bits"

	"hikyaku/engine"
)

// Ranked is a move with what its game expects of it.
type Ranked[M comparable] struct {
	Move M
	Rank int32  // higher is tried first; for Tree it is a weight above 0
	Slot uint16 // below Slots: under which experience with the move is kept for other positions
	Loud bool   // it changes the value of the position at once, as a capture does
}

// slots is the number of values of Ranked.Slot.
const slots = 1 << 14

// Level is the strength of a player: how many positions it searches, the noise of its evaluation, and how often it overlooks a move.
type Level struct {
	Nodes int
	Noise Score // the usual error of a value
	Slip  int   // in so many of a hundred positions it plays any move that comes to mind
}

// memory is the usual limit of memory in bytes.
const memory = 64 << 20

// budget limits a search.
type budget struct {
	ctx   context.Context
	nodes int // looked at so far
	limit int
	ended bool
}

// allow counts a position. It reports whether the search may continue.
func (b *budget) allow() bool {
	if b.ended {
		return false
	}
	b.nodes++
	if b.nodes > b.limit || b.nodes&31 == 0 && b.ctx.Err() != nil {
		b.ended = true
	}
	return !b.ended
}

// setting is the limits of a search with the level put in, and the level.
func setting(limits engine.Limits, levels *[engine.Levels]Level) (engine.Limits, Level) {
	var level Level
	if limits.Level > 0 {
		level = levels[min(limits.Level, engine.Levels)-1]
		if limits.Nodes == 0 {
			limits.Nodes = level.Nodes
		}
	}
	if limits.Sure {
		level = Level{}
	}
	if limits.Nodes <= 0 {
		limits.Nodes = math.MaxInt
	}
	if limits.Memory <= 0 {
		limits.Memory = memory
	}
	return limits, level
}

// slips reports whether the level plays any of n moves in a position, and which one.
func (l Level) slips(key, seed uint64, n int) (move int, slips bool) {
	if l.Slip <= 0 || n == 0 {
		return 0, false
	}
	x := Mix(Mix(key) ^ seed)
	return int(x >> 32 % uint64(n)), x%100 < uint64(l.Slip)
}

// Mix spreads the bits of x: a step of SplitMix64 (Steele, Lea and Flood, 2014).
func Mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// errorOf returns the error that a level with this noise makes in the value of a position: the same one each time it meets
// it. The sum of four uniform numbers is nearly normal; its deviation is noise.
func errorOf(key, seed uint64, noise Score) Score {
	x := Mix(key ^ bits.RotateLeft64(Mix(seed), 17))
	sum := x&0xffff + x>>16&0xffff + x>>32&0xffff + x>>48
	const mean, deviation = 2 * 0xffff, 37837 // 0xffff / sqrt(3)
	return Score((int64(sum) - mean) * int64(noise) / deviation)
}

// expected returns the expected result of a score, from 0 to 1, which are for proved ones.
func expected(v, scale Score) float64 {
	switch {
	case v >= near:
		return 1
	case v <= -near:
		return 0
	case scale == 0:
		return (1 + float64(v)/float64(Win)) / 2
	}
	return min(max(1/(1+math.Pow(10, -float64(v)/float64(scale))), unsure), 1-unsure)
}

// unsure is the least expected result of an unproved position.
const unsure = 1e-6

func abs(v Score) Score { return max(v, -v) }
