package shogitext

import (
	"slices"
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// Move is a move of a piece on the board, a drop, or the declaration of an entered king.
type Move struct {
	Kind Kind   // the piece before it moves
	From Square // 0 for a drop
	To   Square
	Way  Way
}

// Way is how a piece gets to its square.
type Way uint8

const (
	Simple Way = iota
	Promotes
	Drops
	Declares // no piece moves: 宣言
)

// String returns m in canonical notation, that of KIF without 同.
func (m Move) String() string {
	if m.Way == Declares {
		return Declaration
	}
	text := m.To.String() + m.Kind.String()
	switch m.Way {
	case Drops:
		return text + "打"
	case Promotes:
		text += "成"
	}
	return text + "(" + m.From.Digits() + ")"
}

// USI returns the move in USI, such as 7g7f, 8h2b+, P*5e or win.
func (m Move) USI() string {
	switch m.Way {
	case Declares:
		return "win"
	case Drops:
		return m.Kind.Letter() + "*" + m.To.lettered()
	case Promotes:
		return m.From.lettered() + m.To.lettered() + "+"
	}
	return m.From.lettered() + m.To.lettered()
}

// Western returns the move as shogi players write it in Latin letters: S4e-4d, S4b-4a+, +S4a-4b, P*3c or win.
func (m Move) Western() string {
	usi := m.USI()
	if m.Way == Drops || m.Way == Declares {
		return usi
	}
	return m.Kind.Letter() + usi[:2] + "-" + usi[2:]
}

// CSA returns the move of a piece of a seat in CSA notation, such as +7776FU, which names the piece after the move, and +0055FU for
// a drop.
func (m Move) CSA(seat int) string {
	k, from := m.Kind, m.From.Digits()
	switch m.Way {
	case Promotes:
		k = k.Raised()
	case Drops:
		from = "00"
	}
	return "+-"[seat-1:seat] + from + m.To.Digits() + k.code()
}

// Name returns the move as readers of each language write it.
func (m Move) Name() i18n.Text { return i18n.Text{En: m.Western(), Ja: m.String()} }

// Arg returns the name of m as the argument {move}.
func (m Move) Arg() engine.Arg { return engine.Arg{Name: "move", Value: m.Name()} }

// ReadMove reads canonical notation only.
func (s *Set) ReadMove(text string) (m Move, ok bool) {
	if text == Declaration {
		return Move{Way: Declares}, s.Declares
	}
	if m.To, text, ok = s.cutSquare(text); !ok {
		return m, false
	}
	if m.Kind, text, ok = cutKind(text); !ok || !s.has(m.Kind) {
		return m, false
	}
	if text == "打" {
		m.Way = Drops
		return m, true
	}
	text, promotes := strings.CutPrefix(text, "成")
	if promotes {
		m.Way = Promotes
	}
	if len(text) != 4 || text[0] != '(' || text[3] != ')' || text[2] > '9' {
		return m, false
	}
	m.From, ok = s.readSquare(text[1:3])
	return m, ok
}

// cutSquare reads a square such as ７六 and returns the rest.
func (s *Set) cutSquare(text string) (at Square, rest string, ok bool) {
	if len(text) < 6 || text[:2] != "\uff11"[:2] || text[2] < 0x91 || text[2] > 0x99 {
		return NoSquare, text, false
	}
	at = SquareAt(int(text[2])-0x90, slices.Index(rankDigits, text[3:6])+1)
	return at, text[6:], at.on(s)
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
	text, promotes := strings.CutSuffix(text, "+")
	if len(text) != 4 {
		return m, false
	}
	if m.To, ok = s.readSquare(text[2:]); !ok {
		return m, false
	}
	if text[1] == '*' {
		piece, rest, ok := readLetter(text[:1])
		m.Kind, m.Way = piece.Kind, Drops
		return m, ok && rest == "" && piece.Seat == 1 && !promotes && s.has(m.Kind)
	}
	if promotes {
		m.Way = Promotes
	}
	m.From, ok = s.readSquare(text[:2])
	return m, ok
}
