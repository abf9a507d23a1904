package engine

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Move is a move in the game's canonical notation: a word of the game's own choice that can stand on a line of a record, as in
// "  12 e2           ( 0:12/00:00:12)". Throws are moves too, and the only ones that begin with "[". What Check holds of all others:
//
//   - It has 1 to MaxMove bytes of valid UTF-8.
//   - Every character is printed: there is no blank of any width, no control character, nothing invisible.
//   - It does not begin with "[" or with the sign of a side, one of ▲△▼▽☗☖.
//   - Its parentheses, ( and （ alike, come in pairs. Where it ends with one, no colon stands in the last pair, which is how times look.
//   - It does not end with a plus that stands alone or behind a parenthesis, which is the sign of a variation; "7g7f+" is fine.
//   - It is none of the Reserved words.
//
// Every other word is free: "link" and "accept" are moves like any other.
type Move string

// MaxMove is how many bytes a move may have, so that mail does not break its line of a record.
const MaxMove = 48

// Reserved are the words with which a record ends. They stand in the place of a move, so no move is called so.
var Reserved = []string{"投了", "中断", "持将棋", "合意引分", "切れ負け", "反則負け", "反則勝ち", "千日手", "詰み", "詰", "不詰",
	"入玉勝ち", "不戦勝", "不戦敗", "封じ手"}

// sideSigns are what other programs write before the moves of a side; whoever reads a record drops them.
const sideSigns = "▲△▼▽☗☖"

// Check tells why m cannot stand in a record, in one sentence; nil if it can.
func (m Move) Check() error {
	if _, thrown := m.Throw(); thrown {
		return nil
	}
	for _, wrong := range []func(string) string{wrongSize, wrongCharacter, wrongBeginning, wrongParentheses, wrongEnd} {
		if why := wrong(string(m)); why != "" {
			return fmt.Errorf("%.60q cannot be a move: %s", string(m), why)
		}
	}
	return nil
}

func wrongSize(m string) string {
	switch {
	case m == "":
		return "it is empty"
	case len(m) > MaxMove:
		return fmt.Sprintf("it has %d bytes, and %d are the most", len(m), MaxMove)
	}
	return ""
}

func wrongCharacter(m string) string {
	if !utf8.ValidString(m) || strings.ContainsRune(m, utf8.RuneError) {
		return "it is not valid UTF-8"
	}
	for _, c := range m {
		switch {
		case unicode.IsSpace(c):
			return "it holds a blank"
		case !unicode.IsPrint(c):
			return fmt.Sprintf("it holds %U, which is not printed", c)
		}
	}
	return ""
}

func wrongBeginning(m string) string {
	first, _ := utf8.DecodeRuneInString(m)
	switch {
	case first == '[':
		return `"[" begins throws only, such as [4] and [3,2]`
	case strings.ContainsRune(sideSigns, first):
		return fmt.Sprintf("%c before a move is read as the sign of a side", first)
	}
	return ""
}

// wide makes the signs of the width of a kanji that mean something in a record like the narrow ones.
var wide = strings.NewReplacer("（", "(", "）", ")", "：", ":", "＋", "+")

func wrongParentheses(m string) string {
	depth := 0
	for _, c := range wide.Replace(m) {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth < 0 {
			return "a parenthesis closes that was not opened"
		}
	}
	if depth > 0 {
		return "a parenthesis is not closed"
	}
	return ""
}

func wrongEnd(m string) string {
	narrow := wide.Replace(m)
	last := narrow[strings.LastIndexByte(narrow, '(')+1:]
	switch {
	case slices.Contains(Reserved, m):
		return "this word ends a record"
	case strings.HasSuffix(narrow, ")") && strings.Contains(last, ":"):
		return "a colon in parentheses at its end is read as a time"
	case narrow == "+" || strings.HasSuffix(narrow, ")+"):
		return "a plus that stands alone or behind a parenthesis is read as the sign of a variation"
	}
	return ""
}
