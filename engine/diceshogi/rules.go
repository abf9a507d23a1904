package diceshogi

import (
	"slices"
	"strconv"

	"hikyaku/engine"
	"hikyaku/engine/shogitext"
	"hikyaku/internal/i18n"
)

// The rules that the games of the family do not share. RULES.md explains each under its identifier.
var (
	dieFile = &engine.Rule{ID: "die.file", Text: i18n.Text{
		En: "the die shows {die}, so a piece must land on file {die}, and {move} does not",
		Ja: "サイコロの目は{die}なので、{die}筋へ動かすか打たなければなりません。{move}はできません"}}

	endKingTaken = &engine.Rule{ID: "end.king-taken", Text: i18n.Text{
		En: "the king has been taken, and the player who took it wins",
		Ja: "玉が取られ、取ったほうの勝ち"}}
	endRepetition = &engine.Rule{ID: "end.repetition", Text: i18n.Text{
		En: "the position has occurred four times, and the first player loses",
		Ja: "千日手。先手の負け"}}
	endStalemate = &engine.Rule{ID: "end.stalemate", Text: i18n.Text{
		En: "the player to move is not in check and has no legal move, which wins with dice and loses in minishogi",
		Ja: "王手ではないが、手番の側に指せる手がない。サイコロ将棋では指せない側の勝ち、5五将棋では負け"}}
)

var rules = slices.Concat(shogitext.Rules, []*engine.Rule{dieFile, endKingTaken, shogitext.EndCheckmate, endStalemate, endRepetition, shogitext.EndPerpetualCheck})

// check returns the rejection by the first rule that m breaks; nil if it breaks none.
func (p *position) check(m move) *engine.Rejection {
	if r := p.Check(m); r != nil {
		return r
	}
	if v := p.Survey(); !allowed(&v, p.die).Has(m.To) {
		return dieFile.Reject(engine.Word("die", strconv.Itoa(p.die)), m.Arg())
	}
	return nil
}
