package diceshogi

import (
	"hikyaku/engine"
	"hikyaku/engine/shogitext"
)

// occurrences returns how often the position has occurred, this time included.
func (p *position) occurrences() int {
	for q := p.before; q != nil && q.before != nil; q = q.before.before {
		if q.before.board == p.board {
			return q.before.repeats + 1
		}
	}
	return 1
}

// repeated returns the rule by which the fourth occurrence of a position ends the game and the seat, from 0, that loses: the one
// that gave check in all its moves since the first occurrence, or else the first seat.
func (p *position) repeated() (rule *engine.Rule, loser uint8) {
	always := [2]bool{true, true}
	for q, seen := p, 1; seen < shogitext.Tolerated; q = q.before {
		if !q.checked(q.turn) {
			always[1-q.turn] = false
		}
		if q.before.board == p.board {
			seen++
		}
	}
	switch {
	case always[0] == always[1]:
		return endRepetition, 0
	case always[0]:
		return shogitext.EndPerpetualCheck, 0
	}
	return shogitext.EndPerpetualCheck, 1
}
