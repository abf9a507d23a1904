package reply

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

// harmless lists the phrases of each language: its head says how.
//
//go:embed phrases.txt
var phrasesText string

// set is a set of phrases: tokens joined with blanks, and <en:day> for any phrase of a class.
type set struct {
	known   map[string]bool     // what is false is only the beginning of some
	classes map[string][]string // that come after a beginning
}

func newSet() *set { return &set{map[string]bool{}, map[string][]string{}} }

// add adds a phrase and its beginnings.
func (s *set) add(phrase string) {
	before := ""
	for i := 0; i <= len(phrase); i++ {
		if i < len(phrase) && phrase[i] != ' ' {
			continue
		}
		if word := strings.TrimSpace(phrase[len(before):i]); strings.HasPrefix(word, "<") && !slices.Contains(s.classes[before], word) {
			s.classes[before] = append(s.classes[before], word)
		}
		before = phrase[:i]
		s.known[before] = s.known[before] || i == len(phrase)
	}
}

// has reports whether a phrase is in the set.
func (s *set) has(phrase string) (found bool) {
	if whole, begins := s.known[phrase]; whole || !begins && len(s.classes) == 0 {
		return whole
	}
	var list []token
	for word := range strings.FieldsSeq(phrase) {
		list = append(list, token{text: word})
	}
	s.each(list, func(n int) { found = found || n == len(list) })
	return found
}

// The largest numbers of words that a phrase takes after it and before it.
const (
	maxFree   = 6
	maxBefore = 6
	maxGiven  = 3 // characters of a given name after a family name in Japanese
)

// maxPhrase is the largest number of tokens of a phrase.
const maxPhrase = 24

// longest returns how many tokens the longest phrase at the beginning of a list has; 0 for none. Commas don't count.
func (s *set) longest(list []token) (longest int) {
	s.each(list, func(n int) { longest = max(longest, n) })
	return longest
}

// each calls found with the number of tokens of each phrase at the beginning of a list.
func (s *set) each(list []token, found func(n int)) {
	s.follow("", list[:min(len(list), maxPhrase)], 0, found)
}

// follow finds the phrases that begin with a key, which the first n tokens are.
func (s *set) follow(key string, list []token, n int, found func(n int)) {
	if key != "" && s.known[key] {
		found(n)
	}
	for n < len(list) && list[n].text == "" {
		n++
	}
	if n == len(list) {
		return
	}
	join := func(word string) string { return strings.TrimPrefix(key+" "+word, " ") }
	if next := join(list[n].text); s.begins(next) {
		s.follow(next, list, n+1, found)
	}
	for _, class := range s.classes[key] {
		phrases().classes[class].each(list[n:], func(m int) { s.follow(join(class), list, n+m, found) })
	}
}

// begins reports whether a phrase of the set begins with a key.
func (s *set) begins(key string) bool {
	_, begins := s.known[key]
	return begins
}

// language has the phrases that are allowed next to an instruction in one language.
type language struct {
	with, // around a move
	near, // that make up the clause of a move or one before it, without those of with
	polite, // anywhere
	open, // anywhere, with a name after it
	free, // at any place, followed by some words
	after, // at any place, preceded by some words
	talk, // in a sentence without a move
	core, // words of greetings, thanks and wishes
	words, // beside those in a sentence without a move, core among them
	ask, // around an instruction that sends something
	order, // that begin a request for a move
	favour, // one of which such a request has
	chat, // other words, which are no misspelt greetings
	whose, // words that make a move that of the other side
	not, // negations
	doubt *set // words that are no names, and not harmless in a clause of their own; - stands for more letters
}

// lexicon is everything in phrases.txt.
type lexicon struct {
	languages []*language
	words     map[Word]*set
	classes   map[string]*set
	names     *set // that people are called by
	titles    *set // words before and after a name: of address, rank, profession, office and place
	offices   *set // characters one of which is in each part of a signature that is no name: of companies, professions and places
	between   *set // words between the names in a signature: "Manni aus Bottrop"
	byes      *set // farewells that are followed by a name
	device    *set // words around the name of a device
	dates     *set // words of a date
}

