package puzzle

import (
	"fmt"
	"strings"

	"hikyaku/engine"
	"hikyaku/words"
)

// Question says who is to move, and asks for the best move.
func (p Puzzle) Question(who engine.Text) engine.Text {
	return words.Text("puzzle.question", "who", who)
}

// Solution tells the best move of p, whose position is q, with what follows.
func (p Puzzle) Solution(q engine.Position) engine.Text {
	return words.Text("puzzle.solution", "line", line(q, p.Best), "score", percent(p.Score), "other", percent(p.Other))
}

// Say says whether m is the best move and, if not, what it is worth and what refutes it.
func (a Answer) Say(p Puzzle, q engine.Position, m engine.Move) engine.Text {
	said := engine.Spell(q, m)
	if a.Right {
		return words.Join(words.Text("puzzle.right", "move", said), p.Solution(q))
	}
	wrong := words.Text("puzzle.wrong", "move", said, "score", percent(a.Score), "best", percent(p.Score))
	reached, err := q.Apply(m)
	if err != nil || len(a.Line) == 0 {
		return wrong
	}
	return words.Join(wrong, words.Text("puzzle.refuted", "line", line(reached, a.Line)))
}

// AsksSolution reports whether somebody who was asked for a move asks for the solution instead.
func AsksSolution(text string) bool {
	switch strings.ToLower(text) {
	case "solution", "the solution", "answer", "答え", "答", "正解", "解答":
		return true
	}
	return false
}

// line returns the moves of a line as people write them.
func line(p engine.Position, moves []engine.Move) engine.Text {
	const enough = 6 // of a line that goes on
	var list []engine.Text
	for _, m := range moves[:min(len(moves), enough)] {
		list = append(list, engine.Spell(p, m))
		q, err := p.Apply(m)
		if err != nil {
			break
		}
		p = q
	}
	return words.Spaced(list...)
}

// percent returns a share of a game in percent.
func percent(score float64) string { return fmt.Sprintf("%.0f", 100*score) }
