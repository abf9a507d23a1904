package shogitext

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/internal/lazyregexp"
)

// Position is the part of a position that parsing and formatting moves requires.
type Position interface {
	Board() *Board
	Last() Square    // the square on which the last move ended; NoSquare if it is not known
	Legal(Move) bool // whether a move breaks no rule; that of a die does not count
}

// notation is a written move.
type notation struct {
	Move
	whole bool   // it says where the piece comes from, which KI2 does not
	same  bool   // 同: to the square of the last move
	flat  bool   // 不成: it does not promote
	side  string // the signs that distinguish pieces in KI2: 右 左 直 上 引 寄
}

// plainer replaces other spellings of a move: width, kanji digits, other names of pieces, the endings of verbs, marks and blanks.
var plainer = sync.OnceValue(func() *strings.Replacer {
	pairs := []string{"飛車", "飛", "角行", "角", "王", "玉", "竜", "龍", "全", "成銀", "圭", "成桂", "杏", "成香", "生", "不成",
		"打ち", "打", "寄る", "寄", "上がる", "上", "上る", "上", "行く", "上", "行", "上", "引く", "引", "成らず", "不成", "成る", "成", "成り", "成", "。", "", " ", "", "\t", "", "　", "",
		"▲", "", "△", "", "▼", "", "▽", "", "☗", "", "☖", ""}
	for i, digit := range rankDigits {
		pairs = append(pairs, digit, string(rune('1'+i)))
	}
	for c := '!'; c <= '~'; c++ {
		pairs = append(pairs, string(c-'!'+'！'), string(c))
	}
	return strings.NewReplacer(pairs...)
})

// spoken is a move as in a sentence, the piece before or after the square: 飛を48へ or 48に飛.
var spoken = lazyregexp.New(`^(\p{Han}+)を([1-9][1-9])[へに]?$|^([1-9][1-9])[へに](\p{Han}.*)$`)

// Plain returns text without differences in width and case, kanji digits and blanks.
func Plain(text string) string { return strings.ToLower(plainer().Replace(text)) }

// longest is the largest number of bytes of a written move.
const longest = 64

// Declaration is the text of a move that declares an entered king, and declarations are other ways to write it, plain.
const Declaration = "宣言"

var declarations = []string{Declaration, "宣言勝ち", "入玉宣言", "win", "%kachi"}

// Parse reads a move of p as people write it: KIF, KI2, USI and western notation in any width, and CSA. 同 is the destination of
// the last move. It checks syntax and ambiguity, not the rules.
func (s *Set) Parse(p Position, text string) (engine.Move, error) {
	if _, ok := s.ReadMove(text); ok {
		return engine.Move(text), nil
	}
	if len(text) > longest || !utf8.ValidString(text) {
		return "", Malformed(text)
	}
	if s.Declares && slices.Contains(declarations, Plain(text)) {
		return Declaration, nil
	}
	m, err := read(p, text)
	if err != nil {
		return "", err
	}
	return engine.Move(m.String()), nil
}

// read reads a move that is not in canonical notation.
func read(p Position, text string) (Move, error) {
	b := p.Board()
	plain := spoken().ReplaceAllString(plainer().Replace(text), "$2$3$4$1")
	if m, ok := b.ReadCSAMove(plain); ok {
		return m, nil
	}
	w, ok := b.readLatin(plain)
	if !ok {
		w, ok = b.Set.readNotation(plain)
	}
	if w.same {
		w.To = p.Last()
	}
	if !ok || !w.To.on(b.Set) {
		return Move{}, Malformed(text)
	}
	if w.whole {
		return w.Move, nil
	}
	m, r := w.findOrigin(p, b, text)
	if r != nil {
		return Move{}, r
	}
	return m, nil
}

// readNotation reads a move in KIF or KI2.
func (s *Set) readNotation(plain string) (w notation, ok bool) {
	rest, same := strings.CutPrefix(plain, "同")
	w.same = same
	if !same {
		if len(rest) < 2 || rest[1] > '9' {
			return w, false
		}
		if w.To, ok = s.readSquare(rest[:2]); !ok {
			return w, false
		}
		rest = rest[2:]
	}
	if w.Kind, rest, ok = cutKind(rest); !ok || !s.has(w.Kind) {
		return w, false
	}
	for _, letter := range rest {
		if !strings.ContainsRune("右左直上引寄", letter) {
			break
		}
		w.side += string(letter)
	}
	rest = rest[len(w.side):]
	rest, promotes := strings.CutPrefix(rest, "成")
	if promotes {
		w.Way = Promotes
	} else {
		rest, w.flat = strings.CutPrefix(rest, "不成")
	}
	return w, w.readOrigin(s, rest)
}

