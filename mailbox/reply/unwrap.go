package reply

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// unwrap returns the typed lines, with those joined that mail has wrapped.
func unwrap(lines []string, typed []bool) (list []string) {
	before := ""
	for i, line := range lines {
		if line = trim(line); !typed[i] {
			line = ""
		}
		switch {
		case line == "":
		case before != "" && wrapped(before, line):
			list[len(list)-1] = rejoined(list[len(list)-1], line)
		default:
			list = append(list, line)
		}
		before = line
	}
	return list
}

// wrapColumn is the narrowest column at which mail programs wrap lines. Whoever ends a line before it does so by hand.
const wrapColumn = 58

// wrapped reports whether mail has broken one line into these two: the first word of the second had no room on the first, and
// the sentence continues.
func wrapped(line, next string) bool {
	if columns(line)+1+columns(firstWord(next)) <= wrapColumn {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(line)
	first, _ := utf8.DecodeRuneInString(next)
	return !strings.ContainsRune(".!?:。！？：…", last) || unicode.IsLower(first)
}

// columns is the width of a text, where a character of Japanese takes two.
func columns(text string) (n int) {
	for _, c := range text {
		if n++; c >= 0x1100 && (c < 0xff61 || c > 0xff9f) {
			n++
		}
	}
	return n
}

// firstWord is a text up to its first blank; of Japanese, which breaks anywhere, the first character.
func firstWord(text string) string {
	if first, size := utf8.DecodeRuneInString(text); first >= 0x2e80 {
		return text[:size]
	}
	word, _, _ := strings.Cut(text, " ")
	return word
}

// rejoined is a line with the rest that was wrapped, with a blank between them where the script has blanks.
func rejoined(line, rest string) string {
	last, _ := utf8.DecodeLastRuneInString(line)
	first, _ := utf8.DecodeRuneInString(rest)
	if last >= 0x2e80 && first >= 0x2e80 {
		return line + rest
	}
	return line + " " + rest
}
