package diceshogi

import (
	"iter"

	"hikyaku/engine"
	"hikyaku/engine/shogitext"
	"hikyaku/internal/i18n"
)

// kindsInText are the kinds as package shogitext has them.
var kindsInText = [kinds]shogitext.Kind{shogitext.Pawn, shogitext.Silver, shogitext.Gold, shogitext.Bishop, shogitext.Rook, shogitext.King,
	shogitext.Tokin, shogitext.HighSilver, shogitext.Horse, shogitext.Dragon}

// text returns the kind as package shogitext has it.
func (k kind) text() shogitext.Kind { return kindsInText[k] }

// kindOf is the inverse of text.
func kindOf(t shogitext.Kind) kind {
	for k, text := range kindsInText {
		if text == t {
			return kind(k)
		}
	}
	panic("this game has no such piece")
}

// text returns the square as package shogitext has it.
func (s square) text() shogitext.Square { return shogitext.Square{File: s.file(), Rank: s.rank() + 1} }

// squareOf is the inverse of text.
func squareOf(t shogitext.Square) square { return square(size*(t.File-1) + t.Rank - 1) }

// text returns m as package shogitext has it.
func (m move) text() shogitext.Move {
	t := shogitext.Move{Kind: m.kind.text(), To: m.to.text(), Promotes: m.way == promotes}
	if m.way != drops {
		t.From = m.from.text()
	}
	return t
}

// moveOf is the inverse of text.
func moveOf(t shogitext.Move) move {
	m := move{kind: kindOf(t.Kind), to: squareOf(t.To)}
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
func (m move) String() string { return m.text().String() }

// readMove reads canonical notation only.
func readMove(text string) (m move, ok bool) {
	t, ok := set.ReadMove(text)
	if !ok {
		return m, false
	}
	return moveOf(t), true
}

// Parse takes KIF, KI2, USI and western notation in any width, and CSA. 同 is the destination of the last move.
func (p *position) Parse(text string) (engine.Move, error) {
	if _, ok := readMove(text); ok {
		return engine.Move(text), nil
	}
	m, err := shogitext.Parse(p, text)
	if err != nil {
		return "", err
	}
	return engine.Move(m.String()), nil
}

// Board returns the position as package shogitext has it.
func (b *board) Board() *shogitext.Board {
	t := &shogitext.Board{Set: set, Turn: int(b.turn) + 1, IgnoreCheck: b.free}
	for s := range b.taken().each {
		m := shogitext.Piece{Kind: b.kindAt(s).text(), Seat: 1}
		if b.seats[1].has(s) {
			m.Seat = 2
		}
		t.Put(s.text(), m)
	}
	for seat := range 2 {
		for k, n := range b.hands[seat] {
			t.Hands[seat][kind(k).text()] = int(n)
		}
	}
	return t
}

// Last returns the square on which the last move ended, for 同.
func (p *position) Last() shogitext.Square {
	if p.last == nil {
		return shogitext.Square{}
	}
	return p.last.to.text()
}

// Legal reports whether a move breaks no rule, except perhaps that of the die.
func (p *position) Legal(m shogitext.Move) bool {
	r := p.check(moveOf(m))
	return r == nil || r.Rule == dieFile
}

// Spell returns a move in the notation of its record, and in English as shogi players write it in Latin letters: S4e-4d,
// S4b-4a+, +S4a-4b or P*3c.
func (p *position) Spell(m engine.Move) i18n.Text {
	if read, ok := readMove(string(m)); ok {
		return read.text().Name()
	}
	return i18n.Same(string(m))
}

// Moves yields every legal move: first those of pieces on the board by kind, origin and destination, each with the
// promotions last, then the drops. The fouls follow in the same order if they are played and lose.
func (p *position) Moves() iter.Seq[engine.Move] {
	return func(yield func(engine.Move) bool) {
		if p.Next().Player == 0 {
			return
		}
		v := p.survey()
		all := v.list(nil)
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
