// Package diceshogi is dice shogi and Hyper dice shogi on five by five squares, and minishogi.
//
// The men are those of minishogi: king, gold, silver, bishop, rook and pawn, captured men come back as
// drops, and the far rank promotes. Before each turn a die is thrown. Its number names a file: the man
// moved or dropped must land there. 6, or a file to which there is no move, leaves the choice.
// In dice shogi check means nothing and whoever takes the king wins. In Hyper dice shogi a king in check
// is saved without a throw, mate wins, and a side without any move, not in check, wins as well.
// In minishogi there is no die, and a side without a move loses.
//
// Moves are written as in KIF: "４四金(45)" goes from 4五 to 4四, "４一銀成(42)" promotes, "３三歩打" is a drop.
//
// The text of a position is its SFEN without a move number, the rule set, and the die or "-":
// "rbsgk/4p/5/P4/KGSBR b - dice 4". RULES.md has the rules in full.
package diceshogi

import (
	_ "embed" // the manual

	"hikyaku/engine"
)

//go:embed RULES.md
var manual string

// Game is dice shogi, Hyper dice shogi and minishogi.
var Game = &engine.Game{
	Name:    name,
	Title:   engine.Text{En: "Dice shogi", Ja: "サイコロ将棋"},
	Options: choices,
	Seats:   func(engine.Options) int { return 2 },
	Start:   start,
	Parse:   parse,
	Rules:   rules,
	Manual:  manual,
}

const (
	name  = "diceshogi"
	sides = 6 // of the die
)

// The rule sets.
const (
	dice      = "dice"
	hyper     = "hyper"
	minishogi = "minishogi"
)

var choices = []engine.Option{
	{Key: "rules", Values: []string{dice, hyper, minishogi}, Default: dice,
		Title: engine.Text{En: "Rules", Ja: "ルール"}},
}

const startText = "rbsgk/4p/5/P4/KGSBR b -"

// start is the position before the first move.
func start(options engine.Options) (engine.Position, error) { return parse(options, startText) }

// position is a board with its rule set, the die and, for the picture and for 同, the last move.
type position struct {
	board
	rules string
	die   int // what the die shows, 0 for none
	last  *move
}

// Next is the result of a game that has ended, a throw where one is due, else the seat to move.
func (p *position) Next() engine.Next {
	v := p.board.survey()
	switch r := p.result(&v); {
	case r != nil:
		return engine.Next{Result: r}
	case p.awaits(&v):
		return engine.Next{Throw: []int{sides}}
	}
	return engine.Next{Player: int(p.turn) + 1}
}

// awaits reports whether the die is to be thrown, in a game that has not ended. Kings in check do not wait for it.
func (p *position) awaits(v *survey) bool {
	return p.die == 0 && p.rules != minishogi && v.checkers == 0
}

// result is how the game has ended; nil if it goes on.
func (p *position) result(v *survey) *engine.Result {
	mover, other := 2, 1
	var rule *engine.Rule
	switch {
	case p.kingOf(p.turn) == 0:
		rule = endKingTaken
	case v.union() != 0:
		return nil
	case v.checkers != 0:
		rule = endCheckmate
	default:
		rule = endStalemate
		if p.rules != minishogi {
			mover, other = 1, 2
		}
	}
	places := []int{mover, other}
	if p.turn == 1 {
		places = []int{other, mover}
	}
	return &engine.Result{Rule: rule, Places: places}
}

// Apply plays m: it shows the die, or parses, checks and plays a move. It never lists moves.
func (p *position) Apply(m engine.Move) (engine.Position, error) {
	if r := engine.CheckTurn(p.Next(), m); r != nil {
		return nil, r
	}
	if faces, thrown := m.Throw(); thrown {
		q := *p
		q.die = faces[0]
		return &q, nil
	}
	read, ok := readMove(string(m))
	if !ok {
		return nil, malformed(string(m))
	}
	if r := p.check(read); r != nil {
		return nil, r
	}
	return p.play(read), nil
}

// play makes a move that has been checked.
func (p *position) play(m move) *position {
	return &position{board: p.after(m), rules: p.rules, last: &m}
}

// survey is what the seat to move may do now, under the die.
func (p *position) survey() survey {
	v := p.board.survey()
	v.obey(p.die)
	return v
}
