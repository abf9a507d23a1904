package slashchain

import (
	"strconv"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// The rules. RULES.md explains each under its identifier.
var (
	moveMalformed = &engine.Rule{ID: engine.Malformed, Text: i18n.Text{
		En: "{move} is not a move: {why}",
		Ja: "{move}は指し手として読めません。{why}"}}
	squareTaken = &engine.Rule{ID: "square.taken", Text: i18n.Text{
		En: "there is already a tile on {square}",
		Ja: "{square}にはすでにタイルがあります"}}
	squareNotAdjacent = &engine.Rule{ID: "square.not-adjacent", Text: i18n.Text{
		En: "{square} is not beside a tile on the table; the first tile goes to 0,0",
		Ja: "{square}は置かれたタイルの隣ではありません。最初のタイルは0,0に置きます"}}
	tileNotInHand = &engine.Rule{ID: "tile.not-in-hand", Text: i18n.Text{
		En: "{seat} has no {kind} left",
		Ja: "{seat}の手元に{kind}は残っていません"}}
	overlineForbidden = &engine.Rule{ID: "overline.forbidden", Text: i18n.Text{
		En: "{move} makes a chain of {length} and none of exactly five",
		Ja: "{move}は{length}個の長連になり、ちょうど五つの連がありません"}}
	renjuOverline = &engine.Rule{ID: "renju.overline", Text: i18n.Text{
		En: "{move} makes an overline of {length}, which seat 1 must not make",
		Ja: "{move}は{length}個の長連になります。先手の長連は禁じ手です"}}
	renjuFourFour = &engine.Rule{ID: "renju.four-four", Text: i18n.Text{
		En: "{move} makes two fours at once on diagonals two apart, which seat 1 must not make",
		Ja: "{move}は二つ離れた斜線の四四になります。先手の四四は禁じ手です"}}
	endChain = &engine.Rule{ID: "end.chain", Text: i18n.Text{
		En: "the winner has completed a chain of five or more",
		Ja: "線が五つ以上つながった側の勝ち"}}
	endChainGiven = &engine.Rule{ID: "end.chain-given", Text: i18n.Text{
		En: "the loser has completed a chain of five or more for the winner",
		Ja: "相手の線を五つ以上つなげた側の負け"}}
	endForcedFourFour = &engine.Rule{ID: "end.forced-four-four", Text: i18n.Text{
		En: "player 1 has been forced to play a forbidden four-four",
		Ja: "禁じ手の四四を打たされた先手の負け"}}
	endTilesUsed = &engine.Rule{ID: "end.tiles-used", Text: i18n.Text{
		En: "all tiles are on the table",
		Ja: "すべてのタイルを置き終えて引き分け"}}
)

var rules = []*engine.Rule{moveMalformed, squareTaken, squareNotAdjacent, tileNotInHand, overlineForbidden, renjuOverline,
	renjuFourFour, endChain, endChainGiven, endForcedFourFour, endTilesUsed}

// check returns the rejection by the first rule about squares and hands that l breaks; nil if it breaks none.
func (p *position) check(l lay) *engine.Rejection {
	at := engine.Word("square", l.at.String())
	switch {
	case l.at.inside() && p.has(l.at):
		return squareTaken.Reject(at)
	case !l.at.inside() || !p.open(l.at):
		return squareNotAdjacent.Reject(at)
	case p.hands[p.turn][l.kind] == 0:
		return tileNotInHand.Reject(engine.Arg{Name: "seat", Value: engine.Seat(p.turn+1, 2)}, engine.Word("kind", letters[l.kind:l.kind+1]))
	}
	return nil
}

// foul returns the rejection of l, which the seat to move has just laid, if it is forbidden.
func (p *position) foul(l lay) *engine.Rejection {
	rule, longest := p.breach(&p.table, l.at)
	if rule == nil {
		return nil
	}
	return rule.Reject(engine.Word("move", l.String()), engine.Word("length", strconv.Itoa(longest)))
}

// breach returns the rule that forbids the tile at a square on t to the seat to move, nil if none does, and the length of
// the longest own chain that the tile makes.
func (s *state) breach(t *table, at square) (rule *engine.Rule, longest int) {
	var five bool
	for corner := range corners {
		if c := at.cell(corner); t.at(c) == s.own() {
			length, _ := t.chain(c)
			longest, five = max(longest, length), five || length == 5
		}
	}
	if five {
		return nil, longest
	}
	if _, given := t.chainMade(at, s.own().other(), false); given > 0 {
		return nil, longest
	}
	switch {
	case !s.renju && s.overline == "forbidden" && longest > 5:
		return overlineForbidden, longest
	case !s.renju || s.turn != 0:
		return nil, longest
	case longest > 5:
		return renjuOverline, longest
	case t.fourFour(at):
		return renjuFourFour, longest
	}
	return nil, longest
}
