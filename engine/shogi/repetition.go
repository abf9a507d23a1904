package shogi

import (
	"hikyaku/engine"
	"hikyaku/engine/shogitext"
)

// occurrences returns how often the position has occurred, now included.
func (p *position) occurrences() int {
	for q := p.before; q != nil; q = q.before {
		if q = q.before; q == nil {
			break
		}
		if q.seats == p.seats && q.board == p.board {
			return q.repeats + 1
		}
	}
	return 1
}

// repeated returns how the fourth occurrence of a position ends the game: the side loses that gave check in all its moves since
// the first, if the other did not.
func (p *position) repeated() (rule *engine.Rule, winner int) {
	always := [2]bool{true, true}
	seen := 1
	for q := p; seen < shogitext.Tolerated; q = q.before {
		if mover := 1 - q.turn; always[mover] && !q.checked(q.turn) {
			always[mover] = false
		}
		if q.before.board == p.board {
			seen++
		}
	}
	switch {
	case always[0] == always[1]:
		return endRepetition, 0
	case always[0]:
		return shogitext.EndPerpetualCheck, 2
	}
	return shogitext.EndPerpetualCheck, 1
}
