package mailbox

import (
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// lazy gives an expression that is compiled when it is first used, so that no start of the program waits for it.
func lazy(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

// isAddress reports whether s is an address that letters are sent to. Quoted local parts are not: they are written by nobody
// but those who try what happens.
func isAddress(s string) bool {
	local, domain, _ := strings.Cut(s, "@")
	return between(local, 1, 64) && between(domain, 1, 255) &&
		only(local, func(r rune) bool { return wordRune(r) || strings.ContainsRune("!#$%&'*+/=?^_`{|}~", r) }) &&
		only(domain, wordRune)
}

func wordRune(r rune) bool {
	return r == '.' || r == '-' || unicode.IsLetter(r) || unicode.IsNumber(r)
}

func isMessageID(s string) bool {
	inner, opened := strings.CutPrefix(s, "<")
	inner, closed := strings.CutSuffix(inner, ">")
	return opened && closed && between(inner, 1, longestID) && only(inner, idRune)
}

const longestID = 240

func idRune(r rune) bool { return '!' <= r && r <= '~' && r != '<' && r != '>' }

// idsInside lists what has the form of a message id in a field, up to max of them.
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
		only(s, func(r rune) bool { return lowerAlnum(r) || strings.ContainsRune(".+-", r) })
}

func lowerAlnum(r rune) bool { return 'a' <= r && r <= 'z' || '0' <= r && r <= '9' }

func isContentID(s string) bool {
	return between(s, 1, 120) && only(s, func(r rune) bool {
		return lowerAlnum(r) || 'A' <= r && r <= 'Z' || strings.ContainsRune("._@-", r)
	})
}

// between reports whether s has from least to most characters.
func between(s string, least, most int) bool {
	n := utf8.RuneCountInString(s)
	return least <= n && n <= most
}

// only reports whether every character is one of those that ok takes.
func only(s string, ok func(rune) bool) bool {
	return strings.IndexFunc(s, func(r rune) bool { return !ok(r) }) < 0
}
