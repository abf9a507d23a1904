package diceshogi

import (
	"iter"

	"hikyaku/engine"
	"hikyaku/engine/shogiboard"
	"hikyaku/engine/shogitext"
	"hikyaku/internal/i18n"
)

// Parse takes KIF, KI2, USI and western notation in any width, and CSA. 同 is the destination of the last move.
func (p *position) Parse(text string) (engine.Move, error) {
	if _, ok := ground.ReadMove(text); ok {
		return engine.Move(text), nil
	}
	m, err := shogitext.Parse(p, text)
	if err != nil {
		return "", err
	}
	return engine.Move(m.String()), nil
}

// Legal reports whether a move breaks no rule, except perhaps that of the die.
func (p *position) Legal(m shogitext.Move) bool {
	r := p.check(shogiboard.MoveOf(m))
	return r == nil || r.Rule == dieFile
}

// Spell returns a move in the notation of its record, and in English as shogi players write it in Latin letters: S4e-4d,
// S4b-4a+, +S4a-4b or P*3c.
func (p *position) Spell(m engine.Move) i18n.Text {
	if read, ok := ground.ReadMove(string(m)); ok {
		return read.Name()
	}
	return i18n.Same(string(m))
}

// Moves yields every legal move: first those of pieces on the board by kind, origin and destination, each with the
// promotions last, then the drops. The fouls follow in the same order if they are played and lose.
func (p *position) Moves() iter.Seq[engine.Move] {
	if p.Next().Player == 0 {
		return shogiboard.Texts(nil)
	}
	v := p.survey()
	all := v.List(nil, false)
	if p.loses {
		all = p.AppendFouls(all, p.check)
	}
	return shogiboard.Texts(all)
}
