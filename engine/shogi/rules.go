package shogi

import (
	"slices"

	"hikyaku/engine"
	"hikyaku/engine/shogiboard"
	"hikyaku/engine/shogitext"
	"hikyaku/internal/i18n"
)

// The rules that the games of the family do not share. RULES.md explains each under its identifier.
var (
	declareOff = &engine.Rule{ID: "declare.off", Text: i18n.Text{
		En: "this match is played without the declaration of an entered king",
		Ja: "この対局では入玉宣言はできません"}}
	declareKingOutside = &engine.Rule{ID: "declare.king-outside", Text: i18n.Text{
		En: "{seat} has no king in the three far rows, so nothing can be declared",
		Ja: "{seat}の玉が敵陣三段目以内に入っていないので、宣言できません"}}
	declareFewPieces = &engine.Rule{ID: "declare.few-men", Text: i18n.Text{
		En: "{seat} has only {n} pieces besides the king in the three far rows: a declaration needs 10",
		Ja: "敵陣三段目以内にある{seat}の駒は玉のほかに{n}枚です。宣言には10枚必要です"}}
	declareInCheck = &engine.Rule{ID: "declare.in-check", Text: i18n.Text{
		En: "{seat} is in check on {king} and cannot declare",
		Ja: "{king}の{seat}の玉に王手がかかっているので、宣言できません"}}
	declareFewPoints = &engine.Rule{ID: "declare.few-points", Text: i18n.Text{
		En: "{seat} has only {n} points: a declaration needs {needed}",
		Ja: "{seat}の点数は{n}点です。宣言には{needed}点必要です"}}

	endStalemate = &engine.Rule{ID: "end.stalemate", Text: i18n.Text{
		En: "a player who is not in check but has no legal move loses",
		Ja: "王手ではないが、手番の側に指せる手がなく、その側の負け"}}
	endRepetition = &engine.Rule{ID: "end.repetition", Text: i18n.Text{
		En: "the position has occurred four times, and the game is a draw",
		Ja: "千日手。引き分け"}}
	endDeclared = &engine.Rule{ID: "end.declared", Text: i18n.Text{
		En: "the king has entered the far rows with enough points, and the player who declared it wins",
		Ja: "入玉宣言。宣言したほうの勝ち"}}
	endDeclaredDraw = &engine.Rule{ID: "end.declared-draw", Text: i18n.Text{
		En: "the king has entered the far rows with points enough for a draw",
		Ja: "入玉宣言。点数により引き分け"}}
)

var rules = slices.Concat(shogitext.Rules, []*engine.Rule{
	declareOff, declareKingOutside, declareFewPieces, declareInCheck, declareFewPoints,
	shogitext.EndCheckmate, endStalemate, shogitext.EndPerpetualCheck, endRepetition, endDeclared, endDeclaredDraw,
})

// check returns the rejection by the first rule that m breaks; nil if it breaks none.
func (p *position) check(m move) *engine.Rejection {
	if m.Way == shogiboard.Declares {
		return p.checkDeclaration()
	}
	return p.Check(m)
}