var phrases = sync.OnceValue(func() *lexicon {
	x := &lexicon{words: map[Word]*set{Decline: newSet()}, classes: map[string]*set{}, names: newSet(), titles: newSet(), offices: newSet(), between: newSet(), byes: newSet(), device: newSet(), dates: newSet()}
	var l *language
	var into *set
	var kind, tongue string
	var kinds map[string]*set // the sets of l and x, by their keys; that of bye is nil, because its phrases go into several
	for line := range strings.Lines(phrasesText) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, ";") || line == "" {
			continue
		}
		if strings.HasPrefix(line, "[") {
			tongue = strings.Trim(line, "[]")
			l = &language{
				with: newSet(), near: newSet(), polite: newSet(), open: newSet(), free: newSet(), after: newSet(), talk: newSet(), core: newSet(), words: newSet(), ask: newSet(), order: newSet(), favour: newSet(), chat: newSet(), whose: newSet(), not: newSet(), doubt: newSet(),
			}
			kinds = map[string]*set{
				"with": l.with, "near": l.near, "polite": l.polite, "talk": l.talk, "core": l.core, "words": l.words, "ask": l.ask, "order": l.order, "favour": l.favour, "whose": l.whose, "not": l.not, "chat": l.chat, "doubt": l.doubt, "device": x.device, "names": x.names, "title": x.titles, "office": x.offices, "between": x.between, "date": x.dates, "bye": nil,
			}
			x.languages = append(x.languages, l)
			continue
		}
		if key, rest, found := strings.Cut(line, ": "); found {
			line, kind = rest, key
			var known bool
			if into, known = kinds[key]; !known {
				if class, found := strings.CutPrefix(key, "<"); found {
					into = newSet()
					x.classes["<"+tongue+":"+class] = into
				} else if into = x.words[Word(key)]; into == nil {
					into = newSet()
					x.words[Word(key)] = into
				}
				kinds[key] = into
			}
		}
		for phrase := range strings.FieldsSeq(line) {
			phrase, free := strings.CutSuffix(strings.ReplaceAll(phrase, "_", " "), " **")
			phrase, open := strings.CutSuffix(phrase, " *")
			phrase, after := strings.CutPrefix(phrase, "* ")
			for _, key := range keysOf(phrase, tongue) {
				switch {
				case kind == string(noDraw):
					into.add(key)
					x.words[Decline].add(key)
				case into == l.core:
					l.core.add(key)
					l.words.add(key)
				case into == nil:
					x.byes.add(key)
					l.polite.add(key)
					l.open.add(key)
				case free:
					l.free.add(key)
				case after:
					l.after.add(key)
				case open:
					l.open.add(key)
					l.polite.add(key)
				case strings.HasPrefix(phrase, "-") || strings.HasSuffix(phrase, "-"):
					into.add(phrase)
				default:
					into.add(key)
				}
			}
		}
	}
	return x
})

// keysOf returns a phrase as the sets have it, with and without each class that a question mark follows.
func keysOf(phrase, tongue string) (list []string) {
	before, rest, found := strings.Cut(phrase, "<")
	if !found {
		return []string{keyOf(phrase)}
	}
	class, after, _ := strings.Cut(rest, ">")
	after, optional := strings.CutPrefix(after, "?")
	for _, end := range keysOf(after, tongue) {
		list = append(list, strings.Join(strings.Fields(keyOf(before)+" <"+tongue+":"+class+"> "+end), " "))
		if optional {
			list = append(list, strings.TrimSpace(keyOf(before)+" "+end))
		}
	}
	return list
}

// use says where typing mistakes in a word are corrected.
type use uint8

const (
	talking  use = iota // nowhere
	moving              // within the word, the end of which may be that of another person or tense
	greeting            // anywhere
)

// vocabulary returns the words of all phrases.
func (x *lexicon) vocabulary() map[string]use {
	all, seen := map[string]use{}, map[string]bool{}
	var add func(u use, sets ...*set)
	add = func(u use, sets ...*set) {
		for _, s := range sets {
			for phrase := range s.known {
				for word := range strings.FieldsSeq(phrase) {
					all[word] = max(all[word], u)
				}
			}
			for _, list := range s.classes {
				for _, class := range list {
					if !seen[class] {
						seen[class] = true
						add(u, x.classes[class])
					}
				}
			}
		}
	}
	add(greeting, x.byes)
	for _, l := range x.languages {
		add(greeting, l.polite)
		add(moving, l.near, l.words)
		add(talking, l.with, l.open, l.free, l.after, l.talk, l.ask, l.order, l.favour, l.chat, l.whose, l.not, l.doubt)
	}
	add(talking, x.names, x.titles, x.offices, x.between, x.device, x.dates)
	for _, s := range x.words {
		add(talking, s)
	}
	return all
}

var vocabulary = sync.OnceValue(func() map[string]use { return phrases().vocabulary() })

