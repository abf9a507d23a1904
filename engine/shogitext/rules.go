package shogitext

import (
	"slices"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// The rules that the games of the family share.
var (
	MoveMalformed = &engine.Rule{ID: engine.Malformed, Text: i18n.Text{
		En: "{move} is not a move: write the piece, the square it leaves and the square it goes to, as in G4e-4d, or a drop as in P*3c",
		Ja: "{move}は指し手として読めません。４四金(45)のように行き先・駒・元の位置を書くか、３三歩打のように書いてください"}}
	MoveAmbiguous = &engine.Rule{ID: "move.ambiguous", Text: i18n.Text{
		En: "{move} could be {choices}: write {which}",
		Ja: "{move}は{choices}の{which}か分かりません。{which}かを書いてください"}}
	PieceNone = &engine.Rule{ID: "piece.none", Text: i18n.Text{
		En: "there is no piece on {from}",
		Ja: "{from}に駒がありません"}}
	PieceNotYours = &engine.Rule{ID: "piece.not-yours", Text: i18n.Text{
		En: "the {man} on {from} belongs to {other}, and {seat} is to move",
		Ja: "{from}の{man}は{other}の駒で、{seat}の手番では動かせません"}}
	PieceMismatch = &engine.Rule{ID: "piece.mismatch", Text: i18n.Text{
		En: "the piece on {from} is a {man}, not a {named}",
		Ja: "{from}にあるのは{man}で、{named}ではありません"}}
	MoveGeometry = &engine.Rule{ID: "move.geometry", Text: i18n.Text{
		En: "the {man} on {from} can't move to {to}",
		Ja: "{from}の{man}は{to}へは動けません"}}
	SquareOwnPiece = &engine.Rule{ID: "square.own-piece", Text: i18n.Text{
		En: "{seat}'s own {man} stands on {to}",
		Ja: "{to}には{seat}自身の{man}があります"}}
	PromotionNotAllowed = &engine.Rule{ID: "promotion.not-allowed", Text: i18n.Text{
		En: "the {man} can't promote on the move from {from} to {to}: {why}",
		Ja: "{from}から{to}への{man}は成れません。{why}"}}
	PromotionForced = &engine.Rule{ID: "promotion.forced", Text: i18n.Text{
		En: "the {man} that moves from {from} to {to} must promote, because it could never move again",
		Ja: "{from}から{to}への{man}は、動けなくなるので、成らなければなりません"}}
	DropNotInHand = &engine.Rule{ID: "drop.not-in-hand", Text: i18n.Text{
		En: "{seat} has no {man} in hand to drop on {to}",
		Ja: "{seat}の持ち駒に{man}がないので、{to}に打てません"}}
	DropOccupied = &engine.Rule{ID: "drop.occupied", Text: i18n.Text{
		En: "the {man} of {holder} stands on {to}, and a drop needs an empty square",
		Ja: "{to}には{holder}の{man}があるので打てません"}}
	DropTwoPawns = &engine.Rule{ID: "drop.two-pawns", Text: i18n.Text{
		En: "{seat} already has a pawn on {other}, so another can't be dropped on {to} in the same file",
		Ja: "二歩：{other}に{seat}の歩があるので、同じ筋の{to}に歩は打てません"}}
	DropNoMove = &engine.Rule{ID: "drop.no-move", Text: i18n.Text{
		En: "a {man} dropped on {to} could never move",
		Ja: "行きどころのない駒：{to}に打った{man}は動けません"}}
	CheckUnanswered = &engine.Rule{ID: "check.unanswered", Text: i18n.Text{
		En: "{seat} is in check on {king}, and after {move} the {man} on {by} could still take the king",
		Ja: "{king}の玉に王手がかかっています。{move}の後も{by}の{man}に取られます"}}
	CheckExposed = &engine.Rule{ID: "check.exposed", Text: i18n.Text{
		En: "after {move} the {man} on {by} could take the king of {seat} on {king}",
		Ja: "{move}の後、{king}の{seat}の玉が{by}の{man}に取られます"}}
	DropPawnMate = &engine.Rule{ID: "drop.pawn-mate", Text: i18n.Text{
		En: "the pawn dropped on {to} would mate the king on {king}, which a dropped pawn may not do",
		Ja: "打ち歩詰め：{to}に歩を打つと{king}の玉が詰みます"}}
	EndCheckmate = &engine.Rule{ID: "end.checkmate", Text: i18n.Text{
		En: "the king is in check and no move saves it: checkmate",
		Ja: "玉の詰み"}}
	EndPerpetualCheck = &engine.Rule{ID: "end.perpetual-check", Text: i18n.Text{
		En: "the position has occurred four times by perpetual check, and the player who gave it loses",
		Ja: "連続王手の千日手。王手を続けたほうの負け"}}
)

// noneReaches is MoveGeometry in the words for a move that could be of several pieces.
var noneReaches = &engine.Rule{ID: MoveGeometry.ID, Text: i18n.Text{
	En: "no {man} can move to {to}",
	Ja: "{to}へ動ける{man}はありません"}}

// Rules are the rules for moves, in the order in which they are checked.
var Rules = []*engine.Rule{MoveMalformed, MoveAmbiguous, PieceNone, PieceNotYours, PieceMismatch, MoveGeometry, SquareOwnPiece,
	PromotionNotAllowed, PromotionForced, DropNotInHand, DropOccupied, DropTwoPawns, DropNoMove, CheckUnanswered, CheckExposed, DropPawnMate}

// FoulOption says whether a player who breaks one of Fouls loses.
var FoulOption = engine.Option{
	Key: "foul", Values: []string{"reject", "loses"}, Default: "reject",
	Title: i18n.Text{En: "A foul", Ja: "反則の扱い"},
	Names: map[string]i18n.Text{"reject": {En: "is rejected", Ja: "受け付けない"}, "loses": {En: "loses the game", Ja: "指せば負け"}},
}

// Fouls are the rules whose breach loses with the option foul=loses: two pawns, a piece that can never move, a king left to be taken,
// and mate by a dropped pawn.
var Fouls = []*engine.Rule{PromotionForced, DropTwoPawns, DropNoMove, CheckUnanswered, CheckExposed, DropPawnMate}

// IsFoul reports whether r rejects a move by one of Fouls. It is false for nil.
func IsFoul(r *engine.Rejection) bool { return r != nil && slices.Contains(Fouls, r.Rule) }

// Ending returns how a game has ended by one of Fouls, or in the words for another rule.
func Ending(r *engine.Result, words map[*engine.Rule]i18n.Text) *engine.Ending {
	if foul, ok := foulNames[r.Rule]; ok {
		return &engine.Ending{Result: *r, How: foul, Seat: 1 + slices.Index(r.Places, 2)}
	}
	return &engine.Ending{Result: *r, How: words[r.Rule]}
}

// foulNames are sentences, without the name of the seat, for a loss by each of Fouls.
var foulNames = map[*engine.Rule]i18n.Text{
	DropTwoPawns:    {En: "committed a foul: two pawns on one file", Ja: "の反則（二歩）"},
	PromotionForced: {En: "committed a foul: a piece that could never move", Ja: "の反則（行きどころのない駒）"},
	DropNoMove:      {En: "committed a foul: a piece that could never move", Ja: "の反則（行きどころのない駒）"},
	CheckUnanswered: {En: "committed a foul: the check was not answered", Ja: "の反則（王手放置）"},
	CheckExposed:    {En: "committed a foul: the king could be taken", Ja: "の反則（玉を取られる手）"},
	DropPawnMate:    {En: "committed a foul: mate by a dropped pawn", Ja: "の反則（打ち歩詰め）"},
}

// neverPromotes is the reason why some pieces do not promote.
var neverPromotes = i18n.Text{En: "this piece never does", Ja: "この駒は成ることができません"}

// SeatArg returns a seat, from 1, as an argument.
func SeatArg(name string, seat int) engine.Arg {
	return engine.Arg{Name: name, Value: engine.Seat(seat, 2)}
}
