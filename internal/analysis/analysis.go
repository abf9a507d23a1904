// Package analysis annotates a finished game: what each move cost, what would have been better, and where
// dice are thrown, how much was luck.
package analysis

import (
	"context"

	"hikyaku/engine"
)

// Mark is what a move is worth, as chess players write it.
type Mark string

// The marks. A move loses the expected result that its player had before it, less that after it: 0.1 is a win of ten games.
const (
	Fine    Mark = ""
	Dubious Mark = "?!" // loses a tenth
	Mistake Mark = "?"  // loses a fifth
	Blunder Mark = "??" // loses three tenths
)

// Marks are the marks in the order of what they cost, with the least loss for each.
var Marks = []struct {
	Mark Mark
	Loss float64
}{{Dubious, 0.1}, {Mistake, 0.2}, {Blunder, 0.3}}

// markOf returns the mark of a loss.
func markOf(loss float64) (m Mark) {
	for _, mark := range Marks {
		if loss >= mark.Loss {
			m = mark.Mark
		}
	}
	return m
}

// Ply is a move with what was thought of it. Scores are the expected results of the seats, as in engine.Thought.
type Ply struct {
	Number int             // from 1
	From   engine.Position // before the move
	Seat   int             // the seat that moved
	Move   engine.Move     // as played
	Before []float64       // when the seat was to move
	After  []float64       // after the move, before the next throw
	Best   []engine.Move   // the line that was best
	Loss   float64         // what the move cost its seat, 0 or more
	Mark   Mark
	Luck   []float64 // what the throws before the move brought each seat; nil where none was made
}

// Account is the whole game of a seat.
type Account struct {
	Luck  float64 // what throws have brought it, in games
	Lost  float64 // what its own moves have cost it
	Moves int
	Marks map[Mark]int
}

// Report is a game with what was thought of it.
type Report struct {
	Start []float64 // the scores at the beginning
	Plies []Ply
	Seats []Account
}

// Think thinks of a position, in which so many moves and throws were made.
type Think func(ctx context.Context, p engine.Position, made int) (engine.Thought, error)

// Game is a game to look back on.
type Game struct {
	Start engine.Position
	Moves []engine.Move // with throws
	Left  map[int][]int // the seats that left it, by how many of Moves were made before
}

// Of analyses every position of a game, and calls told, if not nil, before each one. Its errors are those of think and ctx,
// and of a move that cannot be played.
func Of(ctx context.Context, g Game, think Think, told func(done, all int)) (Report, error) {
	a := analyst{think: think}
	here, err := a.look(ctx, g.Start, 0)
	if err != nil {
		return Report{}, err
	}
	a.report.Start, a.report.Seats = here.Scores, make([]Account, len(here.Scores))
	for i := range a.report.Seats {
		a.report.Seats[i].Marks = map[Mark]int{}
	}
	p := g.Start
	for i, m := range g.Moves {
		if told != nil {
			told(i, len(g.Moves))
		}
		for _, seat := range g.Left[i] {
			p = p.(engine.Leaver).Leave(seat)
			if here, err = a.look(ctx, p, i); err != nil {
				return Report{}, err
			}
		}
		q, err := p.Apply(m)
		if err != nil {
			return Report{}, err
		}
		next, err := a.look(ctx, q, i+1)
		if err != nil {
			return Report{}, err
		}
		if _, thrown := m.Throw(); thrown {
			a.throw(here, next)
		} else {
			a.move(p, m, here, next)
		}
		p, here = q, next
	}
	return a.report, nil
}

// analyst goes through a game.
type analyst struct {
	think  Think
	report Report
	luck   []float64 // of the throws since the last move
}

// look returns the thought on a position, or the result if the game has ended.
func (a *analyst) look(ctx context.Context, p engine.Position, made int) (engine.Thought, error) {
	if err := ctx.Err(); err != nil {
		return engine.Thought{}, err
	}
	if r := p.Next().Result; r != nil {
		return engine.Thought{Scores: Results(r)}, nil
	}
	return a.think(ctx, p, made)
}

// Results returns what the places of a result are worth: 1 for the first, 0 for the others; seats that share the first place
// share it.
func Results(r *engine.Result) []float64 {
	first := 0.0
	for _, place := range r.Places {
		if place == 1 {
			first++
		}
	}
	scores := make([]float64, len(r.Places))
	for i, place := range r.Places {
		if place == 1 {
			scores[i] = 1 / first
		}
	}
	return scores
}

// throw enters what a throw has changed.
func (a *analyst) throw(before, after engine.Thought) {
	if a.luck == nil {
		a.luck = make([]float64, len(before.Scores))
	}
	for i := range a.luck {
		change := after.Scores[i] - before.Scores[i]
		a.luck[i] += change
		a.report.Seats[i].Luck += change
	}
}

// move enters a move from p.
func (a *analyst) move(p engine.Position, m engine.Move, before, after engine.Thought) {
	seat := p.Next().Player
	ply := Ply{
		Number: len(a.report.Plies) + 1, From: p, Seat: seat, Move: m,
		Before: before.Scores, After: after.Scores, Best: before.Line, Luck: a.luck,
	}
	if len(before.Line) == 0 || before.Line[0] != m {
		ply.Loss = max(0, before.Scores[seat-1]-after.Scores[seat-1])
		ply.Mark = markOf(ply.Loss)
	}
	a.report.Plies, a.luck = append(a.report.Plies, ply), nil
	account := &a.report.Seats[seat-1]
	account.Moves++
	account.Lost += ply.Loss
	if ply.Mark != Fine {
		account.Marks[ply.Mark]++
	}
}