// knows reports whether a word is in a phrase of any language, or begins as a doubtful one.
func (x *lexicon) knows(word string) bool {
	_, known := vocabulary()[word]
	bare, rest, elided := strings.Cut(word, "'")
	return known || elided && (x.knows(bare) || x.knows(rest)) || strings.ContainsAny(word, "0123456789") ||
		slices.ContainsFunc(x.languages, func(l *language) bool { return l.doubt.inflects(word) })
}

// minMended is the length of the shortest word in which a typing mistake is corrected.
const minMended = 4

// minReplaced is the length of the shortest word in which one letter may be another one.
const minReplaced = 6

// spelt has the letters of the words of all phrases, by their number.
var spelt = sync.OnceValue(func() map[int][][]rune {
	list := map[int][][]rune{}
	for word := range vocabulary() {
		letters := []rune(word)
		list[len(letters)] = append(list[len(letters)], letters)
	}
	return list
})

// mended returns the word of a greeting, of thanks or around a move that an unknown word is with two letters exchanged, one left out, one
// doubled, or in a long word one replaced, unless it may be another word too.
func (x *lexicon) mended(word string) (right string) {
	typed := []rune(word)
	for n := max(len(typed)-1, minMended); n <= len(typed)+1; n++ {
		for _, letters := range spelt()[n] {
			after := mistyped(letters, typed)
			if after < 0 {
				continue
			}
			known := string(letters)
			switch u := vocabulary()[known]; {
			case x.decides(known, u == greeting):
				return ""
			case (u == greeting || u == moving && after > 1) && (right == "" || known < right):
				right = known
			}
		}
	}
	return right
}

// Mended returns the one of some words that an unknown word is with a typing mistake in neither its first letter nor its last, or "".
func Mended(word string, words []string) (right string) {
	typed := []rune(word)
	for _, known := range words {
		letters := []rune(known)
		if len(letters) < minMended || mistyped(letters, typed) < 1 || known == right {
			continue
		}
		if right != "" || phrases().knows(word) {
			return ""
		}
		right = known
	}
	return right
}

// decides reports whether a word is an instruction, or doubtful and in no greeting.
func (x *lexicon) decides(word string, harmless bool) bool {
	return slices.ContainsFunc(commands, func(w Word) bool { return x.words[w].has(word) }) || !harmless && slices.ContainsFunc(x.languages, func(l *language) bool {
		return l.doubt.has(word) || l.doubt.inflects(word)
	})
}

// mistyped reports whether one typing mistake turns a word into another: it returns how many letters after the mistake are right, all
// those of the word if two after the first are exchanged, and none if the first is wrong. It returns -1 for other words.
func mistyped(a, b []rune) (right int) {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	so, right := false, len(a)-i-1
	switch len(b) - len(a) {
	case 0:
		if i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && slices.Equal(a[i+2:], b[i+2:]) {
			so, right = true, len(a)
		} else {
			so = len(a) >= minReplaced && i > 0 && i < len(a) && slices.Equal(a[i+1:], b[i+1:])
		}
	case -1:
		so = len(b) >= minMended && slices.Equal(a[i+1:], b[i:])
	case 1:
		so, right = i > 0 && b[i] == b[i-1] && slices.Equal(a[i:], b[i+1:]), len(a)-i
	}
	switch {
	case !so:
		return -1
	case i == 0:
		return 0
	}
	return right
}

// asks reports whether tokens contain a question mark.
func asks(tokens []token) bool {
	return slices.ContainsFunc(tokens, func(t token) bool { return t.text == "?" })
}

// keyOf returns a phrase as a set has it.
func keyOf(phrase string) string { return joined(tokens(phrase, nil)) }

// company is what a sentence stands beside.
type company uint8

const (
	besideTalk company = iota
	besideMove
	beforeMove
	besideRequest // for something to be sent
)

// besideMoves is the company of a sentence in a text with or without a move.
func besideMoves(moves bool) company {
	if moves {
		return besideMove
	}
	return besideTalk
}

// theirs reports whether a phrase makes a move that of the other side in any language.
func (x *lexicon) theirs(phrase string) bool {
	return slices.ContainsFunc(x.languages, func(l *language) bool { return l.whose.has(phrase) })
}

