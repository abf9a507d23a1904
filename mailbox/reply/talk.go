package reply

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// minTalk is the smallest number of words of small talk that are not all everyday words. Fewer don't show their language.
const minTalk = 3

// smallTalk reports whether a sentence without a move certainly has nothing to do with one: at least a third of its words are
// everyday words of a language, and the words outside known phrases are not doubtful in that language nor in any other that the
// sentence may be in.
func (x *lexicon) smallTalk(sentence, rest []token) bool {
	if slices.ContainsFunc(rest, token.sign) {
		return false
	}
	most, everyday := 0, make([]int, len(x.languages))
	for i, l := range x.languages {
		everyday[i] = l.everyday(sentence)
		most = max(most, everyday[i])
	}
	if most < len(sentence) && (len(sentence) < minTalk || most < 2 || most*3 < len(sentence)) {
		return false
	}
	for i, l := range x.languages {
		if known := len(l.doubt) > 0 && len(sentence) < minTalk; (known || everyday[i]*3 >= most*2) && l.doubts(rest) {
			return false
		}
	}
	return true
}

// everyday returns how many words of a sentence are everyday words of a language.
func (l *language) everyday(sentence []token) (n int) {
	for i := 0; i < len(sentence); {
		known := max(l.chat.longest(sentence[i:]), l.polite.longest(sentence[i:]), l.talk.longest(sentence[i:]))
		if elided, _, found := strings.Cut(sentence[i].text, "'"); found && l.chat[elided+"'"] { // l'hiver
			known = max(known, 1)
		}
		n += known
		i += max(known, 1)
	}
	return n
}

// doubts reports whether a sentence may concern the match, or is in a language whose doubtful words are not known.
func (l *language) doubts(sentence []token) bool {
	for i, t := range sentence {
		_, elided, found := strings.Cut(t.text, "'") // d'annuler
		if l.doubt.longest(sentence[i:]) > 0 || l.begins(t.text) || found && (l.doubt[elided] || l.begins(elided)) {
			return true
		}
	}
	return len(l.doubt) == 0
}

// begins reports whether a word begins or ends as a doubtful word does.
func (l *language) begins(word string) bool {
	for i := range word {
		if l.doubt[word[:i]+"-"] || l.doubt["-"+word[i:]] {
			return true
		}
	}
	return l.doubt[word+"-"]
}

// move reports whether a token is a move.
func (t token) move() bool { return t.text == "#" }

// sign reports whether a token is a move, or a picture that is not cheerful.
func (t token) sign() bool {
	c, _ := utf8.DecodeRuneInString(t.text)
	return t.text != "?" && !wordly(c) && !solid(c)
}
