package shogi

import (
	"iter"
	"slices"
	"strings"

	"hikyaku/engine"
	"hikyaku/engine/shogiboard"
	"hikyaku/engine/shogitext"
	"hikyaku/internal/i18n"
)

// declarations are other ways to write the declaration, plain.
var declarations = []string{shogiboard.Declaration, "宣言勝ち", "入玉宣言", "win", "%kachi"}

// readMove reads canonical notation only.
func readMove(text string) (m move, ok bool) {
	if text == shogiboard.Declaration {
		return move{Way: shogiboard.Declares}, true
	}
	return ground.ReadMove(text)
}

// Parse takes KIF, KI2, USI, CSA and western notation in any width. 同 is the destination of the last move.
func (p *position) Parse(text string) (engine.Move, error) {
	if _, ok := readMove(text); ok {
		return engine.Move(text), nil
	}
	if len(text) < 64 && slices.Contains(declarations, shogitext.Plain(text)) {
		return engine.Move(shogiboard.Declaration), nil
	}
	m, err := shogitext.Parse(p, text)
	if err != nil {
		return "", err
	}
	return engine.Move(m.String()), nil
}

// Legal reports whether a move breaks no rule.
func (p *position) Legal(m shogitext.Move) bool { return p.check(shogiboard.MoveOf(m)) == nil }

// Spell returns a move in the notation of its record, and in English as shogi players write it in Latin letters: S4e-4d,
// S4b-4a+, +S4a-4b, P*3c or win.
func (p *position) Spell(m engine.Move) i18n.Text {
	if read, ok := readMove(string(m)); ok {
		return read.Name()
	}
	return i18n.Same(string(m))
}

// ByHand returns a legal move as players write it: ▲７六歩, or P7g-7f.
func (p *position) ByHand(m engine.Move) i18n.Text {
	text := p.Spell(m)
	if read, ok := readMove(string(m)); ok && read.Way != shogiboard.Declares {
		text.Ja = strings.ReplaceAll(shogitext.KI2(p, read.Text()), "　", "")
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
	if p.loses {
		all = p.AppendFouls(all, p.check)
	}
	return shogiboard.Texts(all)
}
