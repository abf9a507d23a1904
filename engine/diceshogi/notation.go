package diceshogi

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"hikyaku/engine"
)

// notation is a written move.
type notation struct {
	move
	how  origin
	same bool   // 同: to the square of the last move
	flat bool   // 不成: it does not promote
	side string // the signs that tell men apart in KI2: 右 左 直 上 引 寄
}

// origin says how a written move gives the origin.
type origin uint8

const (
	unsaid origin = iota // not at all, as in KI2
	given
	fromHand
)

// plainer replaces other spellings of a move: width, kanji digits, other names of men, marks and blanks.
var plainer = sync.OnceValue(func() *strings.Replacer {
	pairs := []string{"王", "玉", "竜", "龍", "全", "成銀", "行", "上", "生", "不成", " ", "", "\t", "", "　", "",
		"▲", "", "△", "", "▼", "", "▽", "", "☗", "", "☖", ""}
	for i, digit := range strings.Split("一二三四五六七八九", "") {
		pairs = append(pairs, digit, string(rune('1'+i)))
	}
	for c := '!'; c <= '~'; c++ {
		pairs = append(pairs, string(c-'!'+'！'), string(c))
	}
	return strings.NewReplacer(pairs...)
})

// longest is the largest number of bytes of a written move.
const longest = 64

// readNotation reads a move in KIF or KI2.
func readNotation(text string) (w notation, ok bool) {
	if len(text) > longest || !utf8.ValidString(text) {
		return w, false
	}
	rest := plainer().Replace(text)
	if after, same := strings.CutPrefix(rest, "同"); same {
		w.same, rest = true, after
	} else if len(rest) < 2 {
		return w, false
	} else if w.to, ok = readDigits(rest[:2]); !ok {
		return w, false
	} else {
		rest = rest[2:]
	}
	if rest, ok = w.readMan(rest); !ok {
		return w, false
	}
	return w, w.readOrigin(rest)
}

// readDigits reads a square such as 45.
func readDigits(text string) (square, bool) {
	file, rank := int(text[0])-'0', int(text[1])-'1'
	place := spot(file, rank)
	return place.first(), place != 0
}

// readMan reads the man, the signs that tell it apart and the promotion, and returns the rest.
func (w *notation) readMan(rest string) (string, bool) {
	k := slices.IndexFunc(names[:], func(name string) bool { return strings.HasPrefix(rest, name) })
	if k < 0 {
		return "", false
	}
	w.kind = kind(k)
	rest = rest[len(names[k]):]
	for _, letter := range rest {
		if !strings.ContainsRune("右左直上引寄", letter) {
			break
		}
		w.side += string(letter)
	}
	rest = rest[len(w.side):]
	if after, rises := strings.CutPrefix(rest, "成"); rises {
		w.way = promotes
		return after, true
	}
	rest, w.flat = strings.CutPrefix(rest, "不成")
	return rest, true
}

// readOrigin reads the end of a move: 打, an origin in parentheses, or nothing.
func (w *notation) readOrigin(rest string) (ok bool) {
	switch {
	case rest == "":
		return true
	case w.side != "":
		return false // the signs of KI2 and an origin exclude each other
	case rest == "打" || rest == "打(00)":
		if w.way != simple {
			return false
		}
		w.how, w.way = fromHand, drops
		return true
	case len(rest) == 4 && rest[0] == '(' && rest[3] == ')':
		w.how = given
		w.from, ok = readDigits(rest[1:3])
		return ok
	}
	return false
}

// Parse takes KIF, KI2 and USI in any width, and CSA. 同 is the destination of the last move.
func (p *position) Parse(text string) (engine.Move, error) {
	if m, ok := p.readLatin(text); ok {
		return engine.Move(m.String()), nil
	}
	if m, ok := p.readCSA(text); ok {
		return engine.Move(m.String()), nil
	}
	w, ok := readNotation(text)
	if !ok || w.same && p.last == nil {
		return "", malformed(text)
	}
	if w.same {
		w.to = p.last.to
	}
	if w.how == unsaid {
		if r := p.findOrigin(&w, text); r != nil {
			return "", r
		}
	}
	return engine.Move(w.move.String()), nil
}

