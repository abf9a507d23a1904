package shogi

import (
	"iter"
	"slices"
	"strings"

	"hikyaku/engine"
	"hikyaku/engine/shogitext"
	"hikyaku/internal/i18n"
)

const declaration = "宣言"

// declarations are other ways to write the declaration, plain.
var declarations = []string{declaration, "宣言勝ち", "入玉宣言", "win", "%kachi"}

// text returns m as package shogitext has it.
func (m move) text() shogitext.Move {
	t := shogitext.Move{Kind: m.kind, To: m.to.text(), Promotes: m.way == promotes}
	if m.way != drops {
		t.From = m.from.text()
	}
	return t
}

// moveOf is the inverse of text.
func moveOf(t shogitext.Move) move {
	m := move{kind: t.Kind, to: squareOf(t.To)}
	switch {
	case t.Drops():
		m.way = drops
		return m
	case t.Promotes:
		m.way = promotes
	}
	m.from = squareOf(t.From)
	return m
}

// String returns m in canonical notation.
func (m move) String() string {
	if m.way == declares {
		return declaration
	}
	return m.text().String()
}

// readMove reads canonical notation only.
func readMove(text string) (m move, ok bool) {
	if text == declaration {
		return move{way: declares}, true
	}
	t, ok := set.ReadMove(text)
	if !ok {
		return m, false
	}
	return moveOf(t), true
}

// Parse takes KIF, KI2, USI, CSA and western notation in any width. 同 is the destination of the last move.
func (p *position) Parse(text string) (engine.Move, error) {
	if _, ok := readMove(text); ok {
		return engine.Move(text), nil
	}
	if len(text) < 64 && slices.Contains(declarations, shogitext.Plain(text)) {
		return declaration, nil
	}
	m, err := shogitext.Parse(p, text)
	if err != nil {
		return "", err
	}
	return engine.Move(m.String()), nil
}

// Board returns the position as package shogitext has it.
func (p *position) Board() *shogitext.Board {
	b := &shogitext.Board{Set: set, Turn: int(p.turn) + 1}
	for seat := range 2 {
		for k := range kinds {
			for left := p.pieces[k].and(p.seats[seat]); !left.empty(); left = left.rest() {
				s := left.first()
				b.Pieces[s.file()-1][s.rank()] = shogitext.Piece{Kind: k, Seat: uint8(seat + 1)}
			}
		}
		for k, n := range p.hands[seat] {
			b.Hands[seat][k] = int(n)
		}
	}
	return b
}

// Last returns the square on which the last move ended, for 同.
func (p *position) Last() shogitext.Square {
	if p.last == nil {
		return shogitext.Square{}
	}
	return p.last.to.text()
}

// Legal reports whether a move breaks no rule.
func (p *position) Legal(m shogitext.Move) bool { return p.check(moveOf(m)) == nil }

// Spell returns a move in the notation of its record, and in English as shogi players write it in Latin letters: S4e-4d,
// S4b-4a+, +S4a-4b, P*3c or win.
func (p *position) Spell(m engine.Move) i18n.Text {
	switch read, ok := readMove(string(m)); {
	case !ok:
		return i18n.Same(string(m))
	case read.way == declares:
		return i18n.Text{En: "win", Ja: declaration}
	default:
		return read.text().Name()
	}
}

// ByHand returns a legal move as players write it: ▲７六歩, or P7g-7f.
func (p *position) ByHand(m engine.Move) i18n.Text {
	text := p.Spell(m)
	if read, ok := readMove(string(m)); ok && read.way != declares {
		text.Ja = strings.ReplaceAll(shogitext.KI2(p, read.text()), "　", "")
	}
	return text
}

// Moves yields every legal move: first those of pieces on the board by kind, origin and destination, each with the promotions
// last, then the drops and the declaration. The fouls follow in the same order if they are played and lose.
func (p *position) Moves() iter.Seq[engine.Move] {
	return func(yield func(engine.Move) bool) {
		if p.end != nil {
			return
		}
		v := p.survey()
		all := v.list(nil)
		if declared := (move{way: declares}); p.check(declared) == nil {
			all = append(all, declared)
		}
		if p.loses {
			for _, m := range p.Board().ListFouls(func(m shogitext.Move) *engine.Rejection { return p.check(moveOf(m)) }) {
				all = append(all, moveOf(m))
			}
		}
		for _, m := range all {
			if !yield(engine.Move(m.String())) {
				return
			}
		}
	}
}
