package engine

import (
	"context"
	"iter"
)

// Thinker is a Position that finds good moves.
type Thinker interface {
	// Think yields better and better thoughts on the position; the last one is the best. It ends at the limits, when ctx
	// ends, or when more thinking changes nothing. A position of an unfinished game has at least one thought, however
	// early ctx ends. With equal limits that name nodes the thoughts are equal, unless ctx ends first.
	Think(ctx context.Context, limits Limits) iter.Seq[Thought]
}

// Levels is the number of strengths of a Thinker, from 1 for a beginner.
const Levels = 10

// Limits limit the work of a Thinker. Its context limits the time.
type Limits struct {
	Nodes  int    // the positions that may be looked at; 0 for no limit, or for that of the level
	Memory int    // the bytes that what it remembers may take; 0 for 64 MB
	Level  int    // the strength, 1 to Levels; 0 for the greatest
	Sure   bool   // the level limits the positions only: none of its mistakes are made
	Seed   uint64 // chooses among equals, and the mistakes of a level
}

// Thought is a Thinker's evaluation of a position.
type Thought struct {
	Line   []Move    // the best moves of all seats in turn; up to the next throw, so none if the position waits for one
	Scores []float64 // the expected result of each seat: from 0 for the last place to 1 for the first alone
	Depth  int       // the moves that it looked ahead, at least; 0 if it has no such number
	Nodes  int       // the positions that it looked at
}
