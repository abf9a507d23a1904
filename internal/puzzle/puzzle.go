// Package puzzle finds in games that are over the positions in which one move is clearly best, and judges answers to them.
package puzzle

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/analysis"
	"hikyaku/internal/computer"
	"hikyaku/internal/i18n"
	"hikyaku/render"
)

// What makes a position a puzzle, as expected results: 0.1 is a win of ten games.
const (
	Won  = 0.8 // the best move wins, …
	gain = 0.3 // … or brings so much more than its player had in his turn before,
	gap  = 0.3 // and every other move brings so much less: it is a blunder, as an analysis marks it
)

// Kind is why one move of a puzzle is clearly best.
type Kind string

// The kinds of puzzles.
const (
	Winning Kind = "winning" // it wins, or turns the game, and every other move is a blunder
	Best    Kind = "best"    // every other move is worse by Margin, to a search that is Deeper
)

// What makes a position in which other moves are no blunders a puzzle.
const (
	kept   = 0.3  // what its player expects after it, at least
	missed = 0.95 // what they expect after any other move, at most
	margin = 300  // the centipawns by which every other move is worse
	deeper = 10   // how many times the nodes are looked at to be sure of both
)

// Puzzle is a position in which one move is clearly best.
type Puzzle struct {
	Kind     Kind           `json:"kind,omitempty"` // "" for Winning, as it was written before there were two
	Game     string         `json:"game"`
	Options  engine.Options `json:"options"`
	Position string         `json:"position"` // with the dice that are thrown
	Seat     int            `json:"seat"`     // to move
	Best     []engine.Move  `json:"best"`     // the best move, and what follows
	Score    float64        `json:"score"`    // the expected result after the best move
	Other    float64        `json:"other"`    // after the next best
	Ply      int            `json:"ply"`      // the moves that were made before
}

// ID returns eight digits by which p is known, from whatever game it comes.
func (p Puzzle) ID() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %v %s", p.Game, p.Options, p.Position)) // maps are printed in order
	return hex.EncodeToString(sum[:4])
}

// SetUp returns the game of p, which is one of games, and its position.
func (p Puzzle) SetUp(games []*engine.Game) (*engine.Game, engine.Position, error) {
	i := slices.IndexFunc(games, func(g *engine.Game) bool { return g.Name == p.Game })
	if i < 0 {
		return nil, nil, i18n.Err("puzzle.game", "game", p.Game)
	}
	options, err := games[i].Resolve(p.Options)
	if err != nil {
		return nil, nil, err
	}
	q, err := games[i].Parse(options, p.Position)
	return games[i], q, err
}

// Search has the parameters of a search. Equal searches find equal puzzles.
type Search struct {
	Nodes int // the positions that are looked at for each move
	Seed  uint64
}

// Usual is the default search.
var Usual = Search{Nodes: 10_000, Seed: 1}

// surer is the factor of nodes for the search that verifies the best move.
const surer = 4

// Find returns the puzzles of a game, none if the game has no Thinker. It calls told, if not nil, before each move.
func (s Search) Find(ctx context.Context, g *computer.Game, told func(done, all int)) (list []Puzzle, err error) {
	before := map[int]float64{} // what each seat expected in its turn before
	p, ply := g.Start, 0
	for i, m := range g.Moves {
		if told != nil {
			told(i, len(g.Moves))
		}
		if seat := p.Next().Player; seat != 0 {
			here, err := s.think(ctx, p, 1)
			if err != nil || len(here.Line) == 0 {
				return list, err
			}
			had, known := before[seat]
			if !known {
				had = here.Scores[seat-1]
			}
			found, err := s.look(ctx, p, here, had)
			if err != nil {
				return list, err
			}
			if found.Seat != 0 {
				found.Game, found.Options, found.Ply = g.Game.Name, g.Options, ply
				list = append(list, found)
			}
			before[seat] = here.Scores[seat-1]
			ply++
		}
		if p, err = p.Apply(m); err != nil {
			return list, err
		}
	}
	return list, nil
}

