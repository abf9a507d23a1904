package shogi

import (
	"iter"
	"strings"

	"hikyaku/engine"
	"hikyaku/engine/shogiboard"
	"hikyaku/engine/shogitext"
	"hikyaku/internal/i18n"
)

// Parse takes KIF, KI2, USI, CSA and western notation in any width. 同 is the destination of the last move.
func (p *position) Parse(text string) (engine.Move, error) { return set.Parse(p, text) }

// Legal reports whether a move breaks no rule.
func (p *position) Legal(m move) bool { return p.check(m) == nil }

// ByHand returns a legal move as players write it: ▲７六歩, or P7g-7f.
func (p *position) ByHand(m engine.Move) i18n.Text {
	text := p.Spell(m)
	if read, ok := set.ReadMove(string(m)); ok && read.Way != shogiboard.Declares {
		text.Ja = strings.ReplaceAll(shogitext.KI2(p, read), "　", "")
	}
	return text
}

// Moves yields every legal move: first those of pieces on the board by kind, origin and destination, each with the promotions
// last, then the drops and the declaration. The fouls follow in the same order if they are played and lose.
func (p *position) Moves() iter.Seq[engine.Move] {
	if p.end != nil {
		return shogiboard.Texts(nil)
	}
	v := p.Survey()
	all := v.List(nil, false)
	if declared := (move{Way: shogiboard.Declares}); p.check(declared) == nil {
		all = append(all, declared)
	}
	if p.Loses {
		all = append(all, p.Board().ListFouls(p.check)...)
	}
	return shogiboard.Texts(all)
}
