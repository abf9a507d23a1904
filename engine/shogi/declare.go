package shogi

import (
	"strconv"

	"hikyaku/engine"
	"hikyaku/engine/shogiboard"
	"hikyaku/engine/shogitext"
)

const (
	fewest = 10 // the number of pieces without the king that a declaration needs in the far rows
	enough = 31 // the points that win under impasse=24
	some   = 24 // those that draw
)

// entered returns the pieces of the seat to move in the three far rows, without the king.
func entered(b *shogiboard.Position) squares {
	return b.Zone[b.Turn].And(b.Seats[b.Turn]).Without(b.Pieces[king])
}

// declares reports whether the seat to move may declare.
func (t *terms) declares(b *shogiboard.Position) bool {
	if t.impasse == "none" || !b.KingOf(b.Turn).Meets(b.Zone[b.Turn]) || entered(b).Len() < fewest {
		return false
	}
	p := &position{Line: shogiboard.Line{Position: *b}, terms: t}
	return p.checkDeclaration() == nil
}

// points returns what counts for the seat to move in a declaration: its pieces in the far rows, those in hand, and in a handicap
// those that it gave.
func (p *position) points() (n int) {
	inside := entered(&p.Position)
	for k := range kinds {
		n += pointsOf(k) * inside.And(p.Pieces[k]).Len()
	}
	for k := range handKinds {
		n += pointsOf(k) * int(p.Hands[p.Turn][k])
	}
	if p.Turn == 1 {
		n += p.handicap.given()
	}
	return n
}

func pointsOf(k kind) int {
	switch shogiboard.Lowered[k] {
	case bishop, rook:
		return 5
	case king:
		return 0
	}
	return 1
}

// given returns the points of the pieces that seat 2 gave.
func (h handicap) given() (n int) {
	n = 2*5 + 8 // the points of the pieces behind the pawns: rook, bishop and eight smaller ones
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
	return endDeclared, int(p.Turn) + 1
}

// checkDeclaration returns the rejection by the first rule that a declaration breaks; nil if it breaks none.
func (p *position) checkDeclaration() *engine.Rejection {
	needed := 28 - int(p.Turn)
	if p.impasse == "24" {
		needed = some
	}
	mover := shogitext.SeatArg("seat", int(p.Turn)+1)
	switch n := entered(&p.Position).Len(); {
	case p.impasse == "none":
		return declareOff.Reject()
	case !p.KingOf(p.Turn).Meets(p.Zone[p.Turn]):
		return declareKingOutside.Reject(mover)
	case n < fewest:
		return declareFewPieces.Reject(mover, engine.Word("n", strconv.Itoa(n)))
	case p.Checked(p.Turn):
		return declareInCheck.Reject(mover, p.KingOf(p.Turn).First().Arg("king"))
	case p.points() < needed:
		return declareFewPoints.Reject(mover, engine.Word("n", strconv.Itoa(p.points())), engine.Word("needed", strconv.Itoa(needed)))
	}
	return nil
}
