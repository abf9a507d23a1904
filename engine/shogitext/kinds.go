// Package shogitext reads and writes games of the shogi family: positions in SFEN, in diagrams and in CSA files, moves in KIF,
// KI2, USI, CSA and western notation, and the sentences of the rules that the games share.
//
// It represents boards as plain values, with nine or five files, and does not implement all rules: it asks the position for legal
// moves. Games play on the fast board of package shogiboard and use this package for text.
package shogitext

import (
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// Kind is a kind of piece. A promoted piece is a kind of its own.
type Kind uint8

// The kinds of all games of the family.
const (
	Pawn Kind = iota
	Lance
	Knight
	Silver
	Gold
	Bishop
	Rook
	King
	Tokin // promoted pawn
	HighLance
	HighKnight
	HighSilver
	Horse
	Dragon
	Kinds            // the number of kinds
	HandKinds = King // the kinds before the king, which can be in hand
)

// pieces are the kinds: their names in moves, one character for a diagram, their CSA codes, their names in English, and the
// other side of the piece.
var pieces = [Kinds]struct {
	name, glyph, code, english string
	raised, lowered            Kind
}{
	{"歩", "歩", "FU", "pawn", Tokin, Pawn},
	{"香", "香", "KY", "lance", HighLance, Lance},
	{"桂", "桂", "KE", "knight", HighKnight, Knight},
	{"銀", "銀", "GI", "silver", HighSilver, Silver},
	{"金", "金", "KI", "gold", Gold, Gold},
	{"角", "角", "KA", "bishop", Horse, Bishop},
	{"飛", "飛", "HI", "rook", Dragon, Rook},
	{"玉", "玉", "OU", "king", King, King},
	{"と", "と", "TO", "promoted pawn", Tokin, Pawn},
	{"成香", "杏", "NY", "promoted lance", HighLance, Lance},
	{"成桂", "圭", "NK", "promoted knight", HighKnight, Knight},
	{"成銀", "全", "NG", "promoted silver", HighSilver, Silver},
	{"馬", "馬", "UM", "horse", Horse, Bishop},
	{"龍", "龍", "RY", "dragon", Dragon, Rook},
}

// letters are the kinds before Tokin in SFEN.
const letters = "plnsgbrk"

// HandOrder is the order of the pieces in hand, in texts and on boards.
var HandOrder = []Kind{Rook, Bishop, Gold, Silver, Knight, Lance, Pawn}

// Raised returns the promoted form of k, or k itself if it does not promote.
func (k Kind) Raised() Kind { return pieces[k].raised }

// Lowered returns the kind of which k is the promoted form, or k itself.
func (k Kind) Lowered() Kind { return pieces[k].lowered }

// promotes reports whether k has a promoted form.
func (k Kind) promotes() bool { return pieces[k].raised != k }

// String returns the name of k in moves, such as 成銀.
func (k Kind) String() string { return pieces[k].name }

// glyph returns the name of k in one character, such as 全.
func (k Kind) glyph() string { return pieces[k].glyph }

// code returns the name of k in CSA files, such as NG.
func (k Kind) code() string { return pieces[k].code }

// Letter returns k in SFEN, in upper case: +S for a promoted silver.
func (k Kind) Letter() string {
	low := pieces[k].lowered
	text := strings.ToUpper(letters[low : low+1])
	if low != k {
		return "+" + text
	}
	return text
}

// Name returns what k is called.
func (k Kind) Name() i18n.Text { return i18n.Text{En: pieces[k].english, Ja: pieces[k].name} }

// arg returns the name of k as an argument of a rule.
func (k Kind) arg(name string) engine.Arg { return engine.Arg{Name: name, Value: k.Name()} }

// readCode returns the kind with a code of CSA files.
func readCode(code string) (Kind, bool) {
	for k := range Kinds {
		if pieces[k].code == code {
			return k, true
		}
	}
	return 0, false
}

// readLetter reads one piece of SFEN and returns its seat and the rest of text.
func readLetter(text string) (m Piece, rest string, ok bool) {
	bare, high := strings.CutPrefix(text, "+")
	if bare == "" {
		return m, text, false
	}
	i := strings.Index(letters, strings.ToLower(bare[:1]))
	if i < 0 {
		return m, text, false
	}
	m = Piece{Kind: Kind(i), Seat: 1}
	if bare[0] >= 'a' {
		m.Seat = 2
	}
	if high {
		ok = m.Kind.promotes()
		m.Kind = m.Kind.Raised()
		return m, bare[1:], ok
	}
	return m, bare[1:], true
}

// readGlyph returns the kind of a piece in a diagram or a hand.
func readGlyph(letter rune) (Kind, bool) {
	switch letter {
	case '王':
		letter = '玉'
	case '竜':
		letter = '龍'
	}
	for k := range Kinds {
		if pieces[k].glyph == string(letter) {
			return k, true
		}
	}
	return 0, false
}
