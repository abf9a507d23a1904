package enginetest

import (
	"context"
	"fmt"
	"math"
	"slices"

	"hikyaku/engine"
)

// The searches of a random position: so small that a game with a slow one can be checked too.
const (
	fewNodes   = 40
	fewBytes   = 1 << 20
	closeScore = 1e-6
)

// checkThoughts checks the laws of Thinker on a position of a game with this number of seats.
func checkThoughts(p engine.Position, seats int) error {
	thinker, ok := p.(engine.Thinker)
	if !ok {
		return nil
	}
	ended, end := context.WithCancel(context.Background())
	end()
	level := 1 + len(p.String())%engine.Levels
	for _, try := range []struct {
		ctx    context.Context
		limits engine.Limits
	}{
		{ended, engine.Limits{}},
		{context.Background(), engine.Limits{Nodes: fewNodes, Memory: fewBytes, Seed: 1}},
		{context.Background(), engine.Limits{Nodes: fewNodes, Memory: fewBytes, Level: level, Seed: 1}},
	} {
		thoughts := slices.Collect(thinker.Think(try.ctx, try.limits))
		if err := checkAll(p, thoughts, seats, try.limits); err != nil {
			return fmt.Errorf("thinking with %+v: %w", try.limits, err)
		}
		if again := slices.Collect(thinker.Think(try.ctx, try.limits)); try.ctx == context.Background() && jsonOf(again) != jsonOf(thoughts) {
			return fmt.Errorf("thinking with %+v twice gives %s and %s", try.limits, jsonOf(thoughts), jsonOf(again))
		}
	}
	return nil
}

// checkAll checks the thoughts on p.
func checkAll(p engine.Position, thoughts []engine.Thought, seats int, limits engine.Limits) error {
	if over := p.Next().Result != nil; over != (len(thoughts) == 0) {
		return fmt.Errorf("there are %d thoughts, and the game is over: %v", len(thoughts), over)
	}
	for _, t := range thoughts {
		if len(t.Scores) != seats {
			return fmt.Errorf("the scores are %v: want one for each of %d seats", t.Scores, seats)
		}
		for _, s := range t.Scores {
			if !(s >= -closeScore && s <= 1+closeScore) {
				return fmt.Errorf("the scores are %v: want numbers from 0 to 1", t.Scores)
			}
		}
		if seats == 2 && math.Abs(t.Scores[0]+t.Scores[1]-1) > 1e-4 {
			return fmt.Errorf("the scores are %v: want 1 in all", t.Scores)
		}
		if limits.Nodes > 0 && t.Nodes > limits.Nodes+1 {
			return fmt.Errorf("%d positions were looked at", t.Nodes)
		}
		if err := checkLine(p, t.Line); err != nil {
			return err
		}
	}
	return nil
}

// checkLine checks that the moves of a variation are legal, and that it is not empty if the position is waiting for a move.
func checkLine(p engine.Position, line []engine.Move) error {
	if (p.Next().Player != 0) != (len(line) > 0) {
		return fmt.Errorf("the line is %v, and seat %d is to move", line, p.Next().Player)
	}
	for _, m := range line {
		if p.Next().Player == 0 {
			return fmt.Errorf("the line %v goes on after a throw or the end", line)
		}
		if !slices.Contains(slices.Collect(p.Moves()), m) {
			return fmt.Errorf("the line %v has the illegal move %s", line, m)
		}
		q, err := p.Apply(m)
		if err != nil {
			return err
		}
		p = q
	}
	return nil
}
