package i18n

import (
	"runtime"
	"strings"
	"unicode"
)

// Command returns words as a command line that can be typed into a shell: words with blanks or characters that
// mean something to a shell are quoted.
func Command(words ...string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = word
		switch {
		case word != "" && !strings.ContainsFunc(word, func(r rune) bool { // that means something to a shell
			return unicode.IsSpace(r) || r < unicode.MaxASCII && !unicode.IsLetter(r) && !unicode.IsDigit(r) &&
				!strings.ContainsRune("%+,-./:=@_", r) && (r != '\\' || runtime.GOOS != "windows")
		}):
		case runtime.GOOS == "windows": // its two shells have only these quotes in common
			quoted[i] = `"` + word + `"`
		default:
			quoted[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
	}
	return strings.Join(quoted, " ")
}
