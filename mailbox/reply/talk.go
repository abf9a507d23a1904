package reply

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// minTalk is the smallest number of words of a sentence that are not all understood. Fewer don't show their language.
const minTalk = 3

// minQuestion is the smallest number of words of a question that has no name and no word about something else, such as "weather".
const minQuestion = 6

// minStory is the smallest number of words of a story, in which a weak doubt, such as "not" or "if", doesn't concern the move. A
// character of a script without blanks counts for half a word.
const minStory = 7

// doubt returns what makes it doubtful that a text means its move, or "": the clause of the move is not made of harmless phrases, or
// another has a doubtful word, an order or a question about the match. Before the move a sentence has to be understood; after it, only
// the language of the text.
func (t *text) doubt(tokens []token) string {
	x, signed, moved := phrases(), false, false
	spoken, most := x.spoken(tokens)
	read := most*3 >= min(len(wordsOf(tokens)), minStory)
	for _, s := range sentences(clauses(tokens)) {
		for _, c := range s {
			known := x.covers(c, t.names, besideMoves(!moved))
			switch {
			case known && moved && x.byes.longest(c) > 0:
				signed = true
			case known, signed && isName(c, t.names):
			case slices.ContainsFunc(c, token.sign) && !t.announces(c, spoken):
				return "phrase: " + joined(c)
			case t.named(c) || moved && t.signs(c):
				signed = signed || moved
			case x.orders(c):
				return "order: " + joined(c)
			case !read && !signed:
				return "no language"
			default:
				if why := t.doubtful(c, s, spoken, moved, signed); why != "" {
					return why + " in " + joined(c)
				}
			}
		}
		moved = moved || slices.ContainsFunc(slices.Concat(s...), token.move)
	}
	if !moved {
		return "no move"
	}
	return ""
}

// postponed returns the clause after the move that names a later time and nothing else, beside too few words for a story, or "".
func postponed(tokens []token) string {
	moved := false
	for _, s := range sentences(clauses(tokens)) {
		for i, c := range s {
			others := slices.Concat(slices.Concat(s[:i]...), slices.Concat(s[i+1:]...))
			if moved && !isStory(others) && slices.ContainsFunc(phrases().languages, func(l *language) bool { return l.postpones(c) }) {
				return "when: " + joined(c)
			}
			moved = moved || slices.ContainsFunc(c, token.move)
		}
	}
	return ""
}

// postpones reports whether a clause is a later time, and no farewell.
func (l *language) postpones(c []token) bool {
	if phrases().byes.longest(c) == len(c) {
		return false
	}
	for i := range c[:min(len(c), maxBefore)] {
		if l.until[joined(c[i+1:])] {
			return true
		}
	}
	for i := 0; i < len(c); {
		if n := l.whenever.longest(c[i:]); n > 0 && len(c)-i-n <= 2 {
			return true
		}
		n := l.when.longest(c[i:])
		if n == 0 {
			return false
		}
		i += n
	}
	return true
}

// hedged returns the words next to the move, in its clause or alone before or after it, that take it back or put it off, or "".
func (t *text) hedged() string {
	spoken, _ := phrases().spoken(t.tokens)
	list := clauses(t.tokens)
	for i, c := range list {
		first := slices.IndexFunc(c.words, token.move)
		if first < 0 {
			continue
		}
		last := len(c.words) - 1
		for !c.words[last].move() {
			last--
		}
		hedges := [][]token{c.words[:first], c.words[last+1:]}
		if i > 0 {
			hedges = append(hedges, list[i-1].words)
		}
		if i+1 < len(list) && !(c.full && t.leaves(list[i+1:])) {
			hedges = append(hedges, list[i+1].words)
		}
		for part, words := range hedges {
			for _, l := range phrases().languages {
				if why := l.hedges(words, part > 1); why != "" && !(part != 1 && !slices.Contains(spoken, l) && harmlessIn(spoken, why)) {
					return "near: " + why
				}
			}
		}
	}
	return ""
}

// leaves reports whether clauses begin with a farewell and a name or another farewell: "Later, Bob".
func (t *text) leaves(list []clause) bool {
	n := phrases().byes.longest(list[0].words)
	rest := list[0].words[n:]
	if len(rest) == 0 && len(list) > 1 {
		rest = list[1].words
	}
	if n > 0 && len(rest) == 0 && len(list) == 1 {
		return strings.Contains(t.typed[list[0].words[n-1].to:], "!")
	}
	return n > 0 && len(rest) > 0 && (isName(rest, t.names) || phrases().byes.longest(rest) > 0)
}

