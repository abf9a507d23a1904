package diceshogi

import (
	"strconv"
	"strings"

	"hikyaku/engine"
)

// The rules. RULES.md explains each under its identifier.
var (
	moveMalformed = &engine.Rule{ID: "move.malformed", Text: engine.Text{
		En: "{move} is not a move: write the man, the square it leaves and the square it goes to, as in G4e-4d, or a drop as in P*3c",
		Ja: "{move}は指し手として読めない。４四金(45)のように行き先・駒・元の位置を書くか、３三歩打のように書くこと"}}
	moveAmbiguous = &engine.Rule{ID: "move.ambiguous", Text: engine.Text{
		En: "{move} could be {choices}: write which",
		Ja: "{move}は{choices}のどれか分からない。どれかを書くこと"}}
	pieceNone = &engine.Rule{ID: "piece.none", Text: engine.Text{
		En: "there is no man on {from}",
		Ja: "{from}に駒がない"}}
	pieceNotYours = &engine.Rule{ID: "piece.not-yours", Text: engine.Text{
		En: "the {man} on {from} belongs to {other}, and {seat} is to move",
		Ja: "{from}の{man}は{other}の駒で、{seat}の手番では動かせない"}}
	pieceMismatch = &engine.Rule{ID: "piece.mismatch", Text: engine.Text{
		En: "the man on {from} is a {man}, not a {named}",
		Ja: "{from}にあるのは{man}で、{named}ではない"}}
	moveGeometry = &engine.Rule{ID: "move.geometry", Text: engine.Text{
		En: "the {man} on {from} does not get to {to}",
		Ja: "{from}の{man}は{to}へは動けない"}}
	squareOwnPiece = &engine.Rule{ID: "square.own-piece", Text: engine.Text{
		En: "{seat}'s own {man} stands on {to}",
		Ja: "{to}には{seat}自身の{man}がある"}}
	promotionNotAllowed = &engine.Rule{ID: "promotion.not-allowed", Text: engine.Text{
		En: "the {man} does not promote from {from} to {to}: {why}",
		Ja: "{from}から{to}への{man}は成れない。{why}"}}
	promotionForced = &engine.Rule{ID: "promotion.forced", Text: engine.Text{
		En: "the pawn that goes from {from} to {to} must promote, for it could never move again",
		Ja: "{from}から{to}への歩は、動けなくなるので成らなければならない"}}
	dropNotInHand = &engine.Rule{ID: "drop.not-in-hand", Text: engine.Text{
		En: "{seat} has no {man} in hand to drop on {to}",
		Ja: "{seat}の持駒に{man}がないので、{to}に打てない"}}
	dropOccupied = &engine.Rule{ID: "drop.occupied", Text: engine.Text{
		En: "the {man} of {holder} stands on {to}, and a drop needs an empty square",
		Ja: "{to}には{holder}の{man}があるので打てない"}}
	dropTwoPawns = &engine.Rule{ID: "drop.two-pawns", Text: engine.Text{
		En: "{seat} has a pawn on {other} already, so none may be dropped on {to} in the same file",
		Ja: "二歩：{other}に{seat}の歩があるので、同じ筋の{to}に歩は打てない"}}
	dropNoMove = &engine.Rule{ID: "drop.no-move", Text: engine.Text{
		En: "a pawn dropped on {to} could never move",
		Ja: "行きどころのない駒：{to}に打った歩は動けない"}}
	checkUnanswered = &engine.Rule{ID: "check.unanswered", Text: engine.Text{
		En: "{seat} is in check on {king}, and after {move} the {man} on {by} could still take the king",
		Ja: "{king}の玉に王手がかかっている。{move}の後も{by}の{man}に取られる"}}
	checkExposed = &engine.Rule{ID: "check.exposed", Text: engine.Text{
		En: "after {move} the {man} on {by} could take the king of {seat} on {king}",
		Ja: "{move}の後、{king}の{seat}の玉が{by}の{man}に取られる"}}
	dropPawnMate = &engine.Rule{ID: "drop.pawn-mate", Text: engine.Text{
		En: "the pawn dropped on {to} would mate the king on {king}, which a dropped pawn may not do",
		Ja: "打ち歩詰め：{to}に歩を打つと{king}の玉が詰む"}}
	dieFile = &engine.Rule{ID: "die.file", Text: engine.Text{
		En: "the die shows {die}, so a man must land on file {die}, and {move} does not",
		Ja: "サイコロの目は{die}なので、{die}筋へ動かすか打たなければならない。{move}はできない"}}

	endKingTaken = &engine.Rule{ID: "end.king-taken", Text: engine.Text{
		En: "the king has been taken, and who took it wins",
		Ja: "玉が取られ、取ったほうの勝ち"}}
	endCheckmate = &engine.Rule{ID: "end.checkmate", Text: engine.Text{
		En: "the king is in check and no move saves it, so its seat loses",
		Ja: "玉が詰み、詰まされたほうの負け"}}
	endStalemate = &engine.Rule{ID: "end.stalemate", Text: engine.Text{
		En: "the seat to move is not in check and has no legal move: with dice it wins, in minishogi it loses",
		Ja: "王手ではないが、手番の側に指せる手がない。サイコロ将棋では指せない側の勝ち、5五将棋では負け"}}
)

