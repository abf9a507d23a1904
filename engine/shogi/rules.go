package shogi

import (
	"slices"

	"hikyaku/engine"
	"hikyaku/engine/shogitext"
	"hikyaku/internal/i18n"
)

// The rules that the games of the family do not share. RULES.md explains each under its identifier.
var (
	declareOff = &engine.Rule{ID: "declare.off", Text: i18n.Text{
		En: "this match is played without the declaration of an entered king",
		Ja: "この対局では入玉宣言はできない"}}
	declareKingOutside = &engine.Rule{ID: "declare.king-outside", Text: i18n.Text{
		En: "{seat} has no king in the three far ranks, so nothing can be declared",
		Ja: "{seat}の玉が敵陣三段目以内に入っていないので、宣言できない"}}
	declareFewMen = &engine.Rule{ID: "declare.few-men", Text: i18n.Text{
		En: "{seat} has only {n} men besides the king in the three far ranks: a declaration needs 10",
		Ja: "敵陣三段目以内にある{seat}の駒は玉のほかに{n}枚。宣言には10枚が必要"}}
	declareInCheck = &engine.Rule{ID: "declare.in-check", Text: i18n.Text{
		En: "{seat} is in check on {king} and cannot declare",
		Ja: "{king}の{seat}の玉に王手がかかっているので、宣言できない"}}
	declareFewPoints = &engine.Rule{ID: "declare.few-points", Text: i18n.Text{
		En: "{seat} has only {n} points: a declaration needs {needed}",
		Ja: "{seat}の点数は{n}点。宣言には{needed}点が必要"}}

	endStalemate = &engine.Rule{ID: "end.stalemate", Text: i18n.Text{
		En: "the seat to move is not in check and has no legal move, so it loses",
		Ja: "王手ではないが、手番の側に指せる手がなく、その側の負け"}}
	endPerpetualCheck = &engine.Rule{ID: "end.perpetual-check", Text: i18n.Text{
		En: "the position has occurred four times by perpetual check, and who gave it loses",
		Ja: "連続王手の千日手。王手を続けたほうの負け"}}
	endRepetition = &engine.Rule{ID: "end.repetition", Text: i18n.Text{
		En: "the position has occurred four times, and nobody wins",
		Ja: "千日手。勝ち負けなし"}}
	endDeclared = &engine.Rule{ID: "end.declared", Text: i18n.Text{
		En: "the king has entered the far ranks with enough points, and who declared it wins",
		Ja: "入玉宣言。宣言したほうの勝ち"}}
	endDeclaredDraw = &engine.Rule{ID: "end.declared-draw", Text: i18n.Text{
		En: "the king has entered the far ranks with points enough for a draw",
		Ja: "入玉宣言。点数により引き分け"}}
)

var rules = slices.Concat(shogitext.Rules, []*engine.Rule{
	declareOff, declareKingOutside, declareFewMen, declareInCheck, declareFewPoints,
	shogitext.EndCheckmate, endStalemate, endPerpetualCheck, endRepetition, endDeclared, endDeclaredDraw,
})

type judge func(*position, move) *engine.Rejection

// The rules for men on the board, men in hand and the declaration, in the order of rules.
var judges = [...][]judge{
	simple:   {(*position).noPiece, (*position).notYours, (*position).mismatch, (*position).geometry, (*position).ownPiece, (*position).noPromotion, (*position).mustPromote, (*position).leavesCheck},
	promotes: {(*position).noPiece, (*position).notYours, (*position).mismatch, (*position).geometry, (*position).ownPiece, (*position).noPromotion, (*position).mustPromote, (*position).leavesCheck},
	drops:    {(*position).notInHand, (*position).occupied, (*position).twoPawns, (*position).deadDrop, (*position).leavesCheck, (*position).pawnMate},
	declares: {(*position).noDeclaration, (*position).kingOutside, (*position).fewMen, (*position).declaresInCheck, (*position).fewPoints},
}

// check returns the rejection by the first rule that m breaks; nil if it breaks none.
func (p *position) check(m move) *engine.Rejection {
	for _, breaks := range judges[m.way] {
		if r := breaks(p, m); r != nil {
			return r
		}
	}
	return nil
}

// mover returns the seat to move as the argument {seat}.
func (p *position) mover() engine.Arg { return seatArg("seat", p.turn) }

// seatArg returns a seat, counted from 0, as an argument.
func seatArg(name string, seat uint8) engine.Arg { return shogitext.SeatArg(name, int(seat)+1) }

func squareArg(name string, s square) engine.Arg { return s.text().Arg(name) }

// man returns the kind of the man on s as an argument.
func (b *board) man(name string, s square) engine.Arg { return b.kindAt(s).Arg(name) }

