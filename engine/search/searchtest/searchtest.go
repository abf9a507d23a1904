// Package searchtest tests searches against plain methods that visit all positions.
package searchtest

import (
	"context"
	"math"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/search"
)

// Agree checks that a search of positions to a depth returns the score that Plain returns.
func Agree[P any, M comparable](t *testing.T, of search.AlphaBeta[P, M], positions []P, depth int) {
	t.Helper()
	of.Whole, of.Scale, of.Most, of.Seat, of.Before = true, 0, 0, 1, nil
	for i := range positions {
		of.Root = positions[i]
		want := Plain(of.Rules, of.Root, depth)
		for thought := range of.Think(context.Background(), engine.Limits{Memory: 1 << 20}) {
			if thought.Depth < depth {
				continue
			}
			if got := thought.Scores[0]; math.Abs(got-want) > 2.0/float64(search.Win) {
				t.Errorf("position %d: the search to depth %d gives %v, the plain method %v", i, depth, got, want)
			}
			break
		}
	}
}

// Plain returns the expected result of p for the seat to move, computed from all positions depth moves ahead. If the seat to move
// is in check it searches one move further, and at the end it continues with loud moves.
func Plain[P any, M comparable](rules search.Rules[P, M], p P, depth int) float64 {
	l := looker[P, M]{rules: rules, depth: depth}
	l.checker, _ = rules.(search.Checker[P])
	l.thrower, _ = rules.(search.Thrower[P])
	v := l.look(p, 0, depth)
	switch {
	case v >= win-200:
		return 1
	case v <= 200-win:
		return 0
	}
	return (1 + v/win) / 2
}

const win = float64(search.Win)

// looker visits all positions.
type looker[P any, M comparable] struct {
	rules   search.Rules[P, M]
	checker search.Checker[P]
	thrower search.Thrower[P]
	depth   int
	line    []search.Seen
}

func (l *looker[P, M]) look(p P, ply, depth int) float64 {
	if v, over := l.rules.Over(&p); over {
		return farther(float64(v), ply)
	}
	if l.thrower != nil {
		if outcomes := l.thrower.Outcomes(&p, nil); len(outcomes) > 0 {
			if depth <= 0 {
				return float64(l.rules.Value(&p))
			}
			return l.average(outcomes, ply, depth)
		}
	}
	now := search.Seen{Key: l.rules.Key(&p), Checked: l.checker != nil && l.checker.Checked(&p)}
	if v, again := l.again(now); again {
		return v
	}
	if depth > 0 && now.Checked && ply < 2*l.depth+4 {
		depth++
	}
	best := math.Inf(-1)
	if depth <= 0 && !now.Checked {
		best = float64(l.rules.Value(&p))
	}
	if depth > 0 {
		l.line = append(l.line, now)
		defer func() { l.line = l.line[:len(l.line)-1] }()
	}
	list := l.rules.Moves(&p, depth <= 0 && !now.Checked, nil)
	if len(list) == 0 && (depth > 0 || now.Checked) {
		return farther(-win, ply)
	}
	for _, r := range list {
		if depth <= 0 && !now.Checked && !r.Loud {
			continue
		}
		var child P
		l.rules.Play(&p, r.Move, &child)
		best = max(best, -l.look(child, ply+1, max(depth-1, 0)))
	}
	return best
}

func (l *looker[P, M]) average(outcomes []search.Outcome[P], ply, depth int) float64 {
	sum, all := 0.0, 0.0
	for _, o := range outcomes {
		sum += float64(o.Weight) * l.look(o.At, ply+1, depth)
		all += float64(o.Weight)
	}
	return sum / all
}

// again returns the score of a position that has occurred before in the current variation.
func (l *looker[P, M]) again(now search.Seen) (v float64, again bool) {
	for i, seen := range l.line {
		if seen.Key != now.Key || (len(l.line)-i)%2 != 0 {
			continue
		}
		mine, theirs := now.Checked, true
		for k := i; k < len(l.line); k++ {
			if (len(l.line)-k)%2 == 0 {
				mine = mine && l.line[k].Checked
			} else {
				theirs = theirs && l.line[k].Checked
			}
		}
		switch {
		case mine == theirs:
			return 0, true
		case mine:
			return win, true
		}
		return -win, true
	}
	return 0, false
}

// farther makes a win that is farther away a little smaller.
func farther(v float64, ply int) float64 {
	switch {
	case v > win/2:
		return v - float64(ply)
	case v < -win/2:
		return v + float64(ply)
	}
	return v
}
