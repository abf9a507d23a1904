package reply

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// retracted is how a sentence begins that takes an instruction back, wherever it stands behind it.
const retracted = `(?:(?:h+m+|oh|ah|well|sorry|oops|no|すみません|ごめんなさい)[,.…!、。]* ?)*(?:no,? wait|wait\b|never ?mind|scratch that|cancel (?:that|it|this)|` +
	`(?:forget|ignore|disregard) (?:that|it|this)|on second thoughts?|(?:just |only )?kidding|jk\b|i(?:'m| was) (?:just |only )?(?:kidding|joking)|` +
	`やっぱり?(?:やめ|違|待|別|なし|取|[、,])|冗談(?:です|だ|$)|取り消|待って(?:くだ|下さ|ほし|[、。]|$)|ちょっと待)`

// conditional is how a sentence begins that, next to an instruction, denies it or sets a condition.
const conditional = `no,? not|not yet|not now|not (?:really|that)|or (?:not|maybe|perhaps|should|\S*\d)|` +
	`(?:don't|do not)(?:$| (?:play|move|do|count|read|take|resign|accept|agree|claim|yet)\b)|cancel|joking|oops|sorry,? (?:no|i mean|wrong|not)|actually|` +
	`i mean\b[^a-z]*(?:no|not)|i (?:would|might|could|should|may) (?:play|move|go|say|choose|resign|accept|agree|offer|claim|if)\b|i was going to\b|` +
	`unless|only if|but only|but if|if (?:you|i|it|we|not|that|this)\b|provided|on condition|instead of|rather (?:not|than|\S*\d)|i'm not sure|not sure|` +
	`まだ(?:です|だめ|待|考|指|決|早|迷|わか|分か|$)|いや(?:[、,。…]|違|$)|ではなく|じゃなく|もし|ただし|間違(?:え|い(?:です|でし|まし|$))|うそ|嘘|しません|したくない|` +
	`ではない|と言いたい|かもしれ|かな(?:[?？…、]|$)|するつもり|するか|しよう|すべき|なら|とは|と思|はどう`

var (
	takesBack = lazy(`^` + retracted)
	doubtful  = lazy(`^(?:` + retracted + `|` + conditional + `)`)
	// goesOn is how a line begins that makes the one before it a part of its sentence.
	goesOn = lazy(`^(?:is|was|would be)\b`)
)

// doubted tells whether what follows an instruction takes it back or sets a condition: the rest of its own statement, the
// others of its paragraph and the first of the next.
func doubted(rest string, list []statement, paragraph int) bool {
	if doubts(rest) {
		return true
	}
	for i, s := range list {
		if s.paragraph != paragraph && i > 0 {
			return false
		}
		if doubts(s.text) || i == 0 && s.paragraph == paragraph && goesOn().MatchString(s.text) {
			return true
		}
	}
	return false
}

// doubts tells whether a text begins with what takes back or sets a condition, or a sentence of it takes back.
func doubts(text string) bool {
	return doubtful().MatchString(plain(text)) ||
		slices.ContainsFunc(ends().Split(text, -1), func(sentence string) bool { return takesBack().MatchString(plain(sentence)) })
}

var (
	negation = lazy(`\b(?:not|never|cannot|nor)\b|n't\b`)
	supposes = lazy(`^(?:if|unless|only if|even if)\b`)
)

// embedded tells whether a statement belongs to a sentence of the one before that sets a condition, or that denies and goes
// on behind it: "I will not play", "e2", "after that".
func embedded(list []statement, i int) bool {
	if i == 0 || strings.ContainsAny(list[i-1].text[len(list[i-1].text)-1:], ".!?") {
		return false
	}
	before := plain(list[i-1].text)
	if supposes().MatchString(before) {
		return true
	}
	if i == len(list)-1 {
		return false
	}
	next, _ := utf8.DecodeRuneInString(list[i+1].text)
	return unicode.IsLower(next) && negation().MatchString(before) && !strings.HasSuffix(before, ":")
}
