package reply

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// minTalk is the smallest number of words of small talk that are not all everyday words. Fewer don't show their language.
const minTalk = 3

// minStory is the smallest number of words of a story, in which a weak doubt, such as "not" or "if", doesn't concern the move. A
// character of a script without blanks counts for half a word.
const minStory = 7

// smallTalk reports whether a sentence without a move certainly has nothing to do with one: at least a third of its words are
// everyday words of a language, and the words outside known phrases are not doubtful in that language nor in any other that the
// sentence may be in. A sentence that is apart from a move before it can be a story.
func (x *lexicon) smallTalk(sentence, rest []token, apart bool) bool {
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
	story := apart && most*2 >= len(sentence) && isStory(sentence)
	for i, l := range x.languages {
		if known := len(l.doubt) > 0 && len(sentence) < minTalk; (known || everyday[i]*3 >= most*2) && l.doubts(rest, story) {
			return false
		}
	}
	return true
}

// isStory reports whether a sentence is long enough for a story, without a move or a question.
func isStory(sentence []token) bool {
	halves := 0
	for _, t := range sentence {
		c, _ := utf8.DecodeRuneInString(t.text)
		switch {
		case t.move() || t.text == "?":
			return false
		case solid(c):
			halves++
		default:
			halves += 2
		}
	}
	return halves >= 2*minStory
}

// everyday returns how many words of a sentence are everyday words of a language.
func (l *language) everyday(sentence []token) (n int) {
	for i := 0; i < len(sentence); {
		known := l.known(sentence[i:])
		n += known
		i += max(known, 1)
	}
	return n
}

// known returns how many words the longest everyday phrase at the beginning of a list has.
func (l *language) known(list []token) int {
	known := max(l.chat.longest(list), l.polite.longest(list), l.talk.longest(list))
	if elided, _, found := strings.Cut(list[0].text, "'"); found && l.chat[elided+"'"] { // l'hiver
		known = max(known, 1)
	}
	return known
}

// doubts reports whether a sentence may concern the match, or is in a language whose doubtful words are not known. A doubtful word
// that is part of an everyday phrase doesn't count, nor does a weak one in a story.
func (l *language) doubts(sentence []token, story bool) bool {
	phraseEnd := 0
	for i, t := range sentence {
		_, elided, found := strings.Cut(t.text, "'") // d'annuler
		for _, list := range []set{l.doubt, l.weak} {
			n := list.longest(sentence[i:])
			if n == 0 && (list.begins(t.text) || found && (list[elided] || list.begins(elided))) {
				n = 1
			}
			if n > 0 && i+n > phraseEnd && l.known(sentence[i:]) <= n {
				return true
			}
			if story {
				break
			}
		}
		if n := l.known(sentence[i:]); n > 1 {
			phraseEnd = max(phraseEnd, i+n)
		}
	}
	return len(l.doubt) == 0
}

// begins reports whether a word begins or ends as a word of the set does.
func (s set) begins(word string) bool {
	for i := range word {
		if s[word[:i]+"-"] || s["-"+word[i:]] {
			return true
		}
	}
	return s[word+"-"]
}

// move reports whether a token is a move.
func (t token) move() bool { return t.text == "#" }

// sign reports whether a token is a move, or a picture that is not cheerful.
func (t token) sign() bool {
	c, _ := utf8.DecodeRuneInString(t.text)
	return t.text != "?" && !wordly(c) && !solid(c)
}
