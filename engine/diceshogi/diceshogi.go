// Package diceshogi is dice shogi and Hyper dice shogi on five by five squares, and minishogi.
//
// The pieces are those of minishogi: king, gold, silver, bishop, rook and pawn. Captured pieces are dropped
// again, and pieces promote on the far rank. Before each turn a die is thrown, and its number names a file:
// the piece moved or dropped must land there. With a 6, or if no move ends on that file, any file is allowed.
// In dice shogi check has no meaning, and the player who takes the king wins. In Hyper dice shogi a player
// in check moves without a throw, mate wins, and so does a player who is not in check and has no legal move.
// Minishogi has no die, and a player without a legal move loses.
//
// Moves are written as in KIF: "４四金(45)" goes from 4五 to 4四, "４一銀成(42)" promotes, "３三歩打" is a drop.
//
// The text of a position is its SFEN without a move number, the rule set, and the die or "-":
// "rbsgk/4p/5/P4/KGSBR b - dice 4". Where repetition is counted it is that of the first position, and the moves since follow in
// USI. RULES.md has the rules in full.
package diceshogi

import (
	"hikyaku/engine"
	"hikyaku/engine/shogiboard"
	"hikyaku/engine/shogitext"
	"hikyaku/internal/i18n"
)

// Parts of packages shogiboard and shogitext.
type (
	kind    = shogitext.Kind
	square  = shogiboard.Square
	squares = shogiboard.Squares
	move    = shogiboard.Move
)

const (
	pawn      = shogitext.Pawn
	king      = shogitext.King
	kinds     = shogitext.Kinds
	handKinds = shogitext.HandKinds
)

// Game is dice shogi, Hyper dice shogi and minishogi.
var Game = &engine.Game{
	Name:     name,
	Title:    i18n.Text{En: "Dice shogi", Ja: "サイコロ将棋"},
	Options:  choices,
	Seats:    func(engine.Options) int { return 2 },
	Start:    func(o engine.Options) (engine.Position, error) { return parse(o, startText) },
	Parse:    parse,
	Rules:    rules,
	Summary:  summary,
	Plies:    plies,
	Manual:   engine.Manual(manualEn, manualJa),
	Sample:   "[6] ５二角(25) [6] １四角(41) [3] ３四銀(35) [4] ４二銀(31) [6] ３五飛(15) [5] ５三銀(42) [4] ４一角(52) [1] １三歩(12) [4] ４四金(45) [6] ３一金(21) [2] ２三角(41)",
	Lessons:  lessons,
	Diagrams: examples,
}

const (
	name  = "diceshogi"
	size  = 5
	sides = 6 // the number of sides of the die
)

// The rule sets.
const (
	dice      = "dice"
	hyper     = "hyper"
	minishogi = "minishogi"
)

var choices = []engine.Option{
	{Key: "rules", Values: []string{dice, hyper, minishogi}, Default: dice, Variants: true,
		Title: i18n.Text{En: "Rules", Ja: "ルール"},
		Names: map[string]i18n.Text{
			dice: {En: "dice shogi", Ja: "サイコロ将棋"}, hyper: {En: "Hyper dice shogi", Ja: "HYPERサイコロ将棋"}, minishogi: {En: "minishogi, without a die", Ja: "5五将棋（サイコロなし）"},
		},
		Games: map[string]i18n.Text{hyper: {En: "Hyper dice shogi", Ja: "HYPERサイコロ将棋"}, minishogi: {En: "Minishogi", Ja: "5五将棋"}},
		Also:  map[string][]string{hyper: {"hyper shogi", "hyper将棋", "ハイパー", "ハイパー将棋", "ハイパーサイコロ将棋"}, minishogi: {"mini shogi", "mini-shogi", "ミニ将棋", "55将棋", "五五将棋"}}},
	{Key: "repetition", Values: []string{"loses", "none"}, Default: "loses", Former: "none", Only: map[string][]string{"rules": {minishogi}},
		Title: i18n.Text{En: "Fourth occurrence of a position in minishogi", Ja: "5五将棋の千日手"},
		About: i18n.Text{En: "The same pieces on the same squares and in hand for the fourth time, with the same player to move.", Ja: "盤面、持ち駒、手番がすべて同じ局面が4回現れたときの扱いです。"},
		Names: map[string]i18n.Text{"loses": {En: "the first player loses, or the one who gave perpetual check", Ja: "先手の負け（連続王手は王手をかけた側の負け）"}, "none": {En: "no effect", Ja: "数えない"}}},
	{Key: "drop", Values: []string{"binds", "free"}, Default: "binds", Only: map[string][]string{"rules": {dice, hyper}},
		Title: i18n.Text{En: "Only a drop can reach the file of the die", Ja: "出目の筋に動かせる駒がなく、打つ手だけがあるとき"},
		Names: map[string]i18n.Text{"binds": {En: "the drop must be played", Ja: "打たなければならない"}, "free": {En: "any file is allowed", Ja: "どの筋でもよい"}}},
	shogitext.FoulOption,
}

