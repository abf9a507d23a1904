package render

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"
)

// Safe makes text of other people safe to print. Characters that could control a terminal, change the direction of
// writing or be invisible are written as \u{…}: every control character except the line feed, every format character
// (bidirectional, zero-width, tags), the line and paragraph separators, and bytes that are not UTF-8, as \u{FFFD}.
func Safe(text string) string {
	if strings.IndexFunc(text, unsafeRune) < 0 && utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for i, r := range text {
		_, size := utf8.DecodeRuneInString(text[i:])
		if unsafeRune(r) || (r == utf8.RuneError && size == 1) {
			fmt.Fprintf(&b, `\u{%X}`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// SafeLine is Safe for one line. It also writes line feeds as \u{…}, and cuts the text to width columns, the last of
// them "…".
func SafeLine(text string, width int) string {
	line := strings.ReplaceAll(Safe(text), "\n", `\u{A}`)
	if width <= 0 {
		return ""
	}
	return terminal.Truncate(line, width, "…")
}

func unsafeRune(r rune) bool {
	const firstTag, lastTag = 0xE0000, 0xE007F
	return r != '\n' && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) ||
		r >= firstTag && r <= lastTag
}

// terminal counts the columns of text in a terminal. It is not the library's default, which reads the locale.
var terminal = runewidth.Condition{StrictEmojiNeutral: true}
