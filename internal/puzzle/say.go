package puzzle

import (
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/analysis"
	"hikyaku/internal/i18n"
)

// Question returns who is to move, and asks for the best move.
func (p Puzzle) Question(who i18n.Text) i18n.Text {
	if p.Kind == Best {
		return i18n.T("puzzle.question-best", "who", who)
	}
	return i18n.T("puzzle.question", "who", who)
}

// Solution returns the best move of p, whose position is q, with its continuation.
func (p Puzzle) Solution(q engine.Position) i18n.Text {
	return i18n.T("puzzle.solution", "line", analysis.Line(q, p.Best), "score", analysis.Percent(p.Score), "other", analysis.Percent(p.Other))
}

// Say returns whether m is the best move and, if not, its value and its refutation.
func (a Answer) Say(p Puzzle, q engine.Position, m engine.Move) i18n.Text {
	said := engine.Spell(q, m)
	if a.Right {
		return i18n.Join(i18n.T("puzzle.right", "move", said), p.Solution(q))
	}
	wrong := i18n.T("puzzle.wrong", "move", said, "score", analysis.Percent(a.Score), "best", analysis.Percent(p.Score))
	reached, err := q.Apply(m)
	if err != nil || len(a.Line) == 0 {
		return wrong
	}
	return i18n.Join(wrong, i18n.T("puzzle.refuted", "line", analysis.Line(reached, a.Line)))
}

// AsksSolution reports whether an answer asks for the solution instead of giving a move.
func AsksSolution(text string) bool {
	switch strings.ToLower(text) {
	case "solution", "the solution", "answer", "答え", "答", "正解", "解答":
		return true
	}
	return false
}