const startText = "rbsgk/4p/5/P4/KGSBR b -"

// set is the board and the pieces.
var set = &shogitext.Set{
	Size:  size,
	Most:  [shogitext.Tokin]int{shogitext.Pawn: 2, shogitext.Silver: 2, shogitext.Gold: 2, shogitext.Bishop: 2, shogitext.Rook: 2, shogitext.King: 2},
	Zone:  1,
	Usual: startText,

	OutsideZone: i18n.Text{En: "neither is on the far rank", Ja: "敵陣の一番奥の段に入る手でも、そこから出る手でもありません"},
}

// ground is the board in bits.
var ground = shogiboard.NewGround(set)

// position is a line with its rule set and the die.
type position struct {
	shogiboard.Line
	rules string
	end   *engine.Rule // the rule that has ended the game if the board does not show it: of a foul, of repetition
	loser uint8        // by that rule, from 0
	die   int          // the face of the die, 0 for none
}

// Next returns the result of a game that has ended, a throw before a turn, or the seat to move.
func (p *position) Next() engine.Next {
	v := p.Survey()
	switch r := p.result(&v); {
	case r != nil:
		return engine.Next{Result: r}
	case p.die == 0 && p.rules != minishogi && v.Checkers.Empty():
		return engine.Next{Throw: []int{sides}}
	}
	return engine.Next{Player: int(p.Turn) + 1}
}

// result returns the result of the game; nil if it has not ended.
func (p *position) result(v *shogiboard.Survey) *engine.Result {
	rule, loser := p.end, p.loser
	if rule == nil {
		loser = p.Turn
		switch {
		case p.KingOf(p.Turn).Empty():
			rule = endKingTaken
		case v.Any():
			return nil
		case !v.Checkers.Empty():
			rule = shogitext.EndCheckmate
		default:
			rule = endStalemate
			if p.rules != minishogi {
				loser = 1 - p.Turn
			}
		}
	}
	places := []int{1, 1}
	places[loser] = 2
	return &engine.Result{Rule: rule, Places: places}
}

// Apply plays m: a throw sets the die, a move is parsed, checked and played. It does not list all moves.
func (p *position) Apply(m engine.Move) (engine.Position, error) {
	if r := engine.CheckTurn(p.Next(), m); r != nil {
		return nil, r
	}
	if faces, thrown := m.Throw(); thrown {
		q := *p
		q.die = faces[0]
		return &q, nil
	}
	read, ok := set.ReadMove(string(m))
	if !ok {
		return nil, shogitext.Malformed(string(m))
	}
	r := p.check(read)
	if !p.Plays(r) {
		return nil, r
	}
	q := &position{Line: p.Extend(read), rules: p.rules}
	switch {
	case r != nil:
		q.end, q.loser = r.Rule, p.Turn
	case q.Repeats >= shogitext.Tolerated:
		// The side loses that gave check all the time, or else the first one.
		q.end, q.loser = endRepetition, 0
		if checker := q.Perpetual(); checker > 0 {
			q.end, q.loser = shogitext.EndPerpetualCheck, uint8(checker-1)
		}
	}
	return q, nil
}

// survey returns the moves of the seat to move, limited by the die.
func (p *position) survey() shogiboard.Survey {
	v := p.Survey()
	applyDie(&v, p.die)
	return v
}
