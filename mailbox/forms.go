package mailbox

import (
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"
)

// lazy returns a function that compiles expr when first called, so that the
// program starts fast.
func lazy(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

func isMessageID(s string) bool {
	inner, opened := strings.CutPrefix(s, "<")
	inner, closed := strings.CutSuffix(inner, ">")
	return opened && closed && lengthBetween(inner, 1, longestID) && consistsOf(inner, idRune)
}

const longestID = 240

func idRune(r rune) bool { return '!' <= r && r <= '~' && r != '<' && r != '>' }

// idsInside returns the Message-IDs in a field, at most max.
func idsInside(field string, max int) (ids []string) {
	for len(ids) < max {
		start := strings.IndexByte(field, '<')
		if start < 0 {
			break
		}
		field = field[start:]
		end := 1 + strings.IndexFunc(field[1:], func(r rune) bool { return !idRune(r) })
		if end > 0 && isMessageID(field[:end+1]) {
			ids = append(ids, field[:end+1])
		}
		field = field[1:]
	}
	return ids
}

func isMediaType(s string) bool {
	kind, detail, _ := strings.Cut(s, "/")
	return isToken(kind) && isToken(detail)
}

func isToken(s string) bool {
	return s != "" && lowerAlnum(rune(s[0])) &&
		consistsOf(s, func(r rune) bool { return lowerAlnum(r) || strings.ContainsRune(".+-", r) })
}

func lowerAlnum(r rune) bool { return 'a' <= r && r <= 'z' || '0' <= r && r <= '9' }

func isContentID(s string) bool {
	return lengthBetween(s, 1, 120) && consistsOf(s, func(r rune) bool {
		return lowerAlnum(r) || 'A' <= r && r <= 'Z' || strings.ContainsRune("._@-", r)
	})
}

// lengthBetween reports whether s has from least to most characters.
func lengthBetween(s string, least, most int) bool {
	n := utf8.RuneCountInString(s)
	return least <= n && n <= most
}

// consistsOf reports whether ok is true for every character of s.
func consistsOf(s string, ok func(rune) bool) bool {
	return strings.IndexFunc(s, func(r rune) bool { return !ok(r) }) < 0
}
