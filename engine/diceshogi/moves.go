package diceshogi

import (
	"iter"

	"hikyaku/engine"
	"hikyaku/engine/shogiboard"
)

// Parse takes KIF, KI2, USI and western notation in any width, and CSA. 同 is the destination of the last move.
func (p *position) Parse(text string) (engine.Move, error) { return set.Parse(p, text) }

// Legal reports whether a move breaks no rule, except perhaps that of the die.
func (p *position) Legal(m move) bool {
	r := p.check(m)
	return r == nil || r.Rule == dieFile
}

// Moves yields every legal move: first those of pieces on the board by kind, origin and destination, each with the
// promotions last, then the drops. The fouls follow in the same order if they are played and lose.
func (p *position) Moves() iter.Seq[engine.Move] {
	if p.Next().Player == 0 {
		return shogiboard.Texts(nil)
	}
	v := p.survey()
	all := v.List(nil, false)
	if p.Loses {
		all = append(all, p.Board().ListFouls(p.check)...)
	}
	return shogiboard.Texts(all)
}
