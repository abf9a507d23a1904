package shogitext

import (
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// Move is a move of a piece on the board, or a drop.
type Move struct {
	Kind     Kind   // the piece before it moves
	From     Square // none for a drop
	To       Square
	Promotes bool
}

// Drops reports whether m drops a piece from hand.
func (m Move) Drops() bool { return m.From == Square{} }

// String returns m in canonical notation, that of KIF without 同.
func (m Move) String() string {
	text := m.To.String() + m.Kind.String()
	switch {
	case m.Drops():
		return text + "打"
	case m.Promotes:
		text += "成"
	}
	return text + "(" + m.From.Digits() + ")"
}

// USI returns the move in USI, such as 7g7f, 8h2b+ or P*5e.
func (m Move) USI() string {
	switch {
	case m.Drops():
		return m.Kind.Letter() + "*" + m.To.lettered()
	case m.Promotes:
		return m.From.lettered() + m.To.lettered() + "+"
	}
	return m.From.lettered() + m.To.lettered()
}

// Western returns the move as shogi players write it in Latin letters: S4e-4d, S4b-4a+, +S4a-4b or P*3c.
func (m Move) Western() string {
	usi := m.USI()
	if m.Drops() {
		return usi
	}
	return m.Kind.Letter() + usi[:2] + "-" + usi[2:]
}

// CSA returns the move of a seat in CSA notation, such as +7776FU, which names the piece after the move.
func (m Move) CSA(seat int) string {
	k := m.Kind
	if m.Promotes {
		k = k.Raised()
	}
	return "+-"[seat-1:seat] + m.From.Digits() + m.To.Digits() + k.code()
}

// Name returns the move as readers of each language write it.
func (m Move) Name() i18n.Text { return i18n.Text{En: m.Western(), Ja: m.String()} }

// Arg returns the name of m as the argument {move}.
func (m Move) Arg() engine.Arg { return engine.Arg{Name: "move", Value: m.Name()} }

// ReadMove reads canonical notation only.
func (s *Set) ReadMove(text string) (m Move, ok bool) {
	if m.To, text, ok = s.cutSquare(text); !ok {
		return m, false
	}
	if m.Kind, text, ok = cutKind(text); !ok || !s.has(m.Kind) {
		return m, false
	}
	if text == "打" {
		return m, true
	}
	text, m.Promotes = strings.CutPrefix(text, "成")
	if len(text) != 4 || text[0] != '(' || text[3] != ')' || text[2] > '9' {
		return m, false
	}
	m.From, ok = s.readSquare(text[1:3])
	return m, ok
}

// cutSquare reads a square such as ７六 and returns the rest.
func (s *Set) cutSquare(text string) (at Square, rest string, ok bool) {
	if len(text) < 6 || text[:2] != "\uff11"[:2] || text[2] < 0x91 || text[2] > 0x99 {
		return at, text, false
	}
	at.File = int(text[2]) - 0x90
	for i, digit := range rankDigits {
		if text[3:6] == digit {
			at.Rank = i + 1
			return at, text[6:], at.on(s)
		}
	}
	return at, text, false
}

// cutKind reads the name of a piece and returns the rest.
func cutKind(text string) (k Kind, rest string, ok bool) {
	for k := range Kinds {
		if rest, found := strings.CutPrefix(text, pieces[k].name); found {
			return k, rest, true
		}
	}
	return 0, text, false
}

// ReadUSI parses a move in USI. It does not set the kind of a piece that moves on the board.
func (s *Set) ReadUSI(text string) (m Move, ok bool) {
	text, m.Promotes = strings.CutSuffix(text, "+")
	if len(text) != 4 {
		return m, false
	}
	if m.To, ok = s.readSquare(text[2:]); !ok {
		return m, false
	}
	if text[1] == '*' {
		piece, rest, ok := readLetter(text[:1])
		m.Kind = piece.Kind
		return m, ok && rest == "" && piece.Seat == 1 && !m.Promotes && s.has(m.Kind)
	}
	m.From, ok = s.readSquare(text[:2])
	return m, ok
}