// hedges returns the words of near with which some words begin or end, unless they belong to a longer harmless phrase. In a clause of
// its own, the others have to be harmless.
func (l *language) hedges(words []token, alone bool) string {
	words = slices.DeleteFunc(slices.Clone(words), func(w token) bool { return w.text == "?" })
	longer := func(list []token, n int) bool {
		return slices.ContainsFunc(phrases().languages, func(l *language) bool { return max(l.polite.longest(list), l.with.longest(list)) > n })
	}
	if n := l.near.longest(words); n > 0 && !longer(words, n) && (!alone || n == len(words) || l.covers(words[n:], nil, besideTalk)) {
		return joined(words[:n])
	}
	for i := range words {
		if n := len(words) - i; !alone && l.near[joined(words[i:])] {
			for j := range i {
				if longer(words[j:], i-j+n-1) {
					return ""
				}
			}
			return joined(words[i:])
		}
	}
	return ""
}

// harmlessIn reports whether a phrase is harmless in one of some languages.
func harmlessIn(list []*language, phrase string) bool {
	return slices.ContainsFunc(list, func(l *language) bool { return l.polite[phrase] || l.with[phrase] })
}

// wordsOf returns the words of tokens that are not moves.
func wordsOf(tokens []token) []token {
	return slices.DeleteFunc(slices.Clone(tokens), func(t token) bool { return t.text == "" || t.move() })
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

// doubtful returns why a clause of a sentence may concern the move, or "": it has doubtful words in a language that it or the whole text is
// in, is a question that is not about something else, or is quoted. In talk after the move, and in a longer sentence on another
// line, weak doubts are about something else; in a postscript, and at the beginning of what follows the move on its line, they are not.
func (t *text) doubtful(c []token, sentence [][]token, spoken []*language, moved, signed bool) string {
	all := slices.Concat(sentence...)
	words, beside := wordsOf(all), slices.ContainsFunc(all, token.move)
	asked, talk, announced := asks(words), moved && !beside, t.announces(c, spoken)
	elsewhere := slices.ContainsFunc(phrases().languages, func(l *language) bool { return l.life.in(words) })
	before, follows := t.typed[:c[0].from], false
	line := before[strings.LastIndex(before, "\n")+1:]
	apart := true // from the line of the move
	for _, m := range t.moves {
		if m.to <= len(before) && m.to > len(before)-len(line) {
			apart, follows = false, talk && !strings.ContainsFunc(before[m.to:], unicode.IsLetter)
		}
	}
	story := talk && (apart || elsewhere) || (talk || apart && !beside && !asked) && isStory(words)
	named := talk && apart && slices.ContainsFunc(words[1:], func(w token) bool { return w.capital && len(w.text) > 2 && !slices.Contains(t.names, w.text) })
	if afterthought().MatchString(line + t.typed[len(before):]) {
		story = false
	}
	around := before[max(0, len(before)-4):]
	if !talk {
		to := c[len(c)-1].to
		around += t.typed[to:min(len(t.typed), to+4)]
	}
	_, understood := phrases().spoken(words)
	long := isStory(words)
	switch {
	case !talk && !signed && understood < len(words) && (len(words) < minTalk || understood*5 < len(words)):
		return "language"
	case !signed && strings.ContainsAny(around, "\"“”„«»「」『』"):
		return "quotation"
	case asked && !elsewhere && !named && (len(words) < minQuestion || !talk && understood*2 < len(words)):
		return "question"
	}
	for _, l := range phrases().besides(c, spoken) {
		in := setting{story: story, long: long, strict: beside && !announced || asked || !apart && !long, asked: asked, personal: talk && apart && !asked}
		if why := l.doubts(c, in); why != "" {
			return why
		}
		if follows && l.weak.at(c) > 0 {
			return "beginning"
		}
	}
	return ""
}

// announces reports whether a clause ends with a colon and the move: "I am off to the left today: e2".
func (t *text) announces(c []token, spoken []*language) bool {
	n := len(c) - 1
	return n >= minTalk && c[n].move() && !slices.ContainsFunc(c[:n], token.sign) && strings.Contains(t.typed[c[n-1].to:c[n].from], ":") &&
		slices.ContainsFunc(spoken, func(l *language) bool { return l.own.in(c[:n]) })
}

// mentions takes for words the moves in talk below a line with the move: "I always opened with 7g7f as a boy". Their sentences
// are long, and no plain statement of a move.
func (t *text) mentions() {
	spoken, _ := phrases().spoken(t.tokens)
	first := strings.Index(t.typed+"\n", "\n")
	stated := false
	for _, s := range sentences(clauses(t.tokens)) {
		all := slices.Concat(s...)
		from, to := all[0].from, all[len(all)-1].to
		plain := phrases().covers(all, t.names, besideMove)
		moves := slices.ContainsFunc(all, token.move)
		if moves && !stated {
			first = to + strings.Index(t.typed[to:]+"\n", "\n")
			if stated = plain; !plain {
				return
			}
			continue
		}
		line := t.typed[strings.LastIndex(t.typed[:from], "\n")+1:]
		if !moves || plain || from <= first || len(wordsOf(all)) <= minTalk || asks(all) || afterthought().MatchString(line) || slices.ContainsFunc(spoken, func(l *language) bool {
			return slices.ContainsFunc(s, func(c []token) bool { return l.doubts(c, setting{strict: true}) != "" })
		}) {
			continue
		}
		for i, w := range t.tokens {
			if w.move() && w.from >= from && w.to <= to && !strings.Contains(t.typed[max(from, w.from-2):w.from], ":") {
				t.tokens[i].text = strings.ToLower(t.typed[w.from:w.to])
			}
		}
	}
}

// isStory reports whether a sentence is long enough for a story.
func isStory(sentence []token) bool { return halves(sentence) >= 2*minStory }

// halves returns the length of a sentence in half words.
func halves(sentence []token) (n int) {
	for _, t := range sentence {
		if n += 2; ideograph(t.text) {
			n--
		}
	}
	return n
}

// ideograph reports whether a token is a character of a script without blanks.
func ideograph(word string) bool {
	c, _ := utf8.DecodeRuneInString(word)
	return solid(c)
}

// spoken lists the languages that some words may be in, and returns how many of the words are understood in the likeliest one.
func (x *lexicon) spoken(tokens []token) (list []*language, most int) {
	words := wordsOf(tokens)
	understood := make([]int, len(x.languages))
	for i, l := range x.languages {
		if len(l.doubt) == 0 {
			continue // it cannot be read safely
		}
		understood[i] = l.understood(words)
		most = max(most, understood[i])
	}
	for i, l := range x.languages {
		if understood[i] > 0 && (understood[i]*3 >= most*2 || most < minTalk && understood[i]+1 >= most) {
			list = append(list, l)
		}
	}
	return list, most
}

// besides returns the languages of a text, and those that know more words of a clause of it.
func (x *lexicon) besides(clause []token, spoken []*language) []*language {
	words, list, most := wordsOf(clause), slices.Clone(spoken), 0
	for _, l := range spoken {
		most = max(most, l.understood(words))
	}
	for _, l := range x.languages {
		if n := l.understood(words); len(l.doubt) > 0 && n > most && (n > 1 || n == len(words)) {
			list = append(list, l)
		}
	}
	return list
}

// understood returns how many words of a sentence are known in a language.
func (l *language) understood(sentence []token) (n int) {
	for i := 0; i < len(sentence); {
		known := l.known(sentence[i:])
		for _, s := range []set{l.doubt, l.short, l.weak, l.game, l.play, l.refer, l.life} {
			known = max(known, s.longest(sentence[i:]))
		}
		if known == 0 && strings.ContainsAny(sentence[i].text, l.letters) {
			known = 1
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

// setting says what kind of a sentence a clause stands in.
type setting struct {
	story    bool // about something else: a weak doubt counts only beside a word about the match
	strict   bool // any word about the match is doubtful, not only beside one that may refer to the move
	asked    bool // a question
	long     bool // a sentence of minStory words: the words of short are weak
	personal bool // a word about playing is no doubt after what people say of themselves: "I have played"
}

// doubts returns the doubt that words have, or "". A doubt that is part of an everyday phrase doesn't count.
func (l *language) doubts(words []token, in setting) string {
	var weak, game, refer string
	phraseEnd, ownEnd := 0, -1
	for i := range words {
		if n := l.own.longest(words[i:]); n > 0 {
			ownEnd = i + n
		}
		hit := func(s set) string {
			n := s.at(words[i:])
			if n == 0 || i+n <= phraseEnd || l.known(words[i:]) > n {
				return ""
			}
			return joined(words[i : i+n])
		}
		play, short := hit(l.play), hit(l.short)
		if doubt := hit(l.doubt); doubt != "" {
			return "doubt: " + doubt
		} else if short != "" && !in.long {
			return "short: " + short
		} else if play != "" && !(in.personal && ownEnd >= i) {
			return "play: " + play
		}
		weak, game, refer = cmp.Or(weak, short, hit(l.weak)), cmp.Or(game, play, hit(l.game)), cmp.Or(refer, hit(l.refer))
		if n := l.known(words[i:]); n > 1 {
			phraseEnd = max(phraseEnd, i+n)
		}
	}
	switch {
	case weak != "" && (!in.story || game != ""):
		return "weak: " + weak + ", " + game
	case game != "" && (in.strict || refer != ""):
		return "game: " + game + ", " + refer
	case refer != "" && in.asked:
		return "question: " + refer
	}
	return ""
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
