package goryujin

import (
	"slices"
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// passesToEnd is the number of passes in a row that end the game.
const passesToEnd = 5

// The rules. RULES.md explains each under its identifier.
var (
	moveMalformed = &engine.Rule{ID: engine.Malformed, Text: i18n.Text{
		En: "{move} is not a move: {why}",
		Ja: "{move}は指し手として読めません。{why}"}}
	pieceOutOfStock = &engine.Rule{ID: "piece.out-of-stock", Text: i18n.Text{
		En: "{seat} has no {kind} left for {move}",
		Ja: "{seat}には{kind}の駒が残っていないので、{move}は置けません"}}
	cellOffBoard = &engine.Rule{ID: "cell.off-board", Text: i18n.Text{
		En: "{move} would leave the board, which goes from A1 to BH30",
		Ja: "{move}は盤からはみ出します。盤はA1からBH30までです"}}
	cellOccupied = &engine.Rule{ID: "cell.occupied", Text: i18n.Text{
		En: "{move} would lie on {cells}, where {other} lies",
		Ja: "{move}は{cells}で{other}と重なります"}}
	headNotOnOwnEdge = &engine.Rule{ID: "head.not-on-own-edge", Text: i18n.Text{
		En: "the square of four of the head {move} must lie on rows {rows}",
		Ja: "竜頭{move}の2×2の部分は{rows}行目に置かなければなりません"}}
	headTouchesOwn = &engine.Rule{ID: "head.touches-own", Text: i18n.Text{
		En: "the head {move} touches your own {other}",
		Ja: "竜頭{move}は自分の{other}に接しています"}}
	joinNone = &engine.Rule{ID: "join.none", Text: i18n.Text{
		En: "no end of {move} meets an end of your own pieces",
		Ja: "{move}の接続端は自分の駒の接続端とつながりません"}}
	joinBranch = &engine.Rule{ID: "join.branch", Text: i18n.Text{
		En: "{move} meets your own {other}, whose ends are not open: a dragon grows only at its last piece",
		Ja: "{move}は自分の{other}につながりますが、そこは開いた接続端ではありません。竜は最後の駒からだけ伸ばせます"}}
	contactCollision = &engine.Rule{ID: "contact.collision", Text: i18n.Text{
		En: "{move} touches your own {other} besides its joint",
		Ja: "{move}は接続部のほかに自分の{other}に接しています"}}
	touchdownNoBody = &engine.Rule{ID: "touchdown.no-body", Text: i18n.Text{
		En: "{move} joins a head to itself: a touchdown needs a dragon with a body",
		Ja: "{move}では竜頭が自分自身につながります。タッチダウンには胴体のある竜が必要です"}}
	endGoal = &engine.Rule{ID: "end.goal", Text: i18n.Text{
		En: "a touchdown on the goal line wins",
		Ja: "ゴールラインにタッチダウンしたので、その側の勝ち"}}
	endPasses = &engine.Rule{ID: "end.passes", Text: i18n.Text{
		En: "five passes in a row end the game, and the distances of the heads decide",
		Ja: "パスが5回続いたので終局。竜頭の距離で勝敗を決める"}}
	endStuck = &engine.Rule{ID: "end.stuck", Text: i18n.Text{
		En: "neither side can lay a piece, and the distances of the heads decide",
		Ja: "どちらも駒を置けなくなったので終局。竜頭の距離で勝敗を決める"}}
)

var rules = []*engine.Rule{moveMalformed, pieceOutOfStock, cellOffBoard, cellOccupied, headNotOnOwnEdge, headTouchesOwn,
	joinNone, joinBranch, contactCollision, touchdownNoBody, endGoal, endPasses, endStuck}

// check returns the rejection by the first rule that l breaks; nil if it breaks none.
func (p *position) check(l lay) *engine.Rejection {
	move := engine.Word("move", l.String())
	switch {
	case !l.touchdown && p.stock[p.turn][l.kind] == 0:
		seat := engine.Arg{Name: "seat", Value: engine.Seat(p.turn+1, 2)}
		return pieceOutOfStock.Reject(seat, move, engine.Word("kind", letters[l.kind:l.kind+1]))
	case !l.fits():
		return cellOffBoard.Reject(move)
	case l.overlaps(&p.all):
		return p.occupied(l, move)
	case l.kind == head && !l.touchdown:
		switch {
		case l.anchor.plus(l.block).y != edge[p.turn]:
			rows := [2]i18n.Text{{En: "1 and 2", Ja: "1・2"}, {En: "29 and 30", Ja: "29・30"}}[p.turn]
			return headNotOnOwnEdge.Reject(move, engine.Arg{Name: "rows", Value: rows})
		case l.contacts(&p.own[p.turn]) > 0:
			return headTouchesOwn.Reject(move, otherArg(p.touchedPieces(l, nil)))
		}
		return nil
	}
	d, at := p.joined(l)
	switch {
	case d == nil:
		if others := p.metPieces(l); others != nil {
			return joinBranch.Reject(move, otherArg(others))
		}
		return joinNone.Reject(move)
	case l.contacts(&p.own[p.turn]) != 1:
		return contactCollision.Reject(move, otherArg(p.touchedPieces(l, []joint{at.meets()})))
	case l.touchdown && d.body == 0:
		return touchdownNoBody.Reject(move)
	}
	return nil
}

// otherArg returns pieces and the cells concerned as the argument {other}, such as "V at AC7".
func otherArg(others []contact) engine.Arg {
	var en, ja []string
	for _, o := range others {
		letter := letters[o.kind : o.kind+1]
		en = append(en, letter+" at "+o.at.String())
		ja = append(ja, o.at.String()+"の"+letter)
	}
	return engine.Arg{Name: "other", Value: i18n.Text{En: strings.Join(en, " and "), Ja: strings.Join(ja, "と")}}
}

// contact is a piece in the way of another, with the cell concerned.
type contact struct {
	piece
	at cell
}

// pieceAt returns the piece on a cell that is not empty.
func (p *position) pieceAt(c cell) contact {
	for _, other := range p.pieces {
		cells := other.covers()
		if !other.gone && slices.Contains(cells[:], c) {
			return contact{other, c}
		}
	}
	return contact{}
}

func (g *grid) has(c cell) bool {
	return c.x >= 0 && c.x < columns && c.y >= 0 && c.y < lines && g[c.y]>>c.x&1 == 1
}

// occupied returns the rejection of a piece that would lie on others.
func (p *position) occupied(l lay, move engine.Arg) *engine.Rejection {
	var names []string
	var first contact
	for _, c := range l.covers() {
		if p.all.has(c) {
			if names == nil {
				first = p.pieceAt(c)
			}
			names = append(names, c.String())
		}
	}
	owner, letter := engine.Seat(first.seat+1, 2), letters[first.kind:first.kind+1]
	other := i18n.Text{En: letter + " of " + owner.En, Ja: owner.Ja + "の" + letter}
	return cellOccupied.Reject(move, engine.Word("cells", strings.Join(names, ", ")), engine.Arg{Name: "other", Value: other})
}

// touchedPieces returns the own pieces that share an edge with l, except at the joints besides.
func (p *position) touchedPieces(l lay, besides []joint) (others []contact) {
	for _, c := range l.covers() {
		for face, d := range faces {
			at := c.plus(d)
			if p.own[p.turn].has(at) && !slices.Contains(besides, joint{c, face}) {
				others = append(others, p.pieceAt(at))
			}
		}
	}
	return others
}

// metPieces returns the own pieces an end of which, open or not, meets an end of l.
func (p *position) metPieces(l lay) (others []contact) {
	for _, j := range l.joints() {
		for _, other := range p.pieces {
			if other.seat == p.turn && !other.gone && slices.Contains(other.joints(), j.meets()) {
				others = append(others, contact{other, j.meets().at})
			}
		}
	}
	return others
}