var rules = []*engine.Rule{moveMalformed, moveAmbiguous, pieceNone, pieceNotYours, pieceMismatch, moveGeometry,
	squareOwnPiece, promotionNotAllowed, promotionForced, dropNotInHand, dropOccupied, dropTwoPawns, dropNoMove,
	checkUnanswered, checkExposed, dropPawnMate, dieFile, endKingTaken, endCheckmate, endStalemate}

// fouls are the rules whose breach loses with foul=loses: two pawns, a man that can never move, a king left to be taken, and
// mate by a dropped pawn.
var fouls = []*engine.Rule{promotionForced, dropTwoPawns, dropNoMove, checkUnanswered, checkExposed, dropPawnMate}

type judge func(*position, move) *engine.Rejection

// The rules for men on the board and in hand, in the order of rules.
var (
	moveJudges = []judge{noPiece, notYours, mismatch, geometry, ownPiece, noPromotion, mustPromote, leavesCheck, otherFile}
	dropJudges = []judge{notInHand, occupied, twoPawns, deadPawn, leavesCheck, pawnMate, otherFile}
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

func malformed(text string) *engine.Rejection {
	const longest = 24
	if letters := []rune(text); len(letters) > longest {
		text = string(letters[:longest]) + "…"
	}
	return moveMalformed.Reject(engine.Word("move", strconv.Quote(text)))
}

// ambiguous returns a rejection that names the moves that text can mean.
func (p *position) ambiguous(fitting []move, text string) *engine.Rejection {
	var en, ja []string
	for _, m := range fitting {
		en, ja = append(en, m.name().En), append(ja, m.name().Ja)
	}
	return moveAmbiguous.Reject(engine.Word("move", text), engine.Arg{Name: "choices", Value: engine.Text{
		En: strings.Join(en, " or "), Ja: strings.Join(ja, "、")}})
}

func noPiece(p *position, m move) *engine.Rejection {
	if p.taken().has(m.from) {
		return nil
	}
	return pieceNone.Reject(squareArg("from", m.from))
}

func notYours(p *position, m move) *engine.Rejection {
	if p.seats[p.turn].has(m.from) {
		return nil
	}
	return pieceNotYours.Reject(squareArg("from", m.from), p.man("man", m.from), p.mover(),
		seatArg("other", 1-p.turn))
}

func mismatch(p *position, m move) *engine.Rejection {
	if p.men[m.kind].has(m.from) {
		return nil
	}
	return pieceMismatch.Reject(squareArg("from", m.from), p.man("man", m.from), kindArg("named", m.kind))
}

func geometry(p *position, m move) *engine.Rejection {
	if p.reach(p.turn, m.kind, m.from, p.taken()).has(m.to) {
		return nil
	}
	return moveGeometry.Reject(kindArg("man", m.kind), squareArg("from", m.from), squareArg("to", m.to))
}

func ownPiece(p *position, m move) *engine.Rejection {
	if !p.seats[p.turn].has(m.to) {
		return nil
	}
	return squareOwnPiece.Reject(p.mover(), p.man("man", m.to), squareArg("to", m.to))
}

var (
	neverPromotes = engine.Text{En: "this man never does", Ja: "この駒は成ることができない"}
	outsideZone   = engine.Text{En: "neither is on the far rank", Ja: "敵陣の一番奥の段に入る手でも、そこから出る手でもない"}
)

func noPromotion(p *position, m move) *engine.Rejection {
	why := outsideZone
	switch {
	case m.way != promotes:
		return nil
	case raised[m.kind] == m.kind:
		why = neverPromotes
	case (at(m.from)|at(m.to))&farRank[p.turn] != 0:
		return nil
	}
	return promotionNotAllowed.Reject(kindArg("man", m.kind), squareArg("from", m.from), squareArg("to", m.to),
		engine.Arg{Name: "why", Value: why})
}

func mustPromote(p *position, m move) *engine.Rejection {
	if m.kind != pawn || m.way == promotes || !farRank[p.turn].has(m.to) {
		return nil
	}
	return promotionForced.Reject(squareArg("from", m.from), squareArg("to", m.to))
}

func notInHand(p *position, m move) *engine.Rejection {
	if m.kind < handKinds && p.hands[p.turn][m.kind] > 0 {
		return nil
	}
	return dropNotInHand.Reject(p.mover(), kindArg("man", m.kind), squareArg("to", m.to))
}

func occupied(p *position, m move) *engine.Rejection {
	if !p.taken().has(m.to) {
		return nil
	}
	holder := p.turn
	if !p.seats[holder].has(m.to) {
		holder = 1 - holder
	}
	return dropOccupied.Reject(p.man("man", m.to), seatArg("holder", holder), squareArg("to", m.to))
}

func twoPawns(p *position, m move) *engine.Rejection {
	others := p.men[pawn] & p.seats[p.turn] & fileOf(m.to.file())
	if m.kind != pawn || others == 0 {
		return nil
	}
	return dropTwoPawns.Reject(p.mover(), squareArg("other", others.first()), squareArg("to", m.to))
}

func deadPawn(p *position, m move) *engine.Rejection {
	if m.kind != pawn || !farRank[p.turn].has(m.to) {
		return nil
	}
	return dropNoMove.Reject(squareArg("to", m.to))
}

// leavesCheck refuses a move after which the own king could be taken, whether it was in check before or not.
func leavesCheck(p *position, m move) *engine.Rejection {
	if p.free {
		return nil
	}
	child := p.after(m)
	home := child.kingOf(p.turn).first()
	by := child.attackers(p.turn, home, child.taken())
	if by == 0 {
		return nil
	}
	rule := checkExposed
	if p.checked(p.turn) {
		rule = checkUnanswered
		home = p.kingOf(p.turn).first()
	}
	return rule.Reject(p.mover(), squareArg("king", home), moveArg(m),
		child.man("man", by.first()), squareArg("by", by.first()))
}

func pawnMate(p *position, m move) *engine.Rejection {
	if p.free || m.kind != pawn || p.beforeKing(1-p.turn) != at(m.to) || !p.isMate(at(m.to)) {
		return nil
	}
	return dropPawnMate.Reject(squareArg("to", m.to), squareArg("king", p.kingOf(1-p.turn).first()))
}

func otherFile(p *position, m move) *engine.Rejection {
	v := p.board.survey()
	if v.allowed(p.die).has(m.to) {
		return nil
	}
	return dieFile.Reject(engine.Word("die", strconv.Itoa(p.die)), moveArg(m))
}
