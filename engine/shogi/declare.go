package shogi

import (
	"strconv"

	"hikyaku/engine"
	"hikyaku/engine/shogitext"
)

const (
	fewest = 10 // the pieces besides the king that a declaration needs in the far ranks
	enough = 31 // the points that win under impasse=24
	some   = 24 // those that draw
)

// entered returns the pieces of the seat to move in the three far ranks, without the king.
func (b *board) entered() squares {
	return zone[b.turn].and(b.seats[b.turn]).without(b.pieces[king])
}

// declares reports whether the seat to move may declare.
func (t *terms) declares(b *board) bool {
	if t.impasse == "none" || !b.kingOf(b.turn).meets(zone[b.turn]) || b.entered().len() < fewest {
		return false
	}
	p := &position{board: *b, terms: t}
	return p.checkDeclaration() == nil
}

// points returns what counts for the seat to move in a declaration: its pieces in the far ranks, those in hand, and in a handicap
// those that it gave.
func (p *position) points() (n int) {
	inside := p.entered()
	for k := range kinds {
		n += pointsOf(k) * inside.and(p.pieces[k]).len()
	}
	for k := range handKinds {
		n += pointsOf(k) * int(p.hands[p.turn][k])
	}
	if p.turn == 1 {
		n += p.handicap.given()
	}
	return n
}

func pointsOf(k kind) int {
	switch lowered[k] {
	case bishop, rook:
		return 5
	case king:
		return 0
	}
	return 1
}

// given returns the points of the pieces that seat 2 gave.
func (h handicap) given() (n int) {
	n = 2*5 + 8 // the rooks, bishops and smaller pieces behind the pawns
	for _, letter := range h.behind {
		switch letter {
		case 'r', 'b':
			n -= 5
		case 'l', 'n', 's', 'g':
			n--
		}
	}
	return n
}

// declared returns how a declaration ends the game that breaks no rule.
func (p *position) declared() (rule *engine.Rule, winner int) {
	if p.impasse == "24" && p.points() < enough {
		return endDeclaredDraw, 0
	}
	return endDeclared, int(p.turn) + 1
}

// checkDeclaration returns the rejection by the first rule that a declaration breaks; nil if it breaks none.
func (p *position) checkDeclaration() *engine.Rejection {
	needed := 28 - int(p.turn)
	if p.impasse == "24" {
		needed = some
	}
	mover := shogitext.SeatArg("seat", int(p.turn)+1)
	switch n := p.entered().len(); {
	case p.impasse == "none":
		return declareOff.Reject()
	case !p.kingOf(p.turn).meets(zone[p.turn]):
		return declareKingOutside.Reject(mover)
	case n < fewest:
		return declareFewPieces.Reject(mover, engine.Word("n", strconv.Itoa(n)))
	case p.checked(p.turn):
		return declareInCheck.Reject(mover, p.kingOf(p.turn).first().text().Arg("king"))
	case p.points() < needed:
		return declareFewPoints.Reject(mover, engine.Word("n", strconv.Itoa(p.points())), engine.Word("needed", strconv.Itoa(needed)))
	}
	return nil
}