// findOrigin completes a move that is written without an origin. If exactly one legal move matches, it is that move; if
// several match, the text is ambiguous. If none does, the result is an illegal move that Apply refuses by the right
// rule.
func (p *position) findOrigin(w *notation, text string) *engine.Rejection {
	from := p.candidates(w)
	fitting := p.legalMatches(w, from)
	if len(fitting) > 1 {
		return p.ambiguous(fitting, text)
	}
	own := p.men[w.kind] & p.seats[p.turn]
	held := w.side == "" && w.way == simple && !w.flat && w.inHand(&p.board)
	drop := w.move
	drop.way = drops
	switch {
	case len(fitting) == 1:
		w.move = fitting[0]
	case held && (from == 0 || p.canDrop(drop)):
		w.move = drop
	case from != 0:
		w.from = from.first()
	case w.side != "":
		return malformed(text)
	case w.way == simple && own == 0:
		w.move = drop
	case own != 0:
		w.from = own.first() // it does not get there
	default:
		return malformed(text)
	}
	return nil
}

func (w *notation) inHand(b *board) bool { return w.kind < handKinds && b.hands[b.turn][w.kind] > 0 }

// canDrop reports whether a drop breaks no rule, except perhaps that of the die.
func (p *position) canDrop(drop move) bool {
	r := p.check(drop)
	return r == nil || r.Rule == dieFile
}

// legalMatches returns the moves of the men on the given squares that w can mean. They break no rule, except perhaps
// that of the die.
func (p *position) legalMatches(w *notation, from squares) (list []move) {
	v := p.board.survey()
	for s := range from.each {
		m := w.move
		m.from = s
		stays, rises := v.splitPromotions(w.kind, s, v.destinations(w.kind, s))
		if w.way != promotes && stays.has(w.to) {
			m.way = simple
			list = append(list, m)
		}
		if !w.flat && rises.has(w.to) {
			m.way = promotes
			list = append(list, m)
		}
	}
	return list
}

// candidates returns the men that reach the destination of w and that its signs describe.
func (p *position) candidates(w *notation) squares {
	var from squares
	for s := range (p.men[w.kind] & p.seats[p.turn]).each {
		if p.reach(p.turn, w.kind, s, p.taken()).has(w.to) && w.inDirection(s, p.turn) {
			from |= at(s)
		}
	}
	edge := map[bool]func(squares) squares{false: rightmost, true: leftmost}
	for _, letter := range w.side {
		if letter == '右' || letter == '左' {
			from = edge[(letter == '左') == (p.turn == 0)](from)
		}
	}
	return from
}

// rightmost and leftmost return the men on the outermost file, as seat 1 sees it.
func rightmost(men squares) squares {
	if men == 0 {
		return 0
	}
	return men & fileOf(men.first().file())
}

func leftmost(men squares) squares {
	for file := size; file > 0; file-- {
		if edge := men & fileOf(file); edge != 0 {
			return edge
		}
	}
	return 0
}

// inDirection reports whether a man of a seat on s moves to the destination in the direction that w names.
func (w *notation) inDirection(s square, seat uint8) bool {
	ahead := s.rank() - w.to.rank()
	if seat == 1 {
		ahead = -ahead
	}
	fits := map[rune]bool{'右': true, '左': true, '上': ahead > 0, '引': ahead < 0, '寄': ahead == 0,
		'直': ahead == 1 && s.file() == w.to.file()}
	for _, letter := range w.side {
		if !fits[letter] {
			return false
		}
	}
	return true
}

// latin is a move in Latin letters: in USI, or with the man and a sign between the squares. In P*3c the man is named by
// the third group.
var latin = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:(\+?[psgbrk])?([1-5][a-e])[-x]?|([psgbr])\*)([1-5][a-e])(\+?)$`)
})

// readLatin reads a move such as 4e4d, 4b4a+, P*3c, S4e-4d or +S4ex4d. If no man is named, the one on the
// origin gives the kind. If there is none, any kind will do, because Apply refuses the move.
func (p *position) readLatin(text string) (m move, ok bool) {
	if len(text) > longest {
		return m, false
	}
	groups := latin().FindStringSubmatch(strings.ToLower(plainer().Replace(text)))
	if groups == nil {
		return m, false
	}
	named, from, dropped, to, sign := groups[1], groups[2], groups[3], groups[4], groups[5]
	m.to, _ = readLettered(to)
	if sign != "" {
		m.way = promotes
	}
	if dropped != "" {
		_, m.kind, _, _ = readLetter(dropped)
		m.way = drops
		return m, sign == ""
	}
	m.from, _ = readLettered(from)
	switch {
	case named != "":
		_, m.kind, _, ok = readLetter(named)
		return m, ok
	case p.taken().has(m.from):
		m.kind = p.kindAt(m.from)
	}
	return m, true
}

// readLettered reads a square such as 4e.
func readLettered(text string) (square, bool) {
	place := spot(int(text[0])-'0', int(text[1])-'a')
	return place.first(), place != 0
}
