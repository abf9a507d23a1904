package reply

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// harmless lists the phrases of each language: its head says how.
//
//go:embed phrases.txt
var phrasesText string

// set is a set of phrases: tokens joined with blanks. What is false is only the beginning of some.
type set map[string]bool

// add adds a phrase and its beginnings.
func (s set) add(phrase string) {
	for i, c := range phrase {
		if c == ' ' {
			if _, known := s[phrase[:i]]; !known {
				s[phrase[:i]] = false
			}
		}
	}
	s[phrase] = true
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
func (s set) longest(list []token) (n int) {
	key := make([]byte, 0, 128)
	for i, t := range list[:min(len(list), maxPhrase)] {
		if t.text == "" {
			continue
		}
		key = appendToken(key, t)
		whole, begins := s[string(key)]
		if !begins {
			break
		}
		if whole {
			n = i + 1
		}
	}
	return n
}

// appendToken adds a token to a phrase as a set has it.
func appendToken(key []byte, t token) []byte {
	if len(key) > 0 {
		key = append(key, ' ')
	}
	return append(key, t.text...)
}

// language has the phrases that are allowed next to an instruction in one language.
type language struct {
	with    set // around a move
	polite, // anywhere
	open, // anywhere, with a name after it
	free, // at any place, followed by some words
	after, // at any place, preceded by some words
	talk, // in a sentence without a move
	ask, // around an instruction that sends something
	chat, // everyday words of small talk
	doubt, // words that it must not contain, where - matches more letters
	short, // the same in short sentences, otherwise weak
	weak, // the same, except in a story
	game, // words about the match, which are doubtful only next to a weak doubt or in a question
	play, // words about playing, which are doubtful except after one of own, below a line with nothing but a move
	own, // words in which people talk about themselves
	when, // later times, which are doubtful alone below a move: "Tomorrow"
	whenever, // the same, with one or two words after it: "after"
	until, // the same, with some words before it
	near, // words that are doubtful next to the move, alone
	unable, // words that are doubtful beside the acceptance of an invitation
	refer, // words that may refer to the move, which are doubtful only next to one about the match
	life set // words about other things, which may be asked
	letters string // of which each shows the language of a word
}

// lexicon is everything in phrases.txt.
type lexicon struct {
	languages []*language
	words     map[Word]set
	names     set // that people are called by
	byes      set // farewells that are followed by a name
	device    set // words around the name of a device
}

var phrases = sync.OnceValue(func() *lexicon {
	x := &lexicon{words: map[Word]set{Decline: {}}, names: set{}, byes: set{}, device: set{}}
	var l *language
	var into set
	var kind string
	var kinds map[string]set // the sets of l and x, by their keys; that of bye is nil, because its phrases go into several
	for line := range strings.Lines(phrasesText) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, ";") || line == "" {
			continue
		}
		if strings.HasPrefix(line, "[") {
			l = &language{
				with: set{}, polite: set{}, open: set{}, free: set{}, after: set{}, talk: set{}, ask: set{}, chat: set{}, doubt: set{}, short: set{}, weak: set{}, game: set{},
				play: set{}, own: set{}, when: set{}, whenever: set{}, until: set{}, near: set{}, unable: set{}, refer: set{}, life: set{},
			}
			kinds = map[string]set{
				"with": l.with, "polite": l.polite, "talk": l.talk, "ask": l.ask, "chat": l.chat, "doubt": l.doubt, "short": l.short, "weak": l.weak, "game": l.game, "play": l.play,
				"own": l.own, "when": l.when, "near": l.near, "unable": l.unable, "refer": l.refer, "life": l.life, "device": x.device, "names": x.names, "bye": nil,
			}
			x.languages = append(x.languages, l)
			continue
		}
		if key, rest, found := strings.Cut(line, ": "); found {
			if line, kind = rest, key; key == "letters" {
				l.letters = line
				continue
			}
			var known bool
			if into, known = kinds[key]; !known {
				if x.words[Word(key)] == nil {
					x.words[Word(key)] = set{}
				}
				into = x.words[Word(key)]
			}
		}
		for phrase := range strings.FieldsSeq(line) {
			phrase, free := strings.CutSuffix(strings.ReplaceAll(phrase, "_", " "), " **")
			phrase, open := strings.CutSuffix(phrase, " *")
			phrase, after := strings.CutPrefix(phrase, "* ")
			switch key := keyOf(phrase); {
			case kind == "when" && open:
				l.whenever.add(key)
			case kind == "when" && after:
				l.until.add(key)
			case kind == string(noDraw):
				into.add(key)
				x.words[Decline].add(key)
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
	return x
})

// vocabulary returns the words of all phrases. Those of greetings and thanks are true.
func (x *lexicon) vocabulary() map[string]bool {
	all := map[string]bool{}
	add := func(harmless bool, sets ...set) {
		for _, s := range sets {
			for phrase := range s {
				for word := range strings.FieldsSeq(phrase) {
					all[word] = all[word] || harmless
				}
			}
		}
	}
	add(true, x.byes)
	for _, l := range x.languages {
		add(true, l.polite)
		add(false, l.with, l.open, l.free, l.after, l.talk, l.ask, l.chat, l.doubt, l.short, l.weak, l.game, l.play, l.own, l.when, l.whenever, l.until, l.near, l.unable, l.refer, l.life)
	}
	add(false, x.names, x.device)
	for _, s := range x.words {
		add(false, s)
	}
	return all
}

var vocabulary = sync.OnceValue(func() map[string]bool { return phrases().vocabulary() })

// knows reports whether a word is in a phrase of any language, or begins as a doubtful one.
func (x *lexicon) knows(word string) bool {
	_, known := vocabulary()[word]
	bare, rest, elided := strings.Cut(word, "'")
	return known || elided && (x.knows(bare) || x.knows(rest)) || strings.ContainsAny(word, "0123456789") ||
		slices.ContainsFunc(x.languages, func(l *language) bool {
			return slices.ContainsFunc([]set{l.doubt, l.short, l.weak}, func(s set) bool { return s.begins(word) })
		})
}

// minMended is the length of the shortest word in which a typing mistake is corrected.
const minMended = 4

// minReplaced is the length of the shortest word in which one letter may be another one.
const minReplaced = 6

// mended returns the word of a greeting or of thanks that an unknown word is with two letters exchanged, one left out, one doubled,
// or in a long word one replaced, unless it may be another word too.
func (x *lexicon) mended(word string) (right string) {
	for known, harmless := range vocabulary() {
		switch {
		case !mistyped(known, word):
		case x.decides(known, harmless):
			return ""
		case harmless && (right == "" || known < right):
			right = known
		}
	}
	return right
}

// decides reports whether a word is an instruction, or doubtful and in no greeting.
func (x *lexicon) decides(word string, harmless bool) bool {
	return slices.ContainsFunc(commands, func(w Word) bool { return x.words[w][word] }) || !harmless && slices.ContainsFunc(x.languages, func(l *language) bool {
		return slices.ContainsFunc([]set{l.doubt, l.short, l.near, l.unable}, func(s set) bool { return s[word] || s.begins(word) })
	})
}

// mistyped reports whether one typing mistake turns a word into another.
func mistyped(word, typed string) bool {
	if n := len(typed) - len(word); n < -utf8.UTFMax || n > utf8.UTFMax || len(word) < minMended {
		return false
	}
	a, b := []rune(word), []rune(typed)
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	switch len(b) - len(a) {
	case 0:
		swapped := i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && slices.Equal(a[i+2:], b[i+2:])
		return swapped || len(a) >= minReplaced && i > 0 && i < len(a) && slices.Equal(a[i+1:], b[i+1:])
	case -1:
		return len(b) >= minMended && slices.Equal(a[i+1:], b[i:])
	case 1:
		return i > 0 && b[i] == b[i-1] && slices.Equal(a[i:], b[i+1:])
	}
	return false
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
	besideRequest // for something to be sent
)

// besideMoves is the company of a sentence in a text with or without a move.
func besideMoves(moves bool) company {
	if moves {
		return besideMove
	}
	return besideTalk
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
		if phrases().words[w][whole] {
			return false
		}
	}
	moves := slices.ContainsFunc(sentence, func(t token) bool { return t.text == "#" })
	reached := make([]bool, len(sentence)+1)
	reached[0] = true
	for i, t := range sentence {
		if i <= maxBefore && !moves && l.after[joined(sentence[i:])] {
			return true
		}
		if !reached[i] {
			continue
		}
		if t.text == "#" || slices.Contains(names, t.text) || t.capital && phrases().names[t.text] || t.text == "0" && i+1 < len(sentence) && sentence[i+1].text == "#" {
			reached[i+1] = true
		}
		key := make([]byte, 0, 128)
		for j := i; j < min(len(sentence), i+maxPhrase) && sentence[j].text != "#"; j++ {
			key = appendToken(key, sentence[j])
			if l.polite[string(key)] || beside == besideMove && l.with[string(key)] || !moves && l.talk[string(key)] || beside == besideRequest && l.ask[string(key)] {
				reached[j+1] = true
			}
			rest := sentence[j+1:]
			family := j > i && phrases().names[string(key)] // written with characters, a given name may follow
			reached[j+1] = reached[j+1] || family
			switch {
			case family && len(rest) <= maxGiven && !moves && !asks(rest):
				return true
			case l.open[string(key)] && isName(rest, names), l.free[string(key)] && len(rest) <= maxFree && !moves && !asks(rest) && (len(l.doubt) == 0 || l.doubts(rest, setting{story: true}) == ""):
				return true
			}
		}
	}
	return reached[len(sentence)]
}