// negates reports whether some words beside a move are an order not to play it in another language than one: Portuguese "no" is Spanish, too.
func (x *lexicon) negates(words []token, names []string, beside company, other *language) bool {
	return slices.ContainsFunc(x.languages, func(l *language) bool {
		if l == other || !l.not.in(words) {
			return false
		}
		rest := slices.DeleteFunc(slices.Clone(words), func(w token) bool { return l.not.has(w.text) })
		return l.fill(rest, names, beside, l.with) || l.fill(rest, names, beside, l.near)
	})
}

// doubt reports whether a phrase is one of doubt in any language.
func (x *lexicon) doubt(phrase string) bool {
	return slices.ContainsFunc(x.languages, func(l *language) bool { return l.doubt.has(phrase) })
}

// doubts reports whether words contain a word of doubt of any language.
func (x *lexicon) doubts(words []token) bool {
	return slices.ContainsFunc(x.languages, func(l *language) bool { return l.doubt.in(words) })
}

// covers reports whether a language covers a sentence.
func (x *lexicon) covers(sentence []token, names []string, beside company) bool {
	return slices.ContainsFunc(x.languages, func(l *language) bool { return l.covers(sentence, names, beside) })
}

// covers reports whether a sentence consists of moves, names and phrases that are harmless where it stands. A command
// word of this package is not harmless.
func (l *language) covers(sentence []token, names []string, beside company) bool {
	whole := joined(sentence)
	for _, w := range []Word{Decline, Undo, Pause, Stop, Resign} {
		if phrases().words[w].has(whole) {
			return false
		}
	}
	moves := slices.ContainsFunc(sentence, token.move)
	parts := strings.Split(whole, "#")
	for i, part := range parts {
		part = strings.Trim(part, " ?")
		before := i+1 < len(parts) // the move
		if before && phrases().theirs(part) && !l.near.has(part) || l.doubt.has(part) || phrases().doubt(part) && !l.polite.has(part) && !l.talk.has(part) && !(before && l.with.has(part)) {
			return false
		}
	}
	return (l.fill(sentence, names, beside, l.with) || (moves || beside == beforeMove) && l.fill(sentence, names, beside, l.near)) &&
		!(moves && phrases().negates(sentence, names, beside, l))
}

// fill reports whether moves, names and harmless phrases fill a sentence, among them those of a set if it stands beside a move.
func (l *language) fill(sentence []token, names []string, beside company, around *set) bool {
	moves := slices.ContainsFunc(sentence, token.move)
	courteous := !moves && !asks(sentence) && l.core.in(sentence)
	reached := make([]bool, len(sentence)+1)
	reached[0] = true
	for i, t := range sentence {
		if i <= maxBefore && !moves && l.after.has(joined(sentence[i:])) && !l.doubt.in(sentence[:i]) {
			return true
		}
		if !reached[i] {
			continue
		}
		if t.text == "#" || slices.Contains(names, t.text) || t.capital && phrases().names.has(t.text) || t.text == "0" && i+1 < len(sentence) && sentence[i+1].text == "#" {
			reached[i+1] = true
		}
		mark := func(n int) { reached[i+n] = true }
		l.polite.each(sentence[i:], mark)
		if beside == besideMove || beside == beforeMove {
			around.each(sentence[i:], mark)
		}
		if beside == besideRequest {
			l.ask.each(sentence[i:], mark)
		}
		if !moves {
			l.talk.each(sentence[i:], mark)
		}
		ends := false
		if courteous {
			l.words.each(sentence[i:], mark)
			if isPlace(sentence[:i+1]) {
				mark(1)
			}
			ends = ends || i > 0 && isName(sentence[i:], names) && doubtless(sentence[i:], names)
		}
		phrases().names.each(sentence[i:], func(n int) { // written with characters, a given name may follow
			if rest := sentence[i+n:]; n > 1 {
				mark(n)
				ends = ends || len(rest) <= maxGiven && !moves && !asks(rest)
			}
		})
		l.open.each(sentence[i:], func(n int) { ends = ends || isName(sentence[i+n:], names) })
		l.free.each(sentence[i:], func(n int) {
			rest := sentence[i+n:]
			ends = ends || len(rest) <= maxFree && !moves && !asks(rest) && !l.doubt.in(rest)
		})
		if ends {
			return true
		}
	}
	return reached[len(sentence)]
}

// isPlace reports whether the last of some words can be the name of a place: it follows a word such as "from".
func isPlace(words []token) bool {
	last := words[len(words)-1:]
	words = words[:len(words)-1]
	return len(words) > 0 && last[0].capital && doubtless(last, nil) && (phrases().between.has(words[len(words)-1].text) || isPlace(words))
}
