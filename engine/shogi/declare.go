package shogi

import (
	"strconv"

	"hikyaku/engine"
	"hikyaku/engine/shogitext"
)

const (
	fewest = 10 // the men besides the king that a declaration needs in the far ranks
	enough = 31 // the points that win under impasse=24
	some   = 24 // those that draw
)

// entered returns the men of the seat to move in the three far ranks, without the king.
func (b *board) entered() squares {
	return zone[b.turn].and(b.seats[b.turn]).without(b.men[king])
}

// declares reports whether the seat to move may declare.
func (t *terms) declares(b *board) bool {
	if t.impasse == "none" || !b.kingOf(b.turn).meets(zone[b.turn]) || b.entered().len() < fewest {
		return false
	}
	p := &position{board: *b, terms: t}
	return p.check(move{way: declares}) == nil
}

// points returns what counts for the seat to move in a declaration: its men in the far ranks, those in hand, and in a handicap
// those that it gave.
func (p *position) points() (n int) {
	inside := p.entered()
	for k := range kinds {
		n += pointsOf(k) * inside.and(p.men[k]).len()
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

// given returns the points of the men that seat 2 gave.
func (h handicap) given() (n int) {
	n = 2*5 + 8 // what stands behind the pawns
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

// needed returns the points that a declaration of the seat to move needs at least.
func (p *position) needed() int {
	if p.impasse == "24" {
		return some
	}
	return 28 - int(p.turn)
}

// declared returns how a declaration ends the game that breaks no rule.
func (p *position) declared() (rule *engine.Rule, winner int) {
	if p.impasse == "24" && p.points() < enough {
		return endDeclaredDraw, 0
	}
	return endDeclared, int(p.turn) + 1
}

func (p *position) noDeclaration(_ move) *engine.Rejection {
	if p.impasse != "none" {
		return nil
	}
	return declareOff.Reject()
}

func (p *position) kingOutside(_ move) *engine.Rejection {
	if p.kingOf(p.turn).meets(zone[p.turn]) {
		return nil
	}
	return declareKingOutside.Reject(p.mover())
}

func (p *position) fewMen(_ move) *engine.Rejection {
	n := p.entered().len()
	if n >= fewest {
		return nil
	}
	return declareFewMen.Reject(p.mover(), engine.Word("n", strconv.Itoa(n)))
}

func (p *position) declaresInCheck(_ move) *engine.Rejection {
	if !p.checked(p.turn) {
		return nil
	}
	return declareInCheck.Reject(p.mover(), shogitext.Square.Arg(p.kingOf(p.turn).first().text(), "king"))
}

func (p *position) fewPoints(_ move) *engine.Rejection {
	n := p.points()
	if n >= p.needed() {
		return nil
	}
	return declareFewPoints.Reject(p.mover(), engine.Word("n", strconv.Itoa(n)), engine.Word("needed", strconv.Itoa(p.needed())))
}
