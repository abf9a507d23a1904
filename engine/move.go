package engine

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"hikyaku/internal/i18n"
)

// Move is a move in the game's canonical notation, a single word on a line of a record, as in
// "  12 e2           ( 0:12/00:00:12)". A throw is a move too, and the only one that begins with "[". Every other move, as
// tested by Check:
//
//   - has 1 to MaxMove bytes of valid UTF-8;
//   - has printed characters only: no blank of any width, no control character, nothing invisible;
//   - does not begin with "[" or with the sign of a side, one of ▲△▼▽☗☖;
//   - has its parentheses, ( and （ alike, in pairs, and no colon in a pair at its end, which would be read as a time;
//   - is not a plus alone and does not end with a plus after a parenthesis, the sign of a variation; "7g7f+" is fine;
//   - is none of the Reserved words.
//
// A game may use any other word, even "link" and "accept", which are also the names of acts.
type Move string

// MaxMove is the largest number of bytes of a move, so that mail programs do not break its line.
const MaxMove = 48

// Reserved are the words that end a record. They are written in place of a move, so a game cannot use them as moves.
var Reserved = []string{"投了", "中断", "持将棋", "合意引分", "切れ負け", "反則負け", "反則勝ち", "千日手", "詰み", "詰", "不詰",
	"入玉勝ち", "不戦勝", "不戦敗", "封じ手"}

// sideSigns are the signs that other programs write before the moves of a side. Readers drop them.
const sideSigns = "▲△▼▽☗☖"

// wide narrows the full-width signs that have a meaning in a record.
var wide = strings.NewReplacer("（", "(", "）", ")", "：", ":", "＋", "+")

// Check returns an error that says in one sentence why m cannot be written to a record, or nil. A throw is always valid.
func (m Move) Check() error {
	if _, thrown := m.Throw(); thrown {
		return nil
	}
	if why := wrong(string(m)); why != "" {
		return fmt.Errorf("%.60q cannot be a move: %s", string(m), why)
	}
	return nil
}

// wrong returns why m cannot be written to a record, or "".
func wrong(m string) string {
	switch first, _ := utf8.DecodeRuneInString(m); {
	case m == "":
		return "it is empty"
	case len(m) > MaxMove:
		return fmt.Sprintf("it has %d bytes, and %d are the most", len(m), MaxMove)
	case !utf8.ValidString(m) || strings.ContainsRune(m, utf8.RuneError):
		return "it is not valid UTF-8"
	case strings.ContainsFunc(m, unicode.IsSpace):
		return "it holds a blank"
	case first == '[':
		return `"[" begins throws only, such as [4] and [3,2]`
	case strings.ContainsRune(sideSigns, first):
		return fmt.Sprintf("%c before a move is read as the sign of a side", first)
	}
	narrow := wide.Replace(m)
	depth := 0
	for _, c := range narrow {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		}
		if !unicode.IsPrint(c) {
			return fmt.Sprintf("it holds %U, which is not printed", c)
		}
		if depth < 0 {
			return "a parenthesis closes that was not opened"
		}
	}
	switch last := narrow[strings.LastIndexByte(narrow, '(')+1:]; {
	case depth > 0:
		return "a parenthesis is not closed"
	case slices.Contains(Reserved, m):
		return "this word ends a record"
	case strings.HasSuffix(narrow, ")") && strings.Contains(last, ":"):
		return "a colon in parentheses at its end is read as a time"
	case narrow == "+" || strings.HasSuffix(narrow, ")+"):
		return "a plus that stands alone or behind a parenthesis is read as the sign of a variation"
	}
	return ""
}

// Play returns the position after a throw or a move in any notation that Parse reads.
func Play(p Position, text string) (Position, error) {
	m := Move(text)
	if _, thrown := m.Throw(); !thrown {
		var err error
		if m, err = p.Parse(text); err != nil {
			return nil, err
		}
	}
	return p.Apply(m)
}

// JoinMoves returns moves with blanks between them.
func JoinMoves(moves []Move) string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = string(m)
	}
	return strings.Join(texts, " ")
}

// startText is the text of the position before the first move of a game whose positions are written as the moves that led to them.
const startText = "start"

// MovesText returns the moves that led to a position as its text, which ParseMoves reads.
func MovesText(moves []Move) string {
	if len(moves) == 0 {
		return startText
	}
	return JoinMoves(moves)
}

