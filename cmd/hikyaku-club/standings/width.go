package standings

import (
	"strings"
	"unicode"
)

// align returns rows as lines with aligned columns, two spaces apart.
func align(rows [][]string) string {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], width(cell))
		}
	}
	var b strings.Builder
	for _, row := range rows {
		line := ""
		for i, cell := range row {
			line += cell + strings.Repeat(" ", widths[i]-width(cell)+2)
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}

// width returns how many columns a text takes. It ignores the locale, so that a table is the same everywhere: a character that is
// wide only in some locales takes one column.
func width(text string) (n int) {
	for _, r := range text {
		switch {
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		case wide(r):
			n += 2
		default:
			n++
		}
	}
	return n
}

// wide reports whether a character takes two columns: kana, kanji, hangul, full-width forms and pictures.
func wide(r rune) bool {
	switch {
	case r >= 0xff61 && r <= 0xffdc: // half-width forms
		return false
	case r >= 0x3000 && r <= 0x33ff, r >= 0xff01 && r <= 0xffe6, r >= 0x1f300 && r <= 0x1faff:
		return true
	}
	return unicode.In(r, unicode.Han, unicode.Hangul)
}