func (p *position) noPiece(m move) *engine.Rejection {
	if p.taken().has(m.from) {
		return nil
	}
	return shogitext.PieceNone.Reject(squareArg("from", m.from))
}

func (p *position) notYours(m move) *engine.Rejection {
	if p.seats[p.turn].has(m.from) {
		return nil
	}
	return shogitext.PieceNotYours.Reject(squareArg("from", m.from), p.man("man", m.from), p.mover(), seatArg("other", 1-p.turn))
}

func (p *position) mismatch(m move) *engine.Rejection {
	if p.men[m.kind].has(m.from) {
		return nil
	}
	return shogitext.PieceMismatch.Reject(squareArg("from", m.from), p.man("man", m.from), m.kind.Arg("named"))
}

func (p *position) geometry(m move) *engine.Rejection {
	if reach(p.turn, m.kind, m.from, p.taken()).has(m.to) {
		return nil
	}
	return shogitext.MoveGeometry.Reject(m.kind.Arg("man"), squareArg("from", m.from), squareArg("to", m.to))
}

func (p *position) ownPiece(m move) *engine.Rejection {
	if !p.seats[p.turn].has(m.to) {
		return nil
	}
	return shogitext.SquareOwnPiece.Reject(p.mover(), p.man("man", m.to), squareArg("to", m.to))
}

var outsideZone = i18n.Text{En: "neither is in the three far ranks", Ja: "敵陣三段目以内に入る手でも、そこから動く手でもない"}

func (p *position) noPromotion(m move) *engine.Rejection {
	why := outsideZone
	switch {
	case m.way != promotes:
		return nil
	case raised[m.kind] == m.kind:
		why = shogitext.NeverPromotes
	case zone[p.turn].meets(at(m.from).or(at(m.to))):
		return nil
	}
	return shogitext.PromotionNotAllowed.Reject(m.kind.Arg("man"), squareArg("from", m.from), squareArg("to", m.to),
		engine.Arg{Name: "why", Value: why})
}

func (p *position) mustPromote(m move) *engine.Rejection {
	if m.way == promotes || !dead[p.turn][m.kind].has(m.to) {
		return nil
	}
	return shogitext.PromotionForced.Reject(m.kind.Arg("man"), squareArg("from", m.from), squareArg("to", m.to))
}

func (p *position) notInHand(m move) *engine.Rejection {
	if m.kind < handKinds && p.hands[p.turn][m.kind] > 0 {
		return nil
	}
	return shogitext.DropNotInHand.Reject(p.mover(), m.kind.Arg("man"), squareArg("to", m.to))
}

func (p *position) occupied(m move) *engine.Rejection {
	if !p.taken().has(m.to) {
		return nil
	}
	holder := p.turn
	if !p.seats[holder].has(m.to) {
		holder = 1 - holder
	}
	return shogitext.DropOccupied.Reject(p.man("man", m.to), seatArg("holder", holder), squareArg("to", m.to))
}

func (p *position) twoPawns(m move) *engine.Rejection {
	others := p.men[pawn].and(p.seats[p.turn]).and(fileOf(m.to.file()))
	if m.kind != pawn || others.empty() {
		return nil
	}
	return shogitext.DropTwoPawns.Reject(p.mover(), squareArg("other", others.first()), squareArg("to", m.to))
}

func (p *position) deadDrop(m move) *engine.Rejection {
	if !dead[p.turn][m.kind].has(m.to) {
		return nil
	}
	return shogitext.DropNoMove.Reject(m.kind.Arg("man"), squareArg("to", m.to))
}

// leavesCheck refuses a move after which the own king could be taken, whether it was in check before or not.
func (p *position) leavesCheck(m move) *engine.Rejection {
	child := p.after(m)
	home := child.kingOf(p.turn)
	if home.empty() {
		return nil
	}
	by := child.attackers(p.turn, home.first(), child.taken())
	if by.empty() {
		return nil
	}
	rule := shogitext.CheckExposed
	if p.checked(p.turn) {
		rule = shogitext.CheckUnanswered
		home = p.kingOf(p.turn)
	}
	return rule.Reject(p.mover(), squareArg("king", home.first()), m.text().Arg(), child.man("man", by.first()), squareArg("by", by.first()))
}

func (p *position) pawnMate(m move) *engine.Rejection {
	if m.kind != pawn || p.beforeKing(1-p.turn) != at(m.to) || !p.isMate(at(m.to)) {
		return nil
	}
	return shogitext.DropPawnMate.Reject(squareArg("to", m.to), squareArg("king", p.kingOf(1-p.turn).first()))
}
