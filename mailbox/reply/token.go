package reply

import (
	"slices"
	"strings"
)

// digits of a token: Crockford's base 32 in lower case, without the letters that look like others.
const digits = "0123456789abcdefghjkmnpqrstvwxyz"

// FormatToken writes ten bytes as a token of ten characters, one of each byte, with a hyphen in the middle.
func FormatToken(secret [10]byte) string {
	var b strings.Builder
	for i, c := range secret {
		if i == 5 {
			b.WriteByte('-')
		}
		b.WriteByte(digits[c%32])
	}
	return b.String()
}

var tokenForm = lazy(`\b[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}\b`)

// maxTokens is how many strings like tokens are tried.
const maxTokens = 50

// Tokens lists what looks like a token in texts, whatever a mail program has made of it: in capitals, quoted, broken over
// two lines, with soft hyphens.
func Tokens(texts ...string) (tokens []string) {
	joined := strings.ToLower(strings.Join(texts, "\n"))
	if len(joined) > 2*maxText {
		joined = joined[:2*maxText]
	}
	whole := strings.NewReplacer("\u00ad", "", "\u2010", "-", "\u2011", "-").Replace(joined)
	mended := breaks().ReplaceAllString(whole, "-")
	for _, text := range []string{whole, mended} {
		for _, t := range tokenForm().FindAllString(text, maxTokens) {
			if !slices.Contains(tokens, t) && len(tokens) < maxTokens {
				tokens = append(tokens, t)
			}
		}
	}
	return tokens
}

// breaks are hyphens at which mail has broken a line, with the quoting of the next.
var breaks = lazy(`-=?\s*\n[\s>＞|]*`)