// look returns the puzzle that p is, with seat 0 if it is none. here is the thought on it, and had what its player expected
// before.
func (s Search) look(ctx context.Context, p engine.Position, here engine.Thought, had float64) (none Puzzle, err error) {
	seat, best := p.Next().Player, here.Line[0]
	if here.Scores[seat-1] < kept {
		return none, nil
	}
	moves, only := computer.Ranked(p, seat)
	if only && moves[0] == best { // everybody sees it
		return none, nil
	}
	found := Puzzle{Kind: Winning, Position: p.String(), Seat: seat}
	if found.Score, err = s.after(ctx, p, best, 1); err != nil || found.Score < kept {
		return none, err
	}
	wins := min(here.Scores[seat-1], found.Score) >= min(Won, had+gain)
	var near []engine.Move    // those that a longer search may find as good
	for _, m := range moves { // those first that are likely to be as good
		if m == best {
			continue
		}
		score, err := s.after(ctx, p, m, 1)
		if err != nil {
			return none, err
		}
		found.Other = max(found.Other, score)
		if wins = wins && found.Score-score >= gap; !wins && !marginal(found.Score, score) {
			return none, nil
		}
		if !marginal(found.Score, score) || analysis.Points(found.Score)-analysis.Points(score) < 2*margin {
			near = append(near, m)
		}
	}
	longer := surer
	if !wins {
		longer = deeper
	}
	again, err := s.think(ctx, p, longer)
	if err != nil || again.Line[0] != best {
		return none, err
	}
	found.Best = again.Line
	if wins {
		return found, nil
	}
	found.Kind = Best
	if found.Score, err = s.after(ctx, p, best, deeper); err != nil || found.Score < kept {
		return none, err
	}
	if len(near) > 0 {
		found.Other = 0 // a longer search will set it
	}
	for _, m := range near {
		score, err := s.after(ctx, p, m, deeper)
		if err != nil || !marginal(found.Score, score) {
			return none, err
		}
		found.Other = max(found.Other, score)
	}
	return found, nil
}

// marginal reports whether a move after which its player expects other is worse by Margin than one after which they expect
// best, and gives something away that matters.
func marginal(best, other float64) bool {
	return other <= missed && analysis.Points(best)-analysis.Points(other) >= margin
}

// after returns the expected result of the player to move in p after a move, by a search that is longer than usual by the factor
// times.
func (s Search) after(ctx context.Context, p engine.Position, m engine.Move, times int) (float64, error) {
	q, err := p.Apply(m)
	if err != nil {
		return 0, err
	}
	t, err := s.think(ctx, q, times)
	if err != nil {
		return 0, err
	}
	return t.Scores[p.Next().Player-1], nil
}

// think returns the last thought on p with so many times the nodes. A position that does not think has an empty one.
func (s Search) think(ctx context.Context, p engine.Position, times int) (last engine.Thought, err error) {
	if r := p.Next().Result; r != nil {
		return engine.Thought{Scores: analysis.Results(r)}, ctx.Err()
	}
	if thinker, ok := p.(engine.Thinker); ok {
		for last = range thinker.Think(ctx, engine.Limits{Nodes: times * s.Nodes, Seed: s.Seed}) {
		}
	}
	return last, ctx.Err()
}

// Answer is the evaluation of an answer to a puzzle.
type Answer struct {
	Right bool          `json:"right"`
	Score float64       `json:"score"`          // the expected result after it
	Line  []engine.Move `json:"line,omitempty"` // what follows; none where dice are thrown first
}

// Judge returns what move m is worth as an answer to the puzzle whose position is q. A move that is not legal is an
// *engine.Rejection.
func (s Search) Judge(ctx context.Context, p Puzzle, q engine.Position, m engine.Move) (Answer, error) {
	reached, err := q.Apply(m)
	if err != nil {
		return Answer{}, err
	}
	wanted, err := q.Apply(p.Best[0])
	if err != nil {
		return Answer{}, err
	}
	if reached.String() == wanted.String() {
		return Answer{Right: true, Score: p.Score, Line: p.Best[1:]}, nil
	}
	reply, err := s.think(ctx, reached, 1)
	if err != nil || len(reply.Scores) < p.Seat {
		return Answer{}, err
	}
	return Answer{Score: reply.Scores[p.Seat-1], Line: reply.Line}, nil
}

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

// Hint returns which piece the best move of q moves, or where to, but not the move.
func Hint(q engine.Position, best engine.Move) i18n.Text {
	pointer, ok := q.(engine.Pointer)
	if !ok {
		return oneOfTwo(q, best)
	}
	touches, scene := pointer.Touches(best), q.Scene()
	first := touches[0]
	said := i18n.Text{En: render.SpokenTouch(scene, first, "en"), Ja: render.SpokenTouch(scene, first, "ja")}
	column := i18n.Text{En: render.SpokenColumn(scene, first, "en"), Ja: render.SpokenColumn(scene, first, "ja")}
	places := 0
	for _, t := range touches {
		if t.Board != "" {
			places++
		}
	}
	switch {
	case first.Seat != 0 && said.En != "":
		return i18n.T("puzzle.hint-hand", "thing", said)
	case places > 1 && first.Board != "" && said.En != "":
		return i18n.T("puzzle.hint-from", "place", said)
	case first.Board != "" && column.En != "":
		return i18n.T("puzzle.hint-column", "column", column)
	}
	return oneOfTwo(q, best)
}

// oneOfTwo names the best move and another one, in the order in which the game lists them.
func oneOfTwo(q engine.Position, best engine.Move) i18n.Text {
	var two []i18n.Text
	found := false
	for m := range q.Moves() {
		switch {
		case m == best:
			two, found = append(two, engine.Spell(q, m)), true
		case len(two) == 0 || found && len(two) == 1:
			two = append(two, engine.Spell(q, m))
		}
	}
	return i18n.T("puzzle.hint-two", "moves", i18n.Spaced(two...))
}
