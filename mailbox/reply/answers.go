package reply

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Answers returns what the reply says to the question whether its writer means asked: Yes, Decline, or None where it says
// something else or neither is plain. The words beside a yes are for the other side.
//
// A no needs no more than the word, because to do nothing is safe. After a yes nothing may stand that takes it back.
func (r Reply) Answers(asked Wish) (word Word, beside string) {
	switch {
	case r.Wish == asked && asked != (Wish{}):
		if hedged(r.Comment, asked) {
			return None, ""
		}
		return Yes, r.Comment
	case r.Wish.Move != "" || !slices.Contains([]Word{None, Yes, Decline}, r.Wish.Word):
		return None, ""
	}
	said := r.said
	if len(said) > 1 && greets(said[0]) {
		said = said[1:]
	}
	if len(said) == 0 {
		return None, ""
	}
	word, rest := opens(salutation().ReplaceAllString(said[0], ""))
	if word != Yes {
		return word, ""
	}
	var words []string
	for _, s := range append([]string{rest}, said[1:]...) {
		if s = trim(s); strings.ContainsFunc(s, unicode.IsLetter) && wordOf(peel(s)) == None {
			words = append(words, s)
		}
	}
	if all := strings.Join(append([]string{rest}, said[1:]...), "\n"); hedged(all, asked) {
		return None, ""
	}
	return Yes, strings.Join(words, "\n")
}

// refusals are ways to say no to a question that are no words of their own.
var refusals = []string{"nope", "never", "cancel", "いえ", "やめます", "やめておきます", "取り消します", "キャンセル"}

// opens returns the yes or no with which a text begins, and the rest of the text.
func opens(text string) (word Word, rest string) {
	text = strings.TrimLeft(text, "*_'\"“「『 ")
	longest := 0
	for w, list := range map[Word][]string{Yes: forms()[Yes], Decline: append(slices.Clone(forms()[Decline]), refusals...)} {
		for _, form := range list {
			if after, found := cutFold(text, form); found && len(form) > longest && over(after) {
				word, rest, longest = w, after, len(form)
			}
		}
	}
	return word, strings.TrimLeft(rest, "*_'\"”」』 ,.!;:–—-、。！，．…\u3000")
}

// cutFold cuts a form of a word off a text, whatever its case and width.
func cutFold(text, form string) (after string, found bool) {
	for _, want := range form {
		c, size := utf8.DecodeRuneInString(text)
		if size == 0 || unicode.ToLower(Narrow(c)) != want {
			return "", false
		}
		text = text[size:]
	}
	return text, true
}

// over reports whether a word is over where a text goes on like this.
func over(after string) bool {
	c, size := utf8.DecodeRuneInString(after)
	return size == 0 || !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '\'' && c != '’'
}

// hedge is what makes a yes less than plain.
var hedge = lazy(`\b(?:but|however|although|though|if|unless|wait|not|never|no|nope|maybe|perhaps|probably|think|thinking|consider|unsure|hmm+|before|until|later|instead|` +
	`rather|or|kidding|joking|cancel|mean|meant|should|would|could|might)\b|n't\b|[?？]|` +
	`でも|しかし|ただし|けど|けれど|ですが|だが|もし|たら|なら|まだ|待って|待った|やっぱり|やはり|ません|ない|なく|いや|いえ|違|間違|かも|たぶん|多分|考え|迷|後で|あとで|冗談|取り消|取消`)

// hedged reports whether words beside a yes take it back, set a condition, ask something or are an instruction of another kind.
func hedged(text string, asked Wish) bool {
	if hedge().MatchString(plain(text)) {
		return true
	}
	clauses := strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune("\n.,;!?、。！？，．", c) })
	return slices.ContainsFunc(clauses, func(clause string) bool {
		w := wordOf(peel(clause))
		return w != None && w != Yes && w != asked.Word
	})
}
