// Package shogi is ordinary shogi on nine by nine squares, with the usual handicaps.
//
// Captured pieces are dropped again, and pieces promote on the three far rows. Checkmate wins, and so does the other side of a
// player without a legal move. The fourth occurrence of a position ends the game: nobody wins, unless one side gave check all
// the time, which loses. A player whose king has entered the far rows with enough pieces may declare that.
//
// Moves are written as in KIF: "７六歩(77)" goes from 7七 to 7六, "２二角成(88)" promotes, "５五歩打" is a drop, and "宣言" is the
// declaration.
//
// The text of a position is the SFEN of the first position, without a move number, and the moves since in USI, because a
// position may not occur four times: "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - moves 7g7f 3c3d". RULES.md has
// the rules in full.
package shogi

import (
	"slices"

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
	pawn       = shogitext.Pawn
	lance      = shogitext.Lance
	knight     = shogitext.Knight
	silver     = shogitext.Silver
	gold       = shogitext.Gold
	bishop     = shogitext.Bishop
	rook       = shogitext.Rook
	king       = shogitext.King
	tokin      = shogitext.Tokin
	highLance  = shogitext.HighLance
	highKnight = shogitext.HighKnight
	highSilver = shogitext.HighSilver
	horse      = shogitext.Horse
	dragon     = shogitext.Dragon
	kinds      = shogitext.Kinds
	handKinds  = shogitext.HandKinds
)

const (
	size  = 9
	cells = shogiboard.Cells
)

// Game is shogi.
var Game = &engine.Game{
	Name:     name,
	Title:    i18n.Text{En: "Shogi", Ja: "将棋"},
	Options:  choices,
	Seats:    func(engine.Options) int { return 2 },
	Start:    start,
	Parse:    parse,
	Rules:    rules,
	Summary:  summary,
	Plies:    func(engine.Options) int { return 115 },
	Manual:   engine.Manual(manualEn, manualJa),
	Sample:   "６八玉(59) ４二銀(31) ３八金(49) ９四歩(93) ８六歩(87) ５二金(41) ４八金(38) ９三香(91) １八香(19) ４一玉(51) ７八金(69) ９五歩(94) ９六歩(97) ５一金(61) ８五歩(86) ６二銀(71) ２六歩(27) ９六歩(95) ８四歩(85) ８四歩(83) ９八香(99) ３二玉(41) ３八銀(39) ５四歩(53) ３六歩(37) ８五歩(84) ３五歩(36) ８四飛(82) ３七桂(29) ８六歩(85) ５八金(48) ９五香(93) ７六歩(77) ４一金(51) ９六香(98) ８二飛(84) ９五香(96) ８七歩成(86) ９一香成(95) ７八と(87)",
	Lessons:  lessons,
	Diagrams: examples,
}

const name = "shogi"

// set is the board and the pieces.
var set = &shogitext.Set{
	Size:  size,
	Most:  [tokin]int{pawn: 18, lance: 4, knight: 4, silver: 4, gold: 4, bishop: 2, rook: 2, king: 2},
	Zone:  3,
	Usual: "lnsgkgsnl/1r5b1" + ownRanks + " b -",

	Declares: true,

	OutsideZone: i18n.Text{En: "neither is in the three far rows", Ja: "敵陣三段目以内に入る手でも、そこから動く手でもありません"},
}

// ground is the board in bits.
var ground = shogiboard.NewGround(set)

const ownRanks = "/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL"

// handicap is a value of the option with its name and the first two ranks of its start.
type handicap struct {
	value  string
	name   i18n.Text
	behind string
}

var handicaps = [...]handicap{
	{"none", i18n.Text{En: "even", Ja: "平手"}, "lnsgkgsnl/1r5b1"},
	{"lance", i18n.Text{En: "lance", Ja: "香落ち"}, "lnsgkgsn1/1r5b1"},
	{"right-lance", i18n.Text{En: "right lance", Ja: "右香落ち"}, "1nsgkgsnl/1r5b1"},
	{"bishop", i18n.Text{En: "bishop", Ja: "角落ち"}, "lnsgkgsnl/1r7"},
	{"rook", i18n.Text{En: "rook", Ja: "飛車落ち"}, "lnsgkgsnl/7b1"},
	{"rook-lance", i18n.Text{En: "rook and lance", Ja: "飛香落ち"}, "lnsgkgsn1/7b1"},
	{"two", i18n.Text{En: "two pieces", Ja: "二枚落ち"}, "lnsgkgsnl/9"},
	{"three", i18n.Text{En: "three pieces", Ja: "三枚落ち"}, "lnsgkgsn1/9"},
	{"four", i18n.Text{En: "four pieces", Ja: "四枚落ち"}, "1nsgkgsn1/9"},
	{"five", i18n.Text{En: "five pieces", Ja: "五枚落ち"}, "2sgkgsn1/9"},
	{"left-five", i18n.Text{En: "five pieces, left", Ja: "左五枚落ち"}, "1nsgkgs2/9"},
	{"six", i18n.Text{En: "six pieces", Ja: "六枚落ち"}, "2sgkgs2/9"},
	{"left-seven", i18n.Text{En: "seven pieces, left", Ja: "左七枚落ち"}, "2sgkg3/9"},
	{"right-seven", i18n.Text{En: "seven pieces, right", Ja: "右七枚落ち"}, "3gkgs2/9"},
	{"eight", i18n.Text{En: "eight pieces", Ja: "八枚落ち"}, "3gkg3/9"},
	{"ten", i18n.Text{En: "ten pieces", Ja: "十枚落ち"}, "4k4/9"},
}