// readOrigin reads the end of a move: 打, an origin in parentheses, or nothing.
func (w *notation) readOrigin(s *Set, rest string) (ok bool) {
	switch {
	case rest == "":
		return true
	case w.side != "":
		return false // the signs of KI2 and an origin exclude each other
	case rest == "打" || rest == "打(00)":
		promotes := w.Way == Promotes
		w.whole, w.Way = true, Drops
		return !promotes && !w.flat
	case len(rest) == 4 && rest[0] == '(' && rest[3] == ')' && rest[2] <= '9':
		w.whole = true
		w.From, ok = s.readSquare(rest[1:3])
		return ok
	}
	return false
}

// latin is a move in Latin letters: the piece, the origin, a sign between, the destination, and + or =. The piece or the origin may
// be missing.
var latin = lazyregexp.New(`^(\+?[plnsgbrk])?([1-9][1-9a-i])?([-x*])?([1-9][1-9a-i])([+=]?)$`)

// readLatin reads a move such as 7g7f, 8h2b+, P*5e, P-76, Bx22+, S4e-4d or +S4ex4d. If no piece is named, the one on the origin gives
// the kind. If there is none, any kind will do, because the move is refused.
func (b *Board) readLatin(plain string) (w notation, ok bool) {
	groups := latin().FindStringSubmatch(strings.ToLower(plain))
	if groups == nil {
		return w, false
	}
	piece, from, sign, to, end := groups[1], groups[2], groups[3], groups[4], groups[5]
	if w.To, ok = b.Set.readSquare(to); !ok || piece == "" && from == "" {
		return w, false
	}
	if w.flat = end == "="; end == "+" {
		w.Way = Promotes
	}
	if piece != "" {
		named, _, ok := readLetter(piece)
		if !ok || !b.Set.has(named.Kind) {
			return w, false
		}
		w.Kind = named.Kind
	}
	switch {
	case sign == "*":
		w.whole, w.Way = true, Drops
		return w, piece != "" && from == "" && end == ""
	case from == "":
		return w, true
	}
	if w.From, ok = b.Set.readSquare(from); !ok {
		return w, false
	}
	w.whole = true
	if piece == "" {
		w.Kind = b.Pieces[w.From].Kind
	}
	return w, true
}

// ReadCSAMove reads a move such as +7776FU, with or without a sign in front. The piece is named as it is after the move: it promotes if
// the piece on the origin is of the lower kind.
func (b *Board) ReadCSAMove(text string) (m Move, ok bool) {
	text = strings.TrimLeft(text, "+-")
	if len(text) != 6 || text[1] > '9' || text[3] > '9' {
		return m, false
	}
	m.Kind, ok = readCode(text[4:])
	if !ok || !b.Set.has(m.Kind) {
		return m, false
	}
	if m.To, ok = b.Set.readSquare(text[2:4]); !ok {
		return m, false
	}
	if text[:2] == "00" {
		m.Way = Drops
		return m, true
	}
	if m.From, ok = b.Set.readSquare(text[:2]); !ok {
		return m, false
	}
	if low, there := m.Kind.Lowered(), b.Pieces[m.From]; low != m.Kind && there.Kind == low && there.Seat != 0 {
		m.Kind, m.Way = low, Promotes
	}
	return m, true
}

