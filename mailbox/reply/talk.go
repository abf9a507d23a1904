package reply

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// minTalk is the smallest number of words of a sentence that are not all understood. Fewer don't show their language.
const minTalk = 3

// minQuestion is the smallest number of words of a question that has no word about something else, such as "weather".
const minQuestion = 6

// minStory is the smallest number of words of a story, in which a weak doubt, such as "not" or "if", doesn't concern the move. A
// character of a script without blanks counts for half a word.
const minStory = 7

// undoubted reports whether a text has its move in a clause of harmless phrases, and no doubtful word, no order and no question about
// the match anywhere else. The rest need not be known, but for the most part its language must be.
func (t *text) undoubted(tokens []token) bool {
	list := clauses(tokens)
	x, signed, moved, headed := phrases(), false, false, t.headed(tokens, list)
	spoken, _ := x.spoken(tokens)
	for _, s := range sentences(list) {
		for _, c := range s {
			known := slices.ContainsFunc(x.languages, func(l *language) bool { return l.covers(c, t.names, !moved) })
			switch {
			case known && moved && x.byes.longest(c) > 0:
				signed = true
			case known, signed && isName(c, t.names):
			case slices.ContainsFunc(c, token.sign):
				return false
			case t.named(c) || moved && t.signs(c):
				signed = signed || moved
			case x.orders(c) || t.doubtful(c, s, spoken, signed, headed):
				return false
			}
		}
		moved = moved || slices.ContainsFunc(slices.Concat(s...), token.move)
	}
	return moved
}

// headed reports whether the first line, after a greeting of one line at most, is a move and nothing but known phrases. Then what follows is
// conversation.
func (t *text) headed(tokens []token, list []clause) bool {
	i := slices.IndexFunc(tokens, token.move)
	if i < 0 || strings.Count(strings.TrimSpace(t.typed[:tokens[i].from]), "\n") > 0 {
		return false
	}
	from, to := strings.LastIndex(t.typed[:tokens[i].from], "\n")+1, len(t.typed)
	if n := strings.Index(t.typed[tokens[i].to:], "\n"); n >= 0 {
		to = tokens[i].to + n
	}
	line := t.typed[from:to]
	return !strings.ContainsAny(line, "?？\"“”„«»「」『』") && !slices.ContainsFunc(list, func(c clause) bool {
		return c.words[0].from < to && !slices.ContainsFunc(phrases().languages, func(l *language) bool { return l.covers(c.words, t.names, true) })
	})
}

// sentences joins the clauses of each sentence.
func sentences(list []clause) (all [][][]token) {
	begins := true
	for _, c := range list {
		if begins {
			all = append(all, nil)
		}
		last := len(all) - 1
		all[last], begins = append(all[last], c.words), c.full
	}
	return all
}

// named reports whether a sentence is the name of somebody who is known, or an initial.
func (t *text) named(c []token) bool {
	known := false
	for _, w := range c {
		initial := utf8.RuneCountInString(w.text) == 1 && slices.ContainsFunc(t.names, func(n string) bool { return strings.HasPrefix(n, w.text) })
		if !w.capital && !initial && !slices.Contains(t.names, w.text) {
			return false
		}
		known = known || initial || slices.Contains(t.names, w.text)
	}
	return known && len(c) <= 3 && t.alone(span{c[0].from, c[len(c)-1].to})
}

// orders reports whether a clause is an instruction.
func (x *lexicon) orders(c []token) bool {
	text := joined(c)
	return slices.ContainsFunc([]Word{Resign, Accept, Decline, Draw, Undo, Pause, Claim, Stop}, func(w Word) bool { return x.words[w][text] })
}