// ParseMoves returns the position after p that a text of MovesText describes.
func ParseMoves(p Position, text string) (Position, error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return nil, i18n.Errorf("the text of a position is %q, or the moves that led to it", "局面は「%s」か、そこまでの指し手を並べて書いてください", startText)
	}
	if len(words) == 1 && words[0] == startText {
		return p, nil
	}
	for i, word := range words {
		q, err := p.Apply(Move(word))
		if err != nil {
			return nil, i18n.Errorf("move %d of the position: %v", "局面の%d手目：%v", i+1, err)
		}
		p = q
	}
	return p, nil
}

// Speller is a Position of a game whose record has signs that not every keyboard has. Spell returns a move as readers of
// each language write it. Parse reads both. A text that is no move of the game is returned unchanged.
type Speller interface{ Spell(m Move) i18n.Text }

// Spell returns a move of p's game as readers of each language write it.
func Spell(p Position, m Move) i18n.Text {
	if s, ok := p.(Speller); ok {
		return s.Spell(m)
	}
	return i18n.Same(string(m))
}

// Worder is a Position of a game whose notation says little to newcomers. Words returns a legal move in words for a list of
// matches, "piece X at AB12".
type Worder interface{ Words(m Move) i18n.Text }

// Words returns a move of p's game in words, or else as Spell does.
func Words(p Position, m Move) i18n.Text {
	if w, ok := p.(Worder); ok && m != Pass {
		return w.Words(m)
	}
	return Spell(p, m)
}

// Follower is a Position of a game whose players have a word for the place of the move before. Follow returns spelled, the text of
// a move, with that word: 同銀(31). Parse reads it in that place.
type Follower interface {
	Follow(before Move, spelled i18n.Text) i18n.Text
}

// SpellAfter returns a move of p's game as readers of each language write it in a list, after the move before.
func SpellAfter(p Position, before, m Move) i18n.Text {
	spelled := Spell(p, m)
	if f, ok := p.(Follower); ok {
		return f.Follow(before, spelled)
	}
	return spelled
}

// SpellLine returns consecutive moves of p's game, with the throws among them, as readers of each language list them.
func SpellLine[M ~string](p Position, moves []M) (list []i18n.Text) {
	before := Move("")
	for _, text := range moves {
		m := Move(text)
		list = append(list, SpellAfter(p, before, m))
		if _, throws := m.Throw(); !throws {
			before = m
		}
	}
	return list
}

// HandWriter is a Position of a game whose players write moves shorter by hand than a record does. ByHand returns a legal move
// so, "▲７六歩". Parse reads it.
type HandWriter interface{ ByHand(m Move) i18n.Text }

// ByHand returns a legal move of p as players write it by hand, or as Spell does.
func ByHand(p Position, m Move) i18n.Text {
	if w, ok := p.(HandWriter); ok {
		return w.ByHand(m)
	}
	return Spell(p, m)
}

// Throw returns the throw of these faces as a move: Throw(3, 2) is "[3,2]".
func Throw(faces ...int) Move { return Move("[" + faceText(faces) + "]") }

// RandomThrow returns a throw of dice with these sides.
func RandomThrow(sides []int, random *rand.Rand) Move {
	faces := make([]int, len(sides))
	for i, n := range sides {
		faces[i] = 1 + random.IntN(n)
	}
	return Throw(faces...)
}

// Throw returns the faces of a throw; ok is false if m is not a throw in canonical notation.
func (m Move) Throw() (faces []int, ok bool) {
	inner, opened := strings.CutPrefix(string(m), "[")
	inner, closed := strings.CutSuffix(inner, "]")
	if !opened || !closed {
		return nil, false
	}
	for word := range strings.SplitSeq(inner, ",") {
		face, err := strconv.Atoi(word)
		if err != nil {
			return nil, false
		}
		faces = append(faces, face)
	}
	return faces, Throw(faces...) == m
}

// Outcomes yields every throw of dice with these sides, in ascending order; the last die varies fastest.
func Outcomes(sides []int) iter.Seq[Move] {
	return func(yield func(Move) bool) {
		faces := slices.Repeat([]int{1}, len(sides))
		for i := 0; i >= 0 && yield(Throw(faces...)); {
			for i = len(faces) - 1; i >= 0; i-- {
				if faces[i]++; faces[i] <= sides[i] {
					break
				}
				faces[i] = 1
			}
		}
	}
}

func faceText(faces []int) string {
	words := make([]string, len(faces))
	for i, face := range faces {
		words[i] = strconv.Itoa(face)
	}
	return strings.Join(words, ",")
}
