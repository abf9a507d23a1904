package render

import (
	"strings"
	"unicode/utf8"
)

// Wrap breaks text into lines of at most width columns: at blanks, and anywhere between wide characters but before a closing
// sign or behind an opening one. A word that is longer has a line of its own.
func Wrap(text string, width int) (lines []string) {
	c := columns(false)
	wide := func(r rune) bool { return c.RuneWidth(r) == 2 }
	line, end := "", 0 // end is where line may be broken; 0 for nowhere
	for _, r := range Safe(text) {
		last, _ := utf8.DecodeLastRuneInString(line)
		signs := strings.ContainsRune("、。：；」）", r) || strings.ContainsRune("「（", last)
		if last == ' ' || (wide(last) || wide(r)) && !signs {
			end = len(line)
		}
		if end > 0 && r != ' ' && c.StringWidth(line)+c.RuneWidth(r) > width {
			lines = append(lines, strings.TrimRight(line[:end], " "))
			line, end = line[end:], 0
		}
		line += string(r)
	}
	return append(lines, line)
}