// findOrigin completes a move that is written without an origin. If exactly one legal move matches, it is that move; if several
// match, the text is ambiguous. If none does, the result is an illegal move, which is refused by the right rule.
func (w notation) findOrigin(p Position, b *Board, text string) (Move, *engine.Rejection) {
	from := w.candidates(b)
	fitting := w.legalMatches(p, from)
	if len(fitting) > 1 {
		var en, ja []string
		var choices []engine.Move
		for _, m := range fitting {
			en, ja, choices = append(en, m.Name().En), append(ja, m.Name().Ja), append(choices, engine.Move(m.String()))
		}
		which := i18n.Text{En: "which", Ja: "どれ"}
		if len(fitting) == 2 {
			which.Ja = "どちら"
		}
		r := MoveAmbiguous.Reject(engine.Word("move", text), engine.Arg{Name: "choices", Value: i18n.Text{
			En: strings.Join(en, " or "), Ja: strings.Join(ja, "、")}}, engine.Arg{Name: "which", Value: which})
		r.Choices = choices
		return Move{}, r
	}
	own := b.piecesOf(w.Kind)
	inHand := w.Kind < HandKinds && b.Hands[b.Turn-1][w.Kind] > 0
	held := inHand && w.side == "" && w.Way != Promotes && !w.flat
	drop := Move{Kind: w.Kind, To: w.To, Way: Drops}
	m := w.Move
	switch {
	case len(fitting) == 1:
		return fitting[0], nil
	case held && (from == nil || p.Legal(drop)):
		return drop, nil
	case from != nil:
		m.From = from[0]
	case w.side != "":
		return Move{}, Malformed(text)
	case w.Way != Promotes && own == nil:
		return drop, nil
	case len(own) > 1:
		return Move{}, noneReaches.Reject(w.Kind.arg("man"), w.To.Arg("to"))
	case own != nil:
		m.From = own[0] // it does not get there
	default:
		return Move{}, Malformed(text)
	}
	return m, nil
}

// piecesOf returns the squares of the pieces of a kind of the seat to move.
func (b *Board) piecesOf(k Kind) (list []Square) {
	for s, m := range b.Pieces {
		if m == (Piece{k, uint8(b.Turn)}) {
			list = append(list, Square(s))
		}
	}
	return list
}

// legalMatches returns the moves of the pieces on the given squares that w can mean.
func (w *notation) legalMatches(p Position, from []Square) (list []Move) {
	m := w.Move
	for _, m.From = range from {
		for _, m.Way = range []Way{Simple, Promotes} {
			if (m.Way == Promotes || w.Way != Promotes) && !(m.Way == Promotes && w.flat) && p.Legal(m) {
				list = append(list, m)
			}
		}
	}
	return list
}

// candidates returns the pieces that reach the destination of w and that its signs describe.
func (w *notation) candidates(b *Board) (from []Square) {
	for _, s := range b.piecesOf(w.Kind) {
		if b.reaches(s, w.To) && w.inDirection(s, b.Turn) {
			from = append(from, s)
		}
	}
	for _, letter := range w.side {
		if letter == '右' || letter == '左' {
			from = outermost(from, (letter == '左') == (b.Turn == 1))
		}
	}
	return from
}

// outermost returns the pieces on the outermost file, which is that with the highest number if left is set: pieces are in the order
// of files.
func outermost(pieces []Square, left bool) (edge []Square) {
	if len(pieces) == 0 {
		return nil
	}
	file := pieces[0].File()
	if left {
		file = pieces[len(pieces)-1].File()
	}
	for _, s := range pieces {
		if s.File() == file {
			edge = append(edge, s)
		}
	}
	return edge
}

// inDirection reports whether a piece of a seat on s moves to the destination in the direction that w names.
func (w *notation) inDirection(s Square, seat int) bool {
	ahead := s.Rank() - w.To.Rank()
	if seat == 2 {
		ahead = -ahead
	}
	for _, letter := range w.side {
		fits := true
		switch letter {
		case '上':
			fits = ahead > 0
		case '引':
			fits = ahead < 0
		case '寄':
			fits = ahead == 0
		case '直':
			fits = ahead == 1 && s.File() == w.To.File()
		}
		if !fits {
			return false
		}
	}
	return true
}

// signs are the words that distinguish two pieces in KI2, in the order in which they are tried.
var signs = []string{"", "上", "寄", "引", "直", "右", "左", "右上", "左上", "右寄", "左寄", "右引", "左引"}

// KI2 returns a legal move of p as KI2 writes it, with the first sign by which no other piece can be meant: ▲４四金右, △同　銀不成.
func KI2(p Position, m Move) string {
	b := p.Board()
	text := []string{"▲", "△"}[b.Turn-1] + m.To.String()
	if p.Last() == m.To {
		text = []string{"▲", "△"}[b.Turn-1] + "同　"
	}
	text += m.Kind.String()
	w := notation{Move: m}
	if m.Way == Drops {
		if w.candidates(b) != nil {
			text += "打"
		}
		return text
	}
	for _, w.side = range signs {
		from := w.candidates(b)
		if len(from) == 1 && from[0] == m.From && !(len(waysOf[m.Kind].slides) == 4 && w.side == "直") {
			break
		}
	}
	text += w.side
	other := m
	other.Way = Promotes
	switch {
	case m.Way == Promotes:
		text += "成"
	case p.Legal(other):
		text += "不成"
	}
	return text
}
