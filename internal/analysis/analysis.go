// Package analysis annotates a finished game: what each move cost, what would have been better, and where
// dice are thrown, how much was luck.
package analysis

import (
	"context"
	"math"

	"hikyaku/engine"
)

// Mark is the quality of a move in chess notation.
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

// Points converts an expected result to a scale that distinguishes won positions as well as even ones, in centipawns as printed
// by chess and shogi engines: 0 is even, 400 means ten wins for each loss, and Won is a proved win.
func Points(score float64) int {
	switch {
	case score <= 0:
		return -Won
	case score >= 1:
		return Won
	}
	return int(math.Round(400 * math.Log10(score/(1-score))))
}

// Won are the points of a position that is won for certain.
const Won = 30_000

// fromEven returns an expected result as it would be if the game had started even: what a player has gained or lost since
// the start. In a handicap game all positions look won before the first mistake of the stronger player.
func fromEven(score, start float64) float64 {
	if score <= 0 || score >= 1 || start <= 0 || start >= 1 {
		return score
	}
	odds := score / (1 - score) * (1 - start) / start
	return odds / (1 + odds)
}

// markOf returns the mark of a loss.
func markOf(loss float64) (m Mark) {
	for _, mark := range Marks {
		if loss >= mark.Loss {
			m = mark.Mark
		}
	}
	return m
}

// Ply is a move with its evaluation. Scores are the expected results of the seats, as in engine.Thought.
type Ply struct {
	Number int             // from 1
	From   engine.Position // before the move
	Seat   int             // the seat that moved
	Move   engine.Move     // as played
	Before []float64       // when the seat was to move
	After  []float64       // after the move, before the next throw
	Best   []engine.Move   // the line that was best
	Loss   float64         // how much the move reduced the seat's expected result; 0 or more
	Found  float64         // how much more its seat expects after the best move, or a better one, than before it: what looking one move further has shown
	Mark   Mark            // by the loss, or by what it would be if the game had started even, whichever is more
	Luck   []float64       // the change of each seat's expected result by the throws before the move; nil if there were none
}

// Account explains the result of a seat. The expected result at the end is the one at the start, plus luck, what others lost to
// the seat and what the search found, minus what its own moves lost.
type Account struct {
	Luck  float64 // what throws have brought it, in games
	Lost  float64 // what its own moves have cost it
	Given float64 // what other players' mistakes have gained it
	Found float64 // the rest: changes that the search saw only after a move, or when a player left
	Moves int
	Marks map[Mark]int
}

// Report is the evaluation of a game.
type Report struct {
	Start []float64 // the scores at the beginning
	End   []float64 // and after the last move or throw
	Plies []Ply
	Seats []Account
}

// Handicap reports whether r starts so far from even that expected results hardly change before the game turns.
func (r Report) Handicap() bool { return len(r.Start) == 2 && math.Abs(r.Start[0]-0.5) > 0.35 }

// Shown returns expected results as people read them everywhere: in a handicap game those of two seats as they would be if it
// had started even.
func (r Report) Shown(scores []float64) []float64 {
	if !r.Handicap() {
		return scores
	}
	first := fromEven(scores[0], r.Start[0])
	return []float64{first, 1 - first}
}

// Turning returns the last mistake that took its player from ahead to behind or, if there is none, the one that cost most; nil
// if there are no mistakes.
func (r Report) Turning() (turned *Ply) {
	even := 1 / float64(len(r.Start))
	swung := false
	for i := range r.Plies {
		p := &r.Plies[i]
		swings := r.Shown(p.Before)[p.Seat-1] >= even && r.Shown(p.After)[p.Seat-1] < even
		if p.Mark != Fine && (swings || !swung && (turned == nil || p.Loss > turned.Loss)) {
			turned, swung = p, swings
		}
	}
	return turned
}

// Think thinks of a position, in which so many moves and throws were made.
type Think func(ctx context.Context, p engine.Position, made int) (engine.Thought, error)

// Game is a game to look back on.
type Game struct {
	Start engine.Position
	Moves []engine.Move // with throws
	Left  map[int][]int // the seats that left it, by how many of Moves were made before
}

// Of analyses every position of a game, and calls told, if not nil, before each one. It returns the error of think or ctx, or of
// a move that cannot be played.
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
			without, err := a.look(ctx, p, i)
			if err != nil {
				return Report{}, err
			}
			for i := range a.report.Seats {
				a.report.Seats[i].Found += without.Scores[i] - here.Scores[i]
			}
			here = without
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
	a.report.End = here.Scores
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

// Results returns the expected results for the places of a result: 1 for the first, 0 for the others. Seats that share the first
// place share the 1.
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

// throw adds the effect of a throw.
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
	had, has := before.Scores[seat-1], after.Scores[seat-1]
	lost := has < had && (len(before.Line) == 0 || before.Line[0] != m)
	if lost {
		ply.Loss, ply.Mark = had-has, markOf(had-has)
		if len(before.Scores) == 2 {
			start := a.report.Start[seat-1]
			ply.Mark = markOf(max(ply.Loss, fromEven(had, start)-fromEven(has, start)))
		}
	} else {
		ply.Found = has - had
	}
	for i := range a.report.Seats {
		account, change := &a.report.Seats[i], after.Scores[i]-before.Scores[i]
		switch {
		case !lost:
			account.Found += change
		case i == seat-1:
			account.Lost += ply.Loss
		default:
			account.Given += change
		}
	}
	a.report.Plies, a.luck = append(a.report.Plies, ply), nil
	account := &a.report.Seats[seat-1]
	account.Moves++
	if ply.Mark != Fine {
		account.Marks[ply.Mark]++
	}
}