// doubtful reports whether a clause of a sentence may concern the move: it is not understood, or has doubtful words in a language that it
// or the whole text may be in, or is a question that is not about something else, or near a quotation. Below a move with a line of its
// own, a sentence need not be understood, and a longer question only has no doubtful words.
func (t *text) doubtful(c []token, sentence [][]token, spoken []*language, signed, headed bool) bool {
	words := slices.Concat(sentence...)
	beside := slices.ContainsFunc(words, token.move)
	words = slices.DeleteFunc(words, token.move)
	languages, _ := phrases().spoken(c)
	languages = append(languages, spoken...)
	doubted := func(story, strict, asked, talks bool) bool {
		return slices.ContainsFunc(languages, func(l *language) bool { return len(l.doubt) == 0 || l.doubts(c, story, strict, asked, talks) })
	}
	asked := asks(words)
	elsewhere := slices.ContainsFunc(phrases().languages, func(l *language) bool { return l.life.in(words) })
	apart := !slices.ContainsFunc(t.moves, func(m found) bool { return m.to <= c[0].from && !strings.Contains(t.typed[m.to:c[0].from], "\n") })
	if headed && apart && !beside {
		return asked && !elsewhere && len(words) < minQuestion || doubted(true, asked, asked, !asked)
	}
	_, understood := phrases().spoken(words)
	if !signed && understood < len(words) && (len(words) < minTalk || understood*5 < len(words)) {
		return true
	}
	story := apart && !beside && !asked && !signed && isStory(words)
	if doubted(story, beside || asked || !apart && !signed, asked, false) {
		return true
	}
	around := t.typed[max(0, c[0].from-4):min(len(t.typed), c[len(c)-1].to+4)]
	if !signed && strings.ContainsAny(around, "\"“”„«»「」『』") {
		return true
	}
	return asked && !elsewhere && (len(words) < minQuestion || understood*2 < len(words))
}

// isStory reports whether a sentence is long enough for a story.
func isStory(sentence []token) bool {
	halves := 0
	for _, t := range sentence {
		if c, _ := utf8.DecodeRuneInString(t.text); solid(c) {
			halves++
		} else {
			halves += 2
		}
	}
	return halves >= 2*minStory
}

// spoken lists the languages that some words may be in, and returns how many of the words are understood in the likeliest one.
func (x *lexicon) spoken(tokens []token) (list []*language, most int) {
	words := slices.DeleteFunc(slices.Clone(tokens), func(w token) bool { return w.text == "" })
	understood := make([]int, len(x.languages))
	for i, l := range x.languages {
		understood[i] = l.understood(words)
		most = max(most, understood[i])
	}
	for i, l := range x.languages {
		if most > 0 && understood[i]*3 >= most*2 {
			list = append(list, l)
		}
	}
	return list, most
}

// understood returns how many words of a sentence are known in a language.
func (l *language) understood(sentence []token) (n int) {
	for i := 0; i < len(sentence); {
		known := l.known(sentence[i:])
		for _, s := range []set{l.doubt, l.weak, l.game, l.play, l.refer, l.life} {
			known = max(known, s.longest(sentence[i:]))
			if known == 0 && s.begins(sentence[i].text) {
				known = 1
			}
		}
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

// doubts reports whether words have a doubt. In a story a weak one counts only beside a word about the match. Such a word counts beside a
// weak doubt or a word that may refer to the move, or where it is strict. A word about playing is a doubt, except in talk after
// what people say of themselves: "I have played". A doubt that is part of an everyday phrase doesn't count.
func (l *language) doubts(words []token, story, strict, asked, talks bool) bool {
	var weak, game, refer bool
	phraseEnd, ownEnd := 0, -1
	for i := range words {
		if n := l.own.longest(words[i:]); n > 0 {
			ownEnd = i + n
		}
		hit := func(s set) bool {
			n := s.at(words[i:])
			return n > 0 && i+n > phraseEnd && l.known(words[i:]) <= n
		}
		play := hit(l.play)
		if hit(l.doubt) || play && !(talks && ownEnd >= i) {
			return true
		}
		weak, game, refer = weak || hit(l.weak), game || play || hit(l.game), refer || hit(l.refer)
		if n := l.known(words[i:]); n > 1 {
			phraseEnd = max(phraseEnd, i+n)
		}
	}
	return weak && (!story || game) || game && (strict || refer) || refer && asked
}

// at returns how many words the longest item of the set at the beginning of a list has.
func (s set) at(list []token) int {
	n := s.longest(list)
	_, elided, found := strings.Cut(list[0].text, "'") // d'annuler
	if n == 0 && (s.begins(list[0].text) || found && (s[elided] || s.begins(elided))) {
		n = 1
	}
	return n
}

// in reports whether some words have one of the set.
func (s set) in(words []token) bool {
	for i := range words {
		if s.at(words[i:]) > 0 {
			return true
		}
	}
	return false
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