// sfen returns the start of h. The player who gives odds moves first.
func (h handicap) sfen() string {
	if h.value == even {
		return set.Usual
	}
	return h.behind + ownRanks + " w -"
}

const even = "none"

var choices = []engine.Option{
	handicapOption(),
	{Key: "repetition", Values: []string{"draw", "none"}, Default: "draw",
		Title: i18n.Text{En: "Fourth occurrence of a position", Ja: "千日手"},
		About: i18n.Text{En: "The same pieces on the same squares and in hand for the fourth time, with the same player to move.", Ja: "盤面、持ち駒、手番がすべて同じ局面が4回現れたときの扱いです。"},
		Names: map[string]i18n.Text{
			"draw": {En: "a draw, but perpetual check loses", Ja: "引き分け（連続王手は負け）"},
			"none": {En: "no effect", Ja: "数えない"},
		}},
	{Key: "impasse", Values: []string{"27", "24", "none"}, Default: "27",
		Title: i18n.Text{En: "Declaration of an entered king", Ja: "入玉宣言"},
		About: i18n.Text{En: "A player whose king has entered the three far rows can claim the win, if the pieces there and in hand count enough points: 5 for a rook or bishop, 1 for any other.", Ja: "玉が敵陣の三段目以内に入り、敵陣の駒と持ち駒の点数（大駒5点、小駒1点）が足りれば、勝ちを宣言できます。"},
		Names: map[string]i18n.Text{
			"27":   {En: "27 points win", Ja: "27点法"},
			"24":   {En: "31 points win, 24 draw", Ja: "24点法"},
			"none": {En: "not possible", Ja: "なし"},
		}},
	shogitext.FoulOption,
}

// handicapValues are the values of the option, filled in at the start without allocating.
var handicapValues [len(handicaps)]string

func handicapOption() engine.Option {
	o := engine.Option{Key: "handicap", Default: even, Title: i18n.Text{En: "Handicap", Ja: "手合割"},
		About:  i18n.Text{En: "In a handicap game, the second player starts without these pieces, and moves first.", Ja: "駒落ちでは、後手（上手）が駒を落とし、先に指します。"},
		Values: handicapValues[:], Names: make(map[string]i18n.Text, len(handicaps))}
	for i, h := range handicaps {
		o.Values[i], o.Names[h.value] = h.value, h.name
	}
	return o
}

// handicapOf returns the handicap with a value of the option.
func handicapOf(value string) handicap {
	return handicaps[slices.IndexFunc(handicaps[:], func(h handicap) bool { return h.value == value })]
}

// terms are the options of a match.
type terms struct {
	handicap handicap
	counts   bool // repetition=draw
	impasse  string
	loses    bool // foul=loses
}

// termsOf returns the terms that options set.
func termsOf(options engine.Options) (*terms, error) {
	all, err := (&engine.Game{Name: name, Options: choices}).Resolve(options)
	if err != nil {
		return nil, err
	}
	return &terms{handicapOf(all["handicap"]), all["repetition"] == "draw", all["impasse"], all["foul"] == "loses"}, nil
}

// start returns the position before the first move.
func start(options engine.Options) (engine.Position, error) {
	t, err := termsOf(options)
	if err != nil {
		return nil, err
	}
	return parse(options, t.handicap.sfen())
}

// position is a line with the terms of its match.
type position struct {
	shogiboard.Line
	*terms
	end    *engine.Rule // the rule by which the game has ended, nil until then
	winner int          // the seat that has won, from 1; 0 for none
}

// Next returns the result of a game that has ended, or the seat to move.
func (p *position) Next() engine.Next {
	if p.end == nil {
		return engine.Next{Player: int(p.Turn) + 1}
	}
	places := []int{1, 1}
	if p.winner > 0 {
		places[2-p.winner] = 2
	}
	return engine.Next{Result: &engine.Result{Rule: p.end, Places: places}}
}

// Apply plays m: it is parsed, checked and played. It does not list all moves.
func (p *position) Apply(m engine.Move) (engine.Position, error) {
	if r := engine.CheckTurn(p.Next(), m); r != nil {
		return nil, r
	}
	read, ok := set.ReadMove(string(m))
	if !ok {
		return nil, shogitext.Malformed(string(m))
	}
	r := p.check(read)
	if !p.Plays(r) {
		return nil, r
	}
	q := &position{Line: p.Extend(read), terms: p.terms}
	switch {
	case r != nil:
		q.end, q.winner = r.Rule, int(q.Turn)+1
	case read.Way == shogiboard.Declares:
		q.end, q.winner = p.declared()
	default:
		q.settle()
	}
	return q, nil
}

// settle works out whether the game has ended.
func (p *position) settle() {
	if p.Repeats >= shogitext.Tolerated {
		// The side that gave check all the time loses, if the other did not.
		if checker := p.Perpetual(); checker > 0 {
			p.end, p.winner = shogitext.EndPerpetualCheck, 3-checker
		} else {
			p.end, p.winner = endRepetition, 0
		}
		return
	}
	v := p.Survey()
	switch {
	case v.Any():
	case v.Checkers.Empty():
		p.end, p.winner = endStalemate, 2-int(p.Turn)
	default:
		p.end, p.winner = shogitext.EndCheckmate, 2-int(p.Turn)
	}
}
