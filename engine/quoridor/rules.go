package quoridor

import (
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// The rules. RULES.md explains each under its identifier.
var (
	moveMalformed = &engine.Rule{ID: engine.Malformed, Text: i18n.Text{
		En: "{move} is not a move: write a square such as e2, a wall such as e3h, or pass",
		Ja: "{move}は指し手として読めません。e2のようなマス、e3hのような壁、またはpassと書いてください"}}
	wallOffBoard = &engine.Rule{ID: "wall.off-board", Text: i18n.Text{
		En: "the wall {wall} would leave the board: walls go from a1 to h8",
		Ja: "壁{wall}は盤からはみ出します。壁を置けるのはa1からh8までです"}}
	wallNoneLeft = &engine.Rule{ID: "wall.none-left", Text: i18n.Text{
		En: "{seat} has no wall left to place as {wall}",
		Ja: "{seat}にはもう壁が残っていないので、{wall}は置けません"}}
	wallOverlaps = &engine.Rule{ID: "wall.overlaps", Text: i18n.Text{
		En: "the wall {wall} would overlap the wall {other}",
		Ja: "壁{wall}は壁{other}と重なります"}}
	wallCrosses = &engine.Rule{ID: "wall.crosses", Text: i18n.Text{
		En: "the wall {wall} would cross the wall {other}",
		Ja: "壁{wall}は壁{other}と交差します"}}
	wallBlocksPath = &engine.Rule{ID: "wall.blocks-path", Text: i18n.Text{
		En: "the wall {wall} would leave {cut}",
		Ja: "壁{wall}を置くと、{cut}行けなくなります"}}
	pawnSameSquare = &engine.Rule{ID: "pawn.same-square", Text: i18n.Text{
		En: "the pawn of {seat} already stands on {to}",
		Ja: "{seat}の駒はすでに{to}にいます"}}
	pawnOccupied = &engine.Rule{ID: "pawn.occupied", Text: i18n.Text{
		En: "the pawn of {other} stands on {to}",
		Ja: "{to}には{other}の駒がいます"}}
	pawnWallBetween = &engine.Rule{ID: "pawn.wall-between", Text: i18n.Text{
		En: "a wall stands between {from} and {to}",
		Ja: "{from}と{to}の間に壁があります"}}
	jumpWallBetween = &engine.Rule{ID: "jump.wall-between", Text: i18n.Text{
		En: "the jump over {over} to {to} meets a wall between {near} and {far}",
		Ja: "{near}と{far}の間に壁があるので、{over}の駒を飛び越して{to}へは行けません"}}
	jumpThirdPawn = &engine.Rule{ID: "jump.third-pawn", Text: i18n.Text{
		En: "the pawn of {other} on {behind} is right behind {over}, so there is no jump over {over} to {to}",
		Ja: "{over}の駒のすぐ後ろの{behind}に{other}の駒がいるので、飛び越して{to}へは行けません"}}
	jumpStraightOpen = &engine.Rule{ID: "jump.straight-open", Text: i18n.Text{
		En: "{behind}, straight behind the pawn on {over}, is open, so there is no jump aside to {to}",
		Ja: "{over}の駒の真後ろの{behind}へ飛び越せるので、斜めの{to}へは行けません"}}
	pawnTooFar = &engine.Rule{ID: "pawn.too-far", Text: i18n.Text{
		En: "{to} is out of reach from {from}: a pawn moves one square, or jumps over a pawn beside it",
		Ja: "{from}から{to}へは届きません。駒は隣のマスへ進むか、隣の駒を飛び越します"}}
	passNotForced = &engine.Rule{ID: "pass.not-forced", Text: i18n.Text{
		En: "{seat} has a legal move, so it must not pass",
		Ja: "{seat}には指せる手があるので、パスはできません"}}
	endGoal = &engine.Rule{ID: "end.goal", Text: i18n.Text{
		En: "the first player to reach their goal line wins",
		Ja: "駒が自分のゴールに最初に着いたプレイヤーの勝ち"}}
)

var rules = []*engine.Rule{moveMalformed, wallOffBoard, wallNoneLeft, wallOverlaps, wallCrosses, wallBlocksPath,
	pawnSameSquare, pawnOccupied, pawnWallBetween, jumpWallBetween, jumpThirdPawn, jumpStraightOpen, pawnTooFar,
	passNotForced, endGoal}

// check returns the rejection by the first rule that m breaks; nil if it breaks none.
func (p *position) check(m move) *engine.Rejection {
	switch m.kind {
	case step:
		return p.checkStep(m.at)
	case horizontal, vertical:
		return p.checkWall(m)
	}
	if p.stuck() {
		return nil
	}
	return passNotForced.Reject(p.moverArg())
}

func (p *position) checkWall(m move) *engine.Rejection {
	wall := engine.Word("wall", m.String())
	switch {
	case m.at.onEdge():
		return wallOffBoard.Reject(wall)
	case p.left[p.turn] == 0:
		return wallNoneLeft.Reject(p.moverArg(), wall)
	}
	if others := p.walls.and(m.wall().overlapping()); !others.empty() {
		return wallOverlaps.Reject(wall, engine.Word("other", others.first().String()))
	}
	if others := p.walls.and(m.wall().crossing()); !others.empty() {
		return wallCrosses.Reject(wall, engine.Word("other", others.first().String()))
	}
	var en, ja []string
	for _, seat := range p.cutOff(m.wall()) {
		name, goal := p.seatName(seat), p.goalName(seat)
		en = append(en, name.En+" no way to "+goal.En)
		ja = append(ja, name.Ja+"が"+goal.Ja+"へ")
	}
	if en == nil {
		return nil
	}
	cut := i18n.Text{En: strings.Join(en, " and "), Ja: strings.Join(ja, "、")}
	return wallBlocksPath.Reject(wall, engine.Arg{Name: "cut", Value: cut})
}

func (p *position) checkStep(at square) *engine.Rejection {
	start := p.pawns[p.turn]
	from, to := squareArg("from", start), squareArg("to", at)
	switch {
	case at == start:
		return pawnSameSquare.Reject(p.moverArg(), to)
	case p.taken.has(at):
		return pawnOccupied.Reject(p.pawnArg(at), to)
	case p.reach().has(at):
		return nil
	case adjacent(start, at):
		return pawnWallBetween.Reject(from, to)
	}
	// The jump meets a wall before the jumped pawn, or between it and a square beside it if a jump aside is allowed. If the
	// straight jump is open, a wall beside the jumped pawn does not matter.
	for over := range p.jumped(at).each {
		near, far := start, over
		if p.open(start, over) {
			near, far = over, at
		}
		if !p.open(near, far) && (near == start || !p.straightOn(over)) {
			return jumpWallBetween.Reject(squareArg("over", over), to, squareArg("near", near), squareArg("far", far))
		}
	}
	for over := range p.jumped(at).each {
		if behind := 2*over - start; p.straightOn(over) && p.taken.has(behind) {
			return jumpThirdPawn.Reject(squareArg("over", over), to, squareArg("behind", behind), p.pawnArg(behind))
		}
	}
	for over := range p.jumped(at).each {
		if behind := 2*over - start; p.straightOn(over) && !p.taken.has(behind) {
			return jumpStraightOpen.Reject(squareArg("over", over), to, squareArg("behind", behind))
		}
	}
	return pawnTooFar.Reject(from, to)
}

// straightOn reports whether a pawn may not jump aside over the pawn on over: the next edge is open, and there is no third pawn
// for which third-pawn=diagonal allows the jump aside.
func (b *board) straightOn(over square) bool {
	behind := 2*over - b.pawns[b.turn]
	return b.open(over, behind) && !(b.aside && b.taken.has(behind))
}

// adjacent reports whether two squares of the board lie side by side, with or without a wall between.
func adjacent(a, b square) bool { return expand(at(a), openNorth, openEast).has(b) && a != b }
