package bot

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"hikyaku/engine"
	"hikyaku/mailbox"
	"hikyaku/mailbox/reply"
)

// usualLevel is the level where none is named.
const usualLevel = 5

// wish is the match that somebody asks for.
type wish struct {
	game    *engine.Game
	options engine.Options
	level   int
}

// wishIn returns the match that one of the lines names first; ok is false if none does.
func wishIn(games []*engine.Game, lines ...string) (w wish, ok bool) {
	for _, line := range lines {
		line = plain(line)
		name, start := longest(names(games), line)
		if start < 0 {
			continue
		}
		rest := line[:start] + " " + line[start+len(name.text):]
		w = wish{game: name.game, options: name.options, level: usualLevel}
		if n, named := levelIn(rest); named {
			w.level = n
		} else if n, named := levelIn(strings.Join(lines, "\n")); named {
			w.level = n
		} else if alone := aloneNumber().FindStringSubmatch(line[start+len(name.text):]); alone != nil {
			w.level = levelOf(alone[1])
		}
		return w, true
	}
	return w, false
}

// lines returns what may name a game in a letter: its subject, unless that is one of a match, and the first two lines that were
// typed, of which the first may be a greeting.
func lines(l *mailbox.Letter) (list []string) {
	if !ofMatch().MatchString(l.Subject) {
		list = append(list, l.Subject)
	}
	typed := strings.Split(reply.Read(l.Text, func(string) bool { return false }).Typed, "\n")
	return append(list, typed[:min(2, len(typed))]...)
}

// ofMatch finds the name of a match, as the subjects of letters end with it.
var ofMatch = lazy(`\[[0-9a-f]{8}\]`)

// plain returns a line as it is compared: narrow, in lower case.
func plain(line string) string { return strings.ToLower(strings.Map(reply.Narrow, line)) }

// The forms of a level: with a word for it, or as the number that alone follows the game.
var (
	levelForm   = lazy(`(?:level|lvl|lv|レベル|強さ)[\s.:=は]{0,3}([0-9]{1,3}|[一二三四五六七八九十])`)
	aloneNumber = lazy(`^[\s,:、]*([0-9]{1,3})[\s.!。]*$`)
)

func lazy(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

// levelIn returns the first level that a text names; ok is false if it names none.
func levelIn(text string) (level int, ok bool) {
	found := levelForm().FindStringSubmatch(plain(text))
	if found == nil {
		return 0, false
	}
	return levelOf(found[1]), true
}

// levelOf returns the level that is nearest to a number.
func levelOf(digits string) int {
	if i := strings.Index("一二三四五六七八九十", digits); i >= 0 {
		return i/len("一") + 1
	}
	n, _ := strconv.Atoi(digits) // digits alone
	return min(max(n, 1), engine.Levels)
}

// gameName is a name of a game for two, or of a variant of it.
type gameName struct {
	text    string // as plain writes it
	game    *engine.Game
	options engine.Options
}

// names returns all names of games. A game for two is played by two, even where four are possible.
func names(games []*engine.Game) (list []gameName) {
	for _, g := range games {
		list = append(list, named(g, nil, engine.Same(g.Name), g.Title)...)
		for _, o := range g.Options {
			for _, value := range o.Values {
				set := engine.Options{o.Key: value}
				if title, own := o.Games[value]; own {
					list = append(list, named(g, set, title)...)
				}
				if o.Variants && o.Names != nil {
					list = append(list, named(g, set, engine.Same(value), o.Name(value))...)
				}
			}
		}
	}
	return list
}

// named returns the texts as names of a game with settings; none unless it is then for two.
func named(g *engine.Game, set engine.Options, texts ...engine.Text) (list []gameName) {
	options, err := g.Resolve(set)
	if err != nil || g.Seats(options) != 2 {
		return nil
	}
	for _, t := range texts {
		en, _, _ := strings.Cut(t.En, ",") // without what explains it
		ja, _, _ := strings.Cut(t.Ja, "（")
		for _, text := range []string{plain(en), plain(ja)} {
			if telling(text) {
				list = append(list, gameName{text, g, options})
			}
		}
	}
	return list
}

// telling reports whether a name of a game is no common word: "ten" and "dice" say little in a letter.
func telling(name string) bool {
	if isASCII(name) {
		return len(name) >= 5
	}
	return utf8.RuneCountInString(name) >= 2
}

func isASCII(text string) bool {
	return !strings.ContainsFunc(text, func(c rune) bool { return c > unicode.MaxASCII })
}

// longest returns the longest of the names that stands in a line, and where; a negative number for none. "Minishogi" is not shogi.
func longest(list []gameName, line string) (found gameName, start int) {
	start = -1
	for _, name := range list {
		if i := indexWord(line, name.text); i >= 0 && len(name.text) > len(found.text) {
			found, start = name, i
		}
	}
	return found, start
}

// indexWord returns where a word stands in a line by itself, -1 for nowhere. Japanese has no blanks between words.
func indexWord(line, word string) int {
	for from := 0; ; {
		i := strings.Index(line[from:], word)
		if i < 0 {
			return -1
		}
		start, end := from+i, from+i+len(word)
		if !(start > 0 && joins(line[start-1], word[0])) && !(end < len(line) && joins(word[len(word)-1], line[end])) {
			return start
		}
		from = end
	}
}

// joins reports whether two bytes are letters or digits of one word.
func joins(a, b byte) bool { return isWord(a) && isWord(b) }

func isWord(c byte) bool { return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' }

// languageOf returns the language in which the writer of a letter is to be answered.
func languageOf(l *mailbox.Letter) string {
	if l.Reads != "" {
		return l.Reads
	}
	return script(l.Subject + l.Text)
}

// script returns the language in whose letters a text is written.
func script(text string) string {
	if slices.ContainsFunc([]rune(text), func(c rune) bool { return unicode.In(c, unicode.Hiragana, unicode.Katakana, unicode.Han) }) {
		return "ja"
	}
	return "en"
}
