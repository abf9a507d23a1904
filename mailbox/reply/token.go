package reply

import (
	"regexp"
	"slices"
	"strings"

	"hikyaku/internal/lazyregexp"
)

// digits of a token: Crockford's base 32 in lower case, without the letters that look like others.
const digits = "0123456789abcdefghjkmnpqrstvwxyz"

// FormatToken writes bytes as a token, with a character for each and a hyphen after each five.
func FormatToken(secret []byte) string {
	var b strings.Builder
	for i, c := range secret {
		if i > 0 && i%5 == 0 {
			b.WriteByte('-')
		}
		b.WriteByte(digits[c%32])
	}
	return b.String()
}

const five = `[0-9a-hjkmnp-tv-z]{5}`

var (
	tokenForm = lazyregexp.New(`\b` + five + `-` + five + `\b`)
	// questionForm is the token of a letter with that of the question in it.
	questionForm = lazyregexp.New(`\b` + five + `-` + five + `((?:-` + five + `){4})\b`)
)

// maxTokens is the largest number of possible tokens that are checked.
const maxTokens = 50

// Tokens lists what looks like a token in texts, whatever a mail program has made of it: in capitals, quoted, broken over
// two lines, with soft hyphens.
func Tokens(texts ...string) []string { return find(tokenForm(), texts) }

// QuestionTokens lists what looks like the token of a question in texts, as Tokens does, without that of the letter before it.
func QuestionTokens(texts ...string) (tokens []string) {
	for _, t := range find(questionForm(), texts) {
		tokens = append(tokens, questionForm().FindStringSubmatch(t)[1][1:])
	}
	return tokens
}

// find returns the strings in texts that have the form of a token.
func find(form *regexp.Regexp, texts []string) (tokens []string) {
	joined := strings.ToLower(strings.Join(texts, "\n"))
	if len(joined) > 2*maxText {
		joined = joined[:2*maxText]
	}
	whole := strings.NewReplacer("\u00ad", "", "\u2010", "-", "\u2011", "-").Replace(joined)
	mended := breaks().ReplaceAllString(whole, "-")
	for _, text := range []string{whole, mended} {
		for _, t := range form.FindAllString(text, maxTokens) {
			if !slices.Contains(tokens, t) && len(tokens) < maxTokens {
				tokens = append(tokens, t)
			}
		}
	}
	return tokens
}

// breaks are hyphens at which mail has broken a line, with the quoting of the next.
var breaks = lazyregexp.New(`-=?\s*\n[\s>＞|]*`)
