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
		En: "the die shows {die}, so a man must land on file {die}, and {move} does not",
		Ja: "サイコロの目は{die}なので、{die}筋へ動かすか打たなければならない。{move}はできない"}}

	endKingTaken = &engine.Rule{ID: "end.king-taken", Text: i18n.Text{
		En: "the king has been taken, and who took it wins",
		Ja: "玉が取られ、取ったほうの勝ち"}}
	endStalemate = &engine.Rule{ID: "end.stalemate", Text: i18n.Text{
		En: "the seat to move is not in check and has no legal move: with dice it wins, in minishogi it loses",
		Ja: "王手ではないが、手番の側に指せる手がない。サイコロ将棋では指せない側の勝ち、5五将棋では負け"}}
)

var rules = slices.Concat(shogitext.Rules, []*engine.Rule{dieFile, endKingTaken, shogitext.EndCheckmate, endStalemate})

type judge func(*position, move) *engine.Rejection

// The rules for men on the board and in hand, in the order of rules.
var (
	moveJudges = []judge{(*position).noPiece, (*position).notYours, (*position).mismatch, (*position).geometry, (*position).ownPiece, (*position).noPromotion, (*position).mustPromote, (*position).leavesCheck, (*position).otherFile}
	dropJudges = []judge{(*position).notInHand, (*position).occupied, (*position).twoPawns, (*position).deadPawn, (*position).leavesCheck, (*position).pawnMate, (*position).otherFile}
)

// check returns the rejection by the first rule that m breaks; nil if it breaks none.
func (p *position) check(m move) *engine.Rejection {
	judges := moveJudges
	if m.way == drops {
		judges = dropJudges
	}
	for _, breaks := range judges {
		if r := breaks(p, m); r != nil {
			return r
		}
	}
	return nil
}

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
	return shogitext.PieceNotYours.Reject(squareArg("from", m.from), p.man("man", m.from), p.mover(),
		seatArg("other", 1-p.turn))
}

func (p *position) mismatch(m move) *engine.Rejection {
	if p.men[m.kind].has(m.from) {
		return nil
	}
	return shogitext.PieceMismatch.Reject(squareArg("from", m.from), p.man("man", m.from), kindArg("named", m.kind))
}

func (p *position) geometry(m move) *engine.Rejection {
	if p.reach(p.turn, m.kind, m.from, p.taken()).has(m.to) {
		return nil
	}
	return shogitext.MoveGeometry.Reject(kindArg("man", m.kind), squareArg("from", m.from), squareArg("to", m.to))
}

func (p *position) ownPiece(m move) *engine.Rejection {
	if !p.seats[p.turn].has(m.to) {
		return nil
	}
	return shogitext.SquareOwnPiece.Reject(p.mover(), p.man("man", m.to), squareArg("to", m.to))
}

var outsideZone = i18n.Text{En: "neither is on the far rank", Ja: "敵陣の一番奥の段に入る手でも、そこから出る手でもない"}

func (p *position) noPromotion(m move) *engine.Rejection {
	why := outsideZone
	switch {
	case m.way != promotes:
		return nil
	case raised[m.kind] == m.kind:
		why = shogitext.NeverPromotes
	case (at(m.from)|at(m.to))&farRank[p.turn] != 0:
		return nil
	}
	return shogitext.PromotionNotAllowed.Reject(kindArg("man", m.kind), squareArg("from", m.from), squareArg("to", m.to),
		engine.Arg{Name: "why", Value: why})
}

func (p *position) mustPromote(m move) *engine.Rejection {
	if m.kind != pawn || m.way == promotes || !farRank[p.turn].has(m.to) {
		return nil
	}
	return shogitext.PromotionForced.Reject(kindArg("man", pawn), squareArg("from", m.from), squareArg("to", m.to))
}

func (p *position) notInHand(m move) *engine.Rejection {
	if m.kind < handKinds && p.hands[p.turn][m.kind] > 0 {
		return nil
	}
	return shogitext.DropNotInHand.Reject(p.mover(), kindArg("man", m.kind), squareArg("to", m.to))
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
	others := p.men[pawn] & p.seats[p.turn] & fileOf(m.to.file())
	if m.kind != pawn || others == 0 {
		return nil
	}
	return shogitext.DropTwoPawns.Reject(p.mover(), squareArg("other", others.first()), squareArg("to", m.to))
}

func (p *position) deadPawn(m move) *engine.Rejection {
	if m.kind != pawn || !farRank[p.turn].has(m.to) {
		return nil
	}
	return shogitext.DropNoMove.Reject(kindArg("man", pawn), squareArg("to", m.to))
}

// leavesCheck refuses a move after which the own king could be taken, whether it was in check before or not.
func (p *position) leavesCheck(m move) *engine.Rejection {
	if p.free {
		return nil
	}
	child := p.after(m)
	home := child.kingOf(p.turn).first()
	by := child.attackers(p.turn, home, child.taken())
	if by == 0 {
		return nil
	}
	rule := shogitext.CheckExposed
	if p.checked(p.turn) {
		rule = shogitext.CheckUnanswered
		home = p.kingOf(p.turn).first()
	}
	return rule.Reject(p.mover(), squareArg("king", home), m.text().Arg(),
		child.man("man", by.first()), squareArg("by", by.first()))
}

func (p *position) pawnMate(m move) *engine.Rejection {
	if p.free || m.kind != pawn || p.beforeKing(1-p.turn) != at(m.to) || !p.isMate(at(m.to)) {
		return nil
	}
	return shogitext.DropPawnMate.Reject(squareArg("to", m.to), squareArg("king", p.kingOf(1-p.turn).first()))
}

func (p *position) otherFile(m move) *engine.Rejection {
	v := p.board.survey()
	if v.allowed(p.die).has(m.to) {
		return nil
	}
	return dieFile.Reject(engine.Word("die", strconv.Itoa(p.die)), m.text().Arg())
}
